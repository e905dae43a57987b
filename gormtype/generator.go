package gormtype

import (
	"reflect"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// keySource makes the keys of the rows that a statement creates.
type keySource interface {
	// next returns a key in the column type.
	next() (any, error)
	// fill sets a field of the column type, or of a pointer to it, to a new key.
	fill(field reflect.Value) error
}

type keySourceOf[T id.Fixed, F form] func(*T) error

func (s keySourceOf[T, F]) next() (any, error) {
	var c Column[T, F]
	err := s(&c[0][0])
	return c, err
}

func (s keySourceOf[T, F]) fill(field reflect.Value) error {
	switch p := field.Addr().Interface().(type) {
	case *Column[T, F]:
		return s(&p[0][0])
	case **Column[T, F]:
		*p = new(Column[T, F])
		return s(&(**p)[0][0])
	}
	v, err := s.next()
	if err == nil {
		field.Set(reflect.ValueOf(v).Convert(field.Type()))
	}
	return err
}

// keys returns the source of the plugin that the statement's DB has for T, or T's default
// generator.
func (operationsOf[T, F]) keys(stmt *gorm.Statement, field *schema.Field) keySource {
	p := pluginOf(stmt.DB)
	if p == nil {
		return keySourceOf[T, F](columntype.Generate[T])
	}
	if next, ok := p.generators[reflect.TypeFor[T]()].(func() (T, error)); ok {
		return keySourceOf[T, F](func(dst *T) (err error) {
			*dst, err = next()
			return columntype.Checked(dst, err)
		})
	}
	for _, b := range p.blocks {
		if next := b.source(stmt, field, reflect.TypeFor[T]()); next != nil {
			return keySourceOf[T, F](func(dst *T) error {
				raw, err := next()
				column.SetRaw(dst, raw[:column.RawSize[T]()])
				return columntype.Checked(dst, err)
			})
		}
	}
	return keySourceOf[T, F](columntype.Generate[T])
}
