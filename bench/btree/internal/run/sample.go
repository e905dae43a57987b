package run

import (
	"context"
	"maps"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// sample reads the growing tree. If the tree cannot be sampled, the readings are nil.
func (run *runner) sample(ctx context.Context) (metric.Readings, error) {
	r, err := run.tree.Sample(ctx)
	if _, blank := engine.MissingReason(err); blank {
		return nil, nil
	}
	return r, err
}

// span is what happened between two readings: from and to so many inserted rows, and how
// many rows were inserted or updated meanwhile.
type span struct{ from, to, rows int }

// since returns the readings at the end of a span relative to those before it: those per
// row are of the rows of the span.
func since(before, now metric.Readings, s span) metric.Readings {
	r := make(metric.Readings, len(now))
	maps.Copy(r, now)
	if s.from == 0 {
		return r
	}
	for _, m := range metric.All() {
		v, ok := now[m.Name]
		if !ok || v.Missing != "" || m.Extent != metric.PerRow {
			continue
		}
		if first := before.Get(m.Name); first.Missing != "" {
			r[m.Name] = metric.Missing("the cost of the rows before is not known")
		} else {
			r[m.Name] = metric.Value((v.Value*float64(s.to) - first.Value*float64(s.from)) / float64(s.rows))
		}
	}
	return r
}

// takeLeaves lists the leaf pages of the first repeat: the lists are long, and those of the
// others look the same.
func (run *runner) takeLeaves(ctx context.Context) error {
	if run.planned.Repeat > 0 {
		return nil
	}
	all, err := run.tree.Leaves(ctx)
	if why, blank := engine.MissingReason(err); blank {
		run.detail.SetMissing("leaves", why)
		return nil
	}
	if err != nil {
		return err
	}
	run.detail.Leaves = thinned(all)
	return nil
}

// thinned returns the leaf pages for a result: at most MaxLeaves of them at even distances.
func thinned(all []uint32) *trial.Leaves {
	l := &trial.Leaves{Pages: len(all)}
	n := min(len(all), trial.MaxLeaves)
	for i := range n {
		l.Page = append(l.Page, all[i*len(all)/n])
	}
	return l
}
