// Package scenario describes the scenarios: what happens to a table besides the plain
// insert. A scenario is one value, in a file with its name; package run has the procedure
// that it follows, and tables and pictures follow the value by themselves.
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

var list = []Scenario{
	insert, migration, jump, skew, secondary,
	retention, update, child, indexes,
	read, byTime, replicate,
}

var insert = Scenario{Name: trial.Insert, Drawn: []string{metric.LeafFill}, Columns: pages}

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
