package trial

import (
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/price"
)

// Prices add a cost to each trial of a copy. Merged results of different prices have none.
func TestPriced(t *testing.T) {
	size := metric.Readings{metric.BytesPerRow: metric.Value(1 << 30)}
	r := Result{Schema: Schema, Trials: []Trial{{Readings: size}, {Readings: metric.Readings{}}}}
	once := r.Priced(price.Price{GiB: 2e-9})
	if got := once.Trials[0].Readings[metric.MonthlyCost]; got != metric.Value(2) || len(size) != 1 || once.Settings.Price.GiB != 2e-9 {
		t.Errorf("the cost is %+v; %+v; %d readings", got, once.Settings.Price, len(size))
	}
	if got := once.Trials[1].Readings[metric.MonthlyCost]; got.Missing == "" {
		t.Errorf("without a size the cost is %+v", got)
	}
	if again := once.Priced(price.Price{}); len(again.Trials[0].Readings) != 1 || !again.Settings.Price.Zero() {
		t.Errorf("without prices: %+v", again.Trials[0].Readings)
	}
	once.Settings.Seed, r.Settings.Seed = 1, 2
	for name, c := range map[string]struct {
		other Result
		want  int
	}{"the same prices": {r.Priced(price.Price{GiB: 2e-9}), 2}, "none": {r, 1}, "others": {r.Priced(price.Price{GiB: 1}), 1}} {
		m, err := Merge(once, c.other)
		if err != nil || len(m.Trials) != 4 || len(m.Trials[0].Readings) != c.want || m.Settings.Price.Zero() != (c.want == 1) {
			t.Errorf("%s: %+v, %v", name, m.Trials, err)
		}
	}
}
