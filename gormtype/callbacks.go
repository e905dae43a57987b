package gormtype

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/gormtype/internal/place"
	"github.com/sortid/sortid/gormtype/internal/relation"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/typename"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// register adds the callbacks of the plugin.
func (p *plugin) register(db *gorm.DB) error {
	c := db.Callback()
	errs := []error{
		c.Create().Before("gorm:create").Register(pluginName, p.beforeCreate),
		c.Create().After("gorm:create").Before("gorm:save_after_associations").Register(pluginName+":blocks", p.afterCreate),
		c.Query().Before("gorm:query").Register(pluginName, p.beforeQuery),
		c.Query().After("gorm:query").Register(pluginName+":maps", afterQuery),
		c.Row().Before("gorm:row").Register(pluginName, p.before),
		c.Update().Before("gorm:update").Register(pluginName, p.before),
		c.Delete().Before("gorm:delete").Register(pluginName, p.before),
		c.Raw().Before("gorm:raw").Register(pluginName, func(db *gorm.DB) { p.examineRaw(db.Statement) }),
	}
	return errors.Join(errs...)
}

// beforeCreate fills the keys that GORM does not show to column types: those of Unscoped
// statements, and of a table without a model.
func (p *plugin) beforeCreate(db *gorm.DB) {
	stmt := db.Statement
	known := p.learn(stmt.Schema)
	sch := stmt.Schema
	switch {
	case db.Error != nil:
		return
	case sch == nil:
		if sch = known.tables[stmt.Table]; sch == nil {
			return
		}
		stmt.Schema = sch
		defer func() { stmt.Schema = nil }()
	case !stmt.Unscoped:
		return
	}
	for _, c := range sch.CreateClauses {
		if f, ok := c.(filler); ok {
			f.ModifyStatement(stmt)
		}
	}
}

func (p *plugin) afterCreate(db *gorm.DB) {
	for _, b := range p.blocks {
		b.finish(db.Statement)
	}
}

// before puts together the IDs that GORM took for lists of numbers.
func (p *plugin) before(db *gorm.DB) {
	stmt := db.Statement
	p.learn(stmt.Schema)
	if stmt.SQL.Len() > 0 {
		p.examineRaw(stmt)
	}
	if db.Error != nil {
		return
	}
	c := stmt.Clauses["WHERE"]
	if where, ok := c.Expression.(clause.Where); ok {
		if stmt.Schema != nil {
			_ = db.AddError(refuseLone(stmt, where.Exprs))
		}
		if exprs, changed := p.assembleAll(stmt, where.Exprs); changed {
			where.Exprs = exprs
			c.Expression = where
			stmt.Clauses["WHERE"] = c
		}
	}
	c = stmt.Clauses["GROUP BY"]
	if group, ok := c.Expression.(clause.GroupBy); ok {
		if exprs, changed := p.assembleAll(stmt, group.Having); changed {
			group.Having = exprs
			c.Expression = group
			stmt.Clauses["GROUP BY"] = c
		}
	}
	for i, join := range stmt.Joins {
		if join.On == nil || stmt.Schema == nil {
			continue
		}
		on := &gorm.Statement{DB: db, Schema: relation.Follow(stmt.Schema, join.Name)}
		if exprs, changed := p.assembleAll(on, join.On.Exprs); changed {
			stmt.Joins[i].On = &clause.Where{Exprs: exprs}
		}
	}
}

func (p *plugin) beforeQuery(db *gorm.DB) {
	p.before(db)
	if db.Error == nil {
		_ = db.AddError(p.unreadable(db.Statement))
	}
}

// unreadable reports a destination that cannot hold the IDs of the one column that is
// selected: a text or bytes, which would get the raw form, and a plain ID.
func (p *plugin) unreadable(stmt *gorm.Statement) error {
	selected, ok := stmt.Clauses["SELECT"].Expression.(clause.Select) // of Pluck
	if stmt.Schema == nil || !ok || len(selected.Columns) != 1 {
		return nil
	}
	field := stmt.Schema.LookUpField(selected.Columns[0].Name)
	if field == nil {
		return nil
	}
	traits := traitsIn(stmt.Schema, field)
	if traits == nil {
		return nil
	}
	t := reflect.TypeOf(stmt.Dest)
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice && t.Elem().Kind() != reflect.Uint8 {
		t = t.Elem()
	}
	isRaw := t.Kind() == reflect.String || t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8
	if t != traits.ID && (!isRaw || traits.Kind == columntype.Text) || t == traits.ID && traits.IsInteger && traits.Kind == columntype.Native {
		return nil
	}
	return columntype.Refuse(traits.Description, subject{field, traits}.name(), typename.Of(t), ErrDestination, "this destination would get the form of the column: "+
		"read into a "+traits.Name()+", or a slice of them")
}

