// Package sqlx shows keys of package sqltype with github.com/jmoiron/sqlx.
package sqlx

import (
	"context"
	"database/sql"

	"github.com/jmoiron/sqlx"

	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
)

// Account is a row of the table accounts.
type Account struct {
	ID     sqltype.Binary[wiji.ID]               `db:"id"`
	Parent sqltype.Null[sqltype.Binary[wiji.ID]] `db:"parent"`
	Name   string                                `db:"name"`
}

// DB is a *sqlx.DB or a *sqlx.Tx. Its Rebind writes the ? of a query as $1 for
// PostgreSQL.
type DB interface {
	sqlx.ExtContext
	Rebind(query string) string
}

// Insert stores the account. It fills the key if there is none: sqlx has no hooks.
func Insert(ctx context.Context, db DB, a *Account) error {
	if a.ID.IsZero() {
		if err := a.ID.Generate(); err != nil {
			return err
		}
	}
	_, err := sqlx.NamedExecContext(ctx, db,
		`INSERT INTO accounts (id, parent, name) VALUES (:id, :parent, :name)`, a)
	return err
}

// Get returns the account with that key, or [sql.ErrNoRows].
func Get(ctx context.Context, db DB, id wiji.ID) (Account, error) {
	var a Account
	err := sqlx.GetContext(ctx, db, &a, db.Rebind(`SELECT id, parent, name FROM accounts WHERE id = ?`), sqltype.BinaryOf(id))
	return a, err
}

// List returns the accounts with these keys, the oldest first. sqlx.In expands a list of
// package sqltype.
func List(ctx context.Context, db DB, ids ...wiji.ID) ([]Account, error) {
	if len(ids) == 0 {
		return nil, nil // sqlx.In refuses an empty list
	}
	query, args, err := sqlx.In(`SELECT id, parent, name FROM accounts WHERE id IN (?) ORDER BY id`,
		sqltype.ListOf(sqltype.BinaryOf, ids...))
	if err != nil {
		return nil, err
	}
	var list []Account
	err = sqlx.SelectContext(ctx, db, &list, db.Rebind(query), args...)
	return list, err
}

// Page returns up to n accounts before the last one that the caller has, the newest first.
// The zero ID is for the first page.
func Page(ctx context.Context, db DB, last wiji.ID, n int) ([]Account, error) {
	var page []Account
	err := sqlx.SelectContext(ctx, db, &page, db.Rebind(`SELECT id, parent, name FROM accounts WHERE id < ? ORDER BY id DESC LIMIT ?`),
		sqltype.Before(sqltype.BinaryOf(last)), n)
	return page, err
}

// SetParent sets the parent of the accounts with these keys, or clears it if the parent
// is not valid.
func SetParent(ctx context.Context, db DB, parent sqltype.Null[sqltype.Binary[wiji.ID]], ids ...wiji.ID) (sql.Result, error) {
	return execIn(ctx, db, `UPDATE accounts SET parent = ? WHERE id IN (?)`, parent, sqltype.ListOf(sqltype.BinaryOf, ids...))
}

// Delete deletes the accounts with these keys.
func Delete(ctx context.Context, db DB, ids ...wiji.ID) (sql.Result, error) {
	return execIn(ctx, db, `DELETE FROM accounts WHERE id IN (?)`, sqltype.ListOf(sqltype.BinaryOf, ids...))
}

// execIn executes a statement whose last argument is a list.
func execIn(ctx context.Context, db DB, statement string, args ...any) (sql.Result, error) {
	query, args, err := sqlx.In(statement, args...)
	if err != nil {
		return nil, err
	}
	return db.ExecContext(ctx, db.Rebind(query), args...)
}
