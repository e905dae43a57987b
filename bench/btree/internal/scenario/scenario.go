// Package scenario describes the scenarios: what happens to a table besides the plain
// insert. A scenario is one value; package run has the procedure that it follows, and tables
// and pictures follow the value by themselves.
package scenario

import (
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// Scenario describes a scenario.
type Scenario struct {
	// Name is the value of the flag.
	Name trial.Scenario
	// About says on the page what happens, in a sentence or two.
	About string
	// Drawn are the metrics of the pictures on the page.
	Drawn []string
	// Columns are the metrics of the table on the page. If one of them has a phase, the
	// terminal's table has these columns as well, and no others.
	Columns []string
	// Shape says what the table has besides the key and the payload.
	Shape engine.Shape
	// Widths reports whether the width of the key is a part of the answer, so that tables
	// show all forms of key.
	Widths bool
	// Secondary reports whether the key is in a secondary index.
	Secondary bool
}

// pages are the columns of scenarios that change the tree's pages.
var pages = []string{metric.LeafFill, metric.BytesPerRow, metric.PagesRead, metric.RowsPerSecond}

var insert = Scenario{Name: trial.Insert, Drawn: []string{metric.LeafFill}, Columns: pages}

// list has the scenarios that change which key a person chooses.
var list = []Scenario{
	insert,
	{
		Name: trial.Migration, Drawn: []string{metric.LeafFill}, Columns: pages,
		About: "The first half of the rows has random keys, as a table before it moves to another key; the second half has the key. Times and values per row are of the second half, pages of the whole.",
	},
	{
		Name: trial.Secondary, Drawn: []string{metric.LeafFill}, Columns: pages, Secondary: true,
		About: "The key is in a secondary index; the table's primary key is a counter.",
	},
	{
		Name: trial.Update, Shape: engine.Updated, Drawn: []string{metric.Bloat, metric.RecentUpdateWrites, metric.RecentUpdateLog},
		Columns: []string{
			metric.Bloat, metric.LeafFill, metric.BytesPerRow, metric.RowsPerSecond, metric.HotUpdates, metric.PagesRead, metric.PagesWritten, metric.LogBytes,
			metric.RecentUpdates, metric.RecentUpdateReads, metric.RecentUpdateWrites, metric.RecentUpdateLog,
		},
		About: "After the inserts each row is updated once by its key, in random order, which makes its payload a quarter longer: any of the older rows first, and then recent ones, the last hundredth. PostgreSQL runs VACUUM after each fifth of the updates, and InnoDB purges. The bloat is the number of leaf pages then, divided by that before the updates. Times and values per row are of the updates.",
	},
	{
		Name: trial.Indexes, Shape: engine.Indexed, Widths: true, Drawn: []string{metric.TotalBytes},
		Columns: []string{
			metric.TotalBytes, metric.IndexBytes, metric.BytesPerRow, metric.LeafFill, metric.RowsPerSecond, metric.PagesRead, metric.PagesWritten, metric.LogBytes,
		},
		About: "The key is the primary key of a table with three more indexes: of the time, of one of 10,000 customers and of one of 8 states. InnoDB stores the primary key in each of their entries, PostgreSQL the place of the row. The pages read are of all indexes.",
	},
	{
		Name: trial.Pages, Drawn: []string{metric.TimeRangeP50},
		Columns: []string{
			metric.Page20P50, metric.Page50P50, metric.Page50P99, metric.Page50Misses, metric.Page50Cold, metric.Page100P50,
			metric.TimeRangeP50, metric.TimeRangeP99, metric.TimeRangeMisses, metric.TimeRangeCold, metric.FileBytes,
		},
		About: "After the inserts rows are read in the order of time, at random places: pages of 20, 50 and 100 rows before a place, and ranges of 1,000 rows. Keys that follow time need no other index; random keys have an index on created and the key, and their rows are elsewhere.",
	},
	{
		Name: trial.Read,
		Columns: []string{
			metric.UniformReads, metric.UniformP50, metric.UniformP99, metric.UniformMisses,
			metric.RecentReads, metric.RecentP50, metric.RecentP99, metric.RecentMisses,
		},
		About: "After the inserts rows are read by their keys: any row, and recent ones of the last hundredth.",
	},
}

// Names returns the names of all scenarios.
func Names() []trial.Scenario {
	names := make([]trial.Scenario, len(list))
	for i, s := range list {
		names[i] = s.Name
	}
	return names
}

// Of returns the scenario of a name. One that is not known, of a file of results, has the
// columns of plain inserts.
func Of(name trial.Scenario) Scenario {
	i := slices.IndexFunc(list, func(s Scenario) bool { return s.Name == name })
	if i < 0 {
		return Scenario{Name: name, Drawn: insert.Drawn, Columns: insert.Columns}
	}
	return list[i]
}