// afterQuery makes the IDs in maps texts, and explains the error of a plain ID in a
// destination.
func afterQuery(db *gorm.DB) {
	switch dest := db.Statement.Dest.(type) {
	case map[string]any:
		showIDs(dest)
	case *map[string]any:
		showIDs(*dest)
	case *[]map[string]any:
		for _, m := range *dest {
			showIDs(m)
		}
	}
	if db.Error == nil || !strings.Contains(db.Error.Error(), "unsupported Scan") {
		return
	}
	if name := plainField(db.Statement.ReflectValue.Type()); name != "" {
		db.Error = fmt.Errorf("gormtype: scan into a %s: %w: it is not a column type: read into a gormtype.ID[%s]", name, id.ErrPlain, name)
	}
}

func showIDs(m map[string]any) {
	for name, v := range m {
		if shown, ok := v.(columntype.HandedOver); ok {
			m[name] = string(shown)
		}
	}
}

// plainField returns the name of the first plain ID in a type, or the empty text.
func plainField(t reflect.Type) string {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if columntype.IsPlain(t) {
		return typename.Of(t)
	}
	if t.Kind() == reflect.Struct {
		for i := range t.NumField() {
			f := t.Field(i).Type
			if f.Kind() == reflect.Pointer {
				f = f.Elem()
			}
			if columntype.IsPlain(f) {
				return typename.Of(f)
			}
		}
	}
	return ""
}

// refuseLone reports a condition that is nothing but the text of an ID, as in
// db.First(&user, text), which GORM takes for SQL.
func refuseLone(stmt *gorm.Statement, exprs []clause.Expression) error {
	key := stmt.Schema.PrioritizedPrimaryField
	for _, expr := range exprs {
		var text string
		switch e := expr.(type) {
		case clause.AndConditions:
			if err := refuseLone(stmt, e.Exprs); err != nil {
				return err
			}
		case clause.Expr:
			if text = e.SQL; len(e.Vars) > 0 {
				text = ""
			}
		}
		if key == nil || text == "" || !('0' <= text[0] && text[0] <= '9' || strings.Contains(text, "-")) {
			continue
		}
		if t := traitsIn(stmt.Schema, key); t != nil {
			if _, err := t.store(key, text); err == nil {
				return columntype.Refuse(t.Description, subject{key, t}.name(), strconv.Quote(text), ErrValue,
					"GORM takes a text without a condition for SQL, which can select every row: parse it, and pass the ID")
			}
		}
	}
	return nil
}

// assembleAll returns the conditions with each ID that GORM has expanded into its bytes, and
// whether there was one. It does not change what it is given, which is the caller's.
func (p *plugin) assembleAll(stmt *gorm.Statement, exprs []clause.Expression) ([]clause.Expression, bool) {
	copied := false
	for i, e := range exprs {
		replaced, changed := p.assemble(stmt, e)
		if !changed {
			continue
		}
		if !copied {
			exprs, copied = slices.Clone(exprs), true
		}
		exprs[i] = replaced
	}
	return exprs, copied
}

func (p *plugin) assemble(stmt *gorm.Statement, expr clause.Expression) (clause.Expression, bool) {
	var changed bool
	switch e := expr.(type) {
	case clause.AndConditions:
		e.Exprs, changed = p.assembleAll(stmt, e.Exprs)
		return e, changed
	case clause.OrConditions:
		e.Exprs, changed = p.assembleAll(stmt, e.Exprs)
		return e, changed
	case clause.NotConditions:
		e.Exprs, changed = p.assembleAll(stmt, e.Exprs)
		return e, changed
	case clause.Eq: // GORM writes a list as IN only if it is a []any
		if members, ok := p.listOf(e.Value); ok {
			e.Value = members
			return e, true
		}
	case clause.Neq:
		if members, ok := p.listOf(e.Value); ok {
			e.Value = members
			return e, true
		}
	case clause.IN:
		t := p.traitsNamed(stmt, e.Column)
		if t == nil {
			return expr, false
		}
		if raw, ok := bytesIn(e.Values); ok {
			if x, ok := t.raw(raw); ok {
				return clause.Eq{Column: e.Column, Value: x}, true
			}
		}
		for i, v := range e.Values {
			x, ok := t.late(v)
			if ok && !changed {
				e.Values, changed = slices.Clone(e.Values), true
			}
			if ok {
				e.Values[i] = x
			}
		}
		return e, changed
	case clause.Expr:
		for i, v := range e.Vars {
			x, ok := p.membersOf(v)
			if !ok {
				x, ok = p.whole(v)
			}
			if inner, isExpr := v.(clause.Expression); isExpr {
				x, ok = p.assemble(stmt, inner)
			}
			if ok {
				if !changed {
					e.Vars, changed = slices.Clone(e.Vars), true
				}
				e.Vars[i] = x
			}
		}
		return e, changed
	}
	return expr, false
}

