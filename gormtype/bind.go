package gormtype

import (
	"database/sql/driver"
	"encoding"
	"encoding/hex"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/gormtype/internal/place"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
	"github.com/sortid/sortid/internal/typename"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"
)

// bound is a value of an INSERT whose argument the plugin has made.
type bound struct{ columntype.Argument }

// Value always fails: the plugin binds the argument.
func (*bound) Value() (driver.Value, error) { return nil, columntype.ErrOutsideGORM }

// gormValue returns what stands for v in a statement.
func gormValue[F form, T id.Fixed](v T, db *gorm.DB) clause.Expr {
	if pluginOf(db) != nil && !creates(db.Statement) {
		return clause.Expr{SQL: "?", Vars: []any{&late[T, F]{{v}}}}
	}
	a, err := columntype.NewBinder[T](kindOf[F](), db).Argument(v)
	if err != nil {
		if db != nil && db.Statement != nil && db.Error == nil { // one error says it
			_ = db.AddError(err)
		}
		// GORM drops the errors of a subquery, so that the argument must fail as well.
		a = columntype.Argument{Value: columntype.Refused{Err: err}}
	}
	if a.IsLiteral {
		return clause.Expr{SQL: a.Before}
	}
	return clause.Expr{SQL: a.Before + "?" + a.After, Vars: []any{a.Value}}
}

// bindValues returns a builder of the values of an INSERT that gives the IDs in them the form
// of their columns, at less cost than GormValue does one by one. next is the builder of the
// dialect, or nil.
func bindValues(next clause.ClauseBuilder) clause.ClauseBuilder {
	return func(c clause.Clause, builder clause.Builder) {
		values, isValues := c.Expression.(clause.Values)
		stmt, isStatement := builder.(*gorm.Statement)
		if isValues && isStatement && len(values.Values) > 0 {
			for i, v := range values.Values[0] {
				if x, ok := v.(columnField); ok && reflect.TypeOf(v).Kind() != reflect.Pointer {
					bindValuesOf(stmt, values.Values, i, x.traits())
				}
			}
		}
		if next != nil {
			next(c, builder)
			return
		}
		c.Build(builder)
	}
}

// bindValuesOf binds the values of the column with an index.
func bindValuesOf(stmt *gorm.Statement, rows [][]any, column int, t *traits) {
	binder, bounds := t.binder(stmt.DB), make([]bound, len(rows))
	for i, row := range rows {
		isColumn, err := binder.bindColumn(row[column], &bounds[i])
		switch {
		case err != nil:
			if stmt.Error == nil { // one error says it
				_ = stmt.AddError(err)
			}
			row[column] = columntype.Refused{Err: err}
		case isColumn:
			row[column] = &bounds[i]
		}
	}
}

// creates reports whether the statement is an INSERT of GORM, whose values are of the columns.
func creates(stmt *gorm.Statement) bool {
	if stmt == nil {
		return false
	}
	_, ok := stmt.Clauses["VALUES"]
	return ok
}

// bind returns the argument that the last value of a statement needs in its place, and
// whether that is another one.
func (p *plugin) bind(stmt *gorm.Statement, v any) (columntype.Argument, bool, error) {
	switch x := v.(type) {
	case nil, bool, time.Time, *time.Time, columntype.Refused:
		return columntype.Argument{}, false, nil
	case columntype.BuiltArgument:
		return columntype.Argument{}, false, subqueryError(stmt)
	case *bound:
		return x.Argument, true, nil
	case lateColumn:
		at := p.destinationOf(stmt, true)
		if err := at.accepts(x.traits(), columntype.DialectOf(stmt.DB)); err != nil {
			return columntype.Argument{}, false, err
		}
		a, changed, err := at.binder(x.traits(), stmt).bind(v)
		if err == nil {
			err = at.remember(stmt, v, a)
		}
		return a, changed, err
	}
	isCreate := creates(stmt) // of models and maps, whose values are right
	t := reflect.TypeOf(v)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	held := p.catalog.Load().held[t]
	if isCreate && (held.traits == nil || held.plain) || isNil(v) {
		return columntype.Argument{}, false, nil
	}
	var at destination
	if !isCreate {
		at = p.destinationOf(stmt, held.traits != nil)
	}
	a, changed, err := p.bindAt(stmt, at, t, v)
	if err == nil {
		err = at.remember(stmt, v, a)
	}
	return a, changed, err
}

