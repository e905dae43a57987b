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
	used  time.Duration
	err   error
	stops bool // for checkpoints
}

func (w *worked) Prepare(ctx context.Context, s engine.Spec) (engine.Tree, error) {
	t, err := w.fake.Prepare(ctx, s)
	if err != nil || !w.stops {
		return t, err
	}
	return struct {
		engine.Tree
		engine.Checkpointed
	}{t, &flushed{}}, nil
}

func (w *worked) ProcessorTime(context.Context) (time.Duration, error) {
	w.used += 206 * time.Microsecond
	return w.used, w.err
}

// A trial has the processor time a row, of all its passes and without what happens between them, or the
// reason why not.
func TestProcessorTime(t *testing.T) {
	for name, c := range map[string]struct {
		stops bool
		err   error
		want  metric.Reading
	}{
		"one pass":     {false, nil, metric.Value(2)}, // 103 rows
		"three passes": {true, nil, metric.Value(6)},  // of 40, 40 and 23 rows
		"not readable": {false, &engine.Missing{Reason: "elsewhere"}, metric.Missing("elsewhere")},
		"failing":      {false, errBroken, metric.Missing("the processor time was not read: " + errBroken.Error())},
	} {
		j := config(&worked{err: c.err, stops: c.stops}, t)
		if c.stops {
			j.stages[0][0].checkpoints = engine.SeveralCheckpoints
		}
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
