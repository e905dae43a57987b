package gormtype

import (
	"database/sql"
	"strings"

	"gorm.io/gorm"
)

func sqliteColumns(db *gorm.DB, space, table string) (map[string]liveColumn, error) {
	if space == "" {
		space = "main"
	}
	columns := map[string]liveColumn{}
	rows, err := db.Raw(`SELECT name, type, "notnull", dflt_value FROM pragma_table_info(?, ?)`, table, space).Rows()
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		var notNull bool
		var defaults sql.NullString
		var c liveColumn
		if err := rows.Scan(&name, &c.shown, &notNull, &defaults); err != nil {
			return nil, err
		}
		c.dataType, _, _ = strings.Cut(strings.ToLower(c.shown), "(")
		c.dataType = strings.TrimSpace(c.dataType)
		c.nullable, c.defaults = !notNull, defaults.String
		columns[name] = c
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	var ddl string
	master := `"` + strings.ReplaceAll(space, `"`, `""`) + `".sqlite_master`
	if err := db.Raw("SELECT sql FROM "+master+" WHERE type = 'table' AND lower(name) = lower(?)", table).Scan(&ddl).Error; err != nil {
		return nil, err
	}
	for name, collation := range sqliteCollations(ddl) {
		for column, c := range columns {
			if strings.EqualFold(column, name) {
				c.collation, c.order = collation, sqliteOrder(collation)
				columns[column] = c
			}
		}
	}
	return columns, nil
}

func sqliteOrder(collation string) order {
	switch strings.ToUpper(collation) {
	case "BINARY":
		return byteOrder
	case "NOCASE":
		return caseless
	}
	return otherOrder
}

// sqliteAffinity is SQLite's own rule, which looks for parts of the type's name in
// this order (Datatypes in SQLite, section 3.1).
func sqliteAffinity(dataType string) string {
	for _, rule := range [][2]string{
		{"int", "INTEGER"}, {"char", "TEXT"}, {"clob", "TEXT"}, {"text", "TEXT"}, {"blob", "BLOB"},
		{"real", "REAL"}, {"floa", "REAL"}, {"doub", "REAL"},
	} {
		if strings.Contains(dataType, rule[0]) {
			return rule[1]
		}
	}
	if dataType == "" {
		return "BLOB"
	}
	return "NUMERIC"
}

// sqliteCollations finds the collations that a CREATE TABLE names for its columns,
// which SQLite tells nowhere else.
func sqliteCollations(ddl string) map[string]string {
	collations := map[string]string{}
	depth, column, collate, first := 0, "", false, false
	for _, token := range sqliteTokens(ddl) {
		switch {
		case token == "(":
			if depth++; depth == 1 {
				first = true
			}
		case token == ")":
			depth--
		case depth != 1:
		case token == ",":
			first = true
		case first:
			column, first = unquoted(token), false
		case collate:
			collations[column], collate = unquoted(token), false
		default:
			collate = strings.EqualFold(token, "COLLATE")
		}
	}
	return collations
}

// sqliteTokens splits a statement into names, quoted names and texts, and single
// characters; comments are left out.
func sqliteTokens(s string) (tokens []string) {
	for i := 0; i < len(s); {
		n := sqliteToken(s[i:])
		if token := s[i : i+n]; strings.TrimSpace(token) != "" && !strings.HasPrefix(token, "--") && !strings.HasPrefix(token, "/*") {
			tokens = append(tokens, token)
		}
		i += n
	}
	return tokens
}

// sqliteToken returns the length of the token at the beginning of s.
func sqliteToken(s string) int {
	end := func(start int, mark string) int {
		if i := strings.Index(s[start:], mark); i >= 0 {
			return start + i + len(mark)
		}
		return len(s)
	}
	switch c := s[0]; {
	case c == '\'' || c == '"' || c == '`':
		return end(1, string(c))
	case c == '[':
		return end(1, "]")
	case strings.HasPrefix(s, "--"):
		return end(2, "\n")
	case strings.HasPrefix(s, "/*"):
		return end(2, "*/")
	}
	n := strings.IndexFunc(s, func(r rune) bool { return strings.ContainsRune(" \t\r\n(),;'\"`[", r) })
	switch {
	case n < 0:
		return len(s)
	case n == 0:
		return 1
	}
	return n
}

func unquoted(token string) string { return strings.Trim(token, "\"`[]'") }
