// Package bun shows keys of package sqltype with github.com/uptrace/bun.
package bun

import (
	"context"
	"database/sql"

	"github.com/uptrace/bun"

	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
)

// Account is a row of the table accounts.
//
// The columns need the tag type, because bun would make a VARCHAR column of any
// struct: blob on SQLite, binary(16) on MySQL and MariaDB, bytea on PostgreSQL.
type Account struct {
	bun.BaseModel `bun:"table:accounts"`

	ID       sqltype.Binary[wiji.ID]               `bun:"id,pk,type:blob"`
	ParentID sqltype.Null[sqltype.Binary[wiji.ID]] `bun:"parent,type:blob"`
	Name     string                                `bun:"name,notnull"`

	Parent *Account `bun:"rel:belongs-to,join:parent=id"`
}

var _ bun.BeforeAppendModelHook = (*Account)(nil)

// BeforeAppendModel fills the key of an account that is inserted without one.
// Bun calls it for each row of a slice.
func (a *Account) BeforeAppendModel(_ context.Context, query bun.Query) error {
	if _, ok := query.(*bun.InsertQuery); ok && a.ID.IsZero() {
		return a.ID.Generate()
	}
	return nil
}

// Get returns the account with that key and its parent, or [sql.ErrNoRows].
func Get(ctx context.Context, db bun.IDB, id wiji.ID) (*Account, error) {
	a := new(Account)
	err := db.NewSelect().Model(a).Relation("Parent").
		Where("?TableAlias.id = ?", sqltype.BinaryOf(id)).Scan(ctx)
	if err != nil {
		return nil, err
	}
	return a, nil
}

// List returns the accounts with these keys, the oldest first.
//
// bun.List expands a list of package sqltype.
func List(ctx context.Context, db bun.IDB, ids ...wiji.ID) ([]Account, error) {
	var list []Account
	err := db.NewSelect().Model(&list).
		Where("id IN (?)", bun.List(sqltype.ListOf(sqltype.BinaryOf, ids...))).Order("id").Scan(ctx)
	return list, err
}

// Page returns up to n accounts before the last one that the caller has, the newest first.
// The zero ID is for the first page.
func Page(ctx context.Context, db bun.IDB, last wiji.ID, n int) ([]Account, error) {
	var page []Account
	err := db.NewSelect().Model(&page).
		Where("id < ?", sqltype.Before(sqltype.BinaryOf(last))).Order("id DESC").Limit(int64(n)).Scan(ctx)
	return page, err
}

// SetParent sets the parent of the accounts with these keys, or clears it if the parent
// is not valid.
func SetParent(ctx context.Context, db bun.IDB, parent sqltype.Null[sqltype.Binary[wiji.ID]], ids ...wiji.ID) (sql.Result, error) {
	return db.NewUpdate().Model((*Account)(nil)).Set("parent = ?", parent).
		Where("id IN (?)", bun.List(sqltype.ListOf(sqltype.BinaryOf, ids...))).Exec(ctx)
}

// Delete deletes the accounts with these keys.
func Delete(ctx context.Context, db bun.IDB, ids ...wiji.ID) (sql.Result, error) {
	return db.NewDelete().Model((*Account)(nil)).Where("id IN (?)", bun.List(sqltype.ListOf(sqltype.BinaryOf, ids...))).Exec(ctx)
}