// traitsNamed returns the traits of a column that a condition names, or nil.
func (p *plugin) traitsNamed(stmt *gorm.Statement, named any) *traits {
	column, ok := named.(clause.Column)
	if !ok {
		column.Name, _ = named.(string)
	}
	sch := stmt.Schema
	if qualifier, name, ok := strings.Cut(column.Name, "."); ok {
		column.Name = name
		if sch != nil && qualifier != stmt.Table && qualifier != sch.Table {
			if sch = relation.Joined(stmt, qualifier); sch == nil {
				sch = p.catalog.Load().tables[qualifier]
			}
		}
	}
	if sch == nil {
		return nil
	}
	field := sch.LookUpField(column.Name)
	if column.Name == clause.PrimaryKey {
		field = sch.PrioritizedPrimaryField
	}
	if field == nil {
		return nil
	}
	return traitsIn(sch, field)
}

// membersOf returns the members of a list of IDs.
func (p *plugin) membersOf(v any) (any, bool) {
	t := reflect.TypeOf(v)
	if t == nil || t.Kind() != reflect.Slice {
		return nil, false
	}
	if own := p.catalog.Load().members[t.Elem()]; own != nil {
		return own.members(v)
	}
	return nil, false
}

// listOf returns the members of a list of IDs, or of a pointer to one.
func (p *plugin) listOf(v any) ([]any, bool) {
	switch v.(type) {
	case driver.Valuer, gorm.Valuer, clause.Expression:
		return nil, false
	}
	if members, ok := p.membersOf(v); ok {
		return members.([]any), true
	}
	rv := reflect.ValueOf(v)
	for rv.Kind() == reflect.Pointer && !rv.IsNil() {
		rv = rv.Elem()
	}
	if rv.Kind() != reflect.Slice && rv.Kind() != reflect.Array || !p.isListOfIDs(rv.Type()) {
		return nil, false
	}
	members := make([]any, rv.Len())
	for i := range members {
		members[i] = rv.Index(i).Interface()
	}
	return members, true
}

// isListOfIDs reports whether the members of a list are IDs, plain or in column types, or any
// values.
func (p *plugin) isListOfIDs(list reflect.Type) bool {
	t := list.Elem()
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == reflect.TypeFor[any]() {
		return true
	}
	if _, ok := columnOf(t); ok || p.catalog.Load().held[t].traits != nil {
		return true
	}
	return t.Kind() != reflect.Uint8 && isID(t)
}

// pointedList returns the members of a list of IDs to which a value behind IN points, which
// GORM does not expand.
func (p *plugin) pointedList(stmt *gorm.Statement, v any) ([]any, bool) {
	if reflect.ValueOf(v).Kind() != reflect.Pointer {
		return nil, false
	}
	members, ok := p.listOf(v)
	if !ok {
		return nil, false
	}
	return members, place.IsInList(stmt.SQL.String())
}

// whole returns what GORM does not expand in "IN (?)", of an ID that is an array and of raw
// bytes.
func (p *plugin) whole(v any) (any, bool) {
	t := reflect.TypeOf(v)
	if t == nil || t.Kind() != reflect.Array && t.Kind() != reflect.Slice || t.Elem().Kind() != reflect.Uint8 {
		return nil, false
	}
	if t.Kind() == reflect.Array && p.catalog.Load().held[t].traits == nil && t.Name() != "" {
		return nil, false
	}
	pointer := reflect.New(t)
	pointer.Elem().Set(reflect.ValueOf(v))
	return pointer.Interface(), true
}

func bytesIn(values []any) ([]byte, bool) {
	var raw []byte
	for _, v := range values {
		b, ok := v.(uint8)
		if !ok {
			return nil, false
		}
		raw = append(raw, b)
	}
	return raw, len(raw) > 0
}
