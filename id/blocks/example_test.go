package blocks_test

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/sortid/sortid/id/blocks"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
)

// Take the keys of each transaction from its own block.
func ExamplePool() {
	pool := blocks.NewPool(wiji.NewBlock, blocks.TwoPass) // blocks.InOrder for MySQL, MariaDB and SQLite

	w := pool.Get()
	defer pool.Put(w)
	a, err := w.Next()
	fmt.Println(a.IsValid(), err)
	// Output: true <nil>
}

// The keys of a batch that one writer inserts come from the generator at once.
func ExampleFill() {
	keys := make([]wiji.ID, 1000)
	err := blocks.Fill(keys, wiji.NewBlock)
	fmt.Println(keys[999].Compare(keys[0]), err)
	// Output: 1 <nil>
}

// With database/sql, put the writer back after the commit or rollback.
func ExamplePool_databaseSQL() {
	pool := blocks.NewPool(wiji.NewBlock, blocks.InOrder) // MySQL

	store := func(ctx context.Context, db *sql.DB, names []string) error {
		w := pool.Get()
		defer pool.Put(w)
		tx, err := db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		defer tx.Rollback()
		for _, name := range names {
			x, err := w.Next()
			if err != nil {
				return err
			}
			if _, err := tx.ExecContext(ctx, "INSERT INTO users (id, name) VALUES (?, ?)", sqltype.BinaryOf(x), name); err != nil {
				return err
			}
		}
		return tx.Commit()
	}
	_ = store
}

// A generator with settings has blocks, too. A smaller block has a time closer to that of
// its rows.
func ExampleNewPool() {
	generator := new(wiji.Generator)
	pool := blocks.NewPool(generator.Block, blocks.TwoPass, blocks.Size(4096))

	w := pool.Get()
	defer pool.Put(w)
	a, _ := w.Next()
	b, _ := w.Next()
	fmt.Println(a.UnixMicros() == b.UnixMicros(), b.Sequence()-a.Sequence())
	// Output: true 2
}
