// Package answer computes what a result says: the statistics of its trials, the verdicts as
// sentences, the notes and the tables. It computes them once; the forms of output write them.
// Statistics use golang.org/x/perf/benchmath, which assumes nothing about the distribution of the
// values.
package answer

import "github.com/sortid/sortid/bench/btree/internal/trial"

// Answer is what a result says.
type Answer struct {
	trial.Result
	// Incomplete says how much of a stopped plan was done and why it was stopped, "" if it is
	// complete.
	Incomplete string
	// Plan names the values of the plan's axes.
	Plan string
	// Groups holds all groups, of a stopped plan also those without trials, and Points those with
	// trials.
	Groups []Group
	Points []Point
	// Pictured holds the points that pictures show: the featured ones of each database.
	Pictured []Point
	// Verdicts are for the plainest point of each scenario, engine and layout, and after each for the
	// point with the most keys in flight; Databases are those for the first layout that each database
	// has in a scenario.
	Verdicts, Databases Verdicts
	// Tables holds a table for each engine, layout and set of conditions.
	Tables []Table
	// Changes holds a table for each database in which keys were inserted both after random keys
	// and alone: what a table with random keys would gain from another key for its new rows.
	Changes []Table
	// Switches says what the simulator computed of such a change.
	Switches Switches
	// Notes are what a reader must know to judge the figures, one sentence each, and Missing the
	// reasons for blank cells.
	Notes, Missing []string
}

// Of returns what a result says.
func Of(r trial.Result) *Answer {
	a := &Answer{Result: r, Incomplete: incomplete(r), Plan: planOf(r.Settings), Groups: groupsOf(r), Switches: switchesOf(r.Switch)}
	a.Points = a.points()
	a.Pictured = ofDatabases(featured(a.Points))
	a.setVerdicts()
	a.Tables = a.tables()
	a.Changes = changes(a.Points, a.Databases.List)
	a.Notes, a.Missing = a.notes(), missing(a.Groups)
	return a
}

// tables returns the tables of all groups, those with the same conditions in one.
func (a *Answer) tables() []Table {
	var list []Table
	for left := a.Groups; len(left) > 0; {
		at, n := left[0].Coordinates, 1
		for n < len(left) && left[n].Coordinates == at {
			n++
		}
		t := medians(left[:n])
		t.Caption = a.place(at) + a.differing(at)
		list, left = append(list, t), left[n:]
	}
	return list
}
