package gormtype

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"
)

// examined returns the conditions of a model with IDs: a map's IDs that GORM took for lists of numbers, to
// which FirstOrCreate sets the fields of the row that it creates, and lists of column types as what GORM
// binds at less cost. It does not change its argument, which is the caller's.
func examined(sch *schema.Schema, exprs []clause.Expression) ([]clause.Expression, error) {
	copied := false
	replace := func(i int, e clause.Expression) {
		if !copied {
			exprs, copied = slices.Clone(exprs), true
		}
		exprs[i] = e
	}
	for i, expr := range exprs {
		switch e := expr.(type) {
		case clause.AndConditions:
			inner, err := examined(sch, e.Exprs)
			if err != nil {
				return nil, err
			}
			if len(inner) > 0 && &inner[0] != &e.Exprs[0] {
				replace(i, clause.AndConditions{Exprs: inner})
			}
		case clause.IN:
			if key, ok := wholeKey(sch, e); ok {
				replace(i, key)
			} else if list := latesOf(e.Values); list != nil {
				replace(i, clause.IN{Column: e.Column, Values: list})
			}
		case clause.Expr:
			if err := refuseLone(sch, e); err != nil {
				return nil, err
			}
			if vars, ok := listsOf(e.Vars); ok {
				e.Vars = vars
				replace(i, e)
			}
		}
	}
	return exprs, nil
}

// refuseLone reports a condition that is nothing but the text of an ID, as in
// db.First(&user, text), which GORM takes for SQL.
func refuseLone(sch *schema.Schema, e clause.Expr) error {
	key := sch.PrioritizedPrimaryField
	if key == nil || len(e.Vars) > 0 || e.SQL == "" || !('0' <= e.SQL[0] && e.SQL[0] <= '9' || strings.Contains(e.SQL, "-")) {
		return nil
	}
	t := traitsIn(sch, key)
	if t == nil {
		return nil
	}
	if _, err := t.store(key, e.SQL); err != nil {
		return nil //nolint:nilerr // it is SQL
	}
	return columntype.Refuse(t.Description, subject{field: key, traits: t}.name(), strconv.Quote(e.SQL), ErrValue,
		"GORM takes a text without a condition for SQL, which can select every row: parse it, and pass the ID")
}

// latesOf returns values of column types as those that the plugin binds, or nil if one is another.
func latesOf(values []any) []any {
	if len(values) == 0 {
		return nil
	}
	if x, ok := values[0].(columnField); ok {
		return x.traits().lates(values)
	}
	return nil
}

// listsOf returns arguments in which each list of column types has the values that the plugin
// binds.
func listsOf(vars []any) ([]any, bool) {
	copied := false
	for i, v := range vars {
		t := reflect.TypeOf(v)
		if t == nil || t.Kind() != reflect.Slice || t.Elem().Kind() != reflect.Array {
			continue
		}
		x, ok := reflect.TypeAssert[columnField](reflect.Zero(t.Elem()))
		if !ok {
			continue
		}
		list := x.traits().lates(v)
		if list == nil {
			continue
		}
		if !copied {
			vars, copied = slices.Clone(vars), true
		}
		vars[i] = list
	}
	return vars, copied
}
