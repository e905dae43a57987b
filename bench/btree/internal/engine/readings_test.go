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

func TestSum(t *testing.T) {
	none := metric.Missing("no privilege")
	if a, b, c := Sum(metric.Value(3), metric.Value(4)), Sum(none, metric.Value(4)), Sum(metric.Value(3), none); a != metric.Value(7) || b != none || c != none {
		t.Errorf("got %+v, %+v, %+v", a, b, c)
	}
}

func TestLeafSplits(t *testing.T) {
	if got := LeafSplits(metric.Value(31), 10_000); got != metric.Value(3) {
		t.Errorf("got %+v", got)
	}
	if got := LeafSplits(metric.Missing("why"), 4); got != metric.Missing("why") {
		t.Errorf("got %+v", got)
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
	if got := Both(nil, second); !errors.Is(got, second) || got.Error() != "second" {
		t.Errorf("got %q", got)
	}
}
