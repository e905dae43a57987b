package main

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// tableName is the name of a table.
type tableName struct {
	server       string
	schema, name string // schema can be empty
}

// part is a part of a table's name: in double quotes, where two mean one, or without a dot.
var part = regexp.MustCompile(`^(?:"((?:[^"]|"")+)"|([^".]+))(\.|$)`)

// parseTable returns the table of the text TABLE or SCHEMA.TABLE.
func parseTable(server, text string) (tableName, error) {
	var parts []string
	rest, more := text, true
	for more {
		m := part.FindStringSubmatch(rest)
		if m == nil || len(parts) == 2 {
			return tableName{}, usageError("-table %q: use TABLE or SCHEMA.TABLE, with a name that contains a dot or quotes as in '\"a.b\"'", text)
		}
		name := strings.ReplaceAll(m[1], `""`, `"`) + m[2]
		if err := checkName(server, "-table", name); err != nil {
			return tableName{}, err
		}
		parts = append(parts, name)
		rest, more = rest[len(m[0]):], m[3] == "."
	}
	t := tableName{server: server, name: parts[len(parts)-1]}
	if len(parts) == 2 {
		t.schema = parts[0]
	}
	return t, nil
}

// checkName reports a name that the server does not take, or that cannot be in a comment or in the
// body of a DO statement.
func checkName(server, flag, name string) error {
	size, most, unit := len(name), 63, "bytes"
	if server != postgres {
		size, most, unit = utf8.RuneCountInString(name), 64, "characters"
	}
	switch {
	case name == "":
		return usageError("%s: the name is empty: use the name in the database", flag)
	case size > most:
		return usageError("%s %q: a name of %d %s: %s allows %d: use a shorter name", flag, name, size, unit, server, most)
	case !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return usageError("%s %q: it has control characters, or is not UTF-8: rename it first", flag, name)
	case strings.Contains(name, "$sortid$"):
		return usageError("%s %q: it contains $sortid$, which delimits the SQL: rename it first", flag, name)
	}
	return nil
}

// quoteName returns a name as an identifier in SQL.
func quoteName(server, name string) string {
	q := "`"
	if server == postgres {
		q = `"`
	}
	return q + strings.ReplaceAll(name, q, q+q) + q
}

// quoteText returns a text as a literal in SQL, of a session in which backslashes have no meaning.
func quoteText(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// SQL returns the name in SQL.
func (t tableName) SQL() string {
	if t.schema == "" {
		return quoteName(t.server, t.name)
	}
	return quoteName(t.server, t.schema) + "." + quoteName(t.server, t.name)
}

// String returns the name for people.
func (t tableName) String() string {
	if t.schema == "" {
		return t.name
	}
	return t.schema + "." + t.name
}
