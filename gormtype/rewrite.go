package gormtype

import (
	"database/sql"
	"reflect"
	"slices"

	"gorm.io/gorm/clause"
)

// conditions returns the conditions with each plain ID in its column type, and whether
// there was one. It does not change what it is given, which is the caller's.
func (s *scope) conditions(exprs []clause.Expression) ([]clause.Expression, bool, error) {
	return replaceEach(exprs, s.condition)
}

// replaceEach returns a list with the results of replace, a copy if one is another, and
// whether it is a copy.
func replaceEach[E any](list []E, replace func(E) (E, bool, error)) ([]E, bool, error) {
	copied := false
	for i, e := range list {
		replaced, changed, err := replace(e)
		if err != nil {
			return nil, false, err
		}
		if !changed {
			continue
		}
		if !copied {
			list, copied = slices.Clone(list), true
		}
		list[i] = replaced
	}
	return list, copied, nil
}

func (s *scope) condition(expr clause.Expression) (clause.Expression, bool, error) {
	var err error
	var changed bool
	switch e := expr.(type) {
	case clause.AndConditions:
		e.Exprs, changed, err = s.conditions(e.Exprs)
		return e, changed, err
	case clause.OrConditions:
		e.Exprs, changed, err = s.conditions(e.Exprs)
		return e, changed, err
	case clause.NotConditions:
		e.Exprs, changed, err = s.conditions(e.Exprs)
		return e, changed, err
	case clause.Expr:
		if len(e.Vars) == 0 {
			return e, false, s.standsAlone(e.SQL)
		}
		e.Vars, changed, err = s.arguments(e.SQL, e.Vars)
		return e, changed, err
	case clause.NamedExpr:
		e.Vars, changed, err = s.namedArguments(e.SQL, e.Vars)
		return e, changed, err
	case clause.IN:
		compared := s.subject(e.Column)
		if compared.traits != nil && areBytes(e.Values) {
			return s.joined(e, compared)
		}
		e.Values, changed, err = replaceEach(e.Values, func(v any) (any, bool, error) { return s.value(compared, v) })
		return e, changed, err
	case clause.Eq:
		e.Value, changed, err = s.value(s.subject(e.Column), e.Value)
		return e, changed, err
	case clause.Neq:
		e.Value, changed, err = s.value(s.subject(e.Column), e.Value)
		return e, changed, err
	case clause.Gt:
		e.Value, changed, err = s.value(s.subject(e.Column), e.Value)
		return e, changed, err
	case clause.Gte:
		e.Value, changed, err = s.value(s.subject(e.Column), e.Value)
		return e, changed, err
	case clause.Lt:
		e.Value, changed, err = s.value(s.subject(e.Column), e.Value)
		return e, changed, err
	case clause.Lte:
		e.Value, changed, err = s.value(s.subject(e.Column), e.Value)
		return e, changed, err
	case clause.Like:
		e.Value, changed, err = s.value(subject{}, e.Value)
		return e, changed, err
	}
	return expr, false, nil
}

// joined returns a comparison with the ID of the bytes into which GORM expands an array
// without a Value method, such as the UUID of another library.
func (s *scope) joined(e clause.IN, compared subject) (clause.Expression, bool, error) {
	raw := make([]byte, len(e.Values))
	for i, v := range e.Values {
		raw[i] = v.(byte)
	}
	x, ok := compared.traits.raw(raw)
	if !ok || !compared.traits.expands() {
		return nil, false, refuseCondition(compared.traits, "", "GORM takes an array of bytes for a list of numbers: "+passIn(compared.traits))
	}
	v, _, err := s.value(compared, x)
	return clause.Eq{Column: e.Column, Value: v}, true, err
}

func areBytes(values []any) bool {
	for _, v := range values {
		if _, ok := v.(uint8); !ok {
			return false
		}
	}
	return len(values) > 0
}

// arguments are those of the placeholders ? of a condition in SQL.
func (s *scope) arguments(condition string, vars []any) ([]any, bool, error) {
	if !slices.ContainsFunc(vars, s.isNotable) {
		return vars, false, nil // then there is no need to read the SQL
	}
	subjects := make([]subject, len(vars))
	s.eachMark(condition, func(m term, t subject) {
		if m.text == "?" && m.nth < len(vars) {
			subjects[m.nth] = t
		}
	})
	i := -1
	return replaceEach(vars, func(v any) (any, bool, error) {
		i++
		return s.value(subjects[i], v)
	})
}

// namedArguments are those of the placeholders ? and @name of a condition in SQL. Of
// several values for a name, GORM takes the last.
func (s *scope) namedArguments(condition string, vars []any) ([]any, bool, error) {
	vars, changed, err := s.arguments(condition, vars)
	if err != nil {
		return nil, false, err
	}
	values := namedValues(vars)
	replaced := map[string]any{}
	readable := s.eachMark(condition, func(m term, t subject) {
		v, ok := values[m.text]
		if err != nil || !ok {
			return
		}
		var isOther bool
		if v, isOther, err = s.value(t, v); isOther {
			replaced[m.text] = v
		}
	})
	for _, v := range values {
		if !readable && err == nil {
			_, _, err = s.value(subject{}, v)
		}
	}
	if err != nil || len(replaced) == 0 {
		return vars, changed, err
	}
	for name, v := range replaced {
		vars = append(slices.Clip(vars), sql.NamedArg{Name: name[1:], Value: v})
	}
	return vars, true, nil
}

// eachMark calls yield for each placeholder of a condition, with what it is compared
// with. It reports false if it cannot read the condition.
func (s *scope) eachMark(condition string, yield func(term, subject)) bool {
	list, ok := terms(condition, s.dl)
	if !ok {
		return false
	}
	columns := comparedColumns(list)
	for i, t := range list {
		if t.kind != markTerm {
			continue
		}
		var compared subject
		if columns[i] != "" {
			compared = s.subject(columns[i])
		}
		yield(t, compared)
	}
	return true
}

// namedValues returns the values of the placeholders @name as [clause.NamedExpr] finds
// them: named arguments, maps, and the fields of structs.
func namedValues(vars []any) map[string]any {
	values := map[string]any{}
	for _, v := range vars {
		switch v := v.(type) {
		case sql.NamedArg:
			values["@"+v.Name] = v.Value
		case map[string]any:
			for name, e := range v {
				values["@"+name] = e
			}
		default:
			addFields(values, reflect.ValueOf(v))
		}
	}
	return values
}

func addFields(values map[string]any, v reflect.Value) {
	v = reflect.Indirect(v)
	if v.Kind() != reflect.Struct {
		return
	}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if !f.IsExported() {
			continue
		}
		values["@"+f.Name] = v.Field(i).Interface()
		if f.Anonymous {
			addFields(values, v.Field(i))
		}
	}
}
