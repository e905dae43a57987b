package gormtype

import (
	"database/sql/driver"
	"encoding"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/gormtype/internal/place"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/typename"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"
)

// gormValue returns what stands for v in a statement. The plugin binds it in the finished one.
func gormValue[F form, T id.Fixed](v T, db *gorm.DB) clause.Expr {
	if pluginOf(db) != nil {
		x := &lateArgument[T, F]{late: late[T, F]{{v}}}
		x.vars[0] = &x.late
		return clause.Expr{SQL: "?", Vars: x.vars[:]}
	}
	a, err := columntype.Argument(kindOf[F](), db, v)
	if err != nil {
		if db != nil && db.Statement != nil && db.Error == nil { // one error says it
			_ = db.AddError(err)
		}
		// GORM drops the errors of a subquery, so that the argument must fail as well.
		a = clause.Expr{SQL: "?", Vars: []any{columntype.Refused{Err: err}}}
	}
	return a
}

// lateArgument is a late and the list of arguments that it is, in one allocation.
type lateArgument[T id.Fixed, F form] struct {
	vars [1]any
	late late[T, F]
}

// binder binds the values of a statement, one after the other.
type binder struct {
	columntype.Binder
	catalog *catalog
	stmt    *gorm.Statement
	query   string
}

// asIs is what becomes of a value that the driver gets as it is.
var asIs columntype.Bound

// value returns what the driver gets of a value. One of several columns that it can be is enough.
func (b *binder) value(h planned, v any) (columntype.Bound, error) {
	bound, err := b.valueOf(h, v)
	for i := 0; err != nil && i < len(h.others); i++ {
		other := *h.target
		other.subject = h.others[i]
		if bound, next := b.valueOf(planned{h.Holder, &other}, v); next == nil {
			return bound, nil
		}
	}
	if err != nil && h.isTwin { // whose IDs can be others
		unknown := *h.target
		unknown.subject = subject{}
		return b.valueOf(planned{h.Holder, &unknown}, v)
	}
	return bound, err
}

func (b *binder) valueOf(h planned, v any) (columntype.Bound, error) {
	switch x := v.(type) {
	case nil, columntype.Refused:
		return asIs, nil
	case *result: // of a subquery that was built before, with the cast
		return columntype.Bound{Value: x.Bound.Value, Form: columntype.TextForm}, nil
	case lateColumn:
		if err := b.spoils(h, v); err != nil {
			return asIs, err
		}
		return b.column(h, x)
	case ambiguous:
		own := b.catalog.held[b.catalog.expanded[0]]
		return asIs, columntype.Refuse(own.Description, "condition", "", ErrPlain,
			"GORM makes numbers of an ID behind a parenthesis, and several of your types have as many: pass gormtype.Of(id)")
	case bool, time.Time, *time.Time, int, int64, uint, uint8, float64, string:
		if _, isText := v.(string); h.traits == nil && (!isText || h.table == nil && h.beside.traits == nil) {
			return asIs, nil
		}
	}
	if err := b.spoils(h, v); err != nil {
		return asIs, err
	}
	rv, t := reflect.ValueOf(v), pointedTo(reflect.TypeOf(v))
	own := b.catalog.held[t]
	switch {
	case rv.Kind() == reflect.Pointer && rv.IsNil():
		return asIs, nil
	case h.traits != nil:
		return b.to(h, t, v)
	case h.table != nil:
		return asIs, b.unnamed(h, t, v)
	case own == nil, h.field != nil && h.field.IndirectFieldType == t:
		return asIs, nil
	}
	return b.elsewhere(h, own, v)
}

// spoils reports a value of which a function makes a text that is compared with IDs that are no texts, or set in their place.
// PostgreSQL itself refuses such a text, if the function does not make another type of it.
func (b *binder) spoils(h planned, v any) error {
	own := h.beside
	if own.traits == nil {
		return nil
	}
	if _, isColumn := v.(lateColumn); !isColumn && !isID(pointedTo(reflect.TypeOf(v))) && (b.Dialect == columntype.Postgres || !own.hasText(v)) {
		return nil
	}
	return columntype.Refuse(own.traits.Description, own.name(), shown(v), ErrForm, "a function makes a text of the value, and the column holds none: "+
		"compare the column with the ID itself, as in "+own.field.DBName+" = ?")
}

