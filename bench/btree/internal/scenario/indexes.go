package scenario

import (
	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

var indexes = Scenario{
	Name: trial.Indexes, Shape: engine.Indexed, Widths: true, Drawn: []string{metric.TotalBytes},
	Columns: []string{
		metric.TotalBytes, metric.IndexBytes, metric.BytesPerRow, metric.LeafFill, metric.RowsPerSecond, metric.PagesRead, metric.PagesWritten, metric.LogBytes,
	},
	About: "The key is the primary key of a table with three more indexes: of the time, of one of 10,000 customers and of one of 8 states. InnoDB stores the primary key in each of their entries, PostgreSQL the place of the row. The pages read are of all indexes.",
}
