package gormtype

import (
	"database/sql"
	"database/sql/driver"
	"encoding"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// misreads looks for the text of an ID, which a program has from a URL, where the
// database would not read it as the ID: compared with a column that holds no text, and
// in place of a whole condition. It also looks for an ID in a column type of another
// form. It returns the input and what is wrong with it.
//
// It reports only statements that cannot be correct: it understands simple conditions
// in SQL and accepts all others.
func (g guard) misreads(stmt *gorm.Statement, expr clause.Expression) (input, detail string) {
	if e, ok := expr.(clause.Expr); ok && g.standsAlone(stmt, e) {
		return strconv.Quote(e.SQL), "GORM takes a text without a condition for SQL, which can select every row: " +
			"parse it, and pass " + g.remedy() + " in its place"
	}
	if s := g.compared(stmt, expr, g.textIn); s != "" {
		return strconv.Quote(s), "the column " + g.field.DBName + " holds the ID, not its text, which matches no row or a wrong one: " +
			"parse the text, and pass " + g.remedy() + " in its place"
	}
	if s := g.compared(stmt, expr, g.otherIn); s != "" {
		return s, "the column " + g.field.DBName + " stores another form than this type, which matches no row or a wrong one: pass " +
			g.remedy() + " in its place"
	}
	return "", ""
}

// compared returns what find finds in the values with which a condition compares the
// field's column, or the empty text.
func (g guard) compared(stmt *gorm.Statement, expr clause.Expression, find func(*gorm.Statement, any) string) string {
	switch e := expr.(type) {
	case clause.Expr:
		if find(stmt, e.Vars) == "" { // then there is no need to read the SQL
			return ""
		}
		return g.among(stmt, e.SQL, positional(e.Vars), find)
	case clause.NamedExpr:
		return g.among(stmt, e.SQL, named(e.Vars), find)
	}
	if name, v := operands(expr); g.isOwn(stmt, name) {
		return find(stmt, v)
	}
	return ""
}

// standsAlone reports whether a condition is nothing but an ID's text, as in
// db.First(&user, text). A text that can be the name of a column is not.
func (g guard) standsAlone(stmt *gorm.Statement, e clause.Expr) bool {
	return len(e.Vars) == 0 && e.SQL != "" && ('0' <= e.SQL[0] && e.SQL[0] <= '9' || strings.Contains(e.SQL, "-")) &&
		stmt.Schema.PrioritizedPrimaryField == g.field && stmt.Schema.LookUpField(e.SQL) == nil && g.traits.reads(e.SQL)
}

// comparison is a comparison of a name with one argument. The text around it makes sure
// that neither the name nor the argument is part of a larger expression.
var comparison = regexp.MustCompile(`(?i)(?:^|\(|\b(?:AND|OR|NOT)\b)\s*` + // what goes before
	`([\w."\x60]+)\s*` + // the name
	`(?:==?|<>|!=|<=?|>=?|\bBETWEEN\b|\b(?:NOT\s+)?IN\b)\s*\(?\s*` +
	`(\?|@\w+)` + // the argument
	`\s*($|\)|\bAND\b|\bOR\b)`)

// unclear are the marks of a condition in which a name or a question mark may be
// something else: subqueries, whose names are those of other tables, quoted texts and
// comments.
var unclear = regexp.MustCompile(`(?i)\bSELECT\b|'|--|/\*`)

// among returns what find finds in the arguments that a condition in SQL compares with
// the field's column, or the empty text. value returns the argument of a placeholder.
func (g guard) among(stmt *gorm.Statement, condition string, value func(before, placeholder string) any, find func(*gorm.Statement, any) string) string {
	if unclear.MatchString(condition) {
		return ""
	}
	for at := 0; at < len(condition); {
		m := comparison.FindStringSubmatchIndex(condition[at:])
		if m == nil {
			break
		}
		for i := range m {
			m[i] += at
		}
		name := strings.NewReplacer("`", "", `"`, "").Replace(condition[m[2]:m[3]])
		if g.isOwn(stmt, name) {
			if s := find(stmt, value(condition[:m[4]], condition[m[4]:m[5]])); s != "" {
				return s
			}
		}
		at = m[6] // the word behind one comparison goes before the next
	}
	return ""
}

// positional finds an argument as GORM does, which counts the question marks.
func positional(vars []any) func(before, placeholder string) any {
	return func(before, placeholder string) any {
		if n := strings.Count(before, "?"); placeholder == "?" && n < len(vars) {
			return vars[n]
		}
		return nil
	}
}

// named finds an argument by its name.
func named(vars []any) func(before, placeholder string) any {
	return func(_, placeholder string) any {
		name, ok := strings.CutPrefix(placeholder, "@")
		if !ok {
			return nil
		}
		for _, v := range vars {
			switch v := v.(type) {
			case sql.NamedArg:
				if v.Name == name {
					return v.Value
				}
			case map[string]any:
				if e, ok := v[name]; ok {
					return e
				}
			}
		}
		return nil
	}
}

// isOwn is isMine for a column that is of the model's own table without doubt.
func (g guard) isOwn(stmt *gorm.Statement, name any) bool {
	if stmt.Table != stmt.Schema.Table {
		return false // a table that the statement names may have other columns
	}
	table := ""
	switch c := name.(type) {
	case string:
		table = c
	case clause.Column:
		if c.Raw {
			return false
		}
		table = c.Name
		if c.Table != "" && c.Table != clause.CurrentTable && !strings.Contains(c.Name, ".") {
			table = c.Table + "." + c.Name
		}
	}
	if i := strings.LastIndexByte(table, '.'); i >= 0 && table[:i] != stmt.Table {
		return false
	}
	return g.isMine(stmt, name)
}

// textIn returns the first ID's text in v, which may be a list or a pointer, if the
// column would not read it. PostgreSQL reads the text of a UUID into a uuid column,
// and reports any other text there and in a bigint column; decimal digits are the
// number to every server's integer columns.
func (g guard) textIn(stmt *gorm.Statement, v any) string {
	d, dl := g.traits.description, dialectOf(stmt.DB)
	number := d.kind == native && d.integer
	if d.kind == text || dl == unknown || dl == postgres && (number || d.kind == native && d.size == 16) {
		return ""
	}
	s := firstText(reflect.ValueOf(v), g.traits.reads)
	if number && strings.Trim(s, "0123456789") == "" {
		return ""
	}
	return s
}

// otherIn returns the name of the first column type in v, which may be a list or a
// pointer, that is stored in another form than the field.
func (g guard) otherIn(stmt *gorm.Statement, v any) string {
	dl := dialectOf(stmt.DB)
	if dl == unknown {
		return ""
	}
	return firstOther(reflect.ValueOf(v), g.traits.form(dl), dl)
}

func firstOther(v reflect.Value, form string, dl dialect) string {
	if !v.IsValid() {
		return ""
	}
	if v.Type().Implements(columnInterface) && v.Kind() == reflect.Array {
		if t := v.Interface().(columnField).traits(); t.form(dl) != form {
			return t.name()
		}
		return ""
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return firstOther(v.Elem(), form, dl)
	case reflect.Slice:
		for i := range v.Len() {
			if s := firstOther(v.Index(i), form, dl); s != "" {
				return s
			}
		}
	}
	return ""
}

// form names how a column stores IDs. IDs of two fields are comparable if it is the same.
func (d description) form(dl dialect) string {
	switch {
	case d.kind == text:
		return "text"
	case d.kind == native && d.integer:
		return "integer"
	case d.kind == native && d.size == 16 && dl == postgres:
		return "uuid"
	}
	return strconv.Itoa(d.size) + " bytes"
}

// firstText returns the first string in v that is an ID's text. A type that makes
// its own argument may make the ID of it.
func firstText(v reflect.Value, reads func(string) bool) string {
	if !v.IsValid() {
		return ""
	}
	if v.CanInterface() {
		switch v.Interface().(type) {
		case driver.Valuer, gorm.Valuer:
			return ""
		}
	}
	switch v.Kind() {
	case reflect.String:
		if reads(v.String()) {
			return v.String()
		}
	case reflect.Pointer, reflect.Interface:
		return firstText(v.Elem(), reads)
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if s := firstText(v.Index(i), reads); s != "" {
				return s
			}
		}
	}
	return ""
}

// reads reports whether s is a text form of a T, and cannot be its raw bytes, which
// some drivers take in a string.
func reads[T id.Fixed](s string) bool {
	var v T
	u, ok := any(&v).(encoding.TextUnmarshaler)
	return ok && s != "" && len(s) != column.RawSize[T]() && u.UnmarshalText([]byte(s)) == nil
}
