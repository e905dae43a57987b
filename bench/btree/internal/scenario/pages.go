package scenario

import (
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

var byTime = Scenario{
	Name:  trial.Pages,
	Drawn: []string{metric.TimeRangeP50},
	About: "After the inserts rows are read in the order of time, at random places: pages of 20, 50 and 100 rows before a place, and ranges of 1,000 rows. Keys that follow time need no other index; random keys have an index on created and the key, and their rows are elsewhere.",
	Columns: []string{
		metric.Page20P50, metric.Page50P50, metric.Page50P99, metric.Page50Misses, metric.Page50Cold, metric.Page100P50,
		metric.TimeRangeP50, metric.TimeRangeP99, metric.TimeRangeMisses, metric.TimeRangeCold, metric.FileBytes,
	},
}
