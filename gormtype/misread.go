package gormtype

import (
	"database/sql/driver"
	"encoding"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// refuseCondition reports an argument in a condition on a column.
func refuseCondition(t *traits, input, detail string) error {
	return refuse(t.description, "condition", input, ErrPlain, detail)
}

// isNotable reports whether an argument may have to be replaced or refused, whatever it is
// compared with.
func (s *scope) isNotable(v any) bool {
	switch v := v.(type) {
	case nil, bool:
		return false
	case []byte:
		return true
	case string:
		return s.readsAny(v)
	case clause.Expression:
		return true
	}
	t := s.innermost(reflect.TypeOf(v))
	switch kind := t.Kind(); {
	case kind == reflect.String:
		return firstText(reflect.ValueOf(v), s.readsAny) != ""
	case kind == reflect.Interface || isNumber(t):
		return true
	case kind == reflect.Array: // an ID or a column type
		notable := false
		s.eachColumn(func(g guard) bool {
			notable = t != g.field.IndirectFieldType
			return !notable
		})
		return notable
	}
	return false
}

// readsAny reports whether a text is that of an ID of one of the columns.
func (s *scope) readsAny(text string) bool {
	found := false
	s.eachColumn(func(g guard) bool {
		found = g.traits.reads(text)
		return !found
	})
	return found
}

// standsAlone reports a condition that is nothing but the text of an ID, as in
// db.First(&user, text). A text that can be the name of a column is not.
func (s *scope) standsAlone(condition string) error {
	sch := s.tables[0].schema
	t := traitsIn(sch, sch.PrioritizedPrimaryField)
	if t == nil || condition == "" || !('0' <= condition[0] && condition[0] <= '9' || strings.Contains(condition, "-")) ||
		sch.LookUpField(condition) != nil || !t.reads(condition) {
		return nil
	}
	return refuseCondition(t, strconv.Quote(condition), "GORM takes a text without a condition for SQL, which can select every row: "+
		"parse it, and pass "+ctorNames[t.kind]+"(id) in its place")
}

// misread looks for an argument that the database would not read as the ID: a text, a
// number, a column type of another form. It reports only statements that cannot be
// correct.
func (s *scope) misread(t subject, v any) error {
	if t.traits == nil || !t.certain || s.dl == unknown {
		return nil
	}
	in := " in its place"
	if text := s.textIn(t.traits, v); text != "" {
		return refuseCondition(t.traits, strconv.Quote(text), "the column "+t.field.DBName+" holds the ID, not its text, which matches no row "+
			"or a wrong one: parse the text, and pass "+ctorNames[t.traits.kind]+"(id)"+in)
	}
	if other := firstOther(reflect.ValueOf(v), t.traits.form(s.dl), s.dl); other != "" {
		return refuseCondition(t.traits, other, "the column "+t.field.DBName+" stores another form than this type, which matches no row "+
			"or a wrong one: pass "+ctorNames[t.traits.kind]+"(id)"+in)
	}
	if n, ok := numberIn(t.traits, reflect.ValueOf(v)); ok {
		return refuseCondition(t.traits, fmt.Sprintf("%T %v", n, n), "the column "+t.field.DBName+" holds no number of this type, which matches no row "+
			"or a wrong one: pass "+ctorNames[t.traits.kind]+"(id)"+in)
	}
	return nil
}

// textIn returns the first ID's text in v, which may be a list or a pointer, if the
// column would not read it. PostgreSQL reads the text of a UUID into a uuid column,
// and reports any other text there and in a bigint column; decimal digits are the
// number to every server's integer columns.
func (s *scope) textIn(t *traits, v any) string {
	number := t.kind == native && t.integer
	if t.kind == text || s.dl == postgres && (number || t.kind == native && t.size == 16) {
		return ""
	}
	found := firstText(reflect.ValueOf(v), t.reads)
	if number && strings.Trim(found, "0123456789") == "" {
		return ""
	}
	return found
}

// numberIn returns the first number in v, which may be a list or a pointer, that is none
// of the column's: a column of bytes or text has no number, and an integer column none of
// another ID type.
func numberIn(t *traits, v reflect.Value) (any, bool) {
	if !v.IsValid() || isArgument(v) {
		return nil, false
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return numberIn(t, v.Elem())
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if n, ok := numberIn(t, v.Index(i)); ok {
				return n, true
			}
		}
		return nil, false
	}
	if !isNumber(v.Type()) {
		return nil, false
	}
	_, isID := reflect.TypeAssert[encoding.TextMarshaler](v)
	return v.Interface(), isID || t.kind != native || !t.integer
}

func isNumber(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16,
		reflect.Uint32, reflect.Uint64, reflect.Float32, reflect.Float64:
		return true
	}
	return false
}

// firstOther returns the name of the first column type in v, which may be a list or a
// pointer, that is stored in another form.
func firstOther(v reflect.Value, form string, dl dialect) string {
	if !v.IsValid() {
		return ""
	}
	if v.Type().Implements(columnInterface) && v.Kind() == reflect.Array {
		if t := v.Interface().(columnField).traits(); t.form(dl) != form {
			return t.name()
		}
		return ""
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return firstOther(v.Elem(), form, dl)
	case reflect.Slice:
		for i := range v.Len() {
			if s := firstOther(v.Index(i), form, dl); s != "" {
				return s
			}
		}
	}
	return ""
}

// form names how a column stores IDs. IDs of two fields are comparable if it is the same.
func (d description) form(dl dialect) string {
	switch {
	case d.kind == text:
		return "text"
	case d.kind == native && d.integer:
		return "integer"
	case d.kind == native && d.size == 16 && dl == postgres:
		return "uuid"
	}
	return strconv.Itoa(d.size) + " bytes"
}

// firstText returns the first string in v that is an ID's text. A type that makes
// its own argument may make the ID of it.
func firstText(v reflect.Value, reads func(string) bool) string {
	if !v.IsValid() {
		return ""
	}
	if v.CanInterface() {
		switch v.Interface().(type) {
		case driver.Valuer, gorm.Valuer:
			return ""
		}
	}
	switch v.Kind() {
	case reflect.String:
		if reads(v.String()) {
			return v.String()
		}
	case reflect.Pointer, reflect.Interface:
		return firstText(v.Elem(), reads)
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if s := firstText(v.Index(i), reads); s != "" {
				return s
			}
		}
	}
	return ""
}

// reads reports whether s is a text form of a T, and cannot be its raw bytes, which
// some drivers take in a string.
func reads[T id.Fixed](s string) bool {
	var v T
	u, ok := any(&v).(encoding.TextUnmarshaler)
	return ok && s != "" && len(s) != column.RawSize[T]() && u.UnmarshalText([]byte(s)) == nil
}
