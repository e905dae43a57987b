package check

import (
	"database/sql"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/internal/finding"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"
)

// judgeKey reports a table that can have two rows of one primary key of the model, or
// refuses rows of two keys as one.
func (c *checker) judgeKey(s *schema.Schema, live liveTable) error {
	if live.isView || !slices.ContainsFunc(s.PrimaryFields, isTarget) {
		return nil
	}
	key := make([]target, len(s.PrimaryFields))
	for i, field := range s.PrimaryFields {
		if _, ok := live.columns[field.DBName]; !ok {
			return nil // a missing column is reported as such
		}
		key[i] = target{table: s.Table, field: field, Description: columntype.Of(field), live: live.columns[field.DBName]}
	}
	if slices.ContainsFunc(live.keys, func(k liveKey) bool { return k.serves(key, live.isSplit) }) {
		return nil
	}
	at := target{table: s.Table}
	if len(key) == 1 {
		at = key[0]
	}
	c.report(at, finding.MissingKey, live.keyFault(key), c.keyRemedy(key, live))
	return c.duplicates(at, key)
}

func isTarget(field *schema.Field) bool {
	return columntype.Of(field) != nil
}

// serves reports whether the key makes the model's key unique and refuses nothing else.
// The key of a table that is split has to contain the columns by which it is.
func (k liveKey) serves(key []target, isSplit bool) bool {
	for _, t := range key {
		if !slices.ContainsFunc(k.parts, t.isWhole) {
			return false
		}
	}
	return len(k.parts) == len(key) || isSplit
}

// isWhole reports whether a part of a key is the whole column.
func (t target) isWhole(p keyPart) bool {
	if p.column != t.field.DBName || p.prefix != 0 && t.Description == nil {
		return false
	}
	return p.prefix == 0 || p.prefix >= t.length()
}

// length returns the length of the column: bytes, or characters of a text.
func (t target) length() int64 { return int64(t.Length(t.field)) }

func (live liveTable) keyFault(key []target) string {
	shown := make([]string, len(live.keys))
	for i, k := range live.keys {
		shown[i] = k.String()
	}
	has := "it has no key"
	if len(shown) > 0 {
		has = "it has " + strings.Join(shown, ", ")
	}
	return "the table has no primary key or unique index on exactly " + columnList(key) + ", the key of the model: " + has
}

// String shows the key, such as "PRIMARY KEY (id(8))".
func (k liveKey) String() string {
	parts := make([]string, len(k.parts))
	for i, p := range k.parts {
		switch {
		case p.column == "":
			parts[i] = "an expression"
		case p.prefix != 0:
			parts[i] = fmt.Sprintf("%s(%d)", p.column, p.prefix)
		default:
			parts[i] = p.column
		}
	}
	kind := "UNIQUE"
	if k.primary {
		kind = "PRIMARY KEY"
	}
	return kind + " (" + strings.Join(parts, ", ") + ")"
}

func columnList(key []target) string {
	names := make([]string, len(key))
	for i, t := range key {
		names[i] = t.field.DBName
	}
	return "(" + strings.Join(names, ", ") + ")"
}

func (c *checker) keyRemedy(key []target, live liveTable) string {
	quoted := make([]string, len(key))
	for i, t := range key {
		quoted[i] = c.quote(clause.Column{Name: t.field.DBName})
	}
	columns := "(" + strings.Join(quoted, ", ") + ")"
	alter := "ALTER TABLE " + c.quote(clause.Table{Name: key[0].table})
	isPrimary := func(k liveKey) bool { return k.primary }
	i := slices.IndexFunc(live.keys, isPrimary)
	switch {
	case i >= 0 && slices.ContainsFunc(live.keys[i].parts, func(p keyPart) bool { return p.prefix != 0 }):
		return alter + " DROP PRIMARY KEY, ADD PRIMARY KEY " + columns
	case i >= 0 || c.dialect == columntype.SQLite: // which adds no primary key to a table
		return "CREATE UNIQUE INDEX " + withoutSigns(key[0].table+"_key", "") + " ON " + c.quote(clause.Table{Name: key[0].table}) + " " + columns
	}
	return alter + " ADD PRIMARY KEY " + columns
}

// duplicates looks for a key that several rows have.
func (c *checker) duplicates(at target, key []target) error {
	var list, filled []string
	var columns []any
	for _, t := range key {
		list, filled = append(list, "?"), append(filled, "? IS NOT NULL")
		columns = append(columns, clause.Column{Name: t.field.DBName})
	}
	names := strings.Join(list, ", ")
	args := slices.Concat(columns, []any{clause.Table{Name: at.table}}, columns, columns)
	return eachRow(c.db, func(rows *sql.Rows) error {
		var n int64
		values := make([]any, len(key))
		places := make([]any, len(key), len(key)+1)
		for i := range values {
			places[i] = &values[i]
		}
		places = append(places, &n)
		if err := rows.Scan(places...); err != nil {
			return err
		}
		shown := make([]string, len(key))
		for i, t := range key {
			shown[i] = t.show(values[i])
		}
		c.report(at, finding.DuplicateKeys, fmt.Sprintf("%d rows have the key %s", n, strings.Join(shown, ", ")),
			"give all but one of the rows new IDs, or delete them, before you add the key")
		return nil
	}, "SELECT "+names+", COUNT(*) FROM ? WHERE "+strings.Join(filled, " AND ")+" GROUP BY "+names+
		" HAVING COUNT(*) > 1 LIMIT 1"+mark(key...), args...)
}

// show returns a value of the column as its ID shows itself, if it is one.
func (t target) show(v any) string {
	dst := reflect.New(t.field.IndirectFieldType).Interface()
	if s, ok := dst.(sql.Scanner); ok && s.Scan(v) == nil {
		if shown, ok := dst.(fmt.Stringer); ok {
			return shown.String()
		}
	}
	if b, ok := v.([]byte); ok {
		return fmt.Sprintf("%q", b)
	}
	return fmt.Sprint(v)
}

// withoutSigns replaces all but letters, digits and the kept characters by underscores.
func withoutSigns(s, kept string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(kept, r) {
			return r
		}
		return '_'
	}, s)
}
