package scru160_test

import (
	"errors"
	"math"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/scru160"
)

// TestRandomIsFresh: the counter counts, and all else is random in each ID.
func TestRandomIsFresh(t *testing.T) {
	g := scru160.Generator{Clock: idtest.NewClock(time.UnixMicro(5000)).Read}
	random80, random16 := make(map[[10]byte]bool), make(map[uint16]bool)
	first := idtest.Must(g.New())
	for i := range uint16(5000) {
		x := idtest.Must(g.New())
		if x.Counter() != first.Counter()+i+1 || x.UnixMillis() != 5 {
			t.Fatalf("ID %d has the counter %d after %d", i, x.Counter(), first.Counter())
		}
		random80[x.Fields().Random], random16[x.Extension()] = true, true
	}
	if len(random80) != 5000 || len(random16) < 4000 {
		t.Errorf("5000 IDs have %d values of random80 and %d of random16", len(random80), len(random16))
	}
}

// TestInitialValue: the counter begins at 15 random bits in each millisecond.
func TestInitialValue(t *testing.T) {
	c := idtest.NewClock(time.UnixMicro(0))
	g := scru160.Generator{Clock: c.Read}
	var or, and uint16 = 0, math.MaxUint16
	for i := range int64(1000) {
		c.Set(time.UnixMicro(1000 * (i + 1)))
		x := idtest.Must(g.New())
		or, and = or|x.Counter(), and&x.Counter()
	}
	if or != 1<<15-1 || and != 0 {
		t.Errorf("of 1000 initial values, the bits that were ever set are %016b, those that always were %016b", or, and)
	}
}

// TestRandOrder pins which of the 16 bytes go where.
func TestRandOrder(t *testing.T) {
	g := scru160.Generator{Clock: idtest.NewClock(time.UnixMicro(1000)).Read, Rand: strings.NewReader("\xff\xff\x92\x34ABabcdefghij\x00\x00\x00\x00CDklmnopqrst")}
	want := scru160.Fields{Timestamp: 1, Counter: 0x1234, Extension: 'A'<<8 | 'B', Random: [10]byte([]byte("abcdefghij"))}
	if x := idtest.Must(g.New()); x.Fields() != want {
		t.Errorf("the first ID is %+v, want %+v", x.Fields(), want)
	}
	want = scru160.Fields{Timestamp: 1, Counter: 0x1235, Extension: 'C'<<8 | 'D', Random: [10]byte([]byte("klmnopqrst"))}
	if x := idtest.Must(g.New()); x.Fields() != want {
		t.Errorf("the second ID is %+v, want %+v", x.Fields(), want)
	}
}

// TestMicros: the alternative usage, over the end of a millisecond and back.
func TestMicros(t *testing.T) {
	const base = 1_631_540_490_683_000
	c := idtest.NewClock(time.UnixMicro(0))
	random := new(initial)
	g := scru160.Generator{Clock: c.Read, Rand: random, Micros: true}
	var last scru160.ID
	for i, step := range []struct {
		at      int64
		initial uint32
		micros  uint16
		counter uint8
	}{
		{base + 205, 21, 205, 21}, {base + 205, 9, 205, 22}, {base + 204, 9, 205, 23}, {base - 5e15/4, 9, 205, 24},
		{base + 206, 31, 206, 31}, {base + 206, 0, 206, 32}, {base + 999, 32, 999, 0}, // 32 is a bit too wide
		{base + 1000, 1, 0, 1}, {base + 999, 3, 0, 2}, {base + 1001, 0, 1, 0}, {base + 1001, 5, 1, 1},
	} {
		c.Set(time.UnixMicro(step.at))
		random.value = step.initial
		x := idtest.Must(g.New())
		micros, counter, ok := x.AltCounter()
		if micros != step.micros || counter != step.counter || !ok || x.Compare(last) <= 0 {
			t.Errorf("step %d: %+v, microsecond %d, counter %d, %v", i, x.Fields(), micros, counter, ok)
		}
		last = x
	}
	if last.UnixMillis() != base/1000+1 {
		t.Errorf("the timestamp is %d", last.UnixMillis())
	}
}

// TestMicrosWaits: 64 IDs a microsecond at most, then the next microsecond.
func TestMicrosWaits(t *testing.T) {
	var readings atomic.Int64
	g := scru160.Generator{
		Clock:  func() time.Time { return time.UnixMicro(5_000 + readings.Add(1)/1000) },
		Rand:   idtest.Repeat(0xFF), // the greatest initial value, 31
		Micros: true,
	}
	for i := range 33 * 3 {
		micros, counter, ok := idtest.Must(g.New()).AltCounter()
		if int(micros) != i/33 || int(counter) != 31+i%33 || !ok {
			t.Fatalf("ID %d has the microsecond %d and the counter %d", i, micros, counter)
		}
	}
}

