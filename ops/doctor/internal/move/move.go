// Package move prints a script that changes the form of a key column, and of every column that
// holds its values, for the schema of a database. It only reads. What it cannot move it refuses by
// name.
package move

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sortid/sortid/ops/doctor/internal/joined"
	"github.com/sortid/sortid/ops/doctor/internal/script"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// Options are what a script is for.
type Options struct {
	DSN string
	// Columns names columns: table.column, with a schema of PostgreSQL in front if it is not
	// on the search path.
	Columns []string
	// From is the form that the columns have: a name of forms.
	From string
	// Reviewed names views, routines, triggers, events and checks, whose text the user has read
	// and found right for both forms.
	Reviewed []string
	// With names columns that move too, and Leave those that stay as they are, of columns that hold
	// keys of the moved ones without a foreign key.
	With, Leave []string
	// Tool is the program that reads the script; empty for the client of the server.
	Tool string
	// Sampled is whether samples of rows decide which columns hold keys, and not all rows as well.
	Sampled bool
	// Finder finds references of the database; nil for one of its own.
	Finder *joined.Finder
}

// Script returns the script of the database of the DSN. The error of a schema that it cannot move
// is [*RefusedError].
func Script(ctx context.Context, o Options) (string, error) {
	m, err := Open(ctx, o)
	return m.Script, err
}

// Open returns the move of columns of the database of the DSN. The error of a schema that it cannot
// move is [*RefusedError].
func Open(ctx context.Context, o Options) (Move, error) {
	if _, err := formOf(o.From); err != nil {
		return Move{}, err
	}
	s, err := source.Open(ctx, o.DSN, false)
	if err != nil {
		return Move{}, err
	}
	defer s.Close()
	if err := Writable(ctx, s, s.Server().Product); err != nil {
		return Move{}, err
	}
	return Of(ctx, s, o)
}

// Move is a script, and what a reader wants to know of it first.
type Move struct {
	Script string
	// Notes say what moves or stays without a foreign key, and which options were not needed.
	Notes []string
	// Changes holds the statements of the script that write tables again, and Tables all tables
	// that it locks meanwhile.
	Changes, Tables []string
}

// Of returns the move of columns of a database that is open. The error of a schema that it cannot
// move is [*RefusedError].
func Of(ctx context.Context, s source.Source, o Options) (m Move, err error) {
	f, err := formOf(o.From)
	if err != nil {
		return m, err
	}
	p := &plan{form: f, options: o, db: s, server: s.Server(), finder: o.Finder, evident: map[joined.Column]bool{}, bound: map[joined.Column]bool{}, decided: map[joined.Column]bool{}}
	switch p.server.Product {
	case "PostgreSQL":
		err = p.postgres(ctx)
	case "MySQL", "MariaDB":
		if f.raw == nil {
			return m, fmt.Errorf("-from %s: only PostgreSQL has a column for it: a BINARY(16) column stays as it is", o.From)
		}
		err = p.mysql(ctx)
	default:
		err = errors.New("SQLite: it cannot change the type of a key: create the tables again, or give their rows new keys with -to")
	}
	if err != nil {
		return m, err
	}
	text, err := p.out.Text(o.Tool, p.server.Product)
	return Move{Script: text, Notes: p.Notes, Changes: p.changes, Tables: p.tables()}, err
}

// Object is an object of the schema that names a column to move, as the preflight lists it.
type Object struct {
	Kind, Table, Name string
	Definition        string
	Expression        string // an expression that the move must not change the meaning of
	Problem           string // why it cannot be moved; empty if it can
}

func (i Object) String() string {
	if i.Table == "" || i.Table == i.Name {
		return i.Kind + " " + i.Name
	}
	return i.Kind + " " + i.Name + " of " + i.Table
}

// Hash is of the definition, so that the script stops if it has changed.
func (i Object) Hash() string {
	sum := sha256.Sum256([]byte(i.Definition))
	return hex.EncodeToString(sum[:])
}

// plan collects what a script is made of.
type plan struct {
	Objections
	form    form
	options Options
	db      joined.Database
	server  source.Server
	finder  *joined.Finder
	columns []joined.Column
	named   int // how many of the columns the user named
	pending []pending
	decided map[joined.Column]bool // columns that were found to reference a moved one
	bound   map[joined.Column]bool // columns of foreign keys
	evident map[joined.Column]bool // columns that something beside their own values says to hold keys
	items   []Object
	steps   []string // what the script does with each item
	views   []string // of MySQL and MariaDB, that read the columns
	out     script.Script
	changes []string // statements that write tables again
}

// take adds what the script does with an item.
func (p *plan) take(i Object, step string) {
	p.items, p.steps = append(p.items, i), append(p.steps, step)
}

// reviewed reports whether the user has read an object; otherwise it is refused with its text, if there is one.
func (p *plan) reviewed(i Object, why, text string) bool {
	if p.IsReviewed(p.options.Reviewed, i.Table, i.Name) {
		return true
	}
	if text = strings.TrimSpace(text); text != "" {
		text = ":\n    " + strings.ReplaceAll(text, "\n", "\n    ")
	}
	p.Refuse("%s: %s: read it; if it is right for both forms, add -reviewed %s%s", i, why, i.Name, text)
	return false
}

// err returns the error of everything that was refused, and notes the options that nothing needs.
func (p *plan) err() error {
	p.Unneeded("-reviewed", p.options.Reviewed)
	p.Unneeded("-with", p.options.With)
	p.Unneeded("-leave", p.options.Leave)
	return p.Err()
}

// tables returns the tables of the columns, in order.
func (p *plan) tables() []string {
	var list []string
	for _, c := range p.columns {
		if !slices.Contains(list, c.Table) {
			list = append(list, c.Table)
		}
	}
	return list
}

// of returns the names of the columns of a table.
func (p *plan) of(table string) []string {
	var list []string
	for _, c := range p.columns {
		if c.Table == table {
			list = append(list, c.Name)
		}
	}
	return list
}

// each calls f for the items of a kind.
func (p *plan) each(kind string, f func(Object)) {
	for _, i := range p.items {
		if i.Kind == kind {
			f(i)
		}
	}
}

// change writes a statement that writes a table again.
func (p *plan) change(format string, args ...any) {
	p.changes = append(p.changes, fmt.Sprintf(format, args...)+";")
	p.out.Statement(format, args...)
}

// list returns texts as lines that a comma ends.
func list(lines []string) string { return strings.Join(lines, ",\n  ") }
