package trial

import (
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// Scenario is the name of what happens to a table besides the plain insert.
type Scenario string

// The scenarios.
const (
	Insert    Scenario = "insert"
	Migration Scenario = "migration"
	Update    Scenario = "update"
	Indexes   Scenario = "indexes"
	Pages     Scenario = "pages"
	Mixed     Scenario = "mixed"
)

// ScenarioSpec describes a scenario.
type ScenarioSpec struct {
	// Name is the value of the flag.
	Name Scenario
	// About says on the page what happens, in a sentence or two.
	About string
	// Columns holds the metrics of the table on the page. If one of them has a phase, the
	// terminal's table has these columns as well, and no others.
	Columns []string
	// Shape says what the table has besides the key and the payload.
	Shape engine.Shape
	// Migrates reports whether the first half of the rows has random keys and is not timed.
	Migrates bool
	// Updates reports whether each row is updated after all inserts. Times and counts are of the
	// updates.
	Updates bool
	// Pages reports whether rows are read in the order of time after all inserts, for which keys
	// that do not follow it need another index.
	Pages bool
	// Reads reports whether the first half of the rows is not timed, and the writers then read as many
	// rows by their keys as they insert.
	Reads bool
}

// insertColumns holds the columns of scenarios whose rows are only inserted.
var insertColumns = []string{
	metric.LeafFill, metric.BytesPerRow, metric.RowsPerSecond, metric.ProcessorTime, metric.PagesRead, metric.PagesWritten, metric.LogBytes,
	metric.WholePages, metric.Neighbours, metric.PageSplits, metric.BufferHits,
	metric.TransactionP50, metric.TransactionP95, metric.TransactionP99, metric.TransactionWorst, metric.TransactionAtCheckpoint,
}

// scenarios holds the scenarios that change which key a person chooses.
var scenarios = []ScenarioSpec{
	{Name: Insert, Columns: insertColumns},
	{
		Name: Migration, Migrates: true,
		Columns: slices.Concat(insertColumns, []string{metric.OldReadMisses, metric.NewReadMisses, metric.OldReadP50, metric.NewReadP50}),
		About:   "The first half of the rows has random keys, as a table before it moves to another key; the second half has the key. Times and values per row are of the second half, pages of the whole. One writer reads rows by their keys afterwards: any of the old ones, and of the newest hundredth.",
	},
	{
		Name: Update, Updates: true, Shape: engine.Updated,
		Columns: []string{
			metric.Bloat, metric.LeafFill, metric.BytesPerRow, metric.RowsPerSecond, metric.HotUpdates, metric.PagesRead, metric.PagesWritten, metric.LogBytes,
			metric.RecentUpdates, metric.RecentUpdateReads, metric.RecentUpdateWrites, metric.RecentUpdateLog,
		},
		About: "After the inserts each row is updated once by its key, in random order, which makes its payload a quarter longer: any of the older rows first, and then recent ones, the last hundredth. PostgreSQL runs VACUUM after each fifth of the updates, and InnoDB purges. The bloat is the number of leaf pages then, divided by that before the updates. Times and values per row are of the updates.",
	},
	{
		Name: Indexes, Shape: engine.Indexed,
		Columns: []string{
			metric.TotalBytes, metric.IndexBytes, metric.BytesPerRow, metric.LeafFill, metric.RowsPerSecond, metric.PagesRead, metric.PagesWritten, metric.LogBytes,
		},
		About: "The key is the primary key of a table with three more indexes: of the time, of one of 10,000 customers and of one of 8 states. InnoDB stores the primary key in each of their entries, PostgreSQL the place of the row. The pages read are of all indexes.",
	},
	{
		Name: Pages, Pages: true,
		Columns: []string{
			metric.Page50P50, metric.Page50P99, metric.Page50Misses,
			metric.TimeRangeP50, metric.TimeRangeP99, metric.TimeRangeMisses, metric.FileBytes,
		},
		About: "After the inserts rows are read in the order of time, at random places: pages of 50 rows before a place, and ranges of 1,000 rows. Keys that follow time need no other index; random keys have an index on created and the key, and their rows are elsewhere.",
	},
	{
		Name: Mixed, Reads: true,
		Columns: []string{
			metric.Operations, metric.PointReadP50, metric.PointReadP99, metric.TransactionP50, metric.TransactionP95, metric.TransactionP99, metric.TransactionWorst, metric.TransactionAtCheckpoint,
			metric.RowsPerSecond, metric.ProcessorTime, metric.PagesRead, metric.BufferHits, metric.LogBytes, metric.WholePages,
		},
		About: "Half of the rows are in the table at first. Then each writer inserts the rows of a transaction and reads as many by their keys, by turns: every other one is any row of the table, the others are of the hundredth that it inserted last. Times and values per row are of that time, and per inserted row.",
	},
}

// Scenarios returns the names of all scenarios.
func Scenarios() []Scenario {
	list := make([]Scenario, len(scenarios))
	for i, s := range scenarios {
		list[i] = s.Name
	}
	return list
}

// Spec returns the description of a scenario. One that is not known, of a file of results, has
// the columns of plain inserts.
func (s Scenario) Spec() ScenarioSpec {
	i := slices.IndexFunc(scenarios, func(have ScenarioSpec) bool { return have.Name == s })
	if i < 0 {
		return ScenarioSpec{Name: s, Columns: insertColumns}
	}
	return scenarios[i]
}

// Prefilled returns how many of the rows are in the table before the writers begin.
func (s Scenario) Prefilled(rows int) int {
	if spec := s.Spec(); spec.Migrates || spec.Reads {
		return rows / 2
	}
	return 0
}
