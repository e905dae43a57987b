package ulid_test

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/ulid"
)

// add128 returns x with n added to its random field.
func add128(x ulid.ID, n uint64) (y ulid.ID) {
	hi, lo := binary.BigEndian.Uint64(x[:8]), binary.BigEndian.Uint64(x[8:])
	if lo+n < lo {
		hi++
	}
	binary.BigEndian.PutUint64(y[:8], hi)
	binary.BigEndian.PutUint64(y[8:], lo+n)
	return y
}

// TestMonotonic holds one millisecond for more IDs than a run has room for: each
// is the one before plus one, also where the low 64 bits carry.
func TestMonotonic(t *testing.T) {
	const carryAfter = 300_000
	random := append([]byte{0x12, 0x34}, binary.BigEndian.AppendUint64(nil, math.MaxUint64-carryAfter)...)
	c := idtest.NewClock(time.UnixMilli(1000))
	g := ulid.Generator{Clock: c.Read, Rand: strings.NewReader(string(random))}
	first := idtest.Must(g.New())
	if first.Fields().Random != [10]byte(random) || first.UnixMillis() != 1000 {
		t.Fatalf("the first ID is %v", first)
	}
	for i := range uint64(2 * carryAfter) {
		if i%1000 == 0 {
			c.Set(time.UnixMilli(int64(1000 - i%7))) // the clock going back is no matter
		}
		if x := idtest.Must(g.New()); x != add128(first, i+1) {
			t.Fatalf("ID %d is %v, want %v", i+1, x, add128(first, i+1))
		}
	}
}

// TestOverflow: the last value is reached, calls beyond it fail without end and
// change nothing, and the next millisecond is as any other.
func TestOverflow(t *testing.T) {
	for _, room := range []uint64{0, 1, 2, 1<<19 - 1, 1 << 19} {
		random := append([]byte{0xFF, 0xFF}, binary.BigEndian.AppendUint64(nil, math.MaxUint64-room)...)
		c := idtest.NewClock(time.UnixMilli(5))
		g := ulid.Generator{Clock: c.Read, Rand: io.MultiReader(strings.NewReader(string(random)), idtest.Repeat(0))}
		for i := range room + 1 {
			if x := idtest.Must(g.New()); x.UnixMillis() != 5 || binary.BigEndian.Uint64(x[8:]) != math.MaxUint64-room+i {
				t.Fatalf("room for %d: ID %d is %v", room, i, x)
			}
		}
		for range 100 {
			c.Set(time.UnixMilli(5 - c.Read().UnixMilli()%2))
			if x, err := g.New(); !errors.Is(err, id.ErrOverflow) || !x.IsZero() || !strings.Contains(err.Error(), "00.005Z") {
				t.Fatalf("room for %d: after the last ID comes %v, %v", room, x, err)
			}
		}
		c.Set(time.UnixMilli(6))
		if x := idtest.Must(g.New()); x.String() != "00000000060000000000000000" {
			t.Errorf("room for %d: the next millisecond begins with %v", room, x)
		}
	}
}

// TestBlockOverflow: a block for which a millisecond has no room is refused, and changes nothing.
func TestBlockOverflow(t *testing.T) {
	full := string(append([]byte{0xFF, 0xFF}, binary.BigEndian.AppendUint64(nil, math.MaxUint64-3)...))
	for taken := range 2 {
		g := ulid.Generator{Clock: idtest.NewClock(time.UnixMilli(5)).Read, Rand: strings.NewReader(full + full)}
		for range taken {
			idtest.Must(g.New())
		}
		if b, err := g.Block(5 - taken); !errors.Is(err, id.ErrOverflow) || b.Len() != 0 {
			t.Fatalf("%d taken, five of the last four: %d, %v", taken, b.Len(), err)
		}
		if ids := idtest.Must(g.Block(4 - taken)).AppendTo(nil); ids[3-taken].String() != "0000000005ZZZZZZZZZZZZZZZZ" {
			t.Errorf("%d taken, the last four are %v", taken, ids)
		}
	}
}

