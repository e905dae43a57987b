package concurrency

import (
	"context"
	"database/sql"
	"math/rand/v2"
	"testing"

	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/bench/dbserver/dbtest"
	"github.com/sortid/sortid/id/wiji"
)

// TestFill replays eight writers over one connection, statement by statement, so
// that the order in which their rows arrive is the same each time. Each writer
// takes its keys from blocks of 4096: the order in which it takes them decides how
// full the leaf pages get, and the engines want different ones.
func TestFill(t *testing.T) {
	for _, c := range []struct {
		engine   engine
		name     string
		in       func(wiji.Block) wiji.Block
		columns  string
		from, to float64
	}{
		{postgres(), "ascending", ascending, uuidKey, 50, 60},
		{postgres(), "two-pass", twoPass, uuidKey, 88, 100},
		{postgres(), "two-pass-fillfactor-50", twoPass, filled(50), 90, 100},
		{mySQL(), "ascending", ascending, binaryKey, 88, 100},
		{mariaDB(), "ascending", ascending, binaryKey, 88, 100},
	} {
		t.Run(string(c.engine.kind)+"/"+c.name, func(t *testing.T) {
			db, err := dbtest.Open(t, c.engine.kind).Connect()
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			fill, err := replay(t.Context(), db, c.engine, c.columns, c.in)
			if err != nil {
				t.Fatal(err)
			}
			if fill < c.from || fill > c.to {
				t.Errorf("the leaf pages are %.1f %% full, want %v to %v", fill, c.from, c.to)
			}
		})
	}
}

// replay returns the leaf fill of a table of some hundred thousand rows.
func replay(ctx context.Context, db *sql.DB, e engine, columns string, in func(wiji.Block) wiji.Block) (float64, error) {
	if err := e.prepare(ctx, db); err != nil {
		return 0, err
	}
	if err := e.plant(ctx, db, columns); err != nil {
		return 0, err
	}
	c, err := newClient(ctx, db)
	if err != nil {
		return 0, err
	}
	defer func() { _ = c.close() }()
	const writers, size, rows = 8, 4096, 8 * 3 * 4096
	var generators [writers]wiji.Generator
	var blocks [writers]wiji.Block
	rng := rand.New(rand.NewPCG(1, 2))
	err = c.transact(ctx, rows, func() error {
		keys := make([]wiji.ID, 0, *sendFlag)
		for sent := 0; sent < rows; sent += len(keys) {
			w := rng.IntN(writers)
			if blocks[w].Len() == 0 {
				block, err := generators[w].Block(size)
				if err != nil {
					return err
				}
				blocks[w] = in(block)
			}
			keys = keys[:0]
			for range min(*sendFlag, rows-sent, blocks[w].Len()) {
				x, _ := blocks[w].Next()
				keys = append(keys, x)
			}
			if err := c.insert(ctx, e.dialect, keys); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return e.fill(ctx, db, rows)
}

// TestDefaultFills: keys that the server makes at the moment of the insertion leave
// PostgreSQL's leaf pages as full as those of one writer, however many there are.
func TestDefaultFills(t *testing.T) {
	e := postgres()
	db, err := dbtest.Open(t, dbserver.Postgres).Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := e.prepare(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	if err := e.plant(t.Context(), db, "id uuid PRIMARY KEY DEFAULT sortid_wiji_new(), payload bytea NOT NULL"); err != nil {
		t.Fatal(err)
	}
	const writers, rows = 8, 40_000
	clients := make([]*client, writers)
	for i := range clients {
		if clients[i], err = newClient(t.Context(), db); err != nil {
			t.Fatal(err)
		}
		defer func() { _ = clients[i].close() }()
	}
	if _, err := sideBySide(t.Context(), clients, each(func() batchFunc { return unkeyed(e.dialect) })(writers), rows, 1000); err != nil {
		t.Fatal(err)
	}
	fill, err := e.fill(t.Context(), db, rows)
	if err != nil || fill < 88 {
		t.Errorf("the leaf pages are %.1f %% full, %v, want 88 or more", fill, err)
	}
}
