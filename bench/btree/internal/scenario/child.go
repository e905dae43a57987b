package scenario

import (
	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

var child = Scenario{
	Name: trial.Child, Shape: engine.Child, Widths: true, Drawn: []string{metric.IndexBytes},
	Columns: []string{
		metric.IndexBytes, metric.TotalBytes, metric.BytesPerRow, metric.LeafFill, metric.RowsPerSecond, metric.PagesRead, metric.PagesWritten, metric.LogBytes,
	},
	About: "The rows have a foreign key to a table of parents with keys of the same kind, and an index of it: ten rows after each other for each parent, in the order of the parents. The size of the other indexes is that of this index. The pages read are of all indexes, those of the parents included.",
}
