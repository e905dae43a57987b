// Package accounts uses what ent generates: one ID, lists, updates and deletions.
package accounts

import (
	"context"

	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/recipes/ent/schema"
	"github.com/sortid/sortid/integration_test/recipes/ent/testdata/ent"
	"github.com/sortid/sortid/integration_test/recipes/ent/testdata/ent/account"
)

// Get returns the account with that key, or an error for which ent.IsNotFound is true.
func Get(ctx context.Context, client *ent.Client, id wiji.ID) (*ent.Account, error) {
	return client.Account.Get(ctx, schema.IDOf(id))
}

// List returns the accounts with these keys, the oldest first.
func List(ctx context.Context, client *ent.Client, ids ...wiji.ID) ([]*ent.Account, error) {
	return client.Account.Query().Where(account.IDIn(schema.IDsOf(ids...)...)).Order(account.ByID()).All(ctx)
}

// SetParent sets the parent of the accounts with these keys, and returns their number.
func SetParent(ctx context.Context, client *ent.Client, parent wiji.ID, ids ...wiji.ID) (int, error) {
	return client.Account.Update().Where(account.IDIn(schema.IDsOf(ids...)...)).SetParent(schema.NullIDOf(parent)).Save(ctx)
}

// ClearParent stores NULL as the parent of one account, or returns an error for which
// ent.IsNotFound is true.
func ClearParent(ctx context.Context, client *ent.Client, id wiji.ID) error {
	return client.Account.UpdateOneID(schema.IDOf(id)).ClearParent().Exec(ctx)
}

// Delete deletes the accounts with these keys, and returns their number.
func Delete(ctx context.Context, client *ent.Client, ids ...wiji.ID) (int, error) {
	return client.Account.Delete().Where(account.IDIn(schema.IDsOf(ids...)...)).Exec(ctx)
}
