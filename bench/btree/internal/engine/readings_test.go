package engine

import (
	"errors"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/metric"
)

func TestDelta(t *testing.T) {
	none := metric.Missing("no privilege")
	for _, c := range []struct{ before, after, want metric.Reading }{
		{metric.Value(3), metric.Value(10), metric.Value(7)},
		{none, metric.Value(10), none},
		{metric.Value(3), none, none},
	} {
		if got := Delta(c.before, c.after); got != c.want {
			t.Errorf("Delta(%+v, %+v) = %+v, want %+v", c.before, c.after, got, c.want)
		}
	}
	// A server that was restarted counts from 0: the difference is missing, not negative.
	if got := Delta(metric.Value(10), metric.Value(3)); got.Missing == "" {
		t.Errorf("a counter that went back gave %v", got.Value)
	}
}

func TestPerRow(t *testing.T) {
	if got := PerRow(metric.Value(10), 4); got != metric.Value(2.5) {
		t.Errorf("got %+v", got)
	}
	if got := PerRow(metric.Value(10), 0); got.Missing == "" {
		t.Errorf("without rows there are %v a row", got.Value)
	}
	if got := PerRow(metric.Missing("why"), 4); got != metric.Missing("why") {
		t.Errorf("got %+v", got)
	}
}

func TestBoth(t *testing.T) {
	first, second := errors.New("first"), errors.New("second")
	if got := Both(first, nil); got != first {
		t.Errorf("got %v", got)
	}
	got := Both(first, second)
	if !errors.Is(got, first) || !errors.Is(got, second) || strings.Contains(got.Error(), "\n") {
		t.Errorf("got %q", got)
	}
}

func TestFragmentation(t *testing.T) {
	for _, c := range []struct {
		leaves []int
		want   float64
	}{
		{[]int{7}, 0},
		{[]int{3, 4, 5, 6, 7}, 0},
		{[]int{3, 9, 40}, 0}, // pages of others lie between, no leaf of this tree
		{[]int{40, 9, 3}, 1},
		{[]int{3, 4, 9, 8, 10}, 0.75},
		{[]int{5, 6, 2, 3, 4}, 0.25},
	} {
		if got := Fragmentation(c.leaves); got != c.want {
			t.Errorf("Fragmentation(%v) = %v, want %v", c.leaves, got, c.want)
		}
	}
}
