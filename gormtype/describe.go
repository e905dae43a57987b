package gormtype

import (
	"reflect"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/sqltype"
	"gorm.io/gorm"
)

// kind is what a column type holds.
type kind uint8

const (
	native kind = iota // the column that fits best: ID
	text               // the text form: Text
	binary             // the raw bytes: Binary
)

var kindNames = [...]string{native: "ID", text: "Text", binary: "Binary"}

// column is what the column types are without their type parameter.
type column interface {
	describe() description
	// fresh returns a column value that holds a newly generated ID.
	fresh(db *gorm.DB) (any, error)
	// adopt returns the column value of a plain ID or of a pointer to one.
	adopt(v any) (any, bool)
	// reads reports whether s is the text of an ID.
	reads(s string) bool
	// when returns the time of the ID, if its type says.
	when() (time.Time, bool)
}

// description is what the code that knows no type parameter must know of one.
type description struct {
	kind    kind
	id      reflect.Type // T
	size    int          // of the raw form, in bytes
	integer bool         // T is an integer, not an array
	signed  bool         // and a signed one
	sample  func() int   // the length of T's text, 0 if it is not to be had
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
	return "gormtype." + kindNames[d.kind] + "[" + d.id.String() + "]"
}

// sampleText returns the length of T's text form: the formats of this module, and
// UUIDs, have texts of one length. The zero ID of a format in which it is no
// identifier has no text, and so a new ID is looked at, too.
func sampleText[T id.Fixed]() int {
	var v T
	zero, err := sqltype.TextOf(v).MarshalText()
	if err != nil {
		zero = nil
	}
	v, err = generate[T](nil)
	if err != nil {
		return len(zero)
	}
	sample, err := sqltype.TextOf(v).MarshalText()
	if err != nil {
		sample = nil
	}
	return max(len(zero), len(sample))
}

// columnOf returns the column type of a field, which may be a pointer to one.
func columnOf(t reflect.Type) (column, bool) {
	c, ok := reflect.New(t).Interface().(column)
	return c, ok
}

func when[T id.Fixed](v T) (time.Time, bool) {
	c, ok := any(v).(interface{ Time() time.Time })
	if !ok {
		return time.Time{}, false
	}
	return c.Time(), true
}
