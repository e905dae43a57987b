package gormtype

import (
	"context"
	"encoding"
	"fmt"
	"reflect"
	"sync"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/gormtype/internal/relation"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/typename"
	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// Plain returns the option that makes plain fields of type T right, in the models of [Models] and
// those to which they are related: they are stored, generated and compared as an [ID] is.
//
//	type User struct {
//		ID   uuid.UUID // of the standard library, Go 1.27
//		Boss *uuid.UUID
//	}
//
//	err := db.Use(gormtype.New(gormtype.Plain[uuid.UUID](), gormtype.Models(&User{})))
//
// A plain type of this module, such as wiji.ID, stands for all its typed IDs, too. Do not use it
// for an ID type whose columns hold texts, as those of google/uuid often do: its columns are those
// of [ID] then.
//
// Call SetupJoinTable before db.Use, or name the join model in [Models], too. GORM drops a plain
// uuid.UUID in a map of Attrs and Assign, which is an error: pass a struct, or [Of] it.
//
// AutoMigrate of another table than the model's, as in db.Table("users_2026").AutoMigrate(&User{}),
// and of a struct that Models cannot name, as in a migration's function, does not know the option:
// create such a table by SQL, or make the field an [ID]. A callback that reads a field by
// schema.Field.ValueOf gets an [ID], and the statement's Changed takes a plain ID in a map for
// another value than the field's: pass a struct, or [Of] it.
func Plain[T id.Fixed]() Option {
	t := reflect.TypeFor[T]()
	name := "gormtype.Plain[" + typename.Of(t) + "]"
	return func(p *plugin) {
		p.plains[t] = adopter{plain: t, column: reflect.TypeFor[ID[T]](), name: name, own: traitsOf[T, native]()}
		p.needs = append(p.needs, need{name + noField, func(_ *schema.Schema, own *traits) bool {
			return own.isPlain && columntype.IsKindOf(own.ID, t)
		}})
	}
}

// adopter makes plain fields columns of IDs.
type adopter struct {
	plain, column reflect.Type
	own           *traits
	name          string
}

// adopt makes the plain fields of a model, and of those to which it is related, columns of IDs. It
// must be called before another goroutine knows the model.
func (p *plugin) adopt(db *gorm.DB, sch *schema.Schema) error {
	if len(p.plains) == 0 {
		return nil
	}
	return p.adoptAll(db, sch, map[*schema.Schema]bool{})
}

func (p *plugin) adoptAll(db *gorm.DB, sch *schema.Schema, done map[*schema.Schema]bool) error {
	if sch == nil || done[sch] {
		return nil
	}
	done[sch] = true
	for _, field := range sch.Fields {
		if field.DBName == "" || field.Serializer != nil || traitsIn(sch, field) != nil {
			continue
		}
		if a := p.adopterOf(field.IndirectFieldType); a != nil {
			if err := a.adopt(db, field); err != nil {
				return fmt.Errorf("%s: field %s.%s: %w", a.name, sch.Name, field.Name, err)
			}
		}
	}
	for _, r := range relation.All(sch) {
		if err := p.adoptAll(db, r.FieldSchema, done); err != nil {
			return err
		}
		if err := p.adoptAll(db, r.JoinTable, done); err != nil {
			return err
		}
	}
	return nil
}

// adopterOf returns what makes fields of a type columns, or nil.
func (p *plugin) adopterOf(t reflect.Type) *adopter {
	for _, a := range p.plains {
		if columntype.IsKindOf(t, a.plain) {
			return &a
		}
	}
	return nil
}

// adopt gives a field what GORM gives a field of the column type, by a twin that it parses. An ID
// and its column type have the same memory.
func (a adopter) adopt(db *gorm.DB, field *schema.Field) error {
	columnType := a.column
	if field.FieldType.Kind() == reflect.Pointer {
		columnType = reflect.PointerTo(columnType)
	}
	model := reflect.StructOf([]reflect.StructField{{Name: "Twin", Type: columnType}})
	parsed, err := schema.Parse(reflect.New(model).Interface(), new(sync.Map), db.NamingStrategy)
	if err != nil {
		return err
	}
	twin, own := parsed.Fields[0], a.traits(field.IndirectFieldType)
	valueOf, reflectValueOf, plainType := field.ValueOf, field.ReflectValueOf, field.FieldType
	field.ReflectValueOf = func(ctx context.Context, row reflect.Value) reflect.Value {
		v := reflectValueOf(ctx, row)
		if v.IsValid() && v.Type() != plainType { // FindInBatches asks for the field of a row of another type
			return v
		}
		return reinterpreted(v, columnType)
	}
	field.ValueOf = func(ctx context.Context, row reflect.Value) (any, bool) {
		v, isZero := valueOf(ctx, row)
		if reflect.TypeOf(v) != plainType {
			return v, isZero
		}
		return reinterpreted(reflect.ValueOf(v), columnType).Interface(), isZero
	}
	field.FieldType, field.IndirectFieldType = columnType, a.column
	field.GORMDataType, field.NewValuePool = twin.GORMDataType, twin.NewValuePool
	// SetupJoinTable copies it into the fields of the join model.
	field.DataType = schema.DataType(`gormtype NOT "use gormtype.Models: name the join model there, or call SetupJoinTable before db.Use: it has a plain ` + typename.Of(a.plain) + `"`)
	twin.ReflectValueOf = field.ReflectValueOf
	field.Set = twin.Set
	sch := field.Schema
	sch.CreateClauses = append(sch.CreateClauses, createClauses(own, field)...)
	return nil
}

// reinterpreted returns the memory of a value as another type.
func reinterpreted(v reflect.Value, as reflect.Type) reflect.Value {
	if !v.IsValid() {
		return v
	}
	if !v.CanAddr() { // of a row that is a copy
		c := reflect.New(v.Type()).Elem()
		c.Set(v)
		v = c
	}
	return reflect.NewAt(as, v.Addr().UnsafePointer()).Elem()
}

// traits returns the traits of a plain field, whose type can be that of a typed ID.
func (a adopter) traits(t reflect.Type) *traits {
	own := *a.own
	own.isPlain = true
	if t != a.plain {
		own.ID = t
		own.operations = kindOperations{a.own.operations, a.plain, t}
	}
	return &own
}

// kindOperations does with typed IDs what the operations do with the plain ones.
type kindOperations struct {
	operations
	plain, kind reflect.Type
}

// toPlain returns the plain ID of a typed one, or of a pointer to one, and other values as they are.
func (o kindOperations) toPlain(v any) any {
	rv := reflect.ValueOf(v)
	for rv.Kind() == reflect.Pointer && !rv.IsNil() {
		rv = rv.Elem()
	}
	if rv.IsValid() && rv.Type() == o.kind {
		return rv.Convert(o.plain).Interface()
	}
	if rv.Kind() == reflect.String { // with the prefix of the kind
		typed := reflect.New(o.kind)
		if decoder, ok := reflect.TypeAssert[encoding.TextUnmarshaler](typed); ok && decoder.UnmarshalText([]byte(rv.String())) == nil {
			return typed.Elem().Convert(o.plain).Interface()
		}
	}
	return v
}

func (o kindOperations) bind(b *binder, v any) (columntype.Bound, bool, error) {
	return o.operations.bind(b, o.toPlain(v))
}

func (o kindOperations) store(field *schema.Field, v any) (any, error) {
	return o.operations.store(field, o.toPlain(v))
}

func (o kindOperations) text(v any) (string, bool) {
	if s, ok := reflect.TypeAssert[fmt.Stringer](reflect.Indirect(reflect.ValueOf(v))); ok {
		return s.String(), true
	}
	return "", false
}

func (o kindOperations) show(v any) (string, bool) {
	x, ok := o.read(v)
	if !ok {
		return "", false
	}
	return o.text(reflect.ValueOf(x).Convert(o.kind).Interface())
}
