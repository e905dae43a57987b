// Package inspect reads the keys of an existing database and says what they cost. It is
// safe on a production server: it only reads, each statement has a time limit, and none
// reads a whole table.
package inspect

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/sortid/sortid/internal/english"
	"github.com/sortid/sortid/ops/doctor/internal/joined"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// Options say what to inspect.
type Options struct {
	// DSN is the database; see [source.Open].
	DSN string
	// Filter selects tables.
	Filter source.Filter
	// Accepted holds findings that are left out of the report.
	Accepted Accepted
	// DryRun reads the catalog alone, and collects the other statements.
	DryRun bool
}

// Budget is how long an inspection takes at most. Tables for which no time is left are
// named in the notes.
const Budget = 50 * time.Second

// Report is the result of an inspection.
type Report struct {
	Server  source.Server `json:"server"`
	Started time.Time     `json:"started"`
	// Tables is how many tables were selected, and Unread names those whose rows could not be
	// read.
	Tables int      `json:"tables"`
	Unread []string `json:"unread"`
	// Columns holds the columns of keys and those that reference one, whatever they hold.
	Columns []KeyColumn `json:"columns"`
	// Indexes holds the B+ trees whose first column is one of Columns.
	Indexes []Index `json:"indexes"`
	// Findings holds what is wrong with the keys.
	Findings []Finding `json:"findings"`
	// Changes holds what can be changed, the change that saves most first.
	Changes []Change `json:"changes"`
	// NotComputed is how many changes may save more than is known, because figures of their
	// indexes are missing.
	NotComputed int `json:"changes_not_computed"`
	// Notes say what was left out.
	Notes []string `json:"notes"`
	// Statements holds all statements, for a dry run.
	Statements []source.Statement `json:"-"`

	dry    bool
	finder *joined.Finder // nil until it is needed
}

