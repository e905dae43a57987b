package source

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
)

// warnings is the statement after each one of MariaDB's information schema.
const warnings = "SHOW WARNINGS"

// allWarnings is the setting that keeps them all.
const allWarnings = "SESSION max_error_count = 65535"

// The codes of warnings that a table is not in an answer, because another session is changing it: the wait for its lock
// ended, or there was none because of other locks. Tables that are broken have other codes.
const (
	lockTimedOut = 1205
	skipped      = 1684
)

// querier is a connection or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// readsTables reports whether a statement reads the information schema, for which MariaDB opens the tables.
func readsTables(query string) bool {
	return strings.Contains(strings.ToLower(query), "information_schema.")
}

// ownTables opens the tables of this database.
const ownTables = "SELECT COUNT(engine) FROM information_schema.tables WHERE table_schema = DATABASE()"

// complete returns an error if the last statement left out a table of this database. The message of 1205 does not tell
// such a table from one of another database, which the server opens for many statements: it is an error if a table of
// this one is held when it is asked for again.
func complete(ctx context.Context, db querier) error {
	left, err := leftOut(ctx, db)
	if err != nil || left == "" {
		return err
	}
	if err := queryRows(ctx, db, ownTables, func(*sql.Rows) error { return nil }); err != nil {
		return err
	}
	if left, err = leftOut(ctx, db); err != nil || left == "" {
		return err
	}
	return errors.New(left)
}

// leftOut returns what the warnings of the last statement say of a table that it left out, or the empty text.
func leftOut(ctx context.Context, db querier) (left string, err error) {
	err = queryRows(ctx, db, warnings, func(rows *sql.Rows) error {
		var level, message string
		var code int
		err := rows.Scan(&level, &code, &message)
		switch {
		case err != nil || left != "":
		case code == lockTimedOut: // with a message that names no table
			left = fmt.Sprintf("another session has held a table for more than %v, and information_schema leaves it out: run it again afterwards", lockTimeout)
		case code == skipped:
			left = fmt.Sprintf("information_schema leaves out a table: %s: run it again", message)
		}
		return err
	})
	return left, err
}
