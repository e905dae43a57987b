package main

import (
	"fmt"
	"slices"
	"strings"
)

// sqlite is a server of the flag -server, beside those of the command partition.
const sqlite = "sqlite"

// dialects lists the servers that SQL is written for, and the column of the IDs in it.
type dialects struct {
	server string   // "" for all
	column []string // a name after those that qualify it; nil if -column is not given
}

// dialectFlags defines -server and -column, and returns a function that reads them.
func (p *program) dialectFlags() func() (dialects, error) {
	server := p.flags.String("server", "", "write one line of SQL, for the `SERVER`: postgres, mysql, mariadb or sqlite")
	column := p.flags.String("column", "", "the `COLUMN` of the IDs in the SQL, or TABLE.COLUMN; a name in double quotes if it contains a dot")
	return func() (d dialects, err error) {
		servers := []string{postgres, mysql, mariadb, sqlite}
		if *server != "" && !slices.Contains(servers, *server) {
			return d, usageError("-server %q: use %s", *server, strings.Join(servers, ", "))
		}
		d.server = *server
		if *column != "" {
			d.column, err = parseColumn(*column)
		}
		return d, err
	}
}

// parseColumn returns the parts of a column's name.
func parseColumn(text string) ([]string, error) {
	parts := nameParts(text)
	if parts == nil || strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return nil, usageError("-column %q: use COLUMN or TABLE.COLUMN, with a name that contains a dot or quotes as in '\"a.b\"'", text)
	}
	return parts, nil
}

// columnOf returns the column in the SQL of a server.
func (d dialects) columnOf(server string) string {
	if d.column == nil {
		return "id"
	}
	if server == sqlite {
		server = postgres // whose quotes are those of the standard
	}
	quoted := make([]string, len(d.column))
	for i, name := range d.column {
		quoted[i] = quoteName(server, name)
	}
	return strings.Join(quoted, ".")
}

// equal returns an ID as a literal of a server, or a comparison with it if there is a column.
func (d dialects) equal(server string, l literals) string {
	if d.column == nil {
		return l.forServer(server)
	}
	return d.columnOf(server) + " = " + l.forServer(server)
}

// rangeCondition returns the condition for the IDs from one up to another.
func (d dialects) rangeCondition(server string, first, end literals) string {
	column := d.columnOf(server)
	return fmt.Sprintf("%s >= %s AND %s < %s", column, first.forServer(server), column, end.forServer(server))
}

// forServer returns the literal of a server.
func (l literals) forServer(server string) string {
	switch server {
	case postgres:
		return l.Postgres
	case sqlite:
		return l.SQLite
	}
	return l.MySQL
}
