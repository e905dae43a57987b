package gormtype

import (
	"reflect"
	"slices"

	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"
)

// conditions returns conditions with the IDs of a map that GORM took for lists of numbers, to which
// FirstOrCreate sets the fields of the row that it creates, and with lists of column types as what
// GORM binds at less cost. It does not change its argument, which is the caller's.
func conditions(sch *schema.Schema, exprs []clause.Expression) []clause.Expression {
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
			if len(e.Exprs) == 0 {
				continue
			}
			if inner := conditions(sch, e.Exprs); &inner[0] != &e.Exprs[0] {
				replace(i, clause.AndConditions{Exprs: inner})
			}
		case clause.IN:
			if key, ok := wholeKey(sch, e); ok {
				replace(i, key)
			} else if list := latesOf(e.Values); list != nil {
				replace(i, clause.IN{Column: e.Column, Values: list})
			}
		case clause.Expr:
			if vars, ok := listsOf(e.Vars); ok {
				e.Vars = vars
				replace(i, e)
			}
		}
	}
	return exprs
}

// wholeKey returns the condition of a list of numbers that is the ID of a field.
func wholeKey(sch *schema.Schema, in clause.IN) (clause.Eq, bool) {
	column, ok := in.Column.(clause.Column)
	if !ok || len(in.Values) < 8 {
		return clause.Eq{}, false
	}
	raw := make([]byte, 0, len(in.Values))
	for _, v := range in.Values {
		b, ok := v.(uint8)
		if !ok {
			return clause.Eq{}, false
		}
		raw = append(raw, b)
	}
	t := fieldOf(sch, column.Name).traits
	return clause.Eq{Column: column, Value: raw}, t != nil && len(raw) == t.Size
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
