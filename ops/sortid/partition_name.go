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

// part is a part of a name: in double quotes, where two mean one, or without a dot.
var part = regexp.MustCompile(`^(?:"((?:[^"]|"")+)"|([^".]+))(\.|$)`)

// parseTable returns the table of the text TABLE or SCHEMA.TABLE.
func parseTable(server, text string) (tableName, error) {
	parts := nameParts(text)
	if len(parts) == 0 || len(parts) > 2 {
		return tableName{}, usageError("-table %q: use TABLE or SCHEMA.TABLE, with a name that contains a dot or quotes as in '\"a.b\"'", text)
	}
	for _, name := range parts {
		if err := checkName(server, name); err != nil {
			return tableName{}, err
		}
	}
	t := tableName{server: server, name: parts[len(parts)-1]}
	if len(parts) == 2 {
		t.schema = parts[0]
	}
	return t, nil
}

// nameParts returns the parts of a qualified name, or nil if it is none.
func nameParts(text string) (parts []string) {
	for rest, more := text, true; more; {
		m := part.FindStringSubmatch(rest)
		if m == nil {
			return nil
		}
		parts = append(parts, strings.ReplaceAll(m[1], `""`, `"`)+m[2])
		rest, more = rest[len(m[0]):], m[3] == "."
	}
	return parts
}

// checkName reports a name of a table that the server does not take, or that cannot be in a comment.
func checkName(server, name string) error {
	size, most, unit := len(name), 63, "bytes"
	if server != postgres {
		size, most, unit = utf8.RuneCountInString(name), 64, "characters"
	}
	switch {
	case size > most:
		return usageError("-table %q: a name of %d %s: %s allows %d: use a shorter name", name, size, unit, server, most)
	case !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return usageError("-table %q: it has control characters, or is not UTF-8: rename it first", name)
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
