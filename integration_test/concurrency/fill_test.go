// Package concurrency_test proves what docs/concurrency.md says of the leaf pages that
// several writers fill.
package concurrency_test

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/internal/functions"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/sqltype"
)

func TestMain(m *testing.M) { dbtest.Main(m) }

// statement is how many rows an INSERT has.
const statement = 100

var payload = bytes.Repeat([]byte{0xA5}, 100)

// The columns of the table item.
const (
	uuidKey   = "id uuid PRIMARY KEY DEFAULT gen_random_uuid(), payload bytea NOT NULL"
	binaryKey = "id BINARY(16) NOT NULL PRIMARY KEY, payload VARBINARY(100) NOT NULL"
	// recordSize is what a row takes on a leaf page in InnoDB's row format DYNAMIC: header,
	// length of the payload, key, two system columns, payload.
	recordSize = 5 + 1 + 16 + 6 + 7 + 100
)

// plant opens a new database with the empty table item.
func plant(t *testing.T, kind dbserver.Kind, columns string) *sql.DB {
	t.Helper()
	db, err := dbtest.Open(t, kind).Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	create := []string{"CREATE TABLE item (" + columns + ") ENGINE = InnoDB ROW_FORMAT = DYNAMIC STATS_PERSISTENT = 1 STATS_AUTO_RECALC = 0"}
	if kind == dbserver.Postgres {
		create = []string{"CREATE EXTENSION pgstattuple", "CREATE TABLE item (" + columns + ") WITH (autovacuum_enabled = off)"}
	}
	for _, s := range create {
		if _, err := db.ExecContext(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	return db
}

// leafFill returns how full the leaf pages of the table's key are, in percent.
func leafFill(t *testing.T, kind dbserver.Kind, db *sql.DB, rows int) (percent float64) {
	t.Helper()
	query, args := "SELECT avg_leaf_density FROM pgstatindex('item_pkey')", []any(nil)
	if kind != dbserver.Postgres {
		if _, err := db.ExecContext(t.Context(), "ANALYZE TABLE item"); err != nil {
			t.Fatal(err)
		}
		query = "SELECT 100 * ? / (stat_value * @@innodb_page_size) FROM mysql.innodb_index_stats " +
			"WHERE database_name = DATABASE() AND table_name = 'item' AND index_name = 'PRIMARY' AND stat_name = 'n_leaf_pages'"
		args = []any{rows * recordSize}
	}
	if err := db.QueryRowContext(t.Context(), query, args...).Scan(&percent); err != nil {
		t.Fatal(err)
	}
	return percent
}

// insert sends the keys in one statement.
func insert(ctx context.Context, kind dbserver.Kind, tx *sql.Tx, keys []wiji.ID) error {
	var marks []string
	var args []any
	for i, x := range keys {
		if kind == dbserver.Postgres {
			marks, args = append(marks, fmt.Sprintf("($%d, $%d)", 2*i+1, 2*i+2)), append(args, sqltype.UUIDOf(x), payload)
		} else {
			marks, args = append(marks, "(?, ?)"), append(args, sqltype.BinaryOf(x), payload)
		}
	}
	_, err := tx.ExecContext(ctx, "INSERT INTO item (id, payload) VALUES "+strings.Join(marks, ", "), args...)
	return err
}

// TestFill replays eight writers over one connection, statement by statement, so
// that the order in which their rows arrive is the same each time. Each writer
// takes its keys from blocks of 4096: the order in which it takes them decides how
// full the leaf pages get, and the engines want different ones.
func TestFill(t *testing.T) {
	ascending := func(b wiji.Block) wiji.Block { return b }
	for _, c := range []struct {
		kind     dbserver.Kind
		name     string
		in       func(wiji.Block) wiji.Block
		columns  string
		from, to float64
	}{
		{dbserver.Postgres, "ascending", ascending, uuidKey, 50, 60},
		{dbserver.Postgres, "two-pass", wiji.Block.TwoPass, uuidKey, 88, 100},
		{dbserver.Postgres, "two-pass-fillfactor-50", wiji.Block.TwoPass, "id uuid PRIMARY KEY WITH (fillfactor = 50), payload bytea NOT NULL", 90, 100},
		{dbserver.MySQL, "ascending", ascending, binaryKey, 88, 100},
		{dbserver.MariaDB, "ascending", ascending, binaryKey, 88, 100},
	} {
		t.Run(string(c.kind)+"/"+c.name, func(t *testing.T) {
			const writers, size, rows = 8, 4096, 8 * 3 * 4096
			db := plant(t, c.kind, c.columns)
			tx, err := db.BeginTx(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = tx.Rollback() }()
			var generators [writers]wiji.Generator
			var blocks [writers]wiji.Block
			rng := rand.New(rand.NewPCG(1, 2))
			for sent := 0; sent < rows; {
				w := rng.IntN(writers)
				if blocks[w].Len() == 0 {
					block, err := generators[w].Block(size)
					if err != nil {
						t.Fatal(err)
					}
					blocks[w] = c.in(block)
				}
				keys := make([]wiji.ID, min(statement, rows-sent, blocks[w].Len()))
				for i := range keys {
					keys[i], _ = blocks[w].Next()
				}
				if err := insert(t.Context(), c.kind, tx, keys); err != nil {
					t.Fatal(err)
				}
				sent += len(keys)
			}
			if err := tx.Commit(); err != nil {
				t.Fatal(err)
			}
			if fill := leafFill(t, c.kind, db, rows); fill < c.from || fill > c.to {
				t.Errorf("the leaf pages are %.1f %% full, want %v to %v", fill, c.from, c.to)
			}
		})
	}
}

// TestDefaultFills: keys that the server makes at the moment of the insertion leave
// PostgreSQL's leaf pages as full as those of one writer, however many there are.
func TestDefaultFills(t *testing.T) {
	db := plant(t, dbserver.Postgres, uuidKey)
	functions.Install(t, dbserver.Postgres, db)
	if _, err := db.ExecContext(t.Context(), "ALTER TABLE item ALTER id SET DEFAULT sortid_wiji_new()"); err != nil {
		t.Fatal(err)
	}
	const writers, transactions, rows = 8, 5, 1000
	var wait sync.WaitGroup
	for range writers {
		wait.Go(func() {
			for range transactions {
				tx, err := db.BeginTx(t.Context(), nil)
				if err != nil {
					t.Error(err)
					return
				}
				for range rows / statement {
					if _, err := tx.ExecContext(t.Context(), "INSERT INTO item (payload) SELECT $1 FROM generate_series(1, $2::int)", payload, statement); err != nil {
						t.Error(err)
					}
				}
				if err := tx.Commit(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
	if fill := leafFill(t, dbserver.Postgres, db, writers*transactions*rows); fill < 88 {
		t.Errorf("the leaf pages are %.1f %% full, want 88 or more", fill)
	}
}
