package id_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/blocks"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
)

// bubbleIDs is how many IDs each generator makes at one instant of a bubble: more than a microsecond of Wiji has, 65,536,
// so that none of its generators is at that instant afterwards.
const bubbleIDs = 70_000

// timed is an ID that has a time and an order.
type timed[T any] interface {
	comparable
	Compare(T) int
	Time() time.Time
}

// makesInBubble makes IDs of a generator at one instant of a bubble, and fails unless they
// grow and are of that instant, or of the time for which the generator had to wait.
func makesInBubble[T timed[T]](next func() (T, error)) func(t *testing.T) {
	return func(t *testing.T) {
		begun := time.Now()
		var last T
		for i := range bubbleIDs {
			x, err := next()
			if err != nil || i > 0 && x.Compare(last) <= 0 {
				t.Fatalf("ID %d is %v, %v, after %v", i, x, err, last)
			}
			last = x
		}
		// 70,000 IDs of 64 a microsecond, or of 4,096 a millisecond, take up to 18 ms.
		end := time.Now()
		if end.Sub(begun) > 50*time.Millisecond || last.Time().Before(begun.Truncate(time.Millisecond)) || last.Time().Sub(end) > 11*time.Millisecond {
			t.Errorf("the clock of the bubble went from %v to %v, and the last ID is of %v", begun, end, last.Time())
		}
	}
}

// anyInBubble is makesInBubble for IDs that have no order within a millisecond.
func anyInBubble[T any](next func() (T, error)) func(t *testing.T) {
	return func(t *testing.T) {
		begun := time.Now()
		for range bubbleIDs {
			if x, err := next(); err != nil {
				t.Fatalf("%v, %v", x, err)
			}
		}
		if d := time.Since(begun); d != 0 {
			t.Errorf("the clock of the bubble moved by %v", d)
		}
	}
}

func neverFails[T any](next func() T) func() (T, error) {
	return func() (T, error) { return next(), nil }
}

// block is a block of a format.
type block[T any] interface{ AppendTo(dst []T) []T }

// drawFromBlocks returns the IDs of blocks of n IDs, one after the other.
func drawFromBlocks[B block[T], T any](n int, draw func(n int) (B, error)) func() (T, error) {
	var ids []T
	return func() (x T, err error) {
		if len(ids) == 0 {
			b, err := draw(n)
			if err != nil {
				return x, err
			}
			ids = b.AppendTo(ids)
		}
		x, ids = ids[0], ids[1:]
		return x, nil
	}
}

// TestBubble: in a bubble of testing/synctest, whose clock moves only if all goroutines
// sleep, every generator and every block makes 70,000 IDs at once.
func TestBubble(t *testing.T) {
	// The default generators have made IDs of the present.
	wiji.New()
	ulid.New()
	uuidv7.New()
	scru160.New()
	ulidflake.New()
	uid11.New()
	// The clock of a bubble begins in 2000, before the epochs of the 64-bit formats.
	const untilEpochs = 25 * 366 * 24 * time.Hour
	waiting := func() func() (ulidflake.ID, error) {
		g := new(ulidflake.Generator)
		return func() (ulidflake.ID, error) { return g.NewWait(context.Background()) }
	}
	for name, run := range map[string]func(t *testing.T){
		"wiji.New":                 makesInBubble(neverFails(wiji.New)),
		"wiji.Generator":           makesInBubble(new(wiji.Generator).New),
		"wiji.NewBlock of 256":     makesInBubble(drawFromBlocks(256, wiji.NewBlock)),
		"wiji.NewBlock of all":     makesInBubble(drawFromBlocks(wiji.MaxBlock, wiji.NewBlock)),
		"ulid.New":                 makesInBubble(neverFails(ulid.New)),
		"ulid.Generator":           makesInBubble(new(ulid.Generator).New),
		"ulid.Generator, plain":    anyInBubble((&ulid.Generator{Plain: true}).New),
		"ulid.NewBlock":            makesInBubble(drawFromBlocks(256, ulid.NewBlock)),
		"uuidv7.New":               makesInBubble(neverFails(uuidv7.New)),
		"uuidv7.Generator":         makesInBubble(new(uuidv7.Generator).New),
		"uuidv7.NewBlock of 256":   makesInBubble(drawFromBlocks(256, uuidv7.NewBlock)),
		"uuidv7.NewBlock of all":   makesInBubble(drawFromBlocks(uuidv7.MaxBlock, uuidv7.NewBlock)),
		"scru160.New":              makesInBubble(neverFails(scru160.New)),
		"scru160.Generator":        makesInBubble(new(scru160.Generator).New),
		"scru160.Generator, µs":    makesInBubble((&scru160.Generator{Micros: true}).New),
		"scru160.Generator, node":  makesInBubble((&scru160.Generator{NodeBits: 10, Node: id.NodeOf(3)}).New),
		"scru160.NewBlock of 256":  makesInBubble(drawFromBlocks(256, scru160.NewBlock)),
		"scru160.NewBlock of all":  makesInBubble(drawFromBlocks(scru160.MaxBlock, scru160.NewBlock)),
		"ulidflake.New":            makesInBubble(neverFails(ulidflake.New)),
		"ulidflake.NewWait":        makesInBubble(waiting()),
		"ulidflake.NewBlock":       makesInBubble(drawFromBlocks(256, ulidflake.NewBlock)),
		"uid11.New":                anyInBubble(neverFails(uid11.New)),
		"uid11.Generator, snowish": makesInBubble((&uid11.Generator{Profile: uid11.Snowish, Machine: id.NodeOf(1)}).New),
		"uid11.Generator, blocks":  makesInBubble(drawFromBlocks(256, (&uid11.Generator{Profile: uid11.Snowish, Machine: id.NodeOf(1)}).Block)),
		"uid11, ts-seq-rand":       makesInBubble((&uid11.Generator{Profile: uid11.TSSeqRand}).New),
		"uid11, ts-seq-rand block": makesInBubble(drawFromBlocks(256, (&uid11.Generator{Profile: uid11.TSSeqRand}).Block)),
		"blocks.Pool":              makesInBubble(blocks.NewPool(uuidv7.NewBlock, blocks.InOrder).Get().Next),
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				if name[:2] == "ul" && name[:5] != "ulid." || name[:2] == "ui" {
					time.Sleep(untilEpochs)
				}
				run(t)
			})
		})
	}
	// Outside, the default generators make IDs of the present again.
	for name, at := range map[string]time.Time{
		"wiji": wiji.New().Time(), "ulid": ulid.New().Time(), "uuidv7": uuidv7.New().Time(), "scru160": scru160.New().Time(),
		"ulidflake": ulidflake.New().Time(), "uid11": uid11.New().Time(),
	} {
		if d := time.Since(at); d < -time.Minute || d > time.Minute {
			t.Errorf("%s: an ID after the bubbles is of %v", name, at)
		}
	}
}

