package clock_test

import (
	"math"
	"testing"
	"time"

	"github.com/sortid/sortid/id/internal/clock"
)

func TestTicks(t *testing.T) {
	tests := []struct {
		name           string
		at             time.Time
		millis, micros int64
	}{
		{"epoch", time.Unix(0, 0), 0, 0},
		{"rounds down", time.Unix(1, 1_999_999), 1_001, 1_001_999},
		{"rounds down before 1970", time.Unix(0, -1), -1, -1},
		{"zero time", time.Time{}, -62_135_596_800_000, -62_135_596_800_000_000},
		{"year 10889", time.UnixMilli(1<<48 - 1), 1<<48 - 1, (1<<48 - 1) * 1_000},
		{"past the microseconds", time.Unix(math.MaxInt64/1_000_000+1, 0), (math.MaxInt64/1_000_000 + 1) * 1_000, math.MaxInt64},
		{"before the microseconds", time.Unix(math.MinInt64/1_000_000-1, 0), (math.MinInt64/1_000_000 - 1) * 1_000, math.MinInt64},
		{"past the milliseconds", time.Unix(math.MaxInt64/1_000+1, 0), math.MaxInt64, math.MaxInt64},
		{"before the milliseconds", time.Unix(math.MinInt64/1_000-1, 0), math.MinInt64, math.MinInt64},
		{"the last second of the milliseconds", time.Unix(9_223_372_036_854_774, 7_000_000), 9_223_372_036_854_774_007, math.MaxInt64},
		{"the second that exceeds the milliseconds", time.Unix(9_223_372_036_854_775, 0), math.MaxInt64, math.MaxInt64},
		{"the first second of the milliseconds", time.Unix(-9_223_372_036_854_775, 0), -9_223_372_036_854_775_000, math.MinInt64},
		{"the second before that", time.Unix(-9_223_372_036_854_776, 999_999_999), math.MinInt64, math.MinInt64},
		{"the last second of the microseconds", time.Unix(9_223_372_036_853, 7_000), 9_223_372_036_853_000, 9_223_372_036_853_000_007},
		{"the second that exceeds the microseconds", time.Unix(9_223_372_036_854, 0), 9_223_372_036_854_000, math.MaxInt64},
		{"the first second of the microseconds", time.Unix(-9_223_372_036_854, 0), -9_223_372_036_854_000, -9_223_372_036_854_000_000},
		{"the second before that", time.Unix(-9_223_372_036_855, 0), -9_223_372_036_855_000, math.MinInt64},
		{"far end", time.Unix(1<<60, 0), math.MaxInt64, math.MaxInt64},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := clock.UnixMillis(tt.at); got != tt.millis {
				t.Errorf("UnixMillis = %d, want %d", got, tt.millis)
			}
			if got := clock.UnixMicros(tt.at); got != tt.micros {
				t.Errorf("UnixMicros = %d, want %d", got, tt.micros)
			}
		})
	}
}
