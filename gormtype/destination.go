package gormtype

import (
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

// destination is what GORM has read a result into. An ID in a text, wherever it is, has the form of
// the column then, and becomes the text of the ID.
type destination struct {
	stmt    *gorm.Statement
	catalog *catalog
	query   string
	plan    *plan
	finder  *finder // of the query, read when the plan does not know an output
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

// show makes the IDs texts.
func (d *destination) show() {
	maps, _ := mapsOf(d.stmt.Dest)
	for _, m := range maps {
		d.showMap(m)
	}
	rv := reflect.ValueOf(d.stmt.Dest)
	if rv.Kind() != reflect.Pointer {
		return
	}
	switch t := elementOf(rv.Type()); {
	case isText(t):
		if s := d.output(""); isShown(s.traits) {
			each(rv, func(v reflect.Value) { showText(s.traits, v) })
		}
	case t.Kind() == reflect.Struct:
		d.showFields(rv, t)
	}
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

// changesOfTexts returns those of the changes whose columns the destination of a statement reads into texts,
// or nil if there are none.
func changesOfTexts(stmt *gorm.Statement, names []string, changes []rowhook.Change) []rowhook.Change {
	if _, ok := mapsOf(stmt.Dest); ok || isText(elementOf(reflect.TypeOf(stmt.Dest))) {
		return changes
	}
	if stmt.Schema == nil {
		return nil
	}
	var texts []rowhook.Change
	for i, name := range names {
		field := stmt.Schema.LookUpField(name)
		if changes == nil || changes[i] == nil || field == nil || !isText(field.IndirectFieldType) {
			continue
		}
		if texts == nil {
			texts = make([]rowhook.Change, len(names))
		}
		texts[i] = changes[i]
	}
	return texts
}

// isText reports whether a destination is a text, which can be NULL.
func isText(t reflect.Type) bool {
	if v := nullValue(t); v != nil {
		t = v
	}
	return t.Kind() == reflect.String
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

func (d *destination) showMap(m map[string]any) {
	for name, v := range m {
		switch x := v.(type) {
		case columntype.HandedOver:
			m[name] = x.Text()
		case []byte, string, int64, uint64:
			if s := d.output(name); isShown(s.traits) {
				if text, ok := s.traits.show(x); ok {
					m[name] = text
				}
			}
		}
	}
}

// showFields makes texts of the IDs that were read into fields of texts.
func (d *destination) showFields(rv reflect.Value, t reflect.Type) {
	sch := d.stmt.Schema
	if sch == nil || sch.ModelType != t {
		if !hasTexts(t, 0) {
			return
		}
		parsed := &gorm.Statement{DB: d.stmt.DB.Session(&gorm.Session{NewDB: true, Logger: logger.Discard})}
		if parsed.Parse(reflect.New(t).Interface()) != nil {
			return
		}
		sch = parsed.Schema
	}
	for _, text := range d.texts(sch) {
		each(rv, func(row reflect.Value) {
			if row.Kind() == reflect.Struct {
				each(text.field.ReflectValueOf(d.stmt.Context, row), func(v reflect.Value) { showText(text.traits, v) })
			}
		})
	}
}

// hasTexts reports whether a struct has a text. GORM logs what it cannot read of others.
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

// each calls f with what a value points to, and with the elements of a list.
func each(v reflect.Value, f func(reflect.Value)) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			each(v.Elem(), f)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			each(v.Index(i), f)
		}
	default:
		f(v)
	}
}

func showText(t *traits, v reflect.Value) {
	if nullValue(v.Type()) != nil {
		v = v.Field(0)
	}
	if v.Kind() == reflect.String && v.CanSet() {
		if text, ok := t.show(v.String()); ok {
			v.SetString(text)
		}
	}
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
