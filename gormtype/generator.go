package gormtype

import (
	"reflect"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// keysOf returns the function that makes the keys of the rows that a statement creates, for
// a field: that of the plugin that its DB has for T, else T's default generator.
func keysOf[T id.Fixed](stmt *gorm.Statement, field *schema.Field) func() (T, error) {
	p := pluginOf(stmt.DB)
	if p == nil {
		return columntype.Generate[T]
	}
	if next, ok := p.generators[reflect.TypeFor[T]()].(func() (T, error)); ok {
		return func() (T, error) { return columntype.Checked(next()) }
	}
	for _, b := range p.blocks {
		if next := b.source(stmt, field, reflect.TypeFor[T]()); next != nil {
			return func() (v T, err error) {
				raw, err := next()
				column.SetRaw(&v, raw[:column.RawSize[T]()])
				return columntype.Checked(v, err)
			}
		}
	}
	return columntype.Generate[T]
}
