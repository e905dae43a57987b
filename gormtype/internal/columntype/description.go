// Package columntype knows how the column types of package gormtype store IDs.
package columntype

import (
	"database/sql/driver"
	"errors"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/sqltype"
	"gorm.io/gorm/schema"
	"gorm.io/gorm/utils"
)

// Description describes the type parameter T of a column type to code without one.
type Description struct {
	Kind      Kind
	ID        reflect.Type // T
	Size      int          // of the raw form, in bytes
	IsInteger bool         // T is an integer, not an array
	IsSigned  bool         // and a signed one
	// Examples returns the zero ID, valid or not, and some new ones.
	Examples func() []Example
	// Read reads what a driver returns. dated is true if T has times, of which at is one.
	Read func(value any) (at time.Time, dated bool, err error)
}

// FieldClause is the clause that a column type adds to its model.
type FieldClause interface {
	// Column returns the field and what its type is.
	Column() (*schema.Field, *Description)
}

// Of returns the description of a field's type, or nil if that is no column type.
func Of(field *schema.Field) *Description {
	for _, c := range field.Schema.CreateClauses {
		if c, ok := c.(FieldClause); ok {
			if own, d := c.Column(); own == field {
				return d
			}
		}
	}
	return nil
}

// CanBeNil reports whether a row can have no value for a field: it is a pointer, or in a struct that is
// embedded by one, for which GORM makes an index negative.
func CanBeNil(field *schema.Field) bool {
	return field.FieldType.Kind() == reflect.Pointer || slices.ContainsFunc(field.StructField.Index, func(i int) bool { return i < 0 })
}

// HoldsZero reports whether the tag zero says that the zero ID is a value of a field, as of a root or a system's stamp.
func HoldsZero(field *schema.Field) bool { return utils.CheckTruth(field.TagSettings["ZERO"]) }

// Describe returns the description of a column type.
func Describe[T id.Fixed](k Kind) Description {
	t := reflect.TypeFor[T]()
	return Description{
		Kind: k, ID: t, Size: int(t.Size()),
		IsInteger: t.Kind() != reflect.Array, IsSigned: t.Kind() == reflect.Int64,
		Examples: examples[T],
		Read:     func(value any) (time.Time, bool, error) { return read[T](k, value) },
	}
}

// SampleLength returns the length of the ID's text, 0 if it is unknown: the formats of this
// module, and UUIDs, have texts of one length. The zero ID of a format in which it is not
// an ID has no text, so SampleLength also measures new IDs.
func (d Description) SampleLength() (length int) {
	for _, example := range d.Examples() {
		length = max(length, len(example.Text))
	}
	return length
}

// Example is an ID's raw form and its text, which is empty if it has none.
type Example struct {
	Raw  []byte
	Text string
}

// ExampleOf returns the forms of an ID.
func ExampleOf[T id.Fixed](v T) Example {
	text, err := sqltype.TextOf(v).MarshalText()
	if err != nil {
		text = nil
	}
	return Example{Raw(v), string(text)}
}

// examples returns the zero ID, which may not be valid, and some new ones, if T has a
// generator.
func examples[T id.Fixed]() []Example {
	var v T
	list := []Example{ExampleOf(v)}
	for range 2 {
		if Generate(&v) == nil {
			list = append(list, ExampleOf(v))
		}
	}
	return list
}

func read[T id.Fixed](k Kind, value any) (at time.Time, isDated bool, err error) {
	var v T
	err = Scan(k, &v, value)
	dated, isDated := any(v).(interface{ Time() time.Time })
	if isDated && err == nil {
		at = dated.Time()
	}
	return at, isDated, err
}

// RefusesPlain reports whether the Value method of a T always fails.
func RefusesPlain[T id.Fixed]() bool {
	var v T
	valuer, ok := any(v).(driver.Valuer)
	if !ok {
		return false
	}
	_, err := valuer.Value()
	return errors.Is(err, id.ErrPlain)
}

// IsPlain reports whether a type is a plain ID of this module.
func IsPlain(t reflect.Type) bool {
	typer, ok := reflect.TypeAssert[schema.GormDataTypeInterface](reflect.Zero(t))
	return ok && strings.HasPrefix(typer.GormDataType(), `text NOT "use gormtype.`)
}

// IsStandard reports whether a type is the UUID of the standard library, which Go has from 1.27 on.
func IsStandard(t reflect.Type) bool { return t.PkgPath() == "uuid" && t.Name() == "UUID" }
