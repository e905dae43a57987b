package columntype

import (
	"regexp"
	"strings"
)

// textNames matches the names of types of texts.
const textNames = `\w*text|n?(?:var|bp)?char|character(?: varying)?`

// texts and blobs match the types, in lower case and without a length, of columns that hold texts
// and bytes.
var (
	texts = regexp.MustCompile(`^(` + textNames + `)$`)
	blobs = regexp.MustCompile(`^(bytea|\w*binary|\w*blob)$`)
)

// TypeFor returns the column type of the same ID that a live column holds, if the column is of texts and d
// of another form, or the reverse. It is empty for a column that fits, and for one of another type,
// which a server refuses. A server takes the other form: PostgreSQL casts a uuid to a text, and
// SQLite and some character sets of MySQL store the bytes among the texts.
func (d Description) TypeFor(dl Dialect, columnType string) string {
	columnType, _, _ = strings.Cut(strings.ToLower(columnType), "(")
	columnType = strings.TrimSpace(columnType)
	if dl == SQLite && Affinity(columnType) == "TEXT" {
		columnType = "text"
	}
	switch isText := d.StoresText(); {
	case !isText && texts.MatchString(columnType):
		return d.nameOf(Text)
	case isText && blobs.MatchString(columnType) && dl == Postgres:
		return d.nameOf(Binary)
	case isText && blobs.MatchString(columnType):
		return d.nameOf(Native)
	}
	return ""
}

// Affinity is SQLite's own rule, which looks for parts of the type's name in
// this order (Datatypes in SQLite, section 3.1).
func Affinity(dataType string) string {
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
