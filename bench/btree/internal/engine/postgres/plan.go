package postgres

import (
	"fmt"
	"strconv"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
)

// Primary is the layout of a table whose primary key is the key.
const Primary = "primary"

// index is the name of the tree that is measured.
const index = "item_pkey"

var layouts = []engine.Layout{
	{
		Name: Primary, Title: "primary key's index beside the heap",
		About: "CREATE TABLE item (id PRIMARY KEY, payload), id being uuid, bytea or bigint; pages are counted in the index alone",
	},
}

// plan returns the statements that create the table.
func (e *Engine) plan(s engine.Spec) ([]string, error) {
	if s.Layout != Primary {
		return nil, fmt.Errorf("postgres: %q: no such layout: choose %s", s.Layout, Primary)
	}
	return schema(s), nil
}

// row returns row i of an INSERT, counted from 0.
func row(i int) string { return "(" + parameter(2*i+1) + ", " + parameter(2*i+2) + ")" }

// parameter returns parameter i of a statement, counted from 1.
func parameter(i int) string { return "$" + strconv.Itoa(i) }

// column returns the type of the key's column.
func column(f key.Form) string {
	switch {
	case f.Integer:
		return "bigint"
	case f.Width == 16:
		return "uuid"
	}
	return "bytea"
}

// schema returns the statements that create the table. Autovacuum is off: it would read
// and write the table during the trial. A large payload is not compressed: its bytes are
// all the same.
func schema(s engine.Spec) []string {
	columns := "id " + column(s.Key) + " PRIMARY KEY, payload bytea NOT NULL"
	more := extraOf(s)
	columns += more.columns
	const options, storage = " WITH (autovacuum_enabled = off, toast.autovacuum_enabled = off)", "ALTER TABLE item ALTER payload SET STORAGE EXTERNAL"
	return append([]string{"CREATE TABLE item (" + columns + ")" + options, storage}, more.indexes...)
}
