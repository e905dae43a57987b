package postgres

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5/pgconn"
)

// Codes of the server's errors, and their classes of two characters.
const (
	diskFull           = "53100"
	tooManyConnections = "53300"
	uniqueViolation    = "23505"

	// operatorIntervention begins the codes with which the server ends a connection:
	// it shuts down, or another of its processes has crashed.
	operatorIntervention = "57P"

	serializationFailure = "40001"
	deadlockDetected     = "40P01"

	notSupported = "0A"
	notInState   = "55" // an object that is not in the state that is asked for
	refusal      = "42" // no privilege, no such function, no such relation
	noFile       = "58" // the extension's files are not installed
)

// refused reports whether the server is well and does not give what was asked.
func refused(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && len(e.Code) == 5 && slices.Contains([]string{notSupported, notInState, refusal, noFile}, e.Code[:2])
}

// answered reports whether the error is the server's word: it is well.
func answered(err error) bool {
	_, ok := errors.AsType[*pgconn.PgError](err)
	return ok
}

// again reports whether the server gave up a transaction in favour of another one.
func again(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (e.Code == serializationFailure || e.Code == deadlockDetected)
}

// errDiscard has database/sql throw a connection away instead of keeping it.
var errDiscard = driver.ErrBadConn

// reason says in a line why a reading is blank.
func reason(what string, err error) string {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return firstLine(what + " (" + e.Message + ")")
	}
	return firstLine(what + " (" + err.Error() + ")")
}

// explain says what was tried, what the server answered and what helps.
func explain(what string, err error) error {
	hint := ""
	e, ok := errors.AsType[*pgconn.PgError](err)
	switch {
	case !ok || e.Code[:min(len(e.Code), 3)] == operatorIntervention:
		hint = ": the connection is lost or the server is gone: look at its log"
	case e.Code == diskFull:
		hint = ": free some space on the server's disk, or insert fewer rows"
	case e.Code == tooManyConnections:
		hint = ": take fewer writers, or raise max_connections"
	case e.Code == uniqueViolation:
		hint = ": the key source made the same key twice"
	}
	return fmt.Errorf("postgres: %s: %w%s", what, err, hint)
}
