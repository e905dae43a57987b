package gormtype

import (
	"database/sql/driver"
	"encoding"
	"reflect"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
	"github.com/sortid/sortid/internal/typename"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// toStore returns the column value of v, which a program sets by the name of a field: in
// the map of a Create or Update, in an upsert or by clause.Set. Any other value is an
// error: GORM would pass it to the server as it is, and a text that a column of bytes
// stores makes each later Find fail. Expressions and subqueries are returned as they are.
func toStore[T id.Fixed](k kind, v any) (any, error) {
	switch x := v.(type) {
	case nil, clause.Expression, clause.Column, clause.Table, *gorm.DB:
		return v, nil
	case T:
		return wrap(k, x), nil
	}
	rv := reflect.ValueOf(v)
	if rv.Kind() == reflect.Pointer && rv.IsNil() {
		return nil, nil
	}
	d := describe[T](k)
	switch x := v.(type) {
	case *T:
		return wrap(k, *x), nil
	case columnField:
		if t := x.traits(); t.kind != k || t.id != d.id {
			return nil, otherKind(d, "SET", t.description)
		}
		return v, nil
	case gorm.Valuer:
		return v, nil
	case driver.Valuer:
		plain, err := x.Value()
		if err != nil {
			return v, nil //nolint:nilerr // database/sql returns the error
		}
		return toStore[T](k, plain)
	}
	if rv.Kind() == reflect.Pointer {
		return toStore[T](k, rv.Elem().Interface())
	}
	x, ok := parsed[T](k, rv)
	if !ok {
		return nil, refuse(d, "SET", shown(v), ErrValue, "parse the text of an ID, and pass "+ctorNames[k]+"(id)")
	}
	return wrap(k, x), nil
}

// parsed reads an ID from its text, its raw bytes or, for a bigint, its number.
func parsed[T id.Fixed](k kind, rv reflect.Value) (x T, ok bool) {
	var text []byte
	switch {
	case rv.Kind() == reflect.String:
		text = []byte(rv.String())
	case rv.CanInt() && k == native:
		return x, scan(k, &x, rv.Int()) == nil
	case rv.CanUint() && k == native:
		return x, scan(k, &x, rv.Uint()) == nil
	case rv.Kind() == reflect.Slice && rv.Type().Elem().Kind() == reflect.Uint8:
		text = rv.Bytes()
	case rv.Kind() == reflect.Array && rv.Type().Elem().Kind() == reflect.Uint8:
		text = make([]byte, rv.Len())
		reflect.Copy(reflect.ValueOf(text), rv)
	default:
		return x, false
	}
	if rv.Kind() != reflect.String && len(text) == column.RawSize[T]() {
		column.SetRaw(&x, text)
		return x, column.Verify(any(&x), x) == nil
	}
	decoder, ok := any(&x).(encoding.TextUnmarshaler)
	return x, ok && len(text) > 0 && decoder.UnmarshalText(text) == nil
}

// otherKind reports a column type in the place of another one.
func otherKind(d description, op string, other description) error {
	if other.id != d.id {
		return refuse(d, op, typename.Of(other.id), ErrKind, "the column holds a "+typename.Of(d.id)+": pass the ID of that type")
	}
	return refuse(d, op, other.name(), ErrForm, "the column stores another form than this type: pass "+ctorNames[d.kind]+"(id)")
}

// storeAssignments converts the values of the field in assignments, and returns a copy
// if there is one.
func (m modifier) storeAssignments(stmt *gorm.Statement, set []clause.Assignment) ([]clause.Assignment, error) {
	copied := false
	for i, a := range set {
		if stmt.Schema.LookUpField(a.Column.Name) != m.field {
			continue
		}
		stored, err := m.traits.store(a.Value)
		if err != nil {
			return set, err
		}
		if !copied {
			set, copied = append([]clause.Assignment(nil), set...), true
		}
		set[i].Value = stored
	}
	return set, nil
}
