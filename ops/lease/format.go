package lease

import (
	"context"
	"iter"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulidflake"
)

// Format is a format whose generators need a node number, with the settings of its
// generators. T is its ID and B its block. [Snowish], [UlidFlake] and [SCRU160] return
// one; the zero value is an error of [Acquire].
type Format[T, B any] struct {
	name string
	// open returns a new generator with the number, and how many numbers there are.
	open func(number id.Node) (source[T, B], int, error)
}

// source is a generator with a number.
type source[T, B any] struct {
	new    func() (T, error)
	probe  func() (T, error) // makes an ID that nobody gets; it may wait a little
	block  func(n int) (B, error)
	first  func(B) iter.Seq[T]
	millis func(T) int64 // of an ID, since 1970
	clock  func() time.Time
}

// now returns the time of the generator's clock, in milliseconds since 1970.
func (s *source[T, B]) now() int64 { return s.clock().UnixMilli() }

// id makes an ID, and returns its time.
func (s *source[T, B]) id() (x T, millis int64, err error) {
	if x, err = s.new(); err == nil {
		millis = s.millis(x)
	}
	return x, millis, err
}

// reserve makes a block, and returns the time of its first ID.
func (s *source[T, B]) reserve(n int) (b B, millis int64, err error) {
	if b, err = s.block(n); err != nil {
		return b, 0, err
	}
	for x := range s.first(b) {
		millis = s.millis(x)
		break
	}
	return b, millis, nil
}

// Snowish returns the profile snowish of uid11: 1,024 numbers, and 4,096 IDs a millisecond
// for each. The functions set fields of the generators, such as Epoch; they must not set
// Machine, and all processes that share a name must set the same Epoch.
func Snowish(set ...func(*uid11.Generator)) Format[uid11.ID, uid11.Block] {
	return Format[uid11.ID, uid11.Block]{name: "snowish", open: func(number id.Node) (source[uid11.ID, uid11.Block], int, error) {
		g := &uid11.Generator{Profile: uid11.Snowish}
		applyOptions(g, set)
		if g.Machine != (id.Node{}) || g.Profile != uid11.Snowish {
			return source[uid11.ID, uid11.Block]{}, 0, complaint("Machine or Profile")
		}
		g.Machine = number
		epoch, err := uid11.Snowish.Time(0, g.Epoch)
		start := epoch.UnixMilli()
		return source[uid11.ID, uid11.Block]{
			new: g.New, probe: g.New, block: g.Block, first: uid11.Block.All, clock: clockOf(g.Clock),
			millis: func(x uid11.ID) int64 { return int64(x>>22) + start },
		}, uid11.MaxMachine + 1, err
	}}
}

// UlidFlake returns the scalable layout of Ulid-Flake: 32 numbers. The functions set fields
// of the generators, such as EntropyBytes; they must not set Machine.
func UlidFlake(set ...func(*ulidflake.Generator)) Format[ulidflake.ID, ulidflake.Block] {
	return Format[ulidflake.ID, ulidflake.Block]{name: "ulidflake", open: func(number id.Node) (source[ulidflake.ID, ulidflake.Block], int, error) {
		g := &ulidflake.Generator{Scalable: true}
		applyOptions(g, set)
		if g.Machine != (id.Node{}) || !g.Scalable {
			return source[ulidflake.ID, ulidflake.Block]{}, 0, complaint("Machine or Scalable")
		}
		g.Machine = number
		return source[ulidflake.ID, ulidflake.Block]{
			new: g.New, block: g.Block, first: ulidflake.Block.All, millis: ulidflake.ID.UnixMillis, clock: clockOf(g.Clock),
			probe: func() (ulidflake.ID, error) {
				ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
				defer cancel()
				return g.NewWait(ctx)
			},
		}, ulidflake.MaxMachine + 1, nil
	}}
}

// SCRU160 returns SCRU160 with a node number of NodeBits bits. The functions set fields of
// the generators; they must not set Node. If they do not set NodeBits, it is 10, which makes
// 1,024 numbers. All processes that share a name must set the same NodeBits and CounterBits.
func SCRU160(set ...func(*scru160.Generator)) Format[scru160.ID, scru160.Block] {
	return Format[scru160.ID, scru160.Block]{name: "scru160", open: func(number id.Node) (source[scru160.ID, scru160.Block], int, error) {
		g := &scru160.Generator{NodeBits: 10}
		applyOptions(g, set)
		if g.Node != (id.Node{}) {
			return source[scru160.ID, scru160.Block]{}, 0, complaint("Node")
		}
		if g.NodeBits < 1 || g.NodeBits > 16 {
			return source[scru160.ID, scru160.Block]{}, 0, fault("generator", id.ErrConfig, "NodeBits is out of range: use 1 to 16", nil)
		}
		g.Node = number
		return source[scru160.ID, scru160.Block]{
			new: g.New, probe: g.New, block: g.Block, first: scru160.Block.All, millis: scru160.ID.UnixMillis, clock: clockOf(g.Clock),
		}, 1 << g.NodeBits, nil
	}}
}

func applyOptions[G any](g *G, set []func(*G)) {
	for _, f := range set {
		f(g)
	}
}

func clockOf(clock func() time.Time) func() time.Time {
	if clock == nil {
		return time.Now
	}
	return clock
}

func complaint(fields string) error {
	return fault("generator", id.ErrConfig, "a function sets "+fields+": leave that to Acquire", nil)
}
