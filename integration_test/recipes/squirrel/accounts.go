// Package squirrel shows keys of package sqltype with github.com/Masterminds/squirrel.
package squirrel

import (
	"context"
	"database/sql"

	sq "github.com/Masterminds/squirrel"

	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
)

// Account is a row of the table accounts.
type Account struct {
	ID     sqltype.Binary[wiji.ID]
	Parent sqltype.Null[sqltype.Binary[wiji.ID]]
	Name   string
}

// Store builds its statements with sq.Question or sq.Dollar.
type Store struct {
	db      *sql.DB
	builder sq.StatementBuilderType
}

// NewStore returns a store on db. Pass sq.Dollar for PostgreSQL and sq.Question for the
// other servers.
func NewStore(db *sql.DB, placeholders sq.PlaceholderFormat) *Store {
	return &Store{db, sq.StatementBuilder.PlaceholderFormat(placeholders).RunWith(db)}
}

// Insert stores the account. It generates the key if there is none.
func (s *Store) Insert(ctx context.Context, a *Account) error {
	if a.ID.IsZero() {
		if err := a.ID.Generate(); err != nil {
			return err
		}
	}
	_, err := s.builder.Insert("accounts").Columns("id", "parent", "name").Values(a.ID, a.Parent, a.Name).ExecContext(ctx)
	return err
}

// Get returns the account with that key, or [sql.ErrNoRows].
func (s *Store) Get(ctx context.Context, id wiji.ID) (Account, error) {
	var a Account
	err := s.builder.Select("id", "parent", "name").From("accounts").Where(sq.Eq{"id": sqltype.BinaryOf(id)}).
		QueryRowContext(ctx).Scan(&a.ID, &a.Parent, &a.Name)
	return a, err
}

// List returns the accounts with these keys, the oldest first. sq.Eq expands a list of
// package sqltype into IN (…), and an empty list into a condition that is false.
func (s *Store) List(ctx context.Context, ids ...wiji.ID) ([]Account, error) {
	return read(ctx, s.builder.Select("id", "parent", "name").From("accounts").
		Where(sq.Eq{"id": sqltype.ListOf(sqltype.BinaryOf, append([]wiji.ID{}, ids...)...)}).OrderBy("id"))
}

// Page returns up to n accounts before the last one that the caller has, the newest first.
// The zero ID is for the first page.
func (s *Store) Page(ctx context.Context, last wiji.ID, n uint64) ([]Account, error) {
	return read(ctx, s.builder.Select("id", "parent", "name").From("accounts").
		Where(sq.Lt{"id": sqltype.Before(sqltype.BinaryOf(last))}).OrderBy("id DESC").Limit(n))
}

func read(ctx context.Context, query sq.SelectBuilder) ([]Account, error) {
	rows, err := query.QueryContext(ctx)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []Account
	for rows.Next() {
		var a Account
		if err := rows.Scan(&a.ID, &a.Parent, &a.Name); err != nil {
			return nil, err
		}
		list = append(list, a)
	}
	return list, rows.Err()
}

// SetParent sets the parent of the accounts with these keys, or clears it if the parent
// is not valid.
func (s *Store) SetParent(ctx context.Context, parent sqltype.Null[sqltype.Binary[wiji.ID]], ids ...wiji.ID) (sql.Result, error) {
	return s.builder.Update("accounts").Set("parent", parent).Where(sq.Eq{"id": sqltype.ListOf(sqltype.BinaryOf, ids...)}).ExecContext(ctx)
}

// Delete deletes the accounts with these keys.
func (s *Store) Delete(ctx context.Context, ids ...wiji.ID) (sql.Result, error) {
	return s.builder.Delete("accounts").Where(sq.Eq{"id": sqltype.ListOf(sqltype.BinaryOf, append([]wiji.ID{}, ids...)...)}).ExecContext(ctx)
}
