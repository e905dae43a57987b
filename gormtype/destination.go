package gormtype

import (
	"database/sql"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/gormtype/internal/place"
	"github.com/sortid/sortid/gormtype/internal/rowhook"
	"github.com/sortid/sortid/internal/typename"
	"github.com/sortid/sortid/sqltype"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
	"gorm.io/gorm/schema"
)

// destination is what GORM reads a result into. An ID that it reads into a text, wherever that is, becomes the
// text of the ID, and one that it reads into a plain ID, which database/sql cannot do, becomes that.
type destination struct {
	stmt    *gorm.Statement
	catalog *catalog
	query   string
	plan    *plan   // nil until it is needed, if the query has no arguments
	finder  *finder // of the query, read when the plan does not know an output
}

// hasIDs reports whether the models have IDs. The destination has the plan then.
func (d *destination) hasIDs() bool {
	if len(d.catalog.held) == 0 {
		return false
	}
	if d.plan == nil {
		d.plan = d.catalog.plan(d.stmt, d.query)
	}
	return true
}

// output returns what the statement returns under a name, or its only column. The plan keeps it.
func (d *destination) output(name string) subject {
	if found, ok := d.plan.outputs.Load(name); ok {
		return found.(subject)
	}
	found := d.find().output(name)
	d.plan.outputs.Store(name, found)
	return found
}

// find returns the finder of the query.
func (d *destination) find() *finder {
	if d.finder == nil {
		d.finder = &finder{catalog: d.catalog, stmt: d.stmt, read: new(place.Statement)}
		d.finder.read.Read(d.query, d.catalog.dialect)
	}
	return d.finder
}

// converted returns the rows of the query with the values that the destination can read in the place of IDs.
func (d *destination) converted(rows *sql.Rows) *sql.Rows {
	if !d.hasIDs() || !d.needsConversion() {
		return rows
	}
	names, err := rows.Columns()
	if err != nil {
		return rows
	}
	changes := d.changes(names, d.columns(names))
	if changes == nil {
		return rows
	}
	changed, err := rowhook.Changed(rows, changes)
	if err != nil {
		return rows
	}
	return changed
}

// needsConversion reports whether the destination has texts or plain IDs that can get IDs. The plan keeps it
// for a struct.
func (d *destination) needsConversion() bool {
	if _, ok := mapsOf(d.stmt.Dest); ok {
		return true
	}
	t := elementOf(reflect.TypeOf(d.stmt.Dest))
	if t == nil || d.isConverted(valueType(t)) {
		return t != nil
	}
	sch := d.schemaOf(t)
	return sch != nil && (len(d.stmt.Joins) > 0 || d.convertsField(sch))
}

// columns returns the traits of the columns that the query returns under names, or nil if none has IDs.
func (d *destination) columns(names []string) (columns []*traits) {
	for i, name := range names {
		if len(names) == 1 { // an expression can have any name
			name = ""
		}
		t := d.output(name).traits
		if t == nil {
			continue
		}
		if columns == nil {
			columns = make([]*traits, len(names))
		}
		columns[i] = t
	}
	return columns
}

// changes returns what makes values that the destination can read of those of the columns, or nil if nothing
// does.
func (d *destination) changes(names []string, columns []*traits) (changes []rowhook.Change) {
	for i, name := range names {
		var own *traits
		if columns != nil {
			own = columns[i]
		}
		change := d.change(d.typeOf(name), own)
		if change == nil {
			continue
		}
		if changes == nil {
			changes = make([]rowhook.Change, len(names))
		}
		changes[i] = change
	}
	return changes
}

// change returns what makes a value of a type of that of a column, or nil.
func (d *destination) change(t reflect.Type, own *traits) rowhook.Change {
	switch {
	case t == nil || !d.isConverted(t):
		return nil
	case t.Kind() == reflect.String:
		if own == nil || own.StoresText() {
			return nil
		}
		return func(v any) any {
			if text, ok := own.show(v); ok {
				return text
			}
			return v
		}
	case own == nil:
		own = d.catalog.held[t] // of an expression
	}
	if own == nil {
		return nil
	}
	isKind := columntype.IsKindOf(t, own.ID) || columntype.IsKindOf(own.ID, t)
	return func(v any) any {
		switch x, ok := own.read(v); {
		case !ok:
			return v
		case !isKind:
			return otherID{}
		default:
			return reflect.ValueOf(x).Convert(t).Interface()
		}
	}
}

