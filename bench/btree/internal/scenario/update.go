package scenario

import (
	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

var update = Scenario{
	Name: trial.Update, Shape: engine.Updated, Drawn: []string{metric.Bloat, metric.RecentUpdateWrites, metric.RecentUpdateLog},
	Columns: []string{
		metric.Bloat, metric.LeafFill, metric.BytesPerRow, metric.RowsPerSecond, metric.HotUpdates, metric.PagesRead, metric.PagesWritten, metric.LogBytes,
		metric.RecentUpdates, metric.RecentUpdateReads, metric.RecentUpdateWrites, metric.RecentUpdateLog,
	},
	About: "After the inserts each row is updated once by its key, in random order, which makes its payload a quarter longer: any of the older rows first, and then recent ones, the last hundredth. PostgreSQL runs VACUUM after each fifth of the updates, and InnoDB purges. The bloat is the number of leaf pages then, divided by that before the updates. Times and values per row are of the updates.",
}
