package gormtype

import (
	"database/sql"
	"reflect"
	"strings"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// readable returns the destination of a statement as one that GORM can read IDs into, and their type,
// or a nil type for another destination.
func (p *plugin) readable(stmt *gorm.Statement) (rv reflect.Value, id reflect.Type) {
	rv = stmt.ReflectValue
	if !rv.IsValid() || !rv.CanAddr() {
		return rv, nil
	}
	t := rv.Type()
	if as := p.readableType(t); as != nil {
		if link := pointerIn(stmt.Dest); link.IsValid() { // which can be nil for NULL
			return reinterpreted(link, reflect.PointerTo(as)), t
		}
		return reinterpreted(rv, reflect.ArrayOf(1, as)), t
	}
	if t.Kind() != reflect.Slice {
		return rv, nil
	}
	t = t.Elem()
	isPointer := t.Kind() == reflect.Pointer
	if isPointer {
		t = t.Elem()
	}
	as := p.readableType(t)
	switch {
	case as == nil, p.adopterOf(t) == nil && reflect.PointerTo(t).Implements(scanner): // of another library, which reads NULL as zero
		return rv, nil
	case isPointer:
		as = reflect.PointerTo(as)
	}
	return reinterpreted(rv, reflect.SliceOf(as)), t
}

// pointerIn returns the pointer to which the destination of a statement points, if it points to one.
func pointerIn(dest any) (link reflect.Value) {
	for rv := reflect.ValueOf(dest); rv.Kind() == reflect.Pointer; rv = rv.Elem() {
		if rv.CanAddr() {
			link = rv
		}
	}
	return link
}

// readableType returns the type in which GORM reads an ID of a type as a whole, or nil for a type of
// which the models have no IDs. It is the type itself if database/sql scans it.
func (p *plugin) readableType(t reflect.Type) reflect.Type {
	switch t.Kind() {
	case reflect.Array, reflect.Int64, reflect.Uint64:
	default:
		return nil
	}
	if columntype.IsStandard(t) || t.Implements(columnType) {
		return t
	}
	if a := p.adopterOf(t); a != nil {
		return a.column
	}
	if own := p.catalog.Load().held[t]; own != nil {
		return own.readType()
	}
	return nil
}

var (
	scanner    = reflect.TypeFor[sql.Scanner]()
	columnType = reflect.TypeFor[columnField]()
)

// isConverted reports whether a value of a type is a text, or a plain ID that database/sql cannot read.
func (d *destination) isConverted(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.String: // one with a Scan of its own reads the form of the column
		return !reflect.PointerTo(t).Implements(scanner)
	case reflect.Array, reflect.Int64, reflect.Uint64:
		return (d.catalog.held[t] != nil || columntype.IsPlain(t)) && !columntype.IsStandard(t) && !reflect.PointerTo(t).Implements(scanner)
	}
	return false
}

// typeOf returns the type into which the destination reads a column, or nil. GORM reads that of a model's
// field into a map by way of the field.
func (d *destination) typeOf(name string) reflect.Type {
	if _, ok := mapsOf(d.stmt.Dest); ok {
		if fieldOf(d.stmt.Schema, name).traits != nil {
			return nil
		}
		return reflect.TypeFor[string]()
	}
	t := elementOf(reflect.TypeOf(d.stmt.Dest))
	for t != nil && t.Kind() == reflect.Struct { // Joins names the columns of a relation Boss__id
		relation, column, _ := strings.Cut(name, "__")
		field, ok := t.FieldByName(relation)
		if !ok || column == "" {
			break
		}
		t, name = elementOf(field.Type), column
	}
	if t == nil {
		return nil
	}
	if sch := d.schemaOf(t); sch != nil {
		if field := sch.LookUpField(name); field != nil {
			return valueType(field.IndirectFieldType)
		}
		return nil
	}
	return valueType(t)
}

// valueType returns the type of the value of a sql.Null, and other types as they are.
func valueType(t reflect.Type) reflect.Type {
	if v := nullValue(t); v != nil {
		return v
	}
	return t
}

// elementOf returns the type of the rows of a destination, or of a model.
func elementOf(t reflect.Type) reflect.Type {
	for t != nil {
		switch isList := t.Kind() == reflect.Slice || t.Kind() == reflect.Array; {
		case !isList && t.Kind() != reflect.Pointer, isList && (t.Elem().Kind() == reflect.Uint8 || t.Implements(columnType)):
			return t
		}
		t = t.Elem()
	}
	return nil
}

// schemaOf returns what GORM knows of a struct, or nil for another type.
func (d *destination) schemaOf(t reflect.Type) *schema.Schema {
	if t.Kind() != reflect.Struct || nullValue(t) != nil {
		return nil
	}
	if sch := d.stmt.Schema; sch != nil && sch.ModelType == t {
		return sch
	}
	parsed := &gorm.Statement{DB: d.stmt.DB}
	if parsed.Parse(reflect.New(t).Interface()) != nil {
		return nil
	}
	return parsed.Schema
}
