package scenario

import (
	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

var retention = Scenario{
	Name: trial.Retention, Shape: engine.Dated, Drawn: []string{metric.Bloat},
	Columns: []string{
		metric.Bloat, metric.LeafFill, metric.BytesPerRow, metric.RowsPerSecond, metric.Deletes, metric.PagesRead, metric.PagesWritten, metric.LogBytes,
	},
	About: "The table keeps the rows of 30 days. After the first 30, each day inserts as many rows as it deletes, the oldest ones by their time, and then PostgreSQL runs VACUUM and InnoDB purges. Two more months pass: the bloat is the number of leaf pages then, divided by that after the first month. Times and values per row are of the rows after the first month.",
}
