package english

import (
	"slices"
	"testing"
	"time"
)

func TestInteger(t *testing.T) {
	for n, want := range map[int]string{
		0: "0", 7: "7", 999: "999", 1000: "1,000", 30_000: "30,000", 999_999: "999,999", 1_000_000: "1,000,000", 1_234_567_890: "1,234,567,890",
		-1: "-1", -999: "-999", -1000: "-1,000", -123_456: "-123,456", -1_234_567: "-1,234,567",
	} {
		if got := Integer(n); got != want {
			t.Errorf("%d is %s, want %s", n, got, want)
		}
	}
	if got := Integer(uint64(1<<64 - 1)); got != "18,446,744,073,709,551,615" {
		t.Errorf("2^64-1 is %s", got)
	}
}

func TestLists(t *testing.T) {
	for want, got := range map[string]string{
		"0 trials": Count(0, "trial"), "1 trial": Count(1, "trial"), "6 trials": Count(6, "trial"), "1,200 trials": Count(1200, "trial"),
		"1 writer": Amounts([]int{1}, "writer"), "8 writers": Amounts([]int{8}, "writer"), "1 or 8 writers": Amounts([]int{1, 8}, "writer"),
		"1 or 8 or 1,000": Or([]int{1, 8, 1000}), "a/b/c": Join([]string{"a", "b", "c"}, "/"),
		"a": And([]string{"a"}), "a and b": And([]string{"a", "b"}), "a, b and c": And([]string{"a", "b", "c"}), "": And(nil),
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if got := Once([]string{"b", "a", "b", "c", "a"}); !slices.Equal(got, []string{"b", "a", "c"}) {
		t.Errorf("without repetitions: %q", got)
	}
}

func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "1 s", 400 * time.Millisecond: "1 s", 1499 * time.Millisecond: "1 s", 1500 * time.Millisecond: "2 s", 59 * time.Second: "59 s",
		89 * time.Second: "89 s", 90*time.Second - 1: "90 s", 90 * time.Second: "2 min", 149 * time.Second: "2 min", 150 * time.Second: "3 min",
		59*time.Minute + 29*time.Second: "59 min", 59*time.Minute + 30*time.Second: "1 h 0 min", time.Hour: "1 h 0 min",
		119 * time.Minute: "1 h 59 min", 25*time.Hour + 7*time.Minute: "25 h 7 min",
	} {
		if got := Duration(d); got != want {
			t.Errorf("%v is %s, want %s", d, got, want)
		}
	}
}
