// Package sqlx shows keys of package sqltype with github.com/jmoiron/sqlx.
package sqlx

import (
	"context"

	"github.com/jmoiron/sqlx"

	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
)

// Account is a row of the table accounts.
type Account struct {
	ID     sqltype.Binary[wiji.ID]     `db:"id"`
	Parent sqltype.NullBinary[wiji.ID] `db:"parent"`
	Name   string                      `db:"name"`
}

// Insert stores the account. It fills the key if there is none: sqlx has no hooks.
func Insert(ctx context.Context, db sqlx.ExtContext, a *Account) error {
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
func Get(ctx context.Context, db sqlx.QueryerContext, id wiji.ID) (Account, error) {
	var a Account
	err := sqlx.GetContext(ctx, db, &a, `SELECT id, parent, name FROM accounts WHERE id = ?`, sqltype.BinaryOf(id))
	return a, err
}

// List returns the accounts with these keys, the oldest first. sqlx.In expands a list of
// package sqltype.
func List(ctx context.Context, db *sqlx.DB, ids ...wiji.ID) ([]Account, error) {
	if len(ids) == 0 {
		return nil, nil // sqlx.In refuses an empty list
	}
	query, args, err := sqlx.In(`SELECT id, parent, name FROM accounts WHERE id IN (?) ORDER BY id`,
		sqltype.BinariesOf(ids...))
	if err != nil {
		return nil, err
	}
	var list []Account
	err = db.SelectContext(ctx, &list, db.Rebind(query), args...)
	return list, err
}