// TestBubbleBeside: bubbles, and the rest of the process beside them, make IDs of their own
// times in their own order. They make fewer IDs of one time than a microsecond has: each run
// of the test in a process has a day for itself.
func TestBubbleBeside(t *testing.T) {
	day := time.Duration(besideRuns.Add(1)) * 24 * time.Hour
	done := make(chan struct{})
	var beside sync.WaitGroup
	beside.Go(func() {
		var last wiji.ID
		for {
			select {
			case <-done:
				return
			default:
			}
			x := wiji.New()
			if d := time.Since(x.Time()); x.Compare(last) <= 0 || d < -time.Minute || d > time.Minute {
				t.Errorf("outside of the bubble: %v of %v, after %v", x, x.Time(), last)
				return
			}
			last = x
		}
	})
	defer beside.Wait()
	defer close(done)
	t.Run("group", func(t *testing.T) {
		for i := range 8 {
			t.Run("", func(t *testing.T) {
				t.Parallel()
				for range 50 {
					synctest.Test(t, func(t *testing.T) {
						time.Sleep(day)
						asTheOnlyBubble(t, time.Duration(i/2)*time.Second)
					})
				}
			})
		}
	})
}

// besideRuns is how often TestBubbleBeside has begun in the process.
var besideRuns atomic.Int64

// asTheOnlyBubble makes IDs in a bubble that moves its clock twice.
func asTheOnlyBubble(t *testing.T, pause time.Duration) {
	var last wiji.ID
	for range 3 {
		for range 100 {
			x := wiji.New()
			if x.Compare(last) <= 0 || !x.Time().Equal(time.Now()) {
				t.Fatalf("%v of %v, after %v, at %v", x, x.Time(), last, time.Now())
			}
			last = x
		}
		time.Sleep(pause)
	}
}

// TestBubbleGoroutines: goroutines of a bubble share a generator and a block.
func TestBubbleGoroutines(t *testing.T) {
	for name, next := range map[string]func() (uuidv7.ID, error){
		"New":         neverFails(uuidv7.New),
		"Generator":   new(uuidv7.Generator).New,
		"blocks.Pool": blocks.NewPool(uuidv7.NewBlock, blocks.TwoPass).Get().Next,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				const goroutines = 4
				var made [goroutines][]uuidv7.ID
				var all sync.WaitGroup
				for g := range made {
					all.Go(func() {
						for range bubbleIDs / goroutines {
							x, err := next()
							if err != nil {
								t.Error(err)
								return
							}
							made[g] = append(made[g], x)
						}
					})
				}
				all.Wait()
				seen := make(map[uuidv7.ID]bool, bubbleIDs)
				for _, ids := range made {
					for _, x := range ids {
						if seen[x] {
							t.Fatalf("%v was made twice", x)
						}
						seen[x] = true
					}
				}
			})
		})
	}
}
