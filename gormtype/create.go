package gormtype

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"reflect"
	"slices"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/gormtype/internal/relation"
	"github.com/sortid/sortid/id"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"
	"gorm.io/gorm/utils"
)

// createClauses returns the clause that fills a key. GORM asks for it while it
// reads the model, which is the one time to say that a plain field is NOT NULL: it
// would never learn of a NULL, which GORM reads into a pointer.
func createClauses(c *traits, field *schema.Field) []clause.Interface {
	if !columntype.CanBeNil(field) || field.PrimaryKey && field.FieldType.Kind() != reflect.Pointer {
		field.NotNull = true
	}
	// A migration compares the size with what the server tells, which for a type
	// without one is any number, and would change the column each time.
	field.Size = 0
	field.Set = setting(c, field)
	return []clause.Interface{filler{modify(field, c)}}
}

// setting returns a field's Set that clears the field when a NULL was read, and takes a
// plain ID or its text, as Assign and Attrs pass it. GORM reads into a pointer, and its own Set does
// not clear the field of a struct that is used again.
func setting(c *traits, field *schema.Field) func(context.Context, reflect.Value, any) error {
	set := field.Set
	return func(ctx context.Context, row reflect.Value, v any) error {
		if c.assign(field.ReflectValueOf(ctx, row), v) {
			return nil
		}
		switch v.(type) {
		case columntype.HandedOver, columnField:
		default:
			stored, err := c.store(field, v)
			if err != nil {
				// FirstOrCreate drops the error: the zero ID makes its INSERT fail.
				if p := field.ReflectValueOf(ctx, row); p.Kind() == reflect.Pointer {
					p.Set(reflect.New(p.Type().Elem()))
				}
				return err
			}
			if isComputed(stored) { // the field stays as it is
				return subject{field: field, traits: c}.noID(v)
			}
			v = stored
		}
		rv := reflect.ValueOf(v)
		for rv.Kind() == reflect.Pointer && !rv.IsNil() {
			rv = rv.Elem()
		}
		if rv.Kind() == reflect.Pointer {
			v = nil
		}
		return set(ctx, row, v)
	}
}

// filler fills the key of the rows that are created without one.
type filler struct{ modifier }

// ModifyStatement fills the keys of the rows that the statement creates.
func (f filler) ModifyStatement(stmt *gorm.Statement) {
	if pluginOf(stmt.DB) == nil && (f.refuses(stmt) || f.refusesUpsert(stmt)) {
		return
	}
	wanted := f.wanted() && f.selected(stmt)
	rows, isMaps := mapsOf(stmt.Dest)
	switch {
	case f.refusesDefault(stmt, rows):
	case isMaps:
		f.fillMaps(stmt, rows, wanted)
	case wanted:
		f.fillRows(stmt)
	}
}

// wanted reports whether it is for this field that the client generates; not if the server does, by a default tag.
func (f filler) wanted() bool { return !f.field.HasDefaultValue && f.isGenerated() }

// isGenerated reports whether the values of the field are generated: those of the primary key, of a composite one GORM's
// prioritized part, or of a field with the tag generate; not if the program cannot set it, if zero is a value, or if the key is
// that of another row.
func (f filler) isGenerated() bool {
	field := f.field
	if !field.Creatable || columntype.HoldsZero(field) {
		return false
	}
	if field.PrimaryKey {
		return field.Schema.PrioritizedPrimaryField == field && !relation.IsForeignKey(field)
	}
	return utils.CheckTruth(field.TagSettings["GENERATE"]) && !relation.IsForeignKey(field)
}

// refusesDefault reports a key that the server makes and does not return: the row would have the zero ID afterwards, and its
// children would refer to no row.
func (f filler) refusesDefault(stmt *gorm.Statement, rows []map[string]any) bool {
	if !f.field.PrimaryKey || !f.field.HasDefaultValue || canReturn(stmt) {
		return false
	}
	columns, _ := stmt.SelectAndOmitColumns(true, false)
	if chosen, named := columns[f.field.DBName]; named && !chosen { // by Omit
		return false
	}
	isLost := slices.ContainsFunc(rows, func(m map[string]any) bool {
		return !isKey(reflect.ValueOf(m[f.field.DBName])) && !isKey(reflect.ValueOf(m[f.field.Name]))
	})
	for row := range structsOf(stmt.ReflectValue) {
		isLost = isLost || !f.isSet(stmt, row)
	}
	if isLost {
		stmt.AddError(columntype.Refuse(f.traits.Description, "field "+f.field.Schema.Name+"."+f.field.Name, "", ErrTag, "the tag default makes the key in the server, "+
			"which does not return it: remove the tag, and the key is generated, set the key, or, if the program does not need it, Omit the field"))
	}
	return isLost
}