// hasText reports whether a value is a text that can be a part of that of an ID. Beside numbers, and in bytes, which can be JSON, the
// whole text of an ID must be in it.
func (s subject) hasText(v any) bool {
	rv := reflect.Indirect(reflect.ValueOf(v))
	var text string
	switch {
	case rv.Kind() == reflect.String:
		text = rv.String()
	case rv.Kind() == reflect.Slice && rv.Type().Elem().Kind() == reflect.Uint8:
		text = string(rv.Bytes())
	default:
		return rv.IsValid() && isTextual(rv.Type())
	}
	return rv.Kind() == reflect.String && !s.traits.StoresInteger() || slices.ContainsFunc(strings.FieldsFunc(text, isNoPart), func(part string) bool { return s.holds(part) })
}

// holds reports whether a value is an ID of the column, such as its text.
func (s subject) holds(v any) bool {
	stored, err := s.traits.store(s.field, v)
	_, isOwn := stored.(columnField)
	return isOwn && err == nil
}

// isNoPart reports whether a character is in no text of an ID.
func isNoPart(c rune) bool { return c != '-' && !unicode.IsLetter(c) && !unicode.IsDigit(c) }

// pointedTo returns the type to which a pointer points, and other types as they are.
func pointedTo(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// column binds a value of a column type.
func (b *binder) column(h planned, x lateColumn) (columntype.Bound, error) {
	own := x.traits()
	switch {
	case h.traits != nil:
		if h.IsPattern && !h.traits.StoresText() {
			return asIs, h.noPattern(own.ID)
		}
		if err := h.accepts(own, b.Dialect); err != nil {
			return asIs, err
		}
	case h.table != nil && h.takesText:
		return asIs, b.unnamed(h, own.ID, x)
	case h.takesText:
		return columntype.Bound{Value: x.String(), Form: columntype.FreeTextForm}, nil
	case h.field != nil && !h.canHave(own.Form(b.Dialect)):
		return asIs, h.noColumnOfIDs(own)
	}
	bound, err := x.bound(b)
	return b.stored(h, own, bound, err)
}

// stored returns a value, or the error of a zero ID that the statement would store in a field without the tag zero.
func (b *binder) stored(h planned, own *traits, bound columntype.Bound, err error) (columntype.Bound, error) {
	isStored := h.Use == place.Sets || h.Use == place.Unknown && creates(b.stmt)
	switch {
	case err != nil || !bound.IsZero || !isStored:
	case h.traits == nil:
		err = columntype.ZeroError(own.Description, "statement", b.stmt.DB)
	case !columntype.HoldsZero(h.field):
		err = columntype.ZeroError(own.Description, "field "+h.field.Schema.Name+"."+h.field.Name, b.stmt.DB)
	}
	return bound, err
}

// creates reports whether the statement is an INSERT of GORM.
func creates(stmt *gorm.Statement) bool {
	_, ok := stmt.Clauses["VALUES"]
	return ok
}

// to binds a value that is compared with a column of IDs, or set in it.
func (b *binder) to(h planned, t reflect.Type, v any) (columntype.Bound, error) {
	switch {
	case h.comparesAsIs(t):
		return asIs, nil
	case h.IsPattern:
		return asIs, h.noPattern(t)
	case t != h.traits.ID && isID(t):
		plain, ok := plainOf(v, t, h.traits.ID)
		if !ok {
			return asIs, h.otherKind(t)
		}
		v = plain
	}
	if bound, ok, err := h.traits.bind(b, v); ok {
		return b.stored(h, h.traits, bound, err)
	}
	stored, err := h.traits.store(h.field, v)
	if err != nil {
		return asIs, h.noID(v)
	}
	x, ok := stored.(columnField)
	if !ok {
		return asIs, nil
	}
	bound, err := x.bound(b)
	return b.stored(h, h.traits, bound, err)
}

// comparesAsIs reports whether the server compares the column with a value of the type as it is: an
// array, a pattern or text beside a text, and a number beside a number.
func (t *target) comparesAsIs(v reflect.Type) bool {
	isText := t.traits.StoresText()
	switch {
	case t.IsArray && !isID(v), t.IsPattern && isText && isTextual(v):
		return true
	case t.IsPattern, v == t.traits.ID, isID(v):
		return false
	case isText && isTextual(v):
		return t.Use == place.Compares
	}
	return t.traits.StoresInteger() && isNumber(v)
}

// elsewhere binds an ID that is compared with no column of IDs. own describes it.
func (b *binder) elsewhere(h planned, own *traits, v any) (columntype.Bound, error) {
	text, ok := own.text(v)
	switch {
	case h.takesText && ok:
		return columntype.Bound{Value: text, Form: columntype.FreeTextForm}, nil
	case h.field != nil:
		return asIs, h.noColumnOfIDs(own)
	case h.Use == place.Casts && place.IsTextType(h.Type) && ok:
		return columntype.Bound{Value: text, Form: columntype.TextForm}, nil
	case h.Use == place.Casts && b.Dialect == columntype.Postgres && h.suits(own):
		bound, _, err := own.bind(b, v)
		return bound, err
	case h.Use == place.Casts && h.IsNullTest && castTo[columntype.BytesForm](h.Type) && ok:
		return columntype.Bound{Value: []byte(text), Form: columntype.BytesForm}, nil
	}
	return asIs, columntype.Refuse(own.Description, "condition", typename.Of(own.ID), ErrPlain,
		"the column is unknown behind "+strconv.Quote(b.tail(h))+": name the model of its table in gormtype.Models, or pass gormtype.Of(id), "+
			"TextOf(id) or BinaryOf(id)")
}

// suits reports whether PostgreSQL casts the form of the IDs to the type.
func (t *target) suits(own *traits) bool {
	return t.Type == "UUID" && own.Form(columntype.Postgres) == columntype.UUIDForm || t.IsNullTest && own.IsInteger && castTo[columntype.IntegerForm](t.Type)
}

// tail returns the statement before a placeholder, for an error.
func (b *binder) tail(h planned) string { return b.query[max(0, h.Start-40):h.Start] }

// unnamed reports an ID in an INSERT that does not name the columns, whose order nobody knows.
func (b *binder) unnamed(h planned, t reflect.Type, v any) error {
	for _, field := range h.table.Fields {
		traits := traitsIn(h.table, field)
		if traits == nil {
			continue
		}
		isOwn := t == traits.ID
		if !isOwn && (!traits.StoresText() && isTextual(t) || t.Kind() == reflect.Slice) {
			isOwn = subject{field: field, traits: traits}.holds(v)
		}
		if isOwn {
			return columntype.Refuse(traits.Description, "INSERT INTO "+h.table.Table, shown(v), ErrPlain,
				"it is unclear which column gets the ID: name the columns, as in INSERT INTO "+h.table.Table+" ("+field.DBName+", …)")
		}
	}
	return nil
}

// accepts reports a column type whose values are none of the column. GORM reads a plain field of a
// typed ID as a column of the plain one.
func (s subject) accepts(t *traits, dl columntype.Dialect) error {
	if t == s.traits { // the others write the names of the forms
		return nil
	}
	isKind := columntype.IsKindOf(t.ID, s.traits.ID) || s.traits.isPlain && columntype.IsKindOf(s.traits.ID, t.ID)
	if s.traits.Form(dl) == t.Form(dl) && isKind {
		return nil
	}
	return s.otherColumn(t)
}

// otherColumn reports a column type in the place of another one.
func (s subject) otherColumn(t *traits) error {
	if !columntype.IsKindOf(t.ID, s.traits.ID) {
		return s.otherKind(t.ID)
	}
	return columntype.Refuse(s.traits.Description, s.name(), t.Name(), ErrForm, "the column stores another form than this type: pass "+
		s.traits.Kind.Constructor()+"(id)")
}

// canHave reports whether a column that holds none of this package's types can be compared with IDs in
// a form, or set to them. A serializer can make any form, but not of an argument.
func (t *target) canHave(form columntype.Form) bool {
	if t.field.Serializer != nil {
		return t.Use != place.Sets
	}
	switch t.field.DataType {
	case schema.String:
		return form == columntype.TextForm
	case schema.Int, schema.Uint:
		return form == columntype.IntegerForm
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

func (s subject) noPattern(t reflect.Type) error {
	return columntype.Refuse(s.traits.Description, s.name(), typename.Of(t), ErrForm, "the column holds no text, which a pattern needs: "+
		"compare by = or by gormtype.After and Before, or make the field a gormtype.Text")
}

// noID reports a value that is no ID.
func (s subject) noID(v any) error {
	return columntype.Refuse(s.traits.Description, s.name(), shown(v), ErrValue, "the column holds a "+typename.Of(s.traits.ID)+": pass one, or its text")
}

// shown returns a value as an error shows it.
func shown(v any) string {
	if x, ok := v.(lateColumn); ok {
		return x.traits().Name()
	}
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

var (
	textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()
	valuer        = reflect.TypeFor[driver.Valuer]()
)

// plainOf returns the plain ID of a typed one, or of a pointer to one.
func plainOf(v any, t, plain reflect.Type) (any, bool) {
	if !columntype.IsKindOf(t, plain) {
		return nil, false
	}
	return reflect.Indirect(reflect.ValueOf(v)).Convert(plain).Interface(), true
}

func isTextual(t reflect.Type) bool {
	return t.Kind() == reflect.String || t.Kind() == reflect.Struct && t.Implements(valuer)
}

func isNumber(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16,
		reflect.Uint32, reflect.Uint64, reflect.Float32, reflect.Float64:
		return true
	}
	return false
}
