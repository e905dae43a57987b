package clock

import (
	"math"
	"math/big"
	"testing"
	"time"
)

// TestUnixSteps compares with integers of any size, before 1970 and up to the ends of
// time.Time.
func TestUnixSteps(t *testing.T) {
	for _, at := range []time.Time{
		time.Unix(0, 0), time.Unix(0, 243), time.Unix(0, 244), time.Unix(0, 245), time.Unix(0, 999_755), time.Unix(0, 999_756),
		time.Unix(0, 999_999), time.Unix(0, 1_000_000), time.Unix(1_771_722_000, 250_000), time.Unix(1_771_722_000, 999_999_999),
		time.Unix(0, -1), time.Unix(-5, 1), time.UnixMilli(1<<48 - 1), time.Date(9999, 12, 31, 23, 59, 59, 999_999_999, time.UTC),
		time.Date(-200, 1, 1, 0, 0, 0, 7, time.UTC),
	} {
		nanos := new(big.Int).Add(new(big.Int).Mul(big.NewInt(at.Unix()), big.NewInt(1e9)), big.NewInt(int64(at.Nanosecond())))
		millis, rest := new(big.Int).DivMod(nanos, big.NewInt(1e6), new(big.Int))
		want := millis.Int64()*4096 + rest.Int64()*4096/1e6
		if got := UnixSteps(at); got != want {
			t.Errorf("%v has %d steps, want %d", at, got, want)
		}
		if n := at.UnixNano(); at.Year() >= 1970 && at.Year() < 2200 && nanoSteps(uint64(n)) != want {
			t.Errorf("%v has %d steps by its nanoseconds, want %d", at, nanoSteps(uint64(n)), want)
		}
	}
	for s, want := range map[int64]int64{
		2_251_799_813_684: 2_251_799_813_684_000 << 12, 2_251_799_813_685: math.MaxInt64, -2_251_799_813_685: -2_251_799_813_685_000 << 12, -2_251_799_813_686: math.MinInt64,
		math.MaxInt64: math.MaxInt64, 1 << 60: math.MaxInt64, -1 << 60: math.MinInt64,
	} {
		if got := UnixSteps(time.Unix(s, 0)); got != want {
			t.Errorf("second %d has %d steps", s, got)
		}
	}
}

// TestSteps: all ways to read a clock agree.
func TestSteps(t *testing.T) {
	for range 10_000 {
		before := UnixSteps(time.Now())
		now := System.Steps()
		// The anchor may be off by the width of a pair of readings.
		if d := now - before; d < -1_000 || d > 1_000_000 {
			t.Fatalf("the clock is %d steps ahead of time.Now", d)
		}
	}
	at := time.Unix(1_771_722_000, 250_000)
	if got := Steps(func() time.Time { return at }); got != 1_771_722_000_000<<12|1024 {
		t.Errorf("Steps = %d", got)
	}
	if d := Steps(nil) - System.Steps(); d > 0 || d < -1_000_000 {
		t.Errorf("without a clock, Steps is %d off", d)
	}
	var far Clock // has no anchor, as a clock after 2262
	if d := far.Steps() - System.Steps(); d > 1_000 || d < -1_000_000 {
		t.Errorf("without an anchor, Steps is %d off", d)
	}
}