// TestPlain: time as the clock shows it, and randomness of its own for each ID.
func TestPlain(t *testing.T) {
	c := idtest.NewClock(time.UnixMilli(0))
	random := strings.NewReader("0123456789abcdefghijABCDEFGHIJ")
	g := ulid.Generator{Clock: c.Read, Rand: random, Plain: true}
	for _, want := range []ulid.Fields{
		{Timestamp: 1000, Random: [10]byte([]byte("0123456789"))},
		{Timestamp: 1000, Random: [10]byte([]byte("abcdefghij"))},
		{Timestamp: 999, Random: [10]byte([]byte("ABCDEFGHIJ"))},
	} {
		c.Set(time.UnixMilli(int64(want.Timestamp)))
		if x := idtest.Must(g.New()); x.Fields() != want {
			t.Errorf("at %d: %+v", want.Timestamp, x.Fields())
		}
	}
	c.Set(time.UnixMilli(-1))
	if x, err := g.New(); !errors.Is(err, id.ErrRange) || !x.IsZero() {
		t.Errorf("a clock before 1970 gives %v, %v", x, err)
	}
	g = ulid.Generator{Clock: idtest.NewClock(time.UnixMilli(5)).Read, Plain: true}
	seen := make(map[ulid.ID]bool)
	for range 10_000 {
		seen[idtest.Must(g.New())] = true
	}
	if len(seen) != 10_000 {
		t.Errorf("10000 plain IDs of a millisecond have %d values", len(seen))
	}
}

// TestOverflowOfTime: a time after the lifetime is an overflow, and one before it is not.
func TestOverflowOfTime(t *testing.T) {
	for at, want := range map[time.Time]bool{
		time.UnixMilli(-1): false, {}: false, time.UnixMilli(ulid.MaxTimestamp + 1): true, time.Unix(1<<61, 0): true,
	} {
		_, err := (&ulid.Generator{Clock: func() time.Time { return at }}).New()
		_, err2 := ulid.MinAt(at)
		for _, err := range []error{err, err2} {
			if errors.Is(err, id.ErrOverflow) != want {
				t.Errorf("%v: %v", at, err)
			}
		}
	}
}

// TestConcurrentHold lets goroutines draw from one millisecond for several runs.
func TestConcurrentHold(t *testing.T) {
	const goroutines, each = 4, 300_000
	g := ulid.Generator{Clock: idtest.NewClock(time.UnixMilli(1)).Read, Rand: idtest.Repeat(0x55)}
	first := idtest.Must(g.New())
	base := binary.BigEndian.Uint64(first[8:])
	ids := make([][]uint64, goroutines)
	var wg sync.WaitGroup
	for i := range ids {
		ids[i] = make([]uint64, each)
		wg.Go(func() {
			for n := range ids[i] {
				x, err := g.New()
				if err != nil || x.UnixMillis() != 1 {
					t.Errorf("%v, %v", x, err)
					return
				}
				ids[i][n] = binary.BigEndian.Uint64(x[8:]) - base
			}
		})
	}
	wg.Wait()
	// A goroutine that is overtaken by the end of a run may lose its place in it.
	seen := make([]bool, 2*goroutines*each)
	for _, list := range ids {
		last := uint64(0)
		for _, n := range list {
			if n <= last || n >= uint64(len(seen)) || seen[n] {
				t.Fatalf("place %d comes after %d, or is taken twice", n, last)
			}
			seen[n], last = true, n
		}
	}
}

// TestFirstMillisecond: in the first millisecond of 1970, too, the first ID has the random field that was drawn.
func TestFirstMillisecond(t *testing.T) {
	g := ulid.Generator{Clock: idtest.NewClock(time.UnixMilli(0)).Read, Rand: strings.NewReader("0123456789")}
	for i, want := range []string{"0123456789", "012345678:"} {
		if x := idtest.Must(g.New()); x.Fields() != (ulid.Fields{Random: [10]byte([]byte(want))}) {
			t.Errorf("ID %d has the fields %+v", i, x.Fields())
		}
	}
}