// bindAt is bind for a value of the type t, and a destination that is empty if it is unknown.
func (p *plugin) bindAt(stmt *gorm.Statement, at destination, t reflect.Type, v any) (columntype.Argument, bool, error) {
	held, to := p.catalog.Load().held[t], at.subject
	switch {
	case to.traits != nil:
		return p.bindTo(stmt, at, t, v)
	case held.traits == nil, to.field != nil && to.field.IndirectFieldType == t:
		return columntype.Argument{}, false, nil
	case to.field != nil:
		return columntype.Argument{}, false, to.noColumnOfIDs(held.traits)
	case held.several || held.plain:
		return columntype.Argument{}, false, columntype.Refuse(held.traits.Description, "condition", typename.Of(t), ErrPlain,
			"it is unclear in which form the ID is needed behind "+strconv.Quote(tail(stmt))+": pass gormtype.Of(id), TextOf(id) or BinaryOf(id)")
	}
	return at.binder(held.traits, stmt).bind(v)
}

// tail returns the end of a statement, for an error.
func tail(stmt *gorm.Statement) string {
	sql := stmt.SQL.String()
	return sql[max(0, len(sql)-40):]
}

func isNil(v any) bool {
	rv := reflect.ValueOf(v)
	return rv.Kind() == reflect.Pointer && rv.IsNil()
}

// accepts reports a column type whose values are none of the column.
func (s subject) accepts(t *traits, dl columntype.Dialect) error {
	switch {
	case s.traits == nil:
		if s.field != nil && s.field.Serializer == nil && !canStore(s.field.DataType, t.Form(dl)) {
			return s.noColumnOfIDs(t)
		}
		return nil
	case s.traits.ID == t.ID && s.traits.Form(dl) == t.Form(dl):
		return nil
	}
	return s.otherColumn(t)
}

// otherColumn reports a column type in the place of another one.
func (s subject) otherColumn(t *traits) error {
	if s.traits.ID != t.ID {
		return s.otherKind(t.ID)
	}
	return columntype.Refuse(s.traits.Description, s.name(), t.Name(), ErrForm, "the column stores another form than this type: pass "+
		s.traits.Kind.Constructor()+"(id)")
}

// canStore reports whether a column of a type that GORM knows can hold IDs in a form.
func canStore(t schema.DataType, form string) bool {
	switch t {
	case schema.String:
		return form == "text"
	case schema.Int, schema.Uint:
		return form == "integer"
	case schema.Float, schema.Bool, schema.Time:
		return false
	}
	return true
}

func (s subject) noColumnOfIDs(t *traits) error {
	return columntype.Refuse(t.Description, s.name(), typename.Of(t.ID), ErrKind,
		"the column holds no IDs: compare one that does, or, if it holds the text, pass id.String()")
}

func (s subject) otherKind(t reflect.Type) error {
	return columntype.Refuse(s.traits.Description, s.name(), typename.Of(t), ErrKind, "the column holds a "+typename.Of(s.traits.ID)+": pass the ID of that type")
}

// bindTo binds a value that is compared with a column, or set in it.
func (p *plugin) bindTo(stmt *gorm.Statement, to destination, t reflect.Type, v any) (columntype.Argument, bool, error) {
	if t != to.traits.ID && isID(t) {
		return columntype.Argument{}, false, to.otherKind(t)
	}
	if t == to.traits.ID {
		if a, ok, err := to.binder(to.traits, stmt).bind(v); ok {
			return a, true, err
		}
	}
	if to.traits.Kind == columntype.Text && isText(t) && !to.sets && (to.compares || !isAssignment(stmt)) {
		return columntype.Argument{}, false, nil // the server compares texts
	}
	if to.traits.Kind == columntype.Native && to.traits.IsInteger && isNumber(t) && t != to.traits.ID {
		return columntype.Argument{}, false, nil // the server compares numbers
	}
	written, ok := v.(string)
	isBound := false // of the form that argumentOf gives PostgreSQL
	if ok && columntype.DialectOf(stmt.DB) == columntype.Postgres && to.traits.Kind != columntype.Text {
		digits, isHex := strings.CutPrefix(written, `\x`)
		isUUID := to.traits.Form(columntype.Postgres) == "uuid"
		isBound = isHex && !isUUID || isUUID && column.HasHyphens(written)
		if raw, err := hex.DecodeString(digits); isHex && err == nil {
			v = raw
		}
	}
	stored, err := to.traits.store(to.field, v)
	if err == nil && isBound {
		return columntype.Argument{}, false, nil // the server reads it, and GORM binds values of a subquery twice
	}
	if err != nil {
		return columntype.Argument{}, false, to.noID(v)
	}
	x, ok := stored.(columnField)
	if !ok {
		return columntype.Argument{}, false, nil
	}
	a, err := x.argument(stmt)
	return a, true, err
}

