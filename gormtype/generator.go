package gormtype

import (
	"reflect"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
	"github.com/sortid/sortid/internal/typename"
	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// keysOf returns the function that makes the keys of the rows that a statement creates, for
// a field: that of the plugin that its DB has for T, else T's default generator.
func keysOf[T id.Fixed](stmt *gorm.Statement, field *schema.Field) func() (T, error) {
	p := pluginOf(stmt.DB)
	if p == nil {
		return generate[T]
	}
	if next, ok := p.generators[reflect.TypeFor[T]()].(func() (T, error)); ok {
		return func() (T, error) { return checked(next()) }
	}
	for _, b := range p.blocks {
		if next := b.source(stmt, field, reflect.TypeFor[T]()); next != nil {
			return func() (v T, err error) {
				raw, err := next()
				column.SetRaw(&v, raw[:column.RawSize[T]()])
				return checked(v, err)
			}
		}
	}
	return generate[T]
}

// generate returns a new ID of T's default generator. The value beside an error is the
// zero value.
func generate[T id.Fixed]() (v T, err error) {
	switch g, ok := any(&v).(id.Generatable); {
	case ok:
		err = g.Generate()
		return checked(v, err)
	case generateStandard(&v):
		return checked(v, nil)
	}
	t := typename.For[T]()
	return v, refuse(describe[T](native), "Generate", "", ErrGenerator, t+
		" has no default generator: set the key, or add a generator by db.Use(gormtype.New(gormtype.Generator(func() ("+t+", error) {…})))")
}

func generateInto[T id.Fixed](dst *T) (err error) {
	*dst, err = generate[T]()
	return err
}

func checked[T id.Fixed](v T, err error) (T, error) {
	var zero T
	switch {
	case err != nil:
		return zero, err
	case v == zero:
		return zero, refuse(describe[T](native), "Generate", "", id.ErrZero, "the generator returned the zero ID and no error: fix the function of gormtype.Generator")
	}
	return v, nil
}
