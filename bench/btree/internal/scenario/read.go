package scenario

import (
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

var read = Scenario{
	Name:  trial.Read,
	About: "After the inserts rows are read by their keys: any row, and recent ones of the last hundredth.",
	Columns: []string{
		metric.UniformReads, metric.UniformP50, metric.UniformP99, metric.UniformMisses,
		metric.RecentReads, metric.RecentP50, metric.RecentP99, metric.RecentMisses,
	},
}
