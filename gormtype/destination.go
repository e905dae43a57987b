package gormtype

import (
	"database/sql"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/gormtype/internal/place"
	"github.com/sortid/sortid/gormtype/internal/rowhook"
	"github.com/sortid/sortid/internal/typename"
	"github.com/sortid/sortid/sqltype"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
	"gorm.io/gorm/schema"
)

// GORM takes a destination that is a plain ID for a list of numbers, of which it scans each. The plugin
// makes it one of a type that GORM scans into as a whole, in the same memory, while GORM reads the rows.

// destination is what GORM reads a result into. An ID that it reads into a text, wherever that is, becomes the
// text of the ID, and one that it reads into a plain ID, which database/sql cannot do, becomes that.
type destination struct {
	stmt    *gorm.Statement
	catalog *catalog
	query   string
	plan    *plan   // nil if the models have no IDs
	finder  *finder // of the query, made when the plan does not know an output
}

// adoptDestination makes the destination of the statement one that GORM can read an ID into, and returns the
// rows that it reads. It is the given one again when the statement leaves the pool.
func (p *pool) adoptDestination(rows *sql.Rows, query string) (*sql.Rows, error) {
	readable, id := p.plugin.readable(p.stmt)
	if id == nil {
		return p.destination(query).converted(rows), nil
	}
	if names, err := rows.Columns(); err == nil && len(names) != 1 { // for which GORM panics
		err = fmt.Errorf("gormtype: scan into a %s: %w: the statement returns %d columns: select one", typename.Of(id), ErrDestination, len(names))
		return nil, errors.Join(err, rows.Close())
	}
	p.given, p.stmt.ReflectValue = p.stmt.ReflectValue, readable
	return rows, nil
}

// awaitDestination returns the rows of db.Scan, which tells no callback its destination. GORM asks for
// the columns when the statement has it, and before it looks at it.
func (p *pool) awaitDestination(rows *sql.Rows, query string) *sql.Rows {
	d := p.destination(query)
	if !d.hasIDs() {
		return rows
	}
	names, err := rows.Columns()
	if err != nil {
		return rows
	}
	isAlone := len(names) == 1 && d.canReturnID()
	if !isAlone && !slices.ContainsFunc(names, func(name string) bool { return d.column(names, name) != nil }) {
		return rows
	}
	hooked, err := rowhook.New(rows, func() []rowhook.Change {
		if readable, id := p.plugin.readable(d.stmt); isAlone && id != nil {
			d.stmt.ReflectValue = readable
			return nil
		}
		return d.changes(names)
	})
	if err != nil {
		return rows
	}
	return hooked
}

// isScan reports whether GORM executes the statement of db.Scan, which records what it would log.
func isScan(stmt *gorm.Statement) bool { return reflect.TypeOf(stmt.DB.Logger) == recorder }

var recorder = reflect.TypeOf(logger.Recorder.New())

// destination returns that of the statement.
func (p *pool) destination(query string) *destination {
	return &destination{stmt: p.stmt, catalog: p.catalog, query: query, plan: p.plan}
}

// hasIDs reports whether the models have IDs. The destination has the plan then.
func (d *destination) hasIDs() bool { return d.plan != nil && len(d.catalog.held) > 0 }

// output returns what the statement returns under a name, or its only column. The plan keeps it.
func (d *destination) output(name string) subject {
	if found, ok := d.plan.outputs.Load(name); ok {
		return found.(subject)
	}
	found := d.find().output(name)
	d.plan.outputs.Store(name, found)
	return found
}

// canReturnID reports whether the only column of the query is one of IDs, unknown, or made of an ID. The
// plan keeps it.
func (d *destination) canReturnID() bool {
	d.plan.once.Do(func() { d.plan.canReturnID = d.find().canReturnID() })
	return d.plan.canReturnID
}

func (f *finder) canReturnID() bool {
	columns, isOne := f.parsed.Mentioned()
	if isOne {
		only := f.first(columns, new(int))
		return only.field == nil || only.traits != nil
	}
	return slices.ContainsFunc(columns, func(c place.Column) bool { return f.find(c).traits != nil })
}

// find returns the finder of the query.
func (d *destination) find() *finder {
	if d.finder == nil {
		d.finder = &finder{catalog: d.catalog, stmt: d.stmt, parsed: new(place.Statement)}
		d.finder.parsed.Parse(d.query, d.catalog.dialect)
	}
	return d.finder
}

