package inventory

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/sortid/sortid/ops/doctor/internal/idtext"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// Options are what an inventory is of.
type Options struct {
	DSN string
	// For is how long rows are read. Zero means ten minutes.
	For time.Duration
	// NoRows leaves the rows out.
	NoRows bool
	// Keys names columns, as table.column, that a move gives other values, and References columns
	// that hold their values without a foreign key, as table.column=table.column.
	Keys, References []string
	// Before is the inventory that this one will be compared with: its options count, and rows
	// are compared by the columns that it has.
	Before *Inventory
}

// Take reads an inventory. A table that cannot be read is in it with the reason.
func Take(ctx context.Context, o Options) (*Inventory, error) {
	s, err := source.OpenSnapshot(ctx, o.DSN)
	if err != nil {
		return nil, err
	}
	return Of(ctx, s, o)
}

// Of reads an inventory of a snapshot, which it closes, as [Take] does.
func Of(ctx context.Context, s *source.Snapshot, o Options) (*Inventory, error) {
	defer s.Close()
	v := &Inventory{Format: formatName, Version: Version, Server: s.Server(), Taken: time.Now().UTC().Truncate(time.Second), NoRows: o.NoRows}
	if o.Before != nil {
		if err := o.Before.fits(v.Server); err != nil {
			return nil, err
		}
		v.NoRows = o.Before.NoRows
	}
	c, err := catalogOf(ctx, s)
	if err != nil {
		return nil, err
	}
	if v.Objects, err = c.objects(ctx, s); err != nil {
		return nil, err
	}
	tables, err := c.tables(ctx, s)
	if err != nil {
		return nil, fmt.Errorf("cannot list the tables: %w", err)
	}
	slices.SortFunc(tables, func(a, b *table) int { return cmp.Compare(a.name, b.name) })
	r := &reader{db: s, tables: tables, end: time.Now().Add(cmp.Or(o.For, 10*time.Minute))}
	if o.Before != nil {
		v.Keys, v.References = o.Before.Keys, o.Before.References
		r.only(o.Before)
	} else if v.Keys, v.References, err = follow(tables, o); err != nil {
		return nil, err
	}
	r.apply(v.Keys, v.References)
	v.Tables, err = []Rows{}, nil
	if !v.NoRows {
		v.Tables, err = r.rows(ctx)
	}
	return v, err
}

// fits returns an error if an inventory is of another kind of server.
func (v *Inventory) fits(s source.Server) error {
	if v.Server.Product != s.Product {
		return fmt.Errorf("the inventory is of %s, and the DSN of %s: compare with the database that it was taken of", v.Server.Product, s.Product)
	}
	return nil
}

// catalog reads the schema of one kind of server.
type catalog interface {
	objects(ctx context.Context, db database) ([]Object, error)
	tables(ctx context.Context, db database) ([]*table, error)
}

// database sends statements.
type database interface {
	Query(ctx context.Context, query string, each func(*sql.Rows) error) error
}

func catalogOf(ctx context.Context, s *source.Snapshot) (catalog, error) {
	switch s.Server().Product {
	case "PostgreSQL":
		return postgresCatalog(ctx, s)
	case "MySQL", "MariaDB":
		return &mysql{server: s.Server()}, nil
	case "SQLite":
		return sqlite{}, nil
	}
	return nil, fmt.Errorf("%s: an inventory is of PostgreSQL, MySQL, MariaDB or SQLite", s.Server().Product)
}

// table is a table whose rows are read.
type table struct {
	name       string // as the objects have it
	from       string // after FROM
	unread     string // why its rows cannot be read
	columns    []*column
	references []foreignKey
}

// column is a column of such a table.
type column struct {
	name       string
	expression string // in SELECT
	hex        bool   // whether it is read as PostgreSQL's text of bytea
	late       bool   // whether the earlier inventory does not have it
	key        bool   // whether its values are new after the move
	form       idtext.Form
	target     *target // what it points to, nil unless that is a key
	targetName string  // the key column there
	tuple      []int   // the columns whose values together are the key of that row
}

