package uid11

import (
	"errors"
	"math"
	"testing"
	"testing/iotest"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/idtest"
)

// TestDefaultFails: the default generator returns the error of its randomness beside the zero ID, and New panics with it.
func TestDefaultFails(t *testing.T) {
	cause := errors.New("no dice")
	standard.Rand = iotest.ErrReader(cause)
	t.Cleanup(func() { standard.Rand = nil })
	x := ID(7)
	if err := x.Generate(); !errors.Is(err, id.ErrEntropy) || !errors.Is(err, cause) || x != 0 {
		t.Errorf("Generate gives %v, %v", x, err)
	}
	defer func() {
		if err, _ := recover().(error); !errors.Is(err, cause) {
			t.Errorf("New panics with %v", err)
		}
	}()
	New()
}

// TestFromInt64: a negative number gives the zero ID beside the error.
func TestFromInt64(t *testing.T) {
	for v, want := range map[int64]ID{-1: 0, math.MinInt64: 0, 0: 0, 7: 7, math.MaxInt64: math.MaxInt64} {
		if x, err := FromInt64(v); x != want || (err != nil) != (v < 0) {
			t.Errorf("%d: %v, %v", v, x, err)
		}
	}
}

func TestAtFirst(t *testing.T) { idtest.AtFirst(t, EpochUnixMillis, timeShift, dated, At) }
