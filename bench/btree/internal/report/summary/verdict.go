package summary

import "github.com/sortid/sortid/bench/btree/internal/metric"

// Costs are the metrics that a verdict compares: space, time and log volume.
func Costs() []string {
	return []string{metric.BytesPerRow, metric.RowsPerSecond, metric.LogBytes}
}

// Verdict compares the costs of a key with those of its control.
type Verdict struct {
	// Finding is Worse if a cost is worse; otherwise NotEnoughRuns if the trials of a cost
	// do not tell; otherwise NoDifference, also if a cost is better.
	Finding Finding
	// Factor is the greatest factor by which a cost is worse, 1 if none is.
	Factor float64
	// Comparisons are those of Costs that have a finding, in their order.
	Comparisons []Comparison
}

// Comparison compares one cost of a key with that of its control.
type Comparison struct {
	Metric metric.Metric
	Relation
}

// Judge compares a key with its control.
func Judge(l Line) Verdict {
	v := Verdict{Factor: 1}
	found := make(map[Finding]bool)
	for _, name := range Costs() {
		r := l.Metrics[name].Relation
		if r.Finding == NotCompared {
			continue
		}
		m := metric.Named(name)
		v.Comparisons = append(v.Comparisons, Comparison{m, r})
		found[r.Finding] = true
		if r.Finding == Worse && r.Ratio != nil {
			v.Factor = max(v.Factor, Cost(m, *r.Ratio))
		}
	}
	switch {
	case len(v.Comparisons) == 0:
	case found[Worse]:
		v.Finding = Worse
	case found[NotEnoughRuns]:
		v.Finding = NotEnoughRuns
	default:
		v.Finding = NoDifference
	}
	return v
}

// With returns the comparisons that have a finding.
func (v Verdict) With(f Finding) []Comparison {
	var list []Comparison
	for _, c := range v.Comparisons {
		if c.Finding == f {
			list = append(list, c)
		}
	}
	return list
}
