package matrix_test

import (
	"database/sql"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/dbserver"
)

// cell is a format, a layer and a server, in a setting and with a kind of column.
type cell[T id.Fixed] struct {
	t       *testing.T
	format  format[T]
	layer   layer[T]
	server  server
	setting setting
	kind    kind
	shape   shape

	dsn   string   // in the setting
	raw   *sql.DB  // not in the setting, for what no layer does
	usual bool     // the setting is the usual one
	store store[T] // the table items, empty
	rand  *rand.Rand
}

// check is one thing that must be right in a cell.
type check[T id.Fixed] struct {
	name string
	// on tells the cells that the check is for; nil is all.
	on  func(*cell[T]) bool
	run func(*testing.T, *cell[T])
}

func checks[T id.Fixed]() []check[T] {
	return []check[T]{
		{name: "edges", run: checkEdges[T]},
		{name: "refused", run: checkRefused[T]},
		{name: "random", run: checkRandom[T]},
		{name: "bulk", run: checkBulk[T]},
		{name: "time", run: checkTime[T], on: func(c *cell[T]) bool { return c.format.minAt != nil }},
		{name: "page", run: checkPage[T]},
		{name: "null", run: checkNull[T]},
		{name: "zero", run: checkZero[T]},
		{name: "unique", run: checkUnique[T]},
		{name: "relation", run: checkRelation[T]},
		{name: "delete", run: checkDelete[T]},
		{name: "bad", run: checkBad[T]},
	}
}

// runCell runs the checks in every setting of the server and on every kind of
// column.
func runCell[T id.Fixed](t *testing.T, f format[T], l layer[T], s server) {
	for i, in := range s.settings {
		if !f.tries(i, s) && !(*everyCell && f.everySetting) {
			continue
		}
		t.Run(in.name, func(t *testing.T) {
			c := &cell[T]{t: t, format: f, layer: l, server: s, setting: in, usual: i == 0}
			c.connect()
			for _, c.kind = range c.kinds() {
				c.shape = f.shapeOf(c.kind, s)
				t.Run(string(c.kind), func(t *testing.T) { c.run(t) })
			}
		})
	}
}

// connect makes the database, and the tables that all kinds share.
func (c *cell[T]) connect() {
	var plain string
	c.dsn, plain = c.server.fresh(c.t, c.setting)
	c.raw = c.server.connect(c.t, plain)
	for _, table := range looseTables(c.server) {
		c.exec(table)
	}
}

// kinds returns the kinds of column that differ.
func (c *cell[T]) kinds() []kind {
	all := []kind{asNative, asBinary, asText}
	if c.layer.sameBinary && c.format.shapeOf(asNative, c.server) == c.format.shapeOf(asBinary, c.server) {
		all = []kind{asNative, asText}
	}
	return all
}

func (c cell[T]) run(t *testing.T) {
	c.t = t
	c.exec("DROP TABLE IF EXISTS items")
	c.store = c.layer.open(&c)
	for _, check := range checks[T]() {
		if check.on != nil && !check.on(&c) {
			continue
		}
		t.Run(check.name, func(t *testing.T) {
			c := c
			c.t, c.rand = t, seeded(t.Name())
			c.clear()
			check.run(t, &c)
		})
	}
}

// seeded returns what gives the same values in each run.
func seeded(name string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(name))
	return rand.New(rand.NewPCG(h.Sum64(), 1))
}

// makeItems makes the table items, as a program that does not use GORM does.
func (c *cell[T]) makeItems() {
	c.t.Helper()
	c.exec(c.shape.itemTable(c.server))
}

func (c *cell[T]) exec(query string, args ...any) {
	c.t.Helper()
	if _, err := c.raw.ExecContext(c.t.Context(), query, args...); err != nil {
		c.t.Fatalf("%s: %v", query, err)
	}
}

// clear removes the rows. MySQL looks at each row by itself, and refuses to remove
// one that another refers to. PostgreSQL reads the table for each row that it deletes,
// because the foreign key has no index.
func (c *cell[T]) clear() {
	c.t.Helper()
	if c.server.kind == dbserver.Postgres {
		c.exec("TRUNCATE items")
		return
	}
	c.exec("UPDATE items SET parent_id = NULL")
	c.exec("DELETE FROM items")
}

// sample is an ID that fits the column.
func (c *cell[T]) sample() T { return c.format.random(seeded(""), c.shape, 1)[0] }

// random returns n different IDs in no order.
func (c *cell[T]) random(n int) []T { return c.format.random(c.rand, c.shape, n) }

// fitting returns the IDs that the column holds, and those that it does not.
func (c *cell[T]) fitting(ids []T) (fit, unfit []T) {
	for _, v := range ids {
		if c.format.fits(c.shape, v) {
			fit = append(fit, v)
		} else {
			unfit = append(unfit, v)
		}
	}
	return fit, unfit
}

// numbered returns rows without parents, numbered from 1 as they come.
func numbered[T any](ids []T) []row[T] {
	rows := make([]row[T], len(ids))
	for i, v := range ids {
		rows[i] = row[T]{ID: v, N: int64(i + 1)}
	}
	return rows
}

// sorted returns the rows in the order of Go.
func (c *cell[T]) sorted(rows []row[T]) []row[T] {
	return slices.SortedFunc(slices.Values(rows), func(x, y row[T]) int { return c.format.compare(x.ID, y.ID) })
}

// must fails the test if a statement failed.
func must(t *testing.T, what string, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
}

// checkRows fails the test unless got, which a query returned, is want.
func checkRows[T comparable](t *testing.T, what string, got []row[T], err error, want []row[T]) {
	t.Helper()
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	for i := range min(len(got), len(want)) {
		if g, w := got[i], want[i]; g.ID != w.ID || g.N != w.N || (g.Parent == nil) != (w.Parent == nil) || g.Parent != nil && *g.Parent != *w.Parent {
			t.Fatalf("%s: row %d is %v, want %v", what, i, show(g), show(w))
		}
	}
	if len(got) != len(want) {
		t.Fatalf("%s: %d rows, want %d", what, len(got), len(want))
	}
}

// show makes a row readable.
func show[T any](r row[T]) []any {
	if r.Parent == nil {
		return []any{r.ID, nil, r.N}
	}
	return []any{r.ID, *r.Parent, r.N}
}

// holds fails the test unless the table has just the rows, in the order of Go.
func (c *cell[T]) holds(t *testing.T, what string, want []row[T]) {
	t.Helper()
	got, err := c.store.All(t.Context())
	checkRows(t, what, got, err, c.sorted(want))
}
