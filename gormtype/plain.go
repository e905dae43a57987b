package gormtype

import (
	"database/sql/driver"
	"reflect"
	"slices"
	"strings"

	"github.com/sortid/sortid/internal/typename"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// value returns v as the argument that the statement needs: a plain ID, or each one of a
// list, in the column type of the field that it is compared with. It reports whether that
// is another value. An argument that matches nothing or something else is an error.
func (s *scope) value(t subject, v any) (any, bool, error) {
	if v == nil {
		return nil, false, nil
	}
	if e, ok := v.(clause.Expression); ok {
		rewritten, changed, err := s.condition(e)
		return rewritten, changed, err
	}
	if t.traits != nil && s.innermost(reflect.TypeOf(v)) == t.field.IndirectFieldType {
		return v, false, nil
	}
	changed := false
	if raw, ok := rawBytes(v); ok && t.traits != nil && t.certain {
		x, ok := t.traits.raw(raw)
		if !ok {
			return &raw, true, nil // GORM expands no pointer
		}
		adopted, _ := t.traits.adopt(x)
		return adopted, true, nil
	}
	if plain := s.plainIn(v); plain != nil {
		wrapper, err := s.wrapperOf(t, plain)
		if err != nil {
			return nil, false, err
		}
		if wrapper != nil {
			s.wrapper = wrapper
			v, changed = wrapped(wrapper, reflect.ValueOf(v)), true
		}
	}
	return v, changed, s.misread(t, v)
}

// rawBytes returns the bytes of a []byte or of an array without a type of its own, which
// GORM would expand in IN (?).
func rawBytes(v any) ([]byte, bool) {
	rv := reflect.ValueOf(v)
	switch t := rv.Type(); {
	case t == reflect.TypeFor[[]byte]():
		return rv.Bytes(), true
	case t.Kind() == reflect.Array && t.Name() == "" && t.Elem().Kind() == reflect.Uint8:
		raw := make([]byte, rv.Len())
		reflect.Copy(reflect.ValueOf(raw), rv)
		return raw, true
	}
	return nil, false
}

// wrapperOf returns the traits of the column type that a plain ID needs which is compared
// with t, or nil if it needs none.
func (s *scope) wrapperOf(t subject, plain reflect.Type) (*traits, error) {
	columns, isField := s.columnsOf(plain)
	own := columns[0].traits
	switch {
	case t.field == nil && isField || t.field != nil && t.field.IndirectFieldType == plain:
		return nil, nil // it is compared with a field of the plain type
	case t.field == nil:
		return nil, refuseCondition(own, "", "it is unclear what the plain ID is compared with: pass "+remedies(columns)+" in place of id")
	case t.traits == nil || t.traits.id != plain:
		return nil, refuseCondition(own, "", "the column "+t.field.DBName+" holds no "+typename.Of(plain)+": compare a column that does, or, if it "+
			"holds the text, pass id.String()")
	case isField || slices.ContainsFunc(columns, func(g guard) bool { return g.traits.kind != own.kind }):
		return nil, refuseCondition(t.traits, "", "the models of the statement store a "+typename.Of(plain)+" in several ways: "+passIn(t.traits))
	}
	return t.traits, nil
}

// passIn says what to pass to compare a column.
func passIn(t *traits) string { return "pass " + ctorNames[t.kind] + "(id) in place of id" }

// remedies names the constructors of the columns' types.
func remedies(columns []guard) string {
	var names [len(ctorNames)][]string
	for _, g := range columns {
		names[g.traits.kind] = append(names[g.traits.kind], g.field.DBName)
	}
	var list []string
	for kind, of := range names {
		switch {
		case len(of) == len(columns):
			return ctorNames[kind] + "(id)"
		case len(of) > 0:
			list = append(list, ctorNames[kind]+"(id) for "+strings.Join(of, ", "))
		}
	}
	return strings.Join(list, " or ")
}

// plainIn returns the type of the first plain ID in v, or nil: v may be a pointer or a list.
// An ID is plain if a column of the statement holds its type.
func (s *scope) plainIn(v any) reflect.Type {
	if v == nil {
		return nil
	}
	t := s.innermost(reflect.TypeOf(v))
	if t.Kind() != reflect.Interface {
		if s.holds(t) {
			return t
		}
		return nil
	}
	rv := reflect.ValueOf(v)
	for rv.Kind() == reflect.Pointer {
		rv = rv.Elem()
	}
	switch rv.Kind() {
	case reflect.Interface:
		if !rv.IsNil() {
			return s.plainIn(rv.Elem().Interface())
		}
	case reflect.Slice, reflect.Array:
		for i := range rv.Len() {
			if t := s.plainIn(rv.Index(i).Interface()); t != nil {
				return t
			}
		}
	}
	return nil
}

// innermost returns what a type is a pointer to or a list of. It stops at IDs and column
// types, which are arrays.
func (s *scope) innermost(t reflect.Type) reflect.Type {
	for {
		switch t.Kind() {
		case reflect.Array:
			if t.Implements(columnInterface) || s.holds(t) {
				return t
			}
			t = t.Elem()
		case reflect.Pointer, reflect.Slice:
			t = t.Elem()
		default:
			return t
		}
	}
}

var columnInterface = reflect.TypeFor[columnField]()

// wrapped returns v, a plain ID, a pointer to one, or a list that has some, with each
// plain ID in its column type. A list becomes a []any, and a nil pointer nil.
func wrapped(t *traits, v reflect.Value) any {
	if !v.IsValid() {
		return nil
	}
	if x, ok := t.adopt(v.Interface()); ok {
		return x
	}
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		return wrapped(t, v.Elem())
	case reflect.Slice, reflect.Array:
		if isArgument(v) {
			break
		}
		list := make([]any, v.Len())
		for i := range list {
			list[i] = wrapped(t, v.Index(i))
		}
		return list
	}
	return v.Interface()
}

// isArgument reports whether v is one argument, although it may be a list.
func isArgument(v reflect.Value) bool {
	switch v.Interface().(type) {
	case driver.Valuer, gorm.Valuer:
		return true
	}
	kind := v.Kind()
	return (kind == reflect.Slice || kind == reflect.Array) && v.Type().Elem().Kind() == reflect.Uint8
}
