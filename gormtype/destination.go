package gormtype

import (
	"database/sql"
	"fmt"
	"reflect"
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
// text of the ID.
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
		d.finder = &finder{d.catalog, d.stmt, new(place.Statement)}
		d.finder.read.Read(d.query, d.catalog.dialect)
	}
	return d.finder
}

// shown returns the rows of the query with texts in the place of the IDs that the destination reads into
// texts.
func (d *destination) shown(rows *sql.Rows) *sql.Rows {
	if !d.hasIDs() || !d.holdsTexts() {
		return rows
	}
	names, err := rows.Columns()
	if err != nil {
		return rows
	}
	changes := d.ofTexts(names, d.changes(names))
	if changes == nil {
		return rows
	}
	changed, err := rowhook.Changed(rows, changes)
	if err != nil {
		return rows
	}
	return changed
}

// holdsTexts reports whether the destination has texts that can get IDs. The plan keeps it for a struct.
func (d *destination) holdsTexts() bool {
	if _, ok := mapsOf(d.stmt.Dest); ok {
		return true
	}
	t := elementOf(reflect.TypeOf(d.stmt.Dest))
	if t == nil || isText(t) {
		return t != nil
	}
	sch := d.schemaOf(t)
	return sch != nil && len(d.texts(sch)) > 0
}

// changes returns what makes texts of the IDs that the query returns under names, or nil if it returns none.
func (d *destination) changes(names []string) (changes []rowhook.Change) {
	for i, name := range names {
		t := d.output(name).traits
		if !isShown(t) {
			continue
		}
		if changes == nil {
			changes = make([]rowhook.Change, len(names))
		}
		changes[i] = func(v any) any {
			if text, ok := t.show(v); ok {
				return text
			}
			return v
		}
	}
	return changes
}

// ofTexts returns those of the changes whose columns the destination reads into texts, or nil if there are
// none.
func (d *destination) ofTexts(names []string, changes []rowhook.Change) (texts []rowhook.Change) {
	for i, change := range changes {
		if change == nil || !d.readsText(names[i]) {
			continue
		}
		if texts == nil {
			texts = make([]rowhook.Change, len(names))
		}
		texts[i] = change
	}
	return texts
}

// readsText reports whether the destination reads a column into a text. GORM reads that of a model's field
// into a map by way of the field.
func (d *destination) readsText(name string) bool {
	if _, ok := mapsOf(d.stmt.Dest); ok {
		return fieldOf(d.stmt.Schema, name).traits == nil
	}
	t := elementOf(reflect.TypeOf(d.stmt.Dest))
	if isText(t) {
		return true
	}
	sch := d.schemaOf(t)
	if sch == nil {
		return false
	}
	field := sch.LookUpField(name)
	return field != nil && isText(field.IndirectFieldType)
}

// isText reports whether a destination is a text, which can be NULL.
func isText(t reflect.Type) bool {
	if v := nullValue(t); v != nil {
		t = v
	}
	return t.Kind() == reflect.String
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
	for t != nil && (t.Kind() == reflect.Pointer || (t.Kind() == reflect.Slice || t.Kind() == reflect.Array) && t.Elem().Kind() != reflect.Uint8) {
		t = t.Elem()
	}
	return t
}

// isShown reports whether the column has another form than the text.
func isShown(t *traits) bool { return t != nil && t.Kind != columntype.Text }

// schemaOf returns what GORM knows of a struct that has texts, or nil. It logs what it cannot read of others.
func (d *destination) schemaOf(t reflect.Type) *schema.Schema {
	switch sch := d.stmt.Schema; {
	case t.Kind() != reflect.Struct:
		return nil
	case sch != nil && sch.ModelType == t:
		return sch
	case !hasTexts(t, 0):
		return nil
	}
	parsed := &gorm.Statement{DB: d.stmt.DB.Session(&gorm.Session{NewDB: true, Logger: logger.Discard})}
	if parsed.Parse(reflect.New(t).Interface()) != nil {
		return nil
	}
	return parsed.Schema
}

// hasTexts reports whether a struct has a text.
func hasTexts(t reflect.Type, depth int) bool {
	for i := range t.NumField() {
		f := pointedTo(t.Field(i).Type)
		if f.Kind() == reflect.String || f.Kind() == reflect.Struct && depth < 4 && hasTexts(f, depth+1) {
			return true
		}
	}
	return false
}

// texts returns the fields of a model that hold texts and get IDs, with the traits of the columns. The
// plan keeps them.
func (d *destination) texts(sch *schema.Schema) []subject {
	if found, ok := d.plan.texts.Load(sch); ok {
		return found.([]subject)
	}
	var found []subject
	for _, field := range sch.Fields {
		if field.DBName == "" || !isText(field.IndirectFieldType) {
			continue
		}
		if s := d.output(field.DBName); isShown(s.traits) {
			found = append(found, subject{field, s.traits})
		}
	}
	d.plan.texts.Store(sch, found)
	return found
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
