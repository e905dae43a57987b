package gormtype

import (
	"database/sql/driver"
	"errors"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
	"github.com/sortid/sortid/internal/typename"
	"github.com/sortid/sortid/sqltype"
	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// kind is what a column type holds.
type kind uint8

const (
	native kind = iota // the column that fits best: ID
	text               // the text form: Text
	binary             // the raw bytes: Binary
)

var (
	kindNames = [...]string{native: "ID", text: "Text", binary: "Binary"}
	ctorNames = [...]string{native: "gormtype.Of", text: "gormtype.TextOf", binary: "gormtype.BinaryOf"}
)

// columnField is a column type without its type parameter.
type columnField interface {
	traits() *traits
	argument(stmt *gorm.Statement) (argument, error)
}

// traits is what the code without a type parameter does with a column type. A field
// gets its traits once, when GORM parses the model.
type traits struct {
	description
	// keys returns the function that makes the keys of the rows that a statement creates, as
	// column values for a field.
	keys func(stmt *gorm.Statement, field *schema.Field) func() (any, error)
	// adopt returns the column value of a plain ID or of a pointer to one.
	adopt func(v any) (any, bool)
	// bind returns the argument of a plain ID or of a pointer to one.
	bind func(v any, stmt *gorm.Statement) (argument, bool, error)
	// raw returns the plain ID of raw bytes, which it does not check, if b has their length.
	raw func(b []byte) (any, bool)
	// refuses reports whether a plain ID is an error outside of the plugin.
	refuses func() bool
	// assign sets a field to what GORM scanned, and reports whether it was of the type.
	assign func(field reflect.Value, scanned any) bool
	// store returns the column value of a value that a program sets by name.
	store func(v any) (any, error)
	// when returns the time of the ID in a column value, if the ID's type has times.
	when func(x any) (time.Time, bool)
	// examples returns the zero ID, valid or not, and some new ones.
	examples func() []example
}

// known holds the traits of all column types, by the type and the kind.
var known sync.Map

type traitsKey struct {
	id   reflect.Type
	kind kind
}

func traitsOf[T id.Fixed](k kind) *traits {
	key := traitsKey{reflect.TypeFor[T](), k}
	found, ok := known.Load(key)
	if !ok {
		found, _ = known.LoadOrStore(key, newTraits[T](k))
	}
	return found.(*traits)
}

func newTraits[T id.Fixed](k kind) *traits {
	return &traits{
		description: describe[T](k),
		keys: func(stmt *gorm.Statement, field *schema.Field) func() (any, error) {
			next := keysOf[T](stmt, field)
			return func() (any, error) {
				v, err := next()
				return wrap(k, v), err
			}
		},
		adopt: func(v any) (any, bool) {
			switch v := v.(type) {
			case T:
				return wrap(k, v), true
			case *T:
				if v != nil {
					return wrap(k, *v), true
				}
			}
			return nil, false
		},
		bind: func(v any, stmt *gorm.Statement) (argument, bool, error) {
			x, ok := v.(T)
			if p, isPointer := v.(*T); isPointer && p != nil {
				x, ok = *p, true
			}
			if !ok {
				return argument{}, false, nil
			}
			a, err := argumentOf(k, x, stmt.DB)
			return a, true, err
		},
		raw: func(b []byte) (any, bool) {
			var v T
			if len(b) != column.RawSize[T]() {
				return nil, false
			}
			column.SetRaw(&v, b)
			return v, true
		},
		refuses:  refuses[T],
		assign:   assigner[T](k),
		store:    func(v any) (any, error) { return toStore[T](k, v) },
		when:     when[T],
		examples: examples[T],
	}
}

// refuses reports whether the Value method of a T always fails.
func refuses[T id.Fixed]() bool {
	var v T
	valuer, ok := any(v).(driver.Valuer)
	if !ok {
		return false
	}
	_, err := valuer.Value()
	return errors.Is(err, id.ErrPlain)
}

// isPlainType reports whether a type is a plain ID of this module.
func isPlainType(t reflect.Type) bool {
	typer, ok := reflect.TypeAssert[schema.GormDataTypeInterface](reflect.Zero(t))
	return ok && strings.HasPrefix(typer.GormDataType(), `text NOT "use gormtype.`)
}

func assigner[T id.Fixed](k kind) func(reflect.Value, any) bool {
	switch k {
	case text:
		return assign[Text[T]]
	case binary:
		return assign[Binary[T]]
	}
	return assign[ID[T]]
}

// assign sets a field of the type C or *C to a scanned value, a **C, which is nil for
// NULL. GORM's own Set makes three steps of it, each with an allocation.
func assign[C any](field reflect.Value, scanned any) bool {
	if x, ok := scanned.(C); ok && field.CanAddr() {
		if p, ok := reflect.TypeAssert[*C](field.Addr()); ok {
			*p = x
			return true
		}
	}
	v, ok := scanned.(**C)
	if !ok || !field.CanAddr() {
		return false
	}
	switch p := field.Addr().Interface().(type) {
	case *C:
		if *v == nil {
			*p = *new(C)
		} else {
			*p = **v
		}
	case **C:
		*p = *v
	default:
		return false
	}
	return true
}

// wrap returns v in the column type of a kind.
func wrap[T id.Fixed](k kind, v T) any {
	switch k {
	case text:
		return TextOf(v)
	case binary:
		return BinaryOf(v)
	}
	return Of(v)
}

// description describes the type parameter to code without one.
type description struct {
	kind    kind
	id      reflect.Type // T
	size    int          // of the raw form, in bytes
	integer bool         // T is an integer, not an array
	signed  bool         // and a signed one
	sample  func() int   // returns the length of T's text, 0 if it is unknown
}

func describe[T id.Fixed](k kind) description {
	t := reflect.TypeFor[T]()
	return description{
		kind: k, id: t, size: int(t.Size()),
		integer: t.Kind() != reflect.Array, signed: t.Kind() == reflect.Int64,
		sample: sampleText[T],
	}
}

// name returns the column type's name as an engineer writes it: reflection shows
// the import path of T as well, which makes an error unreadable.
func (d description) name() string {
	return "gormtype." + kindNames[d.kind] + "[" + typename.Of(d.id) + "]"
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

// sampleText returns the length of T's text form: the formats of this module, and
// UUIDs, have texts of one length. The zero ID of a format in which it is not
// an ID has no text, so sampleText also measures a new ID.
func sampleText[T id.Fixed]() int {
	var v T
	zero, err := sqltype.TextOf(v).MarshalText()
	if err != nil {
		zero = nil
	}
	v, err = generate[T]()
	if err != nil {
		return len(zero)
	}
	sample, err := sqltype.TextOf(v).MarshalText()
	if err != nil {
		sample = nil
	}
	return max(len(zero), len(sample))
}

// columnOf returns the traits of a field's type, which may be a pointer to a column
// type.
func columnOf(t reflect.Type) (*traits, bool) {
	c, ok := reflect.TypeAssert[columnField](reflect.New(t))
	if !ok {
		return nil, false
	}
	return c.traits(), true
}

func when[T id.Fixed](x any) (time.Time, bool) {
	c, ok := x.(interface{ V() T })
	if !ok {
		return time.Time{}, false
	}
	dated, ok := any(c.V()).(interface{ Time() time.Time })
	if !ok {
		return time.Time{}, false
	}
	return dated.Time(), true
}