// noID reports a value that is no ID.
func (s subject) noID(v any) error {
	return columntype.Refuse(s.traits.Description, s.name(), shown(v), ErrValue, "the column holds a "+typename.Of(s.traits.ID)+": pass one, or its text")
}

// shown returns a value as an error shows it.
func shown(v any) string {
	if s := reflect.Indirect(reflect.ValueOf(v)); s.Kind() == reflect.String {
		if text := s.String(); len(text) <= 64 {
			return strconv.Quote(text)
		}
	}
	if v != nil && isNumber(reflect.TypeOf(v)) {
		return fmt.Sprintf("%T %v", v, v)
	}
	return fmt.Sprintf("%T", v)
}

// isID reports whether a type is that of IDs, for which a text or bytes are not taken.
func isID(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array, reflect.Int64, reflect.Uint64:
		return t.Implements(textMarshaler)
	}
	return false
}

var textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()

func isText(t reflect.Type) bool {
	return t.Kind() == reflect.String || t.Kind() == reflect.Struct && t.Implements(reflect.TypeFor[driver.Valuer]())
}

func isNumber(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16,
		reflect.Uint32, reflect.Uint64, reflect.Float32, reflect.Float64:
		return true
	}
	return false
}

// isAssignment reports whether the statement is setting columns: it is an UPDATE before
// its WHERE.
func isAssignment(stmt *gorm.Statement) bool {
	sql := stmt.SQL.String()
	return len(sql) > 6 && strings.EqualFold(sql[:6], "UPDATE") && !columntype.HasWhere(sql)
}

// destination is the column of a value, and whether an INSERT sets it.
type destination struct {
	subject
	sets     bool
	leads    bool  // no column stands before the value, and one can follow
	compares bool  // the column stands behind the value
	list     *list // in which the value is, or nil
}

// binder returns the binder of a column type. That of a list has one.
func (d destination) binder(t *traits, stmt *gorm.Statement) binder {
	if d.list == nil || t != d.traits {
		return t.binder(stmt.DB)
	}
	if d.list.binder == nil {
		d.list.binder = t.binder(stmt.DB)
	}
	return d.list.binder
}

// list is a list of values that a statement is building.
type list struct {
	end    int // of the statement before the last value
	at     destination
	binder binder
}

// building is what the plugin knows of a statement while GORM builds it.
type building struct {
	stmt *gorm.Statement
	read place.Statement
	list *list
}

type buildingKey struct{}

// From so many values or bytes on, or in a list of literals, a statement has a building of its
// own. Before, reading the little that there is again costs less.
const keptValues, keptBytes = 8, 1024

var buildings = sync.Pool{New: func() any { return new(building) }}

// buildingOf returns the building of a statement, and whether the statement keeps it.
func buildingOf(stmt *gorm.Statement) (b *building, isKept bool) {
	held, _ := stmt.Settings.Load(buildingKey{})
	if b, ok := held.(*building); ok && b.stmt == stmt {
		return b, true
	}
	isKept = len(stmt.Vars) > keptValues || stmt.SQL.Len() > keptBytes || strings.HasSuffix(stmt.SQL.String(), "',")
	if isKept {
		b = &building{stmt: stmt}
		stmt.Settings.Store(buildingKey{}, b)
	} else {
		b = buildings.Get().(*building)
		b.read.Reset()
	}
	b.read.MySQL = columntype.DialectOf(stmt.DB) == columntype.MySQL
	return b, isKept
}

// destinationOf returns the column of the next value. It reads a list, as of IN, once.
func (p *plugin) destinationOf(stmt *gorm.Statement, others bool) destination {
	b, isKept := buildingOf(stmt)
	if !isKept {
		defer buildings.Put(b)
	}
	sql := stmt.SQL.String()
	isMember := strings.HasSuffix(sql, ",")
	if l := b.list; l != nil && isMember && l.end < len(sql) && isOneMember(sql[l.end:len(sql)-1]) {
		l.end = len(sql)
		return l.at
	}
	b.read.Read(sql)
	at := b.read.Of()
	d := destination{subject: p.subjectOf(stmt, &b.read, at.Columns, others || isMember), sets: at.IsInsert, leads: len(at.Columns) == 0 && b.read.Leads()}
	if isMember && isKept && len(at.Columns) > 0 && !at.InTuple {
		b.list = &list{end: len(sql)}
		d.list = b.list
		d.list.at = d
	}
	return d
}

// isOneMember reports whether the text is one placeholder.
func isOneMember(sql string) bool {
	return !strings.ContainsAny(sql, ", \t\n") && strings.Count(sql, "(") == strings.Count(sql, ")")
}
