package clock

import (
	"math"
	"slices"
	"sync"
	"time"
)

// InBubble is what the methods of Clock return in a bubble of testing/synctest. No format has
// an ID of that time, so a default generator continues with Recover, which uses a generator
// of the bubble instead of that of the process. The functions Micros, Millis and Steps return
// the time of the bubble.
const InBubble = math.MinInt64 + 1 // MinInt64 is that of any time in the distant past

// isBubble reports whether now, a result of time.Now, is of a bubble of testing/synctest.
// Only there it has no monotonic reading.
func isBubble(now time.Time) bool { return now == now.Round(0) } //nolint:revive,staticcheck // Equal ignores the reading

// bubbles holds the generators of bubbles. A bubble's time never goes back, and it has no
// name: a generator belongs to all bubbles that show the time of its last ID. At a later time,
// any other generator keeps the order of IDs, too. Of bubbles that run in parallel, the first
// that finds a full tick takes the generator along to the next one; the others at that tick
// get a new one, whose IDs can be less.
type bubbles[G any] struct {
	mu      sync.Mutex // not held while a generator works, which can sleep
	members []bubble[G]
}

// bubble is a generator and the tick for which it was made.
type bubble[G any] struct {
	generator *G
	begun     int64
}

// maxBubbles is how many generators are kept, for tests that run in parallel.
const maxBubbles = 16

// find returns the generator for a bubble that shows the tick now: one whose last ID is of
// that tick, or up to lead ticks later, or else a new one.
func (b *bubbles[G]) find(now, lead int64, held func(*G) (tick int64, ok bool)) *G {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, m := range slices.Backward(b.members) {
		tick, ok := held(m.generator)
		if !ok {
			tick = m.begun
		}
		if now <= tick && tick-now <= lead {
			return m.generator
		}
	}
	if len(b.members) == maxBubbles {
		b.members = slices.Delete(b.members, 0, 1)
	}
	b.members = append(b.members, bubble[G]{new(G), now})
	return b.members[len(b.members)-1].generator
}

// inBubble is Recover for a caller in a bubble.
func (d *Default[G]) inBubble(take func(g *G, now int64) error) error {
	read := func() int64 { return Millis(nil) }
	if d.Unit == time.Microsecond {
		read = func() int64 { return Micros(nil) }
	}
	for {
		now := read()
		g := d.bubbles.find(now, int64(d.Lead/d.Unit), d.Held)
		err := take(g, now)
		if err == nil || !passes(err) {
			return err
		}
		held, _ := d.Held(g)
		if _, ok := Wait(read, held, d.Unit); !ok {
			return err
		}
	}
}
