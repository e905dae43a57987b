// Package newkeys prints a script that gives existing rows new, time-ordered keys, and every column that
// references them the key of its row, for the schema of a database. It only reads. What it cannot keep it refuses by name.
package newkeys

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sortid/sortid/ops/doctor/internal/joined"
	"github.com/sortid/sortid/ops/doctor/internal/move"
	"github.com/sortid/sortid/ops/doctor/internal/script"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// Options are what a script is for.
type Options struct {
	DSN string
	// To is the format of the new keys: a name of formats.
	To string
	// Columns names the keys: table.column, with a schema of PostgreSQL in front if it is not on the search path.
	Columns []string
	// With names references without a foreign key, where values and names leave it open: orders.user_id=users.id. Leave
	// names columns that stay as they are, though they hold such keys.
	With, Leave []string
	// Times names the column with the time of a table's rows, or now: users=created_at.
	Times []string
	// KeepOld is whether and where the rows keep their old keys: "", KeepColumn or KeepTable.
	KeepOld string
	// Reviewed names views, routines, triggers and publications, which the user has read and found right for the new keys.
	Reviewed []string
}

// Where old keys are kept.
const (
	KeepColumn = "column" // old_id, beside id
	KeepTable  = "table"  // users_old_ids (old_id, id)
)

// Script returns the script of the database of the DSN, and notes on what moves or stays without a foreign key. The error of
// a schema that it cannot move is [*move.RefusedError].
func Script(ctx context.Context, o Options) (script string, notes []string, err error) {
	if err := o.check(); err != nil {
		return "", nil, err
	}
	s, err := source.Open(ctx, o.DSN, false)
	if err != nil {
		return "", nil, err
	}
	defer s.Close()
	return Of(ctx, s, o)
}

// check returns the error of options that make no sense on any database.
func (o Options) check() error {
	if o.KeepOld != "" && o.KeepOld != KeepColumn && o.KeepOld != KeepTable {
		return fmt.Errorf("-keep-old=%s: write %s or %s", o.KeepOld, KeepColumn, KeepTable)
	}
	_, err := formatOf(o.To)
	return err
}

// Of returns the script of a database that is open, as [Script] does.
func Of(ctx context.Context, s source.Source, o Options) (script string, notes []string, err error) {
	f, err := formatOf(o.To)
	if err != nil {
		return "", nil, err
	}
	finder, err := joined.New(ctx, s, s.Server().Product)
	if err != nil {
		return "", nil, err
	}
	p := &plan{format: f, options: o, db: s, server: s.Server(), finder: finder}
	switch p.server.Product {
	case "PostgreSQL":
		err = p.postgres(ctx)
	case "MySQL", "MariaDB":
		err = errors.Join(p.SeesAll(ctx, p.db), p.mysql(ctx))
	default:
		err = p.sqlite(ctx)
	}
	if err != nil {
		return "", nil, err
	}
	return p.first() + p.out.String(), p.Notes, nil
}

// first returns the notes as the first lines of the script.
func (p *plan) first() string {
	if len(p.Notes) == 0 {
		return ""
	}
	return "-- Read this first:\n--   " + strings.Join(p.Notes, "\n--   ") + "\n\n"
}

// plan collects what a script is made of.
type plan struct {
	move.Objections
	format  format
	options Options
	db      source.Source
	server  source.Server
	finder  move.Finder // of columns that hold keys, also without a foreign key
	tables  []*table
	items   []move.Object // what names the columns
	query   string        // lists the items
	numbers int           // given to objects of the script
	out     strings.Builder
}

// table is a table with columns that move.
type table struct {
	name    string // as statements write it
	number  int    // in the names of the script's objects
	all     []string
	columns []*column
	clock   clock
}

// column is a column that moves: a key, or a reference to one.
type column struct {
	table   *table
	name    string
	temp    string  // the name of the new column until the switch
	root    *column // the key of a reference; nil for a key
	notNull bool
	// followed is whether its foreign keys have been read.
	followed bool
	// late is whether the row of a reference may come after it: in its own table, or below a deferrable foreign key.
	late    bool
	comment string
}