// foreignKey is a foreign key of a table.
type foreignKey struct {
	columns []string
	table   string
	to      []string
}

// index returns the place of a column, or -1.
func (t *table) index(name string) int {
	return slices.IndexFunc(t.columns, func(c *column) bool { return c.name == name })
}

// query selects the columns.
func (t *table) query() string {
	list := make([]string, len(t.columns))
	for i, c := range t.columns {
		list[i] = c.expression
	}
	return "SELECT " + strings.Join(list, ", ") + " FROM " + t.from
}

// collector puts rows of statements together to objects. A row has a kind, a relation, a name, and
// properties, whose names are those of the columns.
type collector struct {
	list   []Object
	places map[[3]string]int
}

func (c *collector) each(rows *sql.Rows) error {
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	values, pointers := make([]sql.NullString, len(columns)), make([]any, len(columns))
	for i := range values {
		pointers[i] = &values[i]
	}
	if err := rows.Scan(pointers...); err != nil {
		return err
	}
	o := Object{Kind: values[0].String, Relation: values[1].String, Name: values[2].String, Properties: map[string]string{}}
	for i, v := range values[3:] {
		if v.String != "" {
			o.Properties[columns[3+i]] = v.String
		}
	}
	c.add(o)
	return nil
}

func (c *collector) add(o Object) {
	id := [3]string{o.Kind, o.Relation, o.Name}
	if c.places == nil {
		c.places = map[[3]string]int{}
	}
	i, ok := c.places[id]
	if !ok {
		c.places[id] = len(c.list)
		c.list = append(c.list, o)
		return
	}
	maps.Copy(c.list[i].Properties, o.Properties)
}

// order is the property of a relation with the names of its columns in order.
const order = "column order"

// sorted returns the objects in order. What a column has as its position becomes a property of the
// relation.
func (c *collector) sorted() []Object {
	columns := map[string][]string{}
	for _, o := range c.list {
		if o.Kind == "column" {
			columns[o.Relation] = append(columns[o.Relation], o.Name)
			delete(o.Properties, "position")
		}
	}
	for _, o := range c.list {
		if o.Relation == "" && isRelation(o.Kind) && columns[o.Name] != nil {
			o.Properties[order] = strings.Join(columns[o.Name], ", ")
		}
	}
	slices.SortFunc(c.list, func(a, b Object) int {
		return cmp.Or(cmp.Compare(a.Relation, b.Relation), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name))
	})
	return c.list
}

func isRelation(kind string) bool {
	return slices.Contains([]string{"table", "view", "materialized view", "type"}, kind)
}

// collect sends statements, and puts their rows together.
func collect(ctx context.Context, db database, statements []string) (*collector, error) {
	c := new(collector)
	for _, s := range statements {
		if err := db.Query(ctx, s, c.each); err != nil {
			return nil, fmt.Errorf("cannot read the catalog: %s", source.OneLine(err))
		}
	}
	return c, nil
}

// statementsOf splits a file of statements.
func statementsOf(file string) []string {
	var list []string
	for s := range strings.SplitSeq(file, ";\n") {
		if s = strings.TrimSpace(s); s != "" {
			list = append(list, s)
		}
	}
	return list
}

// keysOf reads foreign keys into their tables. A row is a column: the table, the key, the column,
// the referenced table and column. The rows of a key follow one another.
func keysOf(ctx context.Context, db database, statement string, tables map[string]*table) error {
	last := ""
	return db.Query(ctx, statement, func(rows *sql.Rows) error {
		var name, key, from, to string
		f := foreignKey{}
		if err := rows.Scan(&name, &key, &from, &f.table, &to); err != nil {
			return err
		}
		t := tables[name]
		if t == nil {
			return nil
		}
		if id := name + "\x00" + key; id != last {
			last = id
			t.references = append(t.references, f)
		}
		x := &t.references[len(t.references)-1]
		x.columns, x.to = append(x.columns, from), append(x.to, to)
		return nil
	})
}

// errNoTime is why a table is not read after the end.
var errNoTime = errors.New("no time was left to read it: give more with -for")
