package trial

import (
	"maps"
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/price"
)

// Priced returns the result with the cost of each trial at the prices, instead of others. At
// the zero Price no trial has a cost.
func (r Result) Priced(p price.Price) Result {
	r.Settings.Price = p
	r.Trials = slices.Clone(r.Trials)
	for i, t := range r.Trials {
		readings := maps.Clone(t.Readings)
		delete(readings, metric.MonthlyCost)
		if !p.Zero() {
			readings[metric.MonthlyCost] = p.Month(readings)
		}
		r.Trials[i].Readings = readings
	}
	return r
}
