package scru160_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/scru160"
)

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
