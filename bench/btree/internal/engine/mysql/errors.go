package mysql

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-sql-driver/mysql"
)

// Numbers of the server's errors.
const (
	diskFull           = 1021
	tableFull          = 1114
	tooManyConnections = 1040
	duplicateKey       = 1062
)

// refusals are the numbers that say that the account may not read what was asked,
// or that there is no such thing.
var refusals = []uint16{
	1044, 1142, 1143, 1227, // no privilege: database, table, column, in general
	1049, 1054, 1109, 1146, 1193, // no such database, column, table (twice), variable
}

// victims are the numbers that say that the server gave up a transaction in favour of
// another one: a deadlock, and TiDB's conflicts of optimistic transactions and with a
// change of some table's schema.
var victims = []uint16{1213, 8002, 8005, 8022, 8028, 9007}

// again reports whether the client is to repeat the transaction.
func again(err error) bool {
	e, ok := errors.AsType[*mysql.MySQLError](err)
	return ok && slices.Contains(victims, e.Number)
}

// refused reports whether the server is well and does not give what was asked.
func refused(err error) bool {
	e, ok := errors.AsType[*mysql.MySQLError](err)
	return ok && slices.Contains(refusals, e.Number)
}

// reason says in a line why a reading is blank.
func reason(what string, err error) string {
	text := err.Error()
	if e, ok := errors.AsType[*mysql.MySQLError](err); ok {
		text = e.Message
	}
	line, _, _ := strings.Cut(what+" ("+text+")", "\n")
	return line
}

// explain says what was tried, what the server answered and what helps.
func (e *Engine) explain(what string, err error) error {
	hint := ""
	answer, ok := errors.AsType[*mysql.MySQLError](err)
	switch {
	case !ok:
		hint = ": the connection is lost or the server is gone: look at its log"
	case answer.Number == diskFull || answer.Number == tableFull:
		hint = ": free some space on the server's disk, or insert fewer rows"
	case answer.Number == tooManyConnections:
		hint = ": take fewer writers, or raise max_connections"
	case answer.Number == duplicateKey:
		hint = ": the key source made the same key twice"
	}
	return fmt.Errorf("%s: %s: %w%s", e.name, what, err, hint)
}
