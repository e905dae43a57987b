package matrix_test

import (
	"fmt"

	"github.com/sortid/sortid/internal/dbserver"
)

// kind is what a program asks of a column: the representation that fits the server
// best, the raw bytes, or the text.
type kind string

const (
	asNative kind = "native"
	asBinary kind = "binary"
	asText   kind = "text"
)

// shape is what a column holds.
type shape struct {
	of   content
	size int // bytes of the raw form, or characters of the text
}

type content int

const (
	aUUID content = iota
	rawBytes
	aText
	signed
	unsigned
)

// shapeOf returns what a column of the kind holds on the server.
func (f format[T]) shapeOf(k kind, s server) shape {
	switch {
	case k == asText:
		return shape{aText, f.textSize}
	case k == asBinary || f.size == 20 || f.size == 16 && s.kind != dbserver.Postgres:
		return shape{rawBytes, f.size}
	case f.size == 16:
		return shape{aUUID, f.size}
	case f.unsigned && s.isMySQL():
		return shape{unsigned, f.size}
	}
	return shape{signed, f.size}
}

// declaration is the column's type in a table, as the package sqltype advises.
func (c shape) declaration(s server) string {
	switch {
	case c.of == aUUID:
		return "uuid"
	case c.of == signed && s.kind == "":
		return "INTEGER"
	case c.of == signed:
		return "BIGINT"
	case c.of == unsigned:
		return "BIGINT UNSIGNED"
	case s.kind == "" && c.of == rawBytes:
		return "BLOB"
	case s.kind == "":
		return "TEXT"
	case s.kind == dbserver.Postgres && c.of == rawBytes:
		return "bytea"
	case s.kind == dbserver.Postgres:
		return `text COLLATE "C"`
	case c.of == rawBytes:
		return fmt.Sprintf("BINARY(%d)", c.size)
	}
	return fmt.Sprintf("CHAR(%d) CHARACTER SET ascii COLLATE ascii_bin", c.size)
}

// itemTable is the table of a cell, whose rows refer to each other.
func (c shape) itemTable(s server) string {
	d := c.declaration(s)
	return fmt.Sprintf("CREATE TABLE items (id %s NOT NULL PRIMARY KEY, parent_id %s, n BIGINT NOT NULL, "+
		"FOREIGN KEY (parent_id) REFERENCES items (id))", d, d)
}

// looseTables returns tables that take what another program may have stored, by what
// their columns hold.
func looseTables(s server) map[content]string {
	declarations := map[content]string{rawBytes: "VARBINARY(64)", aText: "VARCHAR(64)", signed: "BIGINT"}
	switch s.kind {
	case dbserver.Postgres:
		declarations = map[content]string{rawBytes: "bytea", aText: "text", signed: "bigint", aUUID: "uuid"}
	case "":
		// A column without a type takes a value as it comes.
		declarations = map[content]string{rawBytes: "", aText: "", signed: ""}
	}
	tables := map[content]string{}
	for of, d := range declarations {
		tables[of] = fmt.Sprintf("CREATE TABLE %s (id %s, parent_id %s, n BIGINT NOT NULL PRIMARY KEY)", looseTable(of), d, d)
	}
	return tables
}

func looseTable(of content) string { return fmt.Sprintf("loose%d", of) }