// TestMicrosRoom: a microsecond has room for 33 to 64 IDs. Behind a clock that went back
// or stands still New fails then, and continues when the clock has passed it.
func TestMicrosRoom(t *testing.T) {
	least, most := 64, 33
	for range 300 {
		c := idtest.NewClock(time.UnixMicro(5_000_000))
		g := scru160.Generator{Clock: c.Read, Micros: true}
		last := idtest.Must(g.New())
		c.Add(-2_000_000 * time.Microsecond) // New cannot wait so long
		ids := 1
		for {
			x, err := g.New()
			if errors.Is(err, id.ErrExhausted) && x.IsZero() {
				break
			}
			if err != nil || x.Compare(last) <= 0 || x.UnixMillis() != 5_000 {
				t.Fatalf("ID %d is %v, %v, after %v", ids, x, err, last)
			}
			last = x
			ids++
		}
		least, most = min(least, ids), max(most, ids)
		if ids < 33 || ids > 64 {
			t.Fatalf("a microsecond has room for %d IDs", ids)
		}
		c.Add(2_000_001 * time.Microsecond)
		if x := idtest.Must(g.New()); x.Compare(last) <= 0 {
			t.Fatalf("%v comes after %v", x, last)
		}
	}
	// Of 300 initial values, which are 0 to 31, some are near each end.
	if least > 34 || most < 63 {
		t.Errorf("a microsecond has room for %d to %d IDs", least, most)
	}
}

// TestMicrosCoarse: with a clock that moves once a millisecond, New waits for it after
// 64 IDs at most, and fails never.
func TestMicrosCoarse(t *testing.T) {
	coarse := func() time.Time { return time.Now().Truncate(time.Millisecond) }
	g := scru160.Generator{Clock: coarse, Micros: true}
	first, last := idtest.Must(g.New()), scru160.ID{}
	ids := 640
	for range ids {
		if x := idtest.Must(g.New()); x.Compare(last) > 0 {
			last = x
			continue
		}
		t.Fatalf("%v is made after a greater one", last)
	}
	if d := last.UnixMillis() - first.UnixMillis(); d < int64(ids/64)-1 {
		t.Errorf("%d IDs take %d milliseconds", ids, d)
	}
}

// TestReserved: generators must not use the first and the last millisecond, whose IDs can be
// decoded. They hold nothing of such a time.
func TestReserved(t *testing.T) {
	last := time.UnixMilli(scru160.MaxTimestamp)
	for _, at := range []time.Time{time.Unix(0, 0), time.Unix(0, 999_999), last, last.Add(999_999)} {
		for _, micros := range []bool{false, true} {
			clock := idtest.NewClock(at)
			g := scru160.Generator{Clock: clock.Read, Micros: micros, Rand: strings.NewReader("0123456789abcdef")}
			if x, err := g.New(); !errors.Is(err, id.ErrReserved) || !x.IsZero() {
				t.Errorf("%v: New = %v, %v", at, x, err)
			}
			if b, err := g.Block(5); !errors.Is(err, id.ErrReserved) || b != (scru160.Block{}) {
				t.Errorf("%v: Block = %v, %v", at, b, err)
			}
			if bound := idtest.Must(scru160.MaxAt(at)); !bound.IsReserved() {
				t.Errorf("%v: MaxAt = %v", at, bound)
			}
			clock.Set(time.UnixMilli(1))
			if x, err := g.New(); err != nil || x.UnixMillis() != 1 || string(x[10:]) != "6789abcdef" {
				t.Errorf("%v: after that %v, %v", at, x, err)
			}
		}
	}
}

// TestAtReserved: generators must not use the first and the last millisecond.
func TestAtReserved(t *testing.T) {
	for _, at := range []time.Time{time.UnixMilli(0), time.UnixMilli(scru160.MaxTimestamp)} {
		if x, err := scru160.At(at); !errors.Is(err, id.ErrReserved) || !x.IsZero() {
			t.Errorf("At(%v) = %v, %v", at, x, err)
		}
	}
	at := time.UnixMilli(1_700_000_000_000)
	counters := make(map[uint16]bool)
	for range 1000 {
		x, err := scru160.At(at)
		if err != nil || x.Counter() > 1<<15-1 {
			t.Fatalf("At(%v) = %v with the counter %d, %v", at, x, x.Counter(), err)
		}
		counters[x.Counter()] = true
	}
	if len(counters) < 900 {
		t.Errorf("%d initial values of the counter in 1000 IDs", len(counters))
	}
}
