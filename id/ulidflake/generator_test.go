package ulidflake_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/idtest"
	"github.com/sortid/sortid/id/ulidflake"
)

// sinceEpoch returns the time that many milliseconds after the epoch.
func sinceEpoch(millis int64) time.Time { return time.UnixMilli(millis + ulidflake.EpochUnixMillis) }

func newClock(millis int64) *idtest.Clock { return idtest.NewClock(sinceEpoch(millis)) }

// The random fields are read as the Generator's comment says: big-endian, and
// masked.
func TestRandConsumption(t *testing.T) {
	for _, c := range []struct {
		name     string
		g        *ulidflake.Generator
		rand     []byte
		want     []uint32 // the stand-alone random fields of the IDs
		overflow bool     // of the call after them
	}{
		{name: "stand-alone", g: &ulidflake.Generator{}, rand: []byte{0xF1, 0x23, 0x45, 0x01}, want: []uint32{0x1_2345, 0x1_2346}},
		{name: "two bytes", g: &ulidflake.Generator{EntropyBytes: 2}, rand: []byte{0, 0, 1, 0, 0, 0x01, 0x02}, want: []uint32{1, 0x103}},
		{name: "three bytes", g: &ulidflake.Generator{EntropyBytes: 3}, rand: []byte{0, 0, 1, 0, 0, 0, 0x0F, 0xFF, 0xFE, 0xFF, 0xFF, 0xFF},
			want: []uint32{1, 0xF_FFFF}, overflow: true},
		{name: "scalable", g: &ulidflake.Generator{Scalable: true, Machine: id.NodeOf(3)}, rand: []byte{0x80, 0x01, 0x02}, want: []uint32{1<<5 | 3, 3<<5 | 3}},
		{name: "scalable two bytes", g: &ulidflake.Generator{Scalable: true, Machine: id.NodeOf(0), EntropyBytes: 2}, rand: []byte{0x00, 0x01, 0x7F, 0xFE, 0xFF, 0xFF},
			want: []uint32{1 << 5, 0x7FFF << 5}, overflow: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			now := newClock(0)
			source := bytes.NewReader(c.rand)
			c.g.Clock, c.g.Rand = now.Read, source
			for i, want := range c.want {
				x, err := c.g.New()
				if err != nil || x.Fields().Random != want || x.Timestamp() != 0 {
					t.Fatalf("ID %d is %+v, %v, want the random field %#x", i, x.Fields(), err, want)
				}
			}
			if x, err := c.g.New(); c.overflow && (!errors.Is(err, id.ErrOverflow) || x != 0) {
				t.Errorf("an ID past the end: %v, %v", x, err)
			}
			if source.Len() != 0 {
				t.Errorf("%d bytes are left over", source.Len())
			}
		})
	}
}

func TestConfig(t *testing.T) {
	for name, g := range map[string]*ulidflake.Generator{
		"scalability":         {Scalable: true, Machine: id.NodeOf(32)},
		"not set":             {Scalable: true},
		"below 0":             {Scalable: true, Machine: id.NodeOf(-1)},
		"not scalable, 0":     {Machine: id.NodeOf(0)},
		"not scalable":        {Machine: id.NodeOf(1)},
		"four bytes":          {EntropyBytes: 4},
		"three bytes of 15":   {Scalable: true, Machine: id.NodeOf(0), EntropyBytes: 3},
		"negative":            {EntropyBytes: -1},
		"negative, scalable":  {Scalable: true, Machine: id.NodeOf(0), EntropyBytes: -1},
		"least":               {EntropyBytes: math.MinInt},
		"greatest, scalable":  {Scalable: true, Machine: id.NodeOf(0), EntropyBytes: math.MaxInt},
		"greatest everywhere": {Machine: id.NodeOf(255), EntropyBytes: math.MaxInt},
	} {
		x, err := g.New()
		var generate *id.GenerateError
		if !errors.Is(err, id.ErrConfig) || !errors.As(err, &generate) || x != 0 {
			t.Errorf("%s: %v, %v", name, x, err)
		}
		if x, err := g.NewWait(t.Context()); !errors.Is(err, id.ErrConfig) || x != 0 {
			t.Errorf("%s: NewWait: %v, %v", name, x, err)
		}
	}
	for _, g := range []*ulidflake.Generator{{}, {EntropyBytes: 3}, {Scalable: true, Machine: id.NodeOf(31), EntropyBytes: 2}} {
		if _, err := g.New(); err != nil {
			t.Error(err)
		}
	}
}

// TestOutsideOverflows: a time outside the lifetime is also an overflow, whatever the settings are.
func TestOutsideOverflows(t *testing.T) {
	for _, at := range []time.Time{{}, sinceEpoch(0).Add(-1), ulidflake.Max().Time().Add(time.Millisecond)} {
		clock := func() time.Time { return at }
		for _, g := range []*ulidflake.Generator{{Clock: clock}, {Clock: clock, EntropyBytes: 3}, {Clock: clock, Scalable: true, Machine: id.NodeOf(31), EntropyBytes: 2}} {
			if _, err := g.New(); !errors.Is(err, id.ErrOverflow) {
				t.Errorf("%v, %d bytes: %v", at, g.EntropyBytes, err)
			}
		}
		if _, err := ulidflake.MinAt(at); !errors.Is(err, id.ErrOverflow) {
			t.Errorf("%v: %v", at, err)
		}
	}
	end := ulidflake.Max().Time().Add(time.Millisecond - 1) // still within the last millisecond
	g := ulidflake.Generator{Clock: func() time.Time { return end }}
	if x := idtest.Must(g.New()); x.Timestamp() != ulidflake.MaxTimestamp {
		t.Errorf("at the end of the lifetime: %+v", x.Fields())
	}
}

// A reader of zeros has no step to give, and must not be read for ever.
func TestRandOfZeros(t *testing.T) {
	now := newClock(0)
	g := ulidflake.Generator{Clock: now.Read, Rand: idtest.Repeat(0)}
	idtest.Must(g.New())
	if x, err := g.New(); !errors.Is(err, id.ErrEntropy) || x != 0 {
		t.Errorf("%v, %v", x, err)
	}
}

func TestNewWaitEnds(t *testing.T) {
	now := newClock(0)
	g := ulidflake.Generator{Clock: now.Read, Rand: idtest.Repeat(0xFF)}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := g.NewWait(ctx); err != nil {
		t.Fatalf("a call that need not wait: %v", err)
	}
	for _, millis := range []int64{0, 0} {
		now.Set(sinceEpoch(millis))
		if x, err := g.NewWait(ctx); !errors.Is(err, context.Canceled) || !errors.Is(err, id.ErrOverflow) || x != 0 {
			t.Errorf("%v, %v", x, err)
		}
	}
	now.Set(sinceEpoch(3_600_000))
	idtest.Must(g.NewWait(ctx))
	now.Set(sinceEpoch(0)) // an hour back
	short, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
	defer cancel()
	if x, err := g.NewWait(short); !errors.Is(err, context.DeadlineExceeded) || x != 0 {
		t.Errorf("%v, %v", x, err)
	}
	now.Set(sinceEpoch(3_600_001))
	if x := idtest.Must(g.NewWait(ctx)); x.Timestamp() != 3_600_001 {
		t.Errorf("after the clock has caught up: %+v", x.Fields())
	}
}
