// Package move prints a script that changes the form of a key column, and of every column
// that foreign keys join to it, for the schema of a database. It only reads. What it cannot
// move it refuses by name.
package move

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

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
}

// Script returns the script of the database of the DSN. The error of a schema that it cannot move
// is [*RefusedError].
func Script(ctx context.Context, o Options) (string, error) {
	if _, err := formOf(o.From); err != nil {
		return "", err
	}
	s, err := source.Open(ctx, o.DSN, false)
	if err != nil {
		return "", err
	}
	defer s.Close()
	m, err := Of(ctx, s, o)
	return m.Script, err
}

// Move is a script, and what a reader wants to know of it first.
type Move struct {
	Script string
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
	p := &plan{form: f, options: o, db: s, server: s.Server(), used: map[string]bool{}}
	switch p.server.Product {
	case "PostgreSQL":
		err = p.postgres(ctx)
	case "MySQL", "MariaDB":
		if f.raw == nil {
			return m, fmt.Errorf("-from %s: only PostgreSQL has a column for it: a BINARY(16) column stays as it is", o.From)
		}
		err = p.mysql(ctx)
	default:
		err = errors.New("SQLite: it cannot change the type of a key: create the tables again as docs/moving.md shows")
	}
	if err != nil {
		return m, err
	}
	return Move{Script: p.out.String(), Changes: p.changes, Tables: p.tables()}, nil
}

// database sends statements, each in a read-only transaction.
type database interface {
	Query(ctx context.Context, query string, each func(*sql.Rows) error) error
}

// column is a column to move.
type column struct{ table, name string }

// item is an object of the schema that names a column to move, as the preflight lists it.
type item struct {
	kind, table, name string
	definition        string
	expression        string // an expression that the move must not change the meaning of
	problem           string // why it cannot be moved; empty if it can
}

func (i item) String() string {
	if i.table == "" {
		return i.kind + " " + i.name
	}
	return i.kind + " " + i.name + " of " + i.table
}

// hash is of the definition, so that the script stops if it has changed.
func (i item) hash() string {
	sum := sha256.Sum256([]byte(i.definition))
	return hex.EncodeToString(sum[:])
}

// plan collects what a script is made of.
type plan struct {
	form    form
	options Options
	db      database
	server  source.Server
	columns []column
	items   []item
	steps   []string // what the script does with each item
	views   []string // of MySQL and MariaDB, that read the columns
	refused []string
	used    map[string]bool // of options.Reviewed
	out     strings.Builder
	changes []string // statements that write tables again
}

// RefusedError lists what cannot be moved.
type RefusedError struct{ Items []string }

func (e *RefusedError) Error() string {
	return "cannot move the columns:\n- " + strings.Join(e.Items, "\n- ")
}

func (p *plan) refuse(format string, args ...any) {
	p.refused = append(p.refused, fmt.Sprintf(format, args...))
}

// take adds what the script does with an item.
func (p *plan) take(i item, step string) {
	p.items, p.steps = append(p.items, i), append(p.steps, step)
}

// reviewed reports whether the user has read an object; otherwise it is refused.
func (p *plan) reviewed(i item, why string) bool {
	for _, name := range p.options.Reviewed {
		if name == i.name || name == i.table+"."+i.name {
			p.used[name] = true
			return true
		}
	}
	p.refuse("%s: %s: read it; if it is right for both forms, add -reviewed %s", i, why, i.name)
	return false
}

// err returns the error of everything that was refused.
func (p *plan) err() error {
	for _, name := range p.options.Reviewed {
		if !p.used[name] {
			p.refuse("-reviewed %s: nothing with this name needs it: leave it out", name)
		}
	}
	if len(p.refused) == 0 {
		return nil
	}
	return &RefusedError{Items: p.refused}
}

// tables returns the tables of the columns, in order.
func (p *plan) tables() []string {
	var list []string
	for _, c := range p.columns {
		if !slices.Contains(list, c.table) {
			list = append(list, c.table)
		}
	}
	return list
}

// of returns the names of the columns of a table.
func (p *plan) of(table string) []string {
	var list []string
	for _, c := range p.columns {
		if c.table == table {
			list = append(list, c.name)
		}
	}
	return list
}

// comment writes lines of a comment.
func (p *plan) comment(format string, args ...any) {
	for line := range strings.Lines(fmt.Sprintf(format, args...)) {
		if line = strings.TrimSuffix(line, "\n"); line != "" {
			line = "-- " + line
		}
		p.out.WriteString(line + "\n")
	}
}

// write writes a statement.
func (p *plan) write(format string, args ...any) {
	p.out.WriteString(fmt.Sprintf(format, args...) + "\n")
}

// change writes a statement that writes a table again.
func (p *plan) change(format string, args ...any) {
	p.changes = append(p.changes, fmt.Sprintf(format, args...))
	p.write("%s", p.changes[len(p.changes)-1])
}

var (
	// token matches the parts of an expression: names in quotes, words, and the rest.
	token    = regexp.MustCompile("`(?:[^`]|``)+`|\"(?:[^\"]|\"\")+\"|::[a-z]+|[A-Za-z_][A-Za-z_0-9]*|<>|!=|[^\\s]")
	harmless = []string{"is", "not", "null", "and", "or", "(", ")", ".", "::text"}
	compares = []string{"=", "<>", "!="}
)

// keeps reports whether an expression means the same after the move: it only asks whether
// columns are NULL, and compares columns that all move.
func keeps(expression string, all, moved []string) bool {
	compared, others := false, false
	for _, t := range token.FindAllString(expression, -1) {
		name := strings.Trim(t, "`\"")
		switch {
		case slices.Contains(harmless, strings.ToLower(t)):
		case slices.Contains(compares, t):
			compared = true
		case slices.Contains(moved, name):
		case slices.Contains(all, name):
			others = true
		default:
			return false
		}
	}
	return !compared || !others
}