// key returns the key of a reference, or the key itself.
func (c *column) key() *column {
	if c.root != nil {
		return c.root
	}
	return c
}

func (c *column) String() string { return c.table.name + "." + c.name }

// review refuses an object that the user has not read.
func (p *plan) review(shown, table, name, why string) {
	if !p.IsReviewed(p.options.Reviewed, table, name) {
		p.Refuse("%s: %s: read it; if it is right, add -reviewed %s", shown, why, name)
	}
}

// err returns the error of everything that was refused.
func (p *plan) err() error {
	p.Unneeded("-reviewed", p.options.Reviewed)
	return p.Err()
}

// next returns the number of another object of the script.
func (p *plan) next() int {
	p.numbers++
	return p.numbers
}

// table returns the table of a name, which it adds.
func (p *plan) table(name string) *table {
	for _, t := range p.tables {
		if t.name == name {
			return t
		}
	}
	t := &table{name: name, number: len(p.tables) + 1}
	p.tables = append(p.tables, t)
	return t
}

// find returns a column of the plan, or nil.
func (p *plan) find(c joined.Column) *column {
	for _, t := range p.tables {
		for _, x := range t.columns {
			if t.name == c.Table && x.name == c.Name {
				return x
			}
		}
	}
	return nil
}

// names returns the names of the columns of a table that move.
func (t *table) names() (list []string) {
	for _, c := range t.columns {
		list = append(list, c.name)
	}
	return list
}

// temps maps the names of the columns that move to those of the new columns.
func (t *table) temps() map[string]string {
	m := map[string]string{}
	for _, c := range t.columns {
		m[c.name] = c.temp
	}
	return m
}

// keys returns the columns that are keys.
func (t *table) keys() (list []*column) {
	for _, c := range t.columns {
		if c.root == nil {
			list = append(list, c)
		}
	}
	return list
}

// columns returns all columns, the keys first.
func (p *plan) columns() (list []*column) {
	for _, t := range p.tables {
		list = append(list, t.columns...)
	}
	slices.SortStableFunc(list, func(a, b *column) int { return rank(a) - rank(b) })
	return list
}

func rank(c *column) int {
	if c.root == nil {
		return 0
	}
	return 1
}

// keys returns the columns that are keys.
func (p *plan) keys() []*column {
	return slices.DeleteFunc(p.columns(), func(c *column) bool { return c.root != nil })
}

// references returns the columns that are no keys.
func (p *plan) references() []*column {
	return slices.DeleteFunc(p.columns(), func(c *column) bool { return c.root == nil })
}

// named returns columns as other packages name them.
func named(columns []*column) (list []joined.Column) {
	for _, c := range columns {
		list = append(list, joined.Column{Table: c.table.name, Name: c.name})
	}
	return list
}

// comment writes lines of a comment.
func (p *plan) comment(format string, args ...any) {
	p.out.WriteString(script.Comment(format, args...))
}

// gives writes which columns get new keys and of what times. The function returns how a clock's times are taken.
func (p *plan) gives(kind string, taken func(clock) string) {
	p.comment("Gives rows new keys, %s in columns of type %s, on %s %s:", p.format.name, kind, p.server.Product, p.server.Version)
	for _, c := range p.columns() {
		switch {
		case c.root != nil:
			p.comment("  %s, which references %s", c, c.root)
		case c.table.clock.column == "":
			p.comment("  %s, dated by the move, in the order of the old keys", c)
		default:
			p.comment("  %s, dated by %s%s", c, c.table.clock.column, taken(c.table.clock))
		}
	}
}

// write writes a statement.
func (p *plan) write(format string, args ...any) {
	p.out.WriteString(fmt.Sprintf(format, args...) + "\n")
}

// cut returns a name of at most so many bytes.
func cut(name string, n int) string { return strings.ToValidUTF8(name[:min(len(name), n)], "") }
