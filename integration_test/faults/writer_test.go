package faults_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/internal/retry"
)

// tally counts what the writers of a server meet. It is safe for concurrent use.
type tally struct {
	inFlight atomic.Int64 // statements that were sent and not answered

	mu      sync.Mutex
	retries int
	faults  map[retry.Fault]int
	cut     int       // first attempts that ended without an answer
	lastAck time.Time // of any writer
	outage  time.Duration
}

// attempt counts the end of an attempt to insert, the first or a later one.
func (c *tally) attempt(number int, f retry.Fault) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if number > 1 {
		c.retries++
	}
	if f == retry.None {
		return
	}
	c.faults[f]++
	if number == 1 && f == retry.Lost {
		c.cut++
	}
}

// ack counts an acknowledgement, and keeps the longest time between two.
func (c *tally) ack() {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	if !c.lastAck.IsZero() {
		c.outage = max(c.outage, now.Sub(c.lastAck))
	}
	c.lastAck = now
}

// takeOutage returns the longest time between two acknowledgements since the last call.
func (c *tally) takeOutage() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	d := c.outage
	c.outage = 0
	return d
}

// String lists the errors by their kind.
func (c *tally) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var list []string
	for _, f := range slices.Sorted(maps.Keys(c.faults)) {
		list = append(list, fmt.Sprintf("%s %d", f, c.faults[f]))
	}
	return strings.Join(list, ", ")
}

// writer inserts batch after batch through one layer.
type writer struct {
	name   string
	store  store
	ledger *ledger
	tally  *tally
	acks   atomic.Int64 // batches
	stop   atomic.Bool  // ends run after the batch at hand
}

// sizes lists the rows of a writer's batches, in turn.
var sizes = []int{1, 10}

// run writes until the writer is stopped or a batch fails.
func (w *writer) run(ctx context.Context) error {
	for n := 0; !w.stop.Load(); n++ {
		rows := make([]row, sizes[n%len(sizes)])
		for i := range rows {
			rows[i].Note = fmt.Sprintf("%s, batch %d, row %d", w.name, n, i)
		}
		w.rekey(rows)
		if err := w.write(ctx, rows); err != nil {
			return fmt.Errorf("%s: batch %d: %w", w.name, n, err)
		}
		w.ledger.ack(rows)
		w.tally.ack()
		w.acks.Add(1)
	}
	return nil
}

// rekey makes the keys of a batch.
func (w *writer) rekey(rows []row) {
	for i := range rows {
		rows[i].Key = wiji.New()
	}
	w.ledger.send(rows)
}

func (w *writer) write(ctx context.Context, rows []row) error {
	attempts := 0
	return retry.Save(ctx, func(ctx context.Context) error {
		if attempts++; attempts > 1 && *rekeyFlag {
			w.rekey(rows)
		}
		w.tally.inFlight.Add(1)
		err := w.store.insert(ctx, rows)
		w.tally.inFlight.Add(-1)
		w.tally.attempt(attempts, retry.FaultOf(err))
		return err
	}, func(ctx context.Context) (bool, error) { return stored(ctx, w.store, rows) })
}

// team is the writers of a server at work.
type team struct {
	writers []*writer
	tally   *tally
	cancel  context.CancelCauseFunc
	done    chan struct{} // closed when all have ended
	err     error         // read after done
}

// start sets the writers to work.
func start(ctx context.Context, writers []*writer, c *tally) *team {
	ctx, cancel := context.WithCancelCause(ctx)
	team := &team{writers: writers, tally: c, cancel: cancel, done: make(chan struct{})}
	errs := make([]error, len(writers))
	var group sync.WaitGroup
	for i, w := range writers {
		group.Go(func() {
			if errs[i] = w.run(ctx); errs[i] != nil {
				cancel(errs[i])
			}
		})
	}
	go func() {
		group.Wait()
		team.err = errors.Join(errs...)
		close(team.done)
	}()
	return team
}

// patience is how long the writers may wait for a server that is back.
const patience = 2 * time.Minute

// progress returns when each writer has had more batches acknowledged.
func (m *team) progress(more int64) error {
	goals := make([]int64, len(m.writers))
	for i, w := range m.writers {
		goals[i] = w.acks.Load() + more
	}
	deadline := time.After(patience)
	for i, w := range m.writers {
		for w.acks.Load() < goals[i] {
			select {
			case <-m.done:
				return fmt.Errorf("the writers ended: %w", m.err)
			case <-deadline:
				return fmt.Errorf("%s: no progress within %v; errors: %v", w.name, patience, m.tally)
			case <-time.After(time.Millisecond):
			}
		}
	}
	return nil
}

// finish lets each writer end its batch.
func (m *team) finish() error {
	for _, w := range m.writers {
		w.stop.Store(true)
	}
	select {
	case <-m.done:
	case <-time.After(patience):
		m.cancel(errors.New("the writers do not end"))
		<-m.done
	}
	return m.err
}
