package gormtype

import (
	"context"
	"fmt"
	"iter"
	"reflect"
	"slices"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/gormtype/internal/relation"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
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
	maps, ok := mapsOf(stmt.Dest)
	if f.refusesDefault(stmt, maps) {
		return
	}
	if !ok {
		if wanted {
			f.fillRows(stmt)
		}
		return
	}
	var next keySource // nil if no key is wanted
	if wanted {
		next = f.traits.keys(stmt, f.field, len(maps))
	}
	for _, m := range maps {
		if m != nil && !f.fillMap(stmt, m, next) {
			return
		}
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
func (f filler) refusesDefault(stmt *gorm.Statement, maps []map[string]any) bool {
	if !f.field.PrimaryKey || !f.field.HasDefaultValue || canReturn(stmt) {
		return false
	}
	columns, _ := stmt.SelectAndOmitColumns(true, false)
	if chosen, named := columns[f.field.DBName]; named && !chosen { // by Omit
		return false
	}
	isLost := slices.ContainsFunc(maps, func(m map[string]any) bool {
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
	if len(missing) > 0 {
		fields := make([]reflect.Value, len(missing))
		for i, row := range missing {
			fields[i] = f.field.ReflectValueOf(stmt.Context, row)
		}
		if err := f.traits.keys(stmt, f.field, len(missing)).fill(fields); err != nil {
			stmt.AddError(err)
			return
		}
	}
	if conflict, ok := conflictOf(stmt); ok && n > 0 {
		(&upsert{f, stmt, conflict, n, f.keysIn(stmt, missing)}).arrange()
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

// fillMap fills the key of a row that is a map, and converts the other values of the
// field. A map can have the key under the name of the column or of the field.
func (f filler) fillMap(stmt *gorm.Statement, m map[string]any, next keySource) bool {
	var spellings []string
	for name, v := range m {
		if stmt.Schema.LookUpField(name) != f.field {
			continue
		}
		stored, err := f.traits.store(f.field, v)
		if err != nil {
			stmt.AddError(err)
			return false
		}
		m[name] = stored
		if isKey(reflect.ValueOf(stored)) {
			return true
		}
		spellings = append(spellings, name)
	}
	if next == nil {
		return true
	}
	v, err := next.next()
	if err != nil {
		stmt.AddError(err)
		return false
	}
	for _, name := range spellings {
		delete(m, name)
	}
	m[f.field.DBName] = v
	return true
}

// keySource makes the keys of the rows that a statement creates.
type keySource interface {
	// next returns a key in the column type.
	next() (any, error)
	// fill sets fields of the column type, or of pointers to it, to new keys.
	fill(fields []reflect.Value) error
}

// keySourceOf sets all elements of a slice to new keys.
type keySourceOf[T id.Fixed, F form] func([]T) error

func (s keySourceOf[T, F]) next() (any, error) {
	var key [1]T
	err := s(key[:])
	return Column[T, F]{cell[T, F]{key[0]}}, err
}

func (s keySourceOf[T, F]) fill(fields []reflect.Value) error {
	keys := make([]T, len(fields))
	if err := s(keys); err != nil {
		return err
	}
	for i, field := range fields {
		c := Column[T, F]{cell[T, F]{keys[i]}}
		switch p := field.Addr().Interface().(type) {
		case *Column[T, F]:
			*p = c
		case **Column[T, F]:
			*p = new(Column[T, F])
			**p = c
		default:
			field.Set(reflect.ValueOf(c).Convert(field.Type()))
		}
	}
	return nil
}

// oneByOne returns a source of keys that generate makes.
func oneByOne[F form, T id.Fixed](generate func(*T) error) keySource {
	return keySourceOf[T, F](func(keys []T) error {
		for i := range keys {
			if err := generate(&keys[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// keys returns the source of the plugin that the statement's DB has for T, or T's default
// generator. The key of a single row is from no block.
func (operationsOf[T, F]) keys(stmt *gorm.Statement, field *schema.Field, n int) keySource {
	p := pluginOf(stmt.DB)
	if p == nil {
		return oneByOne[F](columntype.Generate[T])
	}
	if generate := generatorOf[T](p); generate != nil {
		return oneByOne[F](generate)
	}
	for _, b := range p.blocks {
		if fill := b.source(stmt, field, reflect.TypeFor[T]()); fill != nil && n > 1 {
			return keySourceOf[T, F](func(keys []T) error {
				raws := make([]rawID, len(keys))
				err := fill(raws)
				for i := range keys {
					column.SetRaw(&keys[i], raws[i][:column.RawSize[T]()])
					if err = columntype.Checked(&keys[i], err); err != nil {
						break
					}
				}
				return err
			})
		}
	}
	return oneByOne[F](columntype.Generate[T])
}