// converted returns the rows of the query with the values that the destination can read in the place of IDs.
func (d *destination) converted(rows *sql.Rows) *sql.Rows {
	if !d.hasIDs() {
		return rows
	}
	names, err := rows.Columns()
	if err != nil {
		return rows
	}
	changes := d.changes(names)
	if changes == nil {
		return rows
	}
	changed, err := rowhook.Changed(rows, changes)
	if err != nil {
		return rows
	}
	return changed
}

// column returns the traits of the column that the query returns under one of its names, or nil if it has no IDs.
func (d *destination) column(names []string, name string) *traits {
	if len(names) == 1 { // an expression can have any name
		name = ""
	}
	return d.output(name).traits
}

// conversionKey is a destination. GORM reads into a map by way of the model that the statement has then, which is none in db.Scan.
type conversionKey struct {
	dest   reflect.Type
	schema *schema.Schema
}

// conversion is what makes values that a destination can read of those of the columns of a query.
type conversion struct {
	names   []string         // of the columns
	changes []rowhook.Change // nil if nothing changes
}

// changes returns what makes values that the destination can read of those of the columns, or nil if nothing
// does. The plan keeps it.
func (d *destination) changes(names []string) []rowhook.Change {
	key := conversionKey{reflect.TypeOf(d.stmt.Dest), d.stmt.Schema}
	if found, ok := d.plan.conversions.Load(key); ok && slices.Equal(found.(*conversion).names, names) {
		return found.(*conversion).changes
	}
	made := &conversion{names: slices.Clone(names)}
	for i, name := range names {
		if change := d.change(d.typeOf(name), d.column(names, name)); change != nil {
			if made.changes == nil {
				made.changes = make([]rowhook.Change, len(names))
			}
			made.changes[i] = change
		}
	}
	d.plan.conversions.Store(key, made)
	return made.changes
}

// change returns what makes a value of a type of that of a column, or nil.
func (d *destination) change(t reflect.Type, own *traits) rowhook.Change {
	switch {
	case t == nil || !d.isConverted(t):
		return nil
	case t.Kind() == reflect.String:
		if own == nil || own.StoresText() {
			return nil
		}
		return func(v any) any {
			if text, ok := own.show(v); ok {
				return text
			}
			return v
		}
	case own == nil:
		own = d.catalog.held[t] // of an expression
	}
	if own == nil {
		return nil
	}
	isKind := columntype.IsKindOf(t, own.ID) || columntype.IsKindOf(own.ID, t)
	return func(v any) any {
		switch x, ok := own.read(v); {
		case !ok:
			return v
		case !isKind:
			return otherID{}
		default:
			return reflect.ValueOf(x).Convert(t).Interface()
		}
	}
}

// otherID is what becomes of an ID of another type than the destination, which is an error. With Go 1.27, pgx reads a
// uuid into each array of 16 bytes.
type otherID struct{}

// showMaps makes texts of the IDs that GORM read into maps by way of a model's fields.
func showMaps(dest any) {
	maps, _ := mapsOf(dest)
	for _, m := range maps {
		for name, v := range m {
			if x, ok := v.(columntype.HandedOver); ok {
				m[name] = x.Text()
			}
		}
	}
}

// explained returns the error of a query with a remedy, if a plain ID was in its destination.
func (c *catalog) explained(stmt *gorm.Statement, err error) error {
	text := err.Error()
	if !strings.Contains(text, "unsupported Scan") && !strings.Contains(text, "converting driver.Value") && !strings.Contains(text, "cannot scan") {
		return err
	}
	name := c.plainIn(reflect.TypeOf(stmt.Dest))
	switch {
	case name == "":
		return err
	case strings.Contains(text, "<nil>"), strings.Contains(text, "NULL"): // of database/sql, and of pgx
		return fmt.Errorf("gormtype: scan into a %s: %w: %w: read a value into a pointer to a *%s, and a list into a list of sql.Null[%s]", name, sqltype.ErrNull, err, name, name)
	}
	return fmt.Errorf("gormtype: scan into a %s: %w: %w: it is not a column type: read into a gormtype.ID[%s], or, with gormtype.Plain, name the struct in gormtype.Models", name, ErrPlain, ErrDestination, name)
}

// plainIn returns the name of the first plain ID in a type, or the empty text.
func (c *catalog) plainIn(t reflect.Type) string {
	switch t = elementOf(t); {
	case t == nil:
	case c.held[t] != nil, columntype.IsPlain(t), columntype.IsStandard(t):
		return typename.Of(t)
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			f := pointedTo(t.Field(i).Type)
			if c.held[f] != nil || columntype.IsPlain(f) {
				return typename.Of(f)
			}
		}
	}
	return ""
}
