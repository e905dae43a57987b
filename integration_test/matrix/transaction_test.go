package matrix_test

import (
	"context"
	"errors"
	"testing"

	"github.com/sortid/sortid/id"
)

var errRollback = errors.New("changed my mind")

// checkRollback: of a transaction that fails nothing is left, and its IDs can be
// stored afterwards; of one that succeeds everything is.
func checkRollback[T id.Fixed](t *testing.T, c *cell[T]) {
	rows := numbered(c.random(20))
	before, in := rows[:5], rows[5:]
	must(t, "insert", c.store.InsertMany(t.Context(), before))
	change := func(tx store[T]) error {
		if err := tx.InsertMany(t.Context(), in[:10]); err != nil {
			return err
		}
		if err := tx.SetParent(t.Context(), before[0].ID, &in[0].ID); err != nil {
			return err
		}
		if n, err := tx.Delete(t.Context(), before[4].ID); err != nil || n != 1 {
			return errors.Join(errors.New("a row is not removed"), err)
		}
		return tx.Insert(t.Context(), in[10])
	}
	err := c.store.Transact(t.Context(), func(tx store[T]) error {
		if err := change(tx); err != nil {
			return err
		}
		return errRollback
	})
	if err != errRollback {
		t.Errorf("the transaction ends with %v, want %v", err, errRollback)
	}
	c.holds(t, "after the rollback", before)
	must(t, "commit", c.store.Transact(t.Context(), change))
	before[0].Parent = &in[0].ID
	c.holds(t, "after the commit", append(rows[:4:4], in[:11]...))
}

// checkCancel: a transaction whose context ends in the middle is an error, and
// leaves nothing.
func checkCancel[T id.Fixed](t *testing.T, c *cell[T]) {
	rows := numbered(c.random(20))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	err := c.store.Transact(ctx, func(tx store[T]) error {
		if err := tx.InsertMany(ctx, rows[:10]); err != nil {
			return err
		}
		cancel()
		return tx.InsertMany(ctx, rows[10:])
	})
	if err == nil {
		t.Error("the transaction ends without an error")
	}
	c.holds(t, "after the cancellation", nil)
	must(t, "retry", c.store.InsertMany(t.Context(), rows))
	c.holds(t, "after the retry", rows)
}