// Run inspects a database. If the budget runs out, the report has what was read until then, and
// names the rest; if ctx ends, Run returns its error.
func Run(ctx context.Context, o Options) (*Report, error) {
	if err := o.Filter.Check(); err != nil {
		return nil, err
	}
	timed, cancel := context.WithTimeout(ctx, Budget)
	defer cancel()
	s, err := source.Open(timed, o.DSN, o.DryRun)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	r, err := examine(timed, s, o)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

// examine inspects an open database until ctx ends: first all tables for their kinds of IDs, which
// the findings are made of, then their indexes, and then what changes save.
func examine(ctx context.Context, s source.Source, o Options) (*Report, error) {
	began, budget := time.Now(), Budget
	if deadline, ok := ctx.Deadline(); ok {
		budget = deadline.Sub(began)
	}
	end := func(part float64) time.Time { return began.Add(time.Duration(part * float64(budget))) }
	tables, err := s.Tables(ctx, o.Filter)
	if err != nil {
		return nil, fmt.Errorf("cannot read the catalog: %w", err)
	}
	more := len(tables) > source.MaxTables
	tables = tables[:min(len(tables), source.MaxTables)]
	r := &Report{Server: s.Server(), Started: time.Now().UTC(), Tables: len(tables), dry: o.DryRun}
	if more {
		chosen, flags := "largest by the server's statistics", "-table"
		switch r.Server.Product {
		case "PostgreSQL":
			flags = "-schema and -table"
		case "SQLite":
			chosen = "first by name"
		}
		r.note("the database has more tables: only the %d %s were inspected; select others with %s", source.MaxTables, chosen, flags)
	}
	r.noteNames("the account may not read", s.Denied())
	read := make([]inspected, len(tables))
	late := r.each(ctx, tables, end(untilKinds), func(ctx context.Context, i int) { read[i] = r.kinds(ctx, s, tables[i]) })
	read = read[:len(read)-len(late)]
	r.Unread = append(r.Unread, late...)
	if len(late) > 0 {
		r.note("time ran out: %s not examined, select them with -table: %s", english.Count(len(late), "table"), english.And(late))
	}
	r.noteBusinessKeys()
	for _, t := range read {
		r.find(t, read)
	}
	r.findJoined(ctx, s, read, end(untilJoined))
	r.accept(o.Accepted)
	late = r.each(ctx, tables[:len(read)], end(untilFigures), func(ctx context.Context, i int) { r.measure(ctx, s, &read[i]) })
	r.noteNames("time ran out: the indexes were not read of", late)
	timely := ctx.Err() == nil
	r.changes(ctx, s, read)
	if timely && ctx.Err() != nil {
		r.note("time ran out after %v: not all savings were computed", Budget)
	}
	r.Statements = s.Statements()
	return r, nil
}

// Parts of the budget at whose ends the kinds, the references without foreign keys and the figures have
// been read: what is left is for the savings.
const (
	untilKinds   = 0.8
	untilJoined  = 0.85
	untilFigures = 0.9
)

// leastShareOfTime is what a table may take at least: on a busy server some tables more are worth
// less than those that were begun.
const leastShareOfTime = 2 * time.Second

// each calls f for the tables until a time, and returns the names of those
// for which no time was left. A table that does not answer takes its share alone.
func (r *Report) each(ctx context.Context, tables []*source.Table, end time.Time, f func(ctx context.Context, i int)) (late []string) {
	for i := range tables {
		left := time.Until(end)
		if left <= 0 || ctx.Err() != nil {
			late = append(late, tables[i].Name)
			continue
		}
		// Most tables need less than an equal share: a slow one gets more.
		share := max(leastShareOfTime, time.Duration(float64(left)/math.Sqrt(float64(len(tables)-i))))
		one, cancel := context.WithTimeout(ctx, min(left, share))
		f(one, i)
		cancel()
	}
	return late
}

// measure reads the figures of a table's indexes.
func (r *Report) measure(ctx context.Context, s source.Source, t *inspected) {
	list := keyed(t.table, t.keys)
	switch {
	case len(t.keys) == 0, !r.dry && t.sample.Missing != "":
		return
	case r.dry:
		s.Measure(ctx, t.table, list, t.sample)
		return
	case s.Storage().Together:
		list = t.table.Indexes // a rebuild is one of all
	}
	t.figures = r.indexes(ctx, s, *t, list)
}

// noteMoves lists the statements by which changes of type are planned.
func (r *Report) noteMoves(s source.Source, t *source.Table, roles map[string][]Role) {
	for _, c := range t.Columns {
		if len(roles[c.Name]) > 0 && (c.Class == source.Text || c.Class == source.Bytes) && r.Server.Product != "SQLite" {
			s.Note(moveNote(t, c), 0)
		}
	}
}

// noteBusinessKeys adds a note for each kind of business key.
func (r *Report) noteBusinessKeys() {
	var kinds []string
	columns := make(map[string][]string)
	for _, c := range r.Columns {
		if kind := c.IDs.Business; kind != "" {
			kinds = english.Once(append(kinds, kind))
			columns[kind] = append(columns[kind], c.Table+"."+c.Name)
		}
	}
	for _, kind := range kinds {
		r.noteNames("no IDs of a generator but business keys, "+kind+":", columns[kind])
	}
}

// noteNames adds a note about some names, of which it has the first ones.
func (r *Report) noteNames(what string, names []string) {
	if len(names) == 0 {
		return
	}
	if most := 6; len(names) > most {
		names = append(slices.Clone(names[:most]), english.Integer(len(names)-most)+" more")
	}
	r.note("%s %s", what, english.And(names))
}

// note adds a note.
func (r *Report) note(format string, args ...any) {
	r.Notes = append(r.Notes, fmt.Sprintf(format, args...))
}

// keyed returns the indexes that have one of the columns.
func keyed(t *source.Table, columns []string) []source.Index {
	var list []source.Index
	for _, x := range t.Indexes {
		if slices.ContainsFunc(x.Columns, func(c string) bool { return slices.Contains(columns, c) }) {
			list = append(list, x)
		}
	}
	return list
}
