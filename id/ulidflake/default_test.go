package ulidflake

import (
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
)

// steps reads as a first random field of zero and steps of the given size.
type steps byte

func (s steps) Read(p []byte) (int, error) {
	clear(p)
	if len(p) == 1 {
		p[0] = byte(s)
	}
	return len(p), nil
}

// at returns a generator, as the default one, that has made an ID at a time in
// milliseconds since 1970.
func at(t *testing.T, millis int64) *atomic.Pointer[Generator] {
	t.Helper()
	p := new(atomic.Pointer[Generator])
	p.Store(&Generator{Rand: steps(1)})
	if _, err := p.Load().next(millis); err != nil {
		t.Fatal(err)
	}
	return p
}

const someTime = EpochUnixMillis + 1_000_000_000

func TestDefaultHolds(t *testing.T) {
	p := at(t, someTime)
	for _, back := range []int64{0, 1, maxHold} {
		x, err := settle(p, func() int64 { return someTime - back })
		if err != nil || x.UnixMillis() != someTime {
			t.Errorf("%d ms back: %v, %v", back, x, err)
		}
	}
}

// A clock that was far ahead, or shows a time of decades ago, gets a generator of
// its own.
func TestDefaultBeginsAnew(t *testing.T) {
	for _, back := range []int64{maxHold + 1, someTime - EpochUnixMillis} {
		p := at(t, someTime)
		old, now := p.Load(), someTime-back
		x, err := settle(p, func() int64 { return now })
		if err != nil || x.UnixMillis() != now || p.Load() == old {
			t.Errorf("%d ms back: %v, %v", back, x, err)
		}
		kept := p.Load()
		y, err := settle(p, func() int64 { return now })
		if err != nil || y <= x || p.Load() != kept {
			t.Errorf("the new generator: %v, %v after %v", y, err, x)
		}
	}
}

// A clock outside the lifetime is an error, and no reason to forget the last ID.
func TestDefaultOutside(t *testing.T) {
	p := at(t, someTime)
	old := p.Load()
	for _, now := range []int64{0, EpochUnixMillis - 1, EpochUnixMillis + MaxTimestamp + 1} {
		x, err := settle(p, func() int64 { return now })
		if !errors.Is(err, id.ErrRange) || x != 0 || p.Load() != old {
			t.Errorf("at %d: %v, %v", now, x, err)
		}
	}
	fresh := new(atomic.Pointer[Generator])
	fresh.Store(new(Generator))
	if x, err := settle(fresh, func() int64 { return 0 }); !errors.Is(err, id.ErrRange) || x != 0 {
		t.Errorf("a fresh generator in 1970: %v, %v", x, err)
	}
}

// A random field that is full is waited for, and the ID is of the next
// millisecond that the clock shows.
func TestDefaultWaits(t *testing.T) {
	for _, back := range []int64{0, 2, 1500} {
		p := at(t, someTime)
		g := p.Load()
		g.state.Store(g.state.Load() | MaxRandom)
		readings := int64(0)
		x, err := settle(p, func() int64 {
			readings++
			return someTime - back + readings*back/4 + readings/5
		})
		if err != nil || x.UnixMillis() <= someTime || p.Load() != g {
			t.Errorf("%d ms back: %v, %v", back, x, err)
		}
	}
}

func TestGenerate(t *testing.T) {
	before := time.Now().Truncate(time.Millisecond)
	var x ID
	if err := x.Generate(); err != nil || x.Time().Before(before) {
		t.Errorf("%v, %v", x, err)
	}
	if y := New(); y <= x {
		t.Errorf("%v comes after %v", y, x)
	}
}
