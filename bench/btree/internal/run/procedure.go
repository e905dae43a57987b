package run

import (
	"context"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// procedure is how the trials of a scenario differ from plain inserts. The zero value is
// that of plain inserts.
type procedure struct {
	// prefilled returns how many of the rows are in the table before the writers begin.
	prefilled func(rows int) int
	// then follows the first rows of the writers, with the same key sources, and returns how
	// long it inserted or updated rows.
	then func(run *runner, ctx context.Context) (time.Duration, error)
	// dates reports whether the tables of keys that do not follow time have the shape Dated.
	dates bool
	// keeps returns how many of the inserted keys are kept at least, for later; nil if none.
	keeps func(rows int) int
	// after follows the readings of the complete tree.
	after func(run *runner, ctx context.Context) error
	// costs returns about how long the trial takes besides its inserts.
	costs func(t planned, at pace) time.Duration
}

// procedureOf returns the procedure of a scenario.
func procedureOf(s trial.Scenario) procedure {
	switch s {
	case trial.Migration:
		return procedure{prefilled: func(rows int) int { return rows / 2 }}
	case trial.Read:
		return procedure{keeps: readKeys, after: (*runner).read, costs: readCost}
	case trial.Pages:
		return procedure{keeps: readKeys, dates: true, after: (*runner).pages, costs: pagesCost}
	case trial.Update:
		return procedure{keeps: func(rows int) int { return rows }, then: (*runner).update, after: (*runner).updates, costs: updateCost}
	}
	return procedure{}
}

// prefilled returns how many of the rows are in the table before the writers begin.
func prefilled(s trial.Scenario, rows int) int {
	if p := procedureOf(s); p.prefilled != nil {
		return p.prefilled(rows)
	}
	return 0
}
