package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The servers of the command partition.
const (
	postgres = "postgres"
	mysql    = "mysql"
	mariadb  = "mariadb"
)

// columnType is a type of the column of the IDs.
type columnType struct {
	server string
	kind   string // uuid, bytea, binary, bigint or text
	format *format
}

// kinds are the types that a column of a server can have.
var kinds = map[string][]string{
	postgres: {"uuid", "bytea", "bigint", "text"},
	mysql:    {"binary", "bigint", "text"},
	mariadb:  {"binary", "bigint", "text"},
}

// lookupType returns the type of a name, or the usual one of the format for the empty name.
func lookupType(server, kind string, f *format) (columnType, error) {
	c := columnType{server: server, kind: kind, format: f}
	known, ok := kinds[server]
	if !ok {
		return c, wrong("-server %q: use postgres, mysql or mariadb", server)
	}
	switch {
	case kind == "":
		c.kind = usual(server, f)
	case !slices.Contains(known, kind):
		return c, wrong("-type %q: not for the IDs of %s on %s: use %s", kind, f.name, server, strings.Join(known, ", "))
	case kind == "uuid" && f.size != 16, kind == "bigint" && f.size != 8:
		return c, wrong("-type %s: %s has %d bytes: use %s", kind, f.name, f.size, usual(server, f))
	}
	return c, nil
}

// usual returns the type that the format has on the server.
func usual(server string, f *format) string {
	switch {
	case f.kind == bigintColumn:
		return "bigint"
	case server != postgres:
		return "binary"
	case f.kind == uuidColumn:
		return "uuid"
	}
	return "bytea"
}

// unsigned reports whether the type is a BIGINT UNSIGNED.
func (c columnType) unsigned() bool {
	return c.kind == "bigint" && c.server != postgres && c.format.name == "uid11"
}

// SQL returns the type as the server writes it.
func (c columnType) SQL() string {
	switch {
	case c.kind == "binary":
		return fmt.Sprintf("BINARY(%d)", c.format.size)
	case c.unsigned():
		return "BIGINT UNSIGNED"
	case c.server == postgres && c.kind == "text":
		return `text COLLATE "C"`
	case c.server == postgres:
		return c.kind
	case c.kind == "text":
		return "VARCHAR(n) CHARACTER SET ascii COLLATE ascii_bin"
	}
	return "BIGINT"
}

// IsText reports whether the column holds texts.
func (c columnType) IsText() bool { return c.kind == "text" }

// write returns an ID as text that the server reads, and as text that sorts as the column does.
func (c columnType) write(v value) (text, key string, err error) {
	switch c.kind {
	case "uuid":
		text, _ = v.form("uuid")
	case "bytea":
		text = `\x` + v.hex()
	case "binary":
		h := strings.ToUpper(v.hex())
		return "X'" + h + "'", h, nil
	case "bigint":
		// The servers refuse greater bounds, also for BIGINT UNSIGNED.
		if !v.signed() {
			return "", "", fmt.Errorf("%s: partition bound %d of %s: above 9223372036854775807: use -type %s",
				v.format.name, v.number(), written(v.time), kinds[c.server][slices.Index(kinds[c.server], "bigint")-1])
		}
		text = strconv.FormatUint(v.number(), 10)
		return text, fmt.Sprintf("%020s", text), nil
	case "text":
		if text = v.text; c.server != postgres {
			return quoteText(text), fmt.Sprintf("%X", text), nil
		}
	}
	return text, text, nil
}

// Condition returns the condition for the type on information_schema.COLUMNS of MySQL and MariaDB.
func (c columnType) Condition() string {
	switch {
	case c.kind == "binary":
		return fmt.Sprintf("COLUMN_TYPE = 'binary(%d)'", c.format.size)
	case c.kind == "text":
		return "DATA_TYPE IN ('char', 'varchar') AND RIGHT(COLLATION_NAME, 4) = '_bin'"
	case c.unsigned():
		return "DATA_TYPE = 'bigint' AND COLUMN_TYPE LIKE '%unsigned%'"
	}
	return "DATA_TYPE = 'bigint' AND COLUMN_TYPE NOT LIKE '%unsigned%'"
}