// selected makes the key one of the columns that the statement writes, also after a
// Select that names others.
func (f filler) selected(stmt *gorm.Statement) bool {
	columns, restricted := stmt.SelectAndOmitColumns(true, false)
	chosen, named := columns[f.field.DBName]
	switch {
	case named && !chosen:
		stmt.AddError(columntype.Refuse(f.traits.Description, "Create", "", id.ErrZero,
			"Omit excludes the key "+f.field.DBName+", which the server does not generate: do not omit it, or give it a default tag"))
		return false
	case !named && restricted:
		stmt.Selects = append(slices.Clip(stmt.Selects), f.field.DBName)
	}
	return true
}

// fillRows gives keys to the rows that have none.
func (f filler) fillRows(stmt *gorm.Statement) {
	var missing []reflect.Value // the rows without a key
	n := 0
	for row := range structsOf(stmt.ReflectValue) {
		n++
		if f.isSet(stmt, row) {
			continue
		}
		if !row.CanAddr() {
			stmt.AddError(fmt.Errorf("%w: %s has no key, and a copy cannot receive one: pass a pointer to Create",
				gorm.ErrInvalidValue, f.field.Schema.Name))
			return
		}
		missing = append(missing, row)
	}
	keys, err := f.traits.keys(stmt, f.field, len(missing), len(missing))
	if err != nil {
		stmt.AddError(err)
		return
	}
	for i, row := range missing {
		field := f.field.ReflectValueOf(stmt.Context, row)
		if field.Kind() == reflect.Pointer {
			field.Set(reflect.New(field.Type().Elem()))
			field = field.Elem()
		}
		key := keys.Index(i)
		if key.Type() != field.Type() { // a program's own type of the column type
			key = key.Convert(field.Type())
		}
		field.Set(key)
	}
	if conflict, ok := conflictOf(stmt); ok && n > 0 {
		u := &upsert{filler: f, stmt: stmt, conflict: conflict, rows: n, made: missing}
		for i := range missing {
			u.keys = append(u.keys, keys.Index(i).Interface())
		}
		u.arrange()
	}
}

// structsOf returns the rows of a create. GORM itself reports a value that is not a row.
func structsOf(v reflect.Value) iter.Seq[reflect.Value] {
	return func(yield func(reflect.Value) bool) {
		if v.Kind() != reflect.Slice && v.Kind() != reflect.Array {
			if v.Kind() == reflect.Struct {
				yield(v)
			}
			return
		}
		for i := range v.Len() {
			if row := reflect.Indirect(v.Index(i)); row.Kind() == reflect.Struct && !yield(row) {
				return
			}
		}
	}
}

func (f filler) isSet(stmt *gorm.Statement, row reflect.Value) bool {
	if row.CanAddr() {
		return isKey(f.field.ReflectValueOf(stmt.Context, row))
	}
	v, _ := f.field.ValueOf(stmt.Context, row)
	return isKey(reflect.ValueOf(v))
}

// isKey reports whether the value of a field or of a map is a key.
func isKey(v reflect.Value) bool {
	for v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	return v.IsValid() && !v.IsZero()
}

func mapsOf(dest any) ([]map[string]any, bool) {
	switch dest := dest.(type) {
	case map[string]any:
		return []map[string]any{dest}, true
	case *map[string]any:
		return []map[string]any{*dest}, true
	case []map[string]any:
		return dest, true
	case *[]map[string]any:
		return *dest, true
	}
	return nil, false
}

// fillMaps converts the values of the field in rows that are maps, which can have it under the name of the column or of the
// field, and gives keys to those that have none, if they are wanted.
func (f filler) fillMaps(stmt *gorm.Statement, rows []map[string]any, wanted bool) {
	isOwn := func(name string, _ any) bool { return stmt.Schema.LookUpField(name) == f.field }
	var missing []map[string]any
	for _, m := range rows {
		hasKey := false
		for name, v := range m {
			if !isOwn(name, v) {
				continue
			}
			stored, err := f.traits.store(f.field, v)
			if err != nil {
				stmt.AddError(err)
				return
			}
			m[name], hasKey = stored, hasKey || isKey(reflect.ValueOf(stored))
		}
		if m != nil && wanted && !hasKey {
			missing = append(missing, m)
		}
	}
	keys, err := f.traits.keys(stmt, f.field, len(rows), len(missing))
	if err != nil {
		stmt.AddError(err)
		return
	}
	for i, m := range missing {
		maps.DeleteFunc(m, isOwn)
		m[f.field.DBName] = keys.Index(i).Interface()
	}
}

// keys makes n keys by what the plugin of the statement's DB has for T, or by T's default
// generator. The key of a single row is from no block.
func (operationsOf[T, F]) keys(stmt *gorm.Statement, field *schema.Field, rows, n int) (reflect.Value, error) {
	keys := make([]Column[T, F], n)
	generate := columntype.Generate[T]
	if p := pluginOf(stmt.DB); p != nil && n > 0 {
		generate = generatorOf[T](p, stmt, field, rows, n)
	}
	for i := range keys {
		if err := generate(&keys[i][0][0]); err != nil {
			return reflect.Value{}, err
		}
	}
	return reflect.ValueOf(keys), nil
}
