package move

import (
	"context"
	"database/sql"
	"errors"

	"github.com/sortid/sortid/ops/doctor/internal/joined"
)

// Writable returns an error for a server that takes no script: a replica, or one that is read-only.
func Writable(ctx context.Context, db joined.Database, product string) error {
	query := "SELECT @@global.read_only, FALSE"
	switch product {
	case "PostgreSQL":
		query = "SELECT pg_is_in_recovery(), current_setting('default_transaction_read_only')::boolean"
	case "SQLite":
		return nil
	}
	var replica, readOnly bool
	err := db.Query(ctx, query, func(rows *sql.Rows) error { return rows.Scan(&replica, &readOnly) })
	switch {
	case err != nil:
		return err
	case replica && product == "PostgreSQL":
		return errors.New("the server is a replica, which takes no changes: give the DSN of its primary")
	case replica:
		return errors.New("the server is read-only, as replicas are: give the DSN of its primary")
	case readOnly:
		return errors.New("the database is read-only (default_transaction_read_only): change that, or give the DSN of another")
	}
	return nil
}
