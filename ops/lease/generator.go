package lease

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sortid/sortid/id"
)

// maxWait is how long New waits after the clock went forward, as a plain generator does
// when its sequence is exhausted.
const maxWait = time.Second

// Generator makes IDs with a node number that no other process has, and renews its claim
// of the number until [Generator.Close]. [Acquire] makes one. If it loses the number, or if
// its clock went back by more than ten seconds, it claims another one by itself.
//
// The zero value makes no IDs. A Generator is safe for concurrent use and must not be
// copied.
type Generator[T, B any] struct {
	held atomic.Pointer[grant[T, B]] // the present claim, or the last one

	config Config
	format Format[T, B]
	table  table
	wake   chan struct{} // asks for a renewal now
	stop   chan struct{} // is closed by Close
	ended  chan struct{} // is closed when the goroutine of run has ended
	once   sync.Once     // for Close
	seen   map[int]int64 // tokens by numbers, as the table had them; belongs to the goroutine of run

	mu      sync.Mutex
	refusal error         // why the generator makes no IDs
	renewed chan struct{} // is closed and replaced when the limit changes
	observe sync.Mutex    // held during a call of Config.Observe
}

// grant is a claim of a number.
type grant[T, B any] struct {
	source source[T, B]
	// limit is the time, in milliseconds since 1970, that the IDs must not reach. It is 0
	// if the generator must not make IDs. The row of the number has the same time or a
	// later one.
	limit atomic.Int64

	claim claim       // belongs to the goroutine of run
	timer *time.Timer // calls expire at the end of the usable time
	ends  time.Time   // the end, by the monotonic clock; Generator.mu guards it and failure
	// failure is why the last renewal failed, or nil.
	failure error
	// isLost says that another process has the number, and isReverted that the table lacks
	// this claim or a renewal of it. They belong to the goroutine of run.
	isLost, isReverted bool
}

// Acquire claims a number and returns a generator that uses it. ctx limits the claim, and
// nothing afterwards. db is a handle of database/sql on Postgres, MySQL, MariaDB or SQLite,
// whose database has the migrations of this module; for pgx use its package stdlib. It must
// stay open until Close, and have a connection to spare: with [sql.DB.SetMaxOpenConns], a
// renewal waits for one.
//
// It fails with a [*TakenError] if no number is free, with a [*id.GenerateError] that
// matches [id.ErrConfig] if the settings of the configuration or the generator are wrong,
// [ErrReplicated] or [ErrNotDurable], and with the driver's error if the server refuses a
// statement. A claim that takes longer than the TTL is made again.
func Acquire[T, B any](ctx context.Context, db *sql.DB, format Format[T, B], config Config) (*Generator[T, B], error) {
	if format.open == nil {
		return nil, config.refuse("the format is the zero value: use Snowish, UlidFlake or SCRU160")
	}
	config, err := config.complete(format.name)
	if err != nil {
		return nil, err
	}
	if db == nil {
		return nil, config.refuse("the database handle is nil: open one with database/sql")
	}
	t, err := openTable(ctx, db)
	if err != nil {
		return nil, err
	}
	return acquire(ctx, t, format, config)
}

// acquire is Acquire with a complete configuration.
func acquire[T, B any](ctx context.Context, t table, format Format[T, B], config Config) (*Generator[T, B], error) {
	g := &Generator[T, B]{
		config: config, format: format, table: t, renewed: make(chan struct{}),
		wake: make(chan struct{}, 1), stop: make(chan struct{}), ended: make(chan struct{}), seen: map[int]int64{},
	}
	// Wrong settings are found before a number is claimed.
	trial, _, err := format.open(id.NodeOf(0))
	if err != nil {
		return nil, err
	}
	if _, err := trial.new(); err != nil {
		return nil, err
	}
	for tries := 1; ; tries++ {
		err := g.replace(ctx)
		if err == nil {
			break
		}
		if !errors.Is(err, ErrAhead) || tries == maxFailures || ctx.Err() != nil {
			return nil, err
		}
	}
	go g.run()
	return g, nil
}

// New returns a new ID. It takes two atomic loads more than the New of the format's
// generator.
//
// It fails where that fails, and with a [*id.GenerateError] if the generator has no number
// ([ErrLost]), if the clock went forward by so much that the server has to be asked first
// and does not answer within a second ([ErrAhead]), if the table lacks the claim
// ([ErrReverted]), or after Close ([ErrClosed]).
func (g *Generator[T, B]) New() (x T, err error) {
	held := g.held.Load()
	if held == nil {
		return x, errZero()
	}
	x, err = held.source.new()
	// The limit is read after the ID is made: replace and Close rely on it.
	if err == nil && held.source.millis(x) < held.limit.Load() {
		return x, nil
	}
	if err != nil {
		return x, g.noteClockBack(err)
	}
	return takeWithinLimit(g, (*source[T, B]).id)
}

// Block returns n new IDs that the format's generator reserved at once. They belong to
// this process and stay usable after the number is lost and after Close. It fails where New
// fails, and where the Block of the format's generator fails.
func (g *Generator[T, B]) Block(n int) (b B, err error) {
	if g.held.Load() == nil {
		return b, errZero()
	}
	return takeWithinLimit(g, func(s *source[T, B]) (B, int64, error) { return s.reserve(n) })
}

// takeWithinLimit calls take until it has made what is within the limit.
func takeWithinLimit[X, T, B any](g *Generator[T, B], take func(*source[T, B]) (X, int64, error)) (none X, err error) {
	timeout := time.NewTimer(maxWait)
	defer timeout.Stop()
	for {
		held, renewed, refusal := g.currentGrant()
		x, millis, err := take(&held.source)
		if err != nil {
			return none, g.noteClockBack(err)
		}
		switch limit := held.limit.Load(); {
		case millis < limit:
			return x, nil
		case g.held.Load() != held:
			continue
		case refusal != nil:
			return none, refusal
		}
		g.renewNow()
		select {
		case <-renewed:
		case <-timeout.C:
			return none, fault("new ID", ErrAhead, "the clock shows "+time.UnixMilli(millis).UTC().Format(time.RFC3339Nano)+
				", and the server has not confirmed that time: set the clock right, or try again", nil)
		}
	}
}

// currentGrant returns the present claim, a channel that is closed when that changes, and why the
// generator makes no IDs, or nil.
func (g *Generator[T, B]) currentGrant() (held *grant[T, B], renewed <-chan struct{}, refusal error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.held.Load(), g.renewed, g.refusal
}

// noteClockBack returns an error of the format's generator. If the clock went back so far that the
// sequence is exhausted, another number helps.
func (g *Generator[T, B]) noteClockBack(err error) error {
	if errors.Is(err, id.ErrExhausted) {
		g.renewNow()
	}
	return err
}

// renewNow makes the goroutine of run renew the claim now.
func (g *Generator[T, B]) renewNow() {
	select {
	case g.wake <- struct{}{}:
	default:
	}
}

func errZero() error {
	return fault("new ID", ErrClosed, "the generator is the zero value: use Acquire", nil)
}

// Lease returns the present claim, or the last one if the generator has none.
func (g *Generator[T, B]) Lease() Lease {
	if held := g.held.Load(); held != nil {
		return held.claim.Lease
	}
	return Lease{}
}
