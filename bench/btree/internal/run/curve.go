package run

import (
	"context"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// sample reads the growing tree. If the tree cannot be sampled, the readings are nil and
// the detail has the reason.
func (g *grower) sample(ctx context.Context) (metric.Readings, error) {
	r, err := g.tree.Sample(ctx)
	if why, blank := engine.MissingReason(err); blank {
		g.detail.SetMissing("curve", why)
		return nil, nil
	}
	return r, err
}

// point adds a point to the curve: what was read now, and what is counted per row
// since the point before.
func (g *grower) point(ctx context.Context, before metric.Readings, from, rows int) (metric.Readings, error) {
	r, err := g.sample(ctx)
	if err != nil {
		return nil, err
	}
	if r == nil {
		return nil, nil
	}
	if before == nil {
		from = 0
	}
	g.detail.Curve = append(g.detail.Curve, trial.CurvePoint{Rows: rows, Readings: since(before, r, from, rows, false)})
	return r, nil
}

// since returns the readings now, when there are so many rows, with what is counted
// per row for those rows alone that came after the readings before, when there were
// that many rows, from; and, where totals is set, with totals since then.
func since(before, now metric.Readings, from, rows int, totals bool) metric.Readings {
	r := make(metric.Readings, len(now))
	for name, v := range now {
		r[name] = v
	}
	if from == 0 {
		return r
	}
	for _, m := range metric.All() {
		v, ok := now[m.Name]
		if !ok || v.Missing != "" || m.Extent != metric.PerRow && !(m.Extent == metric.Total && totals) {
			continue
		}
		first := before.Get(m.Name)
		switch {
		case first.Missing != "":
			r[m.Name] = metric.Missing("it could not be told apart from what the rows before had cost")
		case m.Extent == metric.PerRow:
			r[m.Name] = metric.Value((v.Value*float64(rows) - first.Value*float64(from)) / float64(rows-from))
		default:
			r[m.Name] = metric.Value(v.Value - first.Value)
		}
	}
	return r
}
