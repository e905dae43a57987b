package gormtype

import (
	"database/sql"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/gormtype/internal/place"
	"github.com/sortid/sortid/gormtype/internal/rowhook"
	"github.com/sortid/sortid/internal/typename"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

// GORM takes a destination that is a plain ID for a list of numbers, of which it scans each. The plugin
// makes it one of a type that GORM scans into as a whole, in the same memory, while GORM reads the rows.

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

// destination returns that of the statement.
func (p *pool) destination(query string) *destination {
	return &destination{stmt: p.stmt, catalog: p.plugin.catalog.Load(), query: query, plan: p.plan}
}

// awaitDestination returns the rows of db.Scan, which tells no callback its destination. GORM asks for
// the columns when the statement has it, and before it looks at it.
func (p *pool) awaitDestination(rows *sql.Rows, query string) *sql.Rows {
	d := p.destination(query)
	names, err := rows.Columns()
	if err != nil || !d.hasIDs() {
		return rows
	}
	columns := d.columns(names)
	isAlone := len(names) == 1 && d.canReturnID()
	if columns == nil && !isAlone {
		return rows
	}
	hooked, err := rowhook.New(rows, func() []rowhook.Change {
		if readable, id := p.plugin.readable(d.stmt); isAlone && id != nil {
			d.stmt.ReflectValue = readable
			return nil
		}
		return d.changes(names, columns)
	})
	if err != nil {
		return rows
	}
	return hooked
}

// canReturnID reports whether the only column of the query is one of IDs, unknown, or made of an ID. The
// plan keeps it.
func (d *destination) canReturnID() bool {
	known, ok := d.plan.outputs.Load(onlyOutput{})
	if !ok {
		known = d.find().canReturnID()
		d.plan.outputs.Store(onlyOutput{}, known)
	}
	return known.(bool)
}

// onlyOutput is the key of what canReturnID returns.
type onlyOutput struct{}

func (f *finder) canReturnID() bool {
	columns, isOne := f.read.Mentioned()
	if isOne {
		only := f.first(columns, new(int))
		return only.field == nil || only.traits != nil
	}
	return slices.ContainsFunc(columns, func(c place.Column) bool { return f.find(c).traits != nil })
}

// isScan reports whether GORM executes the statement of db.Scan, which records what it would log.
func isScan(stmt *gorm.Statement) bool { return reflect.TypeOf(stmt.DB.Logger) == recorder }

var recorder = reflect.TypeOf(logger.Recorder.New())

// readable returns the destination of a statement as one that GORM can read IDs into, and their type,
// or a nil type for another destination.
func (p *plugin) readable(stmt *gorm.Statement) (rv reflect.Value, id reflect.Type) {
	rv = stmt.ReflectValue
	if !rv.IsValid() || !rv.CanAddr() {
		return rv, nil
	}
	t := rv.Type()
	if as := p.readableType(t); as != nil {
		if link := pointerIn(stmt.Dest); link.IsValid() { // which can be nil for NULL
			return reinterpreted(link, reflect.PointerTo(as)), t
		}
		return reinterpreted(rv, reflect.ArrayOf(1, as)), t
	}
	if t.Kind() != reflect.Slice {
		return rv, nil
	}
	t = t.Elem()
	isPointer := t.Kind() == reflect.Pointer
	if isPointer {
		t = t.Elem()
	}
	as := p.readableType(t)
	switch {
	case as == nil, p.adopterOf(t) == nil && reflect.PointerTo(t).Implements(scanner): // of another library, which reads NULL as zero
		return rv, nil
	case isPointer:
		as = reflect.PointerTo(as)
	}
	return reinterpreted(rv, reflect.SliceOf(as)), t
}

// pointerIn returns the pointer to which the destination of a statement points, if it points to one.
func pointerIn(dest any) (link reflect.Value) {
	for rv := reflect.ValueOf(dest); rv.Kind() == reflect.Pointer; rv = rv.Elem() {
		if rv.CanAddr() {
			link = rv
		}
	}
	return link
}

// readableType returns the type in which GORM reads an ID of a type as a whole, or nil for a type of
// which the models have no IDs. It is the type itself if database/sql scans it.
func (p *plugin) readableType(t reflect.Type) reflect.Type {
	switch t.Kind() {
	case reflect.Array, reflect.Int64, reflect.Uint64:
	default:
		return nil
	}
	if columntype.IsStandard(t) || t.Implements(columnType) {
		return t
	}
	if a := p.adopterOf(t); a != nil {
		return a.column
	}
	if own := p.catalog.Load().held[t]; own != nil {
		return own.readType()
	}
	return nil
}

var (
	scanner    = reflect.TypeFor[sql.Scanner]()
	columnType = reflect.TypeFor[columnField]()
)
