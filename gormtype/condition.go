package gormtype

import (
	"database/sql"
	"reflect"
	"slices"
	"strings"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"
)

func conditionClauses(c *traits, field *schema.Field) []clause.Interface {
	return []clause.Interface{guard{modify(field, c)}}
}

func updateClauses(c *traits, field *schema.Field) []clause.Interface {
	return []clause.Interface{updater{guard{modify(field, c)}}}
}

// updater converts the values that an update sets by name, and is a guard.
type updater struct{ guard }

// ModifyStatement does not change the map of the caller.
func (u updater) ModifyStatement(stmt *gorm.Statement) {
	if stmt.Schema != nil {
		stmt.AddError(u.store(stmt))
	}
	u.guard.ModifyStatement(stmt)
}

func (u updater) store(stmt *gorm.Statement) error {
	dest, ok := stmt.Dest.(map[string]any)
	if p, isPointer := stmt.Dest.(*map[string]any); isPointer {
		dest, ok = *p, true
	}
	if ok {
		stored, err := u.storeIn(stmt, dest)
		if err != nil {
			return err
		}
		stmt.Dest = stored
	}
	c := stmt.Clauses["SET"]
	set, ok := c.Expression.(clause.Set)
	if !ok {
		return nil
	}
	stored, err := u.storeAssignments(stmt, set)
	c.Expression = clause.Set(stored)
	stmt.Clauses["SET"] = c
	return err
}

// guard refuses a plain ID in a condition, and the text of one where the column
// holds no text. Given a plain ID that is an array, GORM makes
// db.Delete(&user, id) a DELETE … WHERE id IN (1, 155, 0, …), and a server that
// compares bytes with numbers deletes other rows; pgx takes it for text, which it
// looks for in a column of bytes.
type guard struct{ modifier }

// ModifyStatement looks through the conditions of a statement.
func (g guard) ModifyStatement(stmt *gorm.Statement) {
	if stmt.Schema == nil || g.refuses(stmt) {
		return
	}
	where, ok := stmt.Clauses["WHERE"].Expression.(clause.Where)
	if !ok || stmt.Error != nil {
		return
	}
	anyOf(where.Exprs, func(expr clause.Expression) bool {
		input, detail := g.misreads(stmt, expr)
		if g.compares(stmt, expr) {
			input, detail = "", "GORM takes an array of bytes for a list of numbers, and drivers take an ID for text: pass "+
				g.remedy()+" in place of id"
		}
		if detail != "" {
			stmt.AddError(refuse(g.traits.description, "condition", input, ErrPlain, detail))
		}
		return detail != ""
	})
}

func (g guard) remedy() string { return ctorNames[g.traits.description.kind] + "(id)" }

var ctorNames = [...]string{native: "gormtype.Of", text: "gormtype.TextOf", binary: "gormtype.BinaryOf"}

// anyOf reports whether one of the conditions, which may be groups, is such.
func anyOf(exprs []clause.Expression, such func(clause.Expression) bool) bool {
	return slices.ContainsFunc(exprs, func(expr clause.Expression) bool {
		switch e := expr.(type) {
		case clause.AndConditions:
			return anyOf(e.Exprs, such)
		case clause.OrConditions:
			return anyOf(e.Exprs, such)
		case clause.NotConditions:
			return anyOf(e.Exprs, such)
		}
		return such(expr)
	})
}

// compares reports whether a condition has a plain ID.
func (g guard) compares(stmt *gorm.Statement, expr clause.Expression) bool {
	switch e := expr.(type) {
	case clause.IN:
		return g.isMine(stmt, e.Column) && areBytes(e.Values) || g.isPlain(stmt, e.Values)
	case clause.Expr:
		return g.isPlain(stmt, e.Vars)
	case clause.NamedExpr:
		return g.isPlain(stmt, e.Vars)
	}
	_, v := operands(expr)
	return g.isPlain(stmt, v)
}

// operands returns the column of a condition, and the value that it is compared
// with.
func operands(expr clause.Expression) (column, value any) {
	switch e := expr.(type) {
	case clause.Eq:
		return e.Column, e.Value
	case clause.Neq:
		return e.Column, e.Value
	case clause.Gt:
		return e.Column, e.Value
	case clause.Gte:
		return e.Column, e.Value
	case clause.Lt:
		return e.Column, e.Value
	case clause.Lte:
		return e.Column, e.Value
	case clause.IN:
		return e.Column, e.Values
	}
	return nil, nil
}

// isMine reports whether a condition's column is this field's.
func (g guard) isMine(stmt *gorm.Statement, column any) bool {
	name := ""
	switch c := column.(type) {
	case string:
		name = c
	case clause.Column:
		name = c.Name
	}
	name = name[strings.LastIndexByte(name, '.')+1:]
	if name == clause.PrimaryKey {
		return stmt.Schema.PrioritizedPrimaryField == g.field
	}
	return stmt.Schema.LookUpField(name) == g.field
}

func areBytes(values []any) bool {
	for _, v := range values {
		if reflect.ValueOf(v).Kind() != reflect.Uint8 {
			return false
		}
	}
	return len(values) > 0
}

// isPlain reports whether v is a plain ID of this field's type, or has one: a
// pointer, a list, a map of named values. A model with a field of the
// plain type can compare it.
func (g guard) isPlain(stmt *gorm.Statement, v any) bool {
	switch v := v.(type) {
	case map[string]any:
		for _, e := range v {
			if g.isPlain(stmt, e) {
				return true
			}
		}
		return false
	case sql.NamedArg:
		return g.isPlain(stmt, v.Value)
	}
	plain := g.traits.description.id
	t := innermost(reflect.TypeOf(v), plain)
	if rv := reflect.ValueOf(v); t != nil && t.Kind() == reflect.Interface && rv.Kind() == reflect.Slice {
		for i := range rv.Len() {
			if g.isPlain(stmt, rv.Index(i).Interface()) {
				return true
			}
		}
		return false
	}
	if t != plain {
		return false
	}
	for _, field := range stmt.Schema.Fields {
		if field.IndirectFieldType == plain {
			return false
		}
	}
	return true
}

// innermost returns what a type is a pointer to or a list of. It stops at plain, and
// at column types, which are arrays.
func innermost(t, plain reflect.Type) reflect.Type {
	for t != nil && t != plain {
		switch t.Kind() {
		case reflect.Array:
			if t.Implements(columnInterface) {
				return t
			}
			t = t.Elem()
		case reflect.Pointer, reflect.Slice:
			t = t.Elem()
		default:
			return t
		}
	}
	return t
}

var columnInterface = reflect.TypeFor[columnField]()
