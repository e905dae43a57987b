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

// complete returns an error if the last statement left out a table.
func complete(ctx context.Context, db querier) error {
	var left string
	err := queryRows(ctx, db, warnings, func(rows *sql.Rows) error {
		var level, message string
		var code int
		err := rows.Scan(&level, &code, &message)
		switch {
		case err != nil || left != "":
		case code == lockTimedOut: // with a message that names no table
			left = fmt.Sprintf("another session has held a table for more than %v, which information_schema leaves out: run it again afterwards", lockTimeout)
		case code == skipped:
			left = fmt.Sprintf("information_schema leaves out a table: %s: run it again", message)
		}
		return err
	})
	if err != nil || left == "" {
		return err
	}
	return errors.New(left)
}