// otherID is what becomes of an ID of another type than the destination, which is an error. With Go 1.27, pgx reads a
// uuid into each array of 16 bytes.
type otherID struct{}

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

// showMaps makes texts of the IDs that GORM read into maps by way of a model's fields.
func showMaps(dest any) {
	maps, _ := mapsOf(dest)
	for _, m := range maps {
		for name, v := range m {
			if x, ok := v.(columntype.HandedOver); ok {
				m[name] = x.Text()
			}
		}
	}
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

// schemaOf returns what GORM knows of a struct that has values to convert, or nil. The plan keeps it.
func (d *destination) schemaOf(t reflect.Type) *schema.Schema {
	if t.Kind() != reflect.Struct || nullValue(t) != nil {
		return nil
	}
	if sch := d.stmt.Schema; sch != nil && sch.ModelType == t {
		return sch
	}
	known, ok := d.plan.texts.Load(t)
	if !ok {
		known = d.parsed(t)
		d.plan.texts.Store(t, known)
	}
	return known.(*schema.Schema)
}

// parsed reads a struct that has values to convert, or returns nil. GORM logs what it cannot read of others.
func (d *destination) parsed(t reflect.Type) *schema.Schema {
	if !d.hasConverted(t, 0) {
		return nil
	}
	parsed := &gorm.Statement{DB: d.stmt.DB.Session(&gorm.Session{NewDB: true, Logger: logger.Discard})}
	if parsed.Parse(reflect.New(t).Interface()) != nil {
		return nil
	}
	return parsed.Schema
}

// hasConverted reports whether a struct has a value to convert.
func (d *destination) hasConverted(t reflect.Type, depth int) bool {
	for i := range t.NumField() {
		f := pointedTo(t.Field(i).Type)
		if d.isConverted(f) || f.Kind() == reflect.Struct && depth < 4 && d.hasConverted(f, depth+1) {
			return true
		}
	}
	return false
}

// convertsField reports whether a field of a model gets an ID and is no column of IDs. The plan keeps it.
func (d *destination) convertsField(sch *schema.Schema) bool {
	if known, ok := d.plan.texts.Load(sch); ok {
		return known.(bool)
	}
	converts := slices.ContainsFunc(sch.Fields, func(field *schema.Field) bool {
		return field.DBName != "" && d.change(valueType(field.IndirectFieldType), d.output(field.DBName).traits) != nil
	})
	d.plan.texts.Store(sch, converts)
	return converts
}

// explained returns the error of a query with a remedy, if a plain ID was in its destination.
func (c *catalog) explained(stmt *gorm.Statement, err error) error {
	text := err.Error()
	if !strings.Contains(text, "unsupported Scan") && !strings.Contains(text, "converting driver.Value") && !strings.Contains(text, "cannot scan") {
		return err
	}
	name := c.plainIn(reflect.TypeOf(stmt.Dest))
	switch {
	case name == "":
		return err
	case strings.Contains(text, "<nil>"), strings.Contains(text, "NULL"): // of database/sql, and of pgx
		return fmt.Errorf("gormtype: scan into a %s: %w: %w: read a value into a pointer to a *%s, and a list into a list of sql.Null[%s]", name, sqltype.ErrNull, err, name, name)
	}
	return fmt.Errorf("gormtype: scan into a %s: %w: %w: it is not a column type: read into a gormtype.ID[%s], or, with gormtype.Plain, name the struct in gormtype.Models", name, ErrPlain, ErrDestination, name)
}

// plainIn returns the name of the first plain ID in a type, or the empty text.
func (c *catalog) plainIn(t reflect.Type) string {
	switch t = elementOf(t); {
	case t == nil:
	case c.held[t] != nil, columntype.IsPlain(t), columntype.IsStandard(t):
		return typename.Of(t)
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			f := pointedTo(t.Field(i).Type)
			if c.held[f] != nil || columntype.IsPlain(f) {
				return typename.Of(f)
			}
		}
	}
	return ""
}
