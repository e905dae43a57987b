package run

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// worked is an engine whose processor works for 206 µs between two readings.
type worked struct {
	fake
	used time.Duration
	err  error
}

func (w *worked) ProcessorTime(context.Context) (time.Duration, error) {
	w.used += 206 * time.Microsecond
	return w.used, w.err
}

// A trial has the processor time a row, of all its passes and without what happens between them, or the
// reason why not.
func TestProcessorTime(t *testing.T) {
	for name, c := range map[string]struct {
		curve int
		err   error
		want  metric.Reading
	}{
		"one pass":     {0, nil, metric.Value(2)}, // 103 rows
		"five passes":  {5, nil, metric.Value(10)},
		"not readable": {0, &engine.Missing{Reason: "elsewhere"}, metric.Missing("elsewhere")},
		"failing":      {0, errBroken, metric.Missing("the processor time was not read: " + errBroken.Error())},
	} {
		j := config(&worked{err: c.err}, t)
		j.Curve = c.curve
		for _, done := range complete(t, j).Trials {
			if got := done.Readings.Get(metric.ProcessorTime); got != c.want {
				t.Errorf("%s: %+v, want %+v", name, got, c.want)
			}
		}
	}
	for _, done := range complete(t, config(&fake{}, t)).Trials {
		if got := done.Readings.Get(metric.ProcessorTime); !strings.Contains(got.Missing, "does not report") {
			t.Errorf("an engine without a processor: %+v", got)
		}
	}
}
