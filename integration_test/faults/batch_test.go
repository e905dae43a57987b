package faults_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/internal/retry"
	"gorm.io/gorm"
)

// TestBatch holds what docs/concurrency.md says of batches: each layer stores a batch entirely
// or not at all. The batch fails at its first, middle or last row. TestWire does the same
// with a connection that is cut while the server works on the batch.
func TestBatch(t *testing.T) {
	for _, set := range settings {
		t.Run(set.name, func(t *testing.T) {
			s, _ := set.open(t)
			table := sqlStore{s.pool(t), s.kind}
			must(t, "create", table.create(t.Context()))
			for _, l := range layersOn(s.kind) {
				t.Run(l.name, func(t *testing.T) {
					for _, at := range []int{0, 50, 99} {
						rejected(t, l.open(t, s), at)
					}
				})
			}
		})
	}
}

// rejected inserts a batch of which one row is in the table already.
func rejected(t *testing.T, s store, at int) {
	t.Helper()
	log := newLedger()
	rows := sentRows(fmt.Sprintf("%s %d", t.Name(), at), log, 100)
	must(t, "insert", s.insert(t.Context(), rows[at:at+1]))
	if err := s.insert(t.Context(), rows); retry.FaultOf(err) != retry.Duplicate {
		t.Fatalf("row %d is there already, and the batch ends with: %v", at, err)
	}
	for i, r := range rows {
		_, found, err := s.note(t.Context(), r.Key)
		must(t, "read", err)
		if found != (i == at) {
			t.Fatalf("row %d failed, and row %d is stored: %t", at, i, found)
		}
	}
}

// TestCreateInBatches: GORM puts the batches into one transaction, unless
// SkipDefaultTransaction is set. Then each batch is stored or not for itself, and a retry
// meets the first ones.
func TestCreateInBatches(t *testing.T) {
	for _, skip := range []bool{false, true} {
		t.Run(fmt.Sprintf("skip=%t", skip), func(t *testing.T) {
			db := onSQLite(t)
			db.SkipDefaultTransaction = skip
			orders := make([]Order, 10)
			for i := range orders {
				orders[i] = Order{ID: gormtype.Of(wiji.New()), Note: fmt.Sprint(i)}
			}
			must(t, "create", db.Create(&orders[9]).Error)
			if err := db.CreateInBatches(orders, 5).Error; retry.FaultOf(err) != retry.Duplicate {
				t.Fatalf("the last row is there already, and the batches end with: %v", err)
			}
			var count int64
			must(t, "count", db.Model(&Order{}).Count(&count).Error)
			want := map[bool]int64{false: 1, true: 6}[skip]
			if count != want {
				t.Errorf("%d rows are stored, want %d", count, want)
			}
		})
	}
}

// TestServerKey shows what the client's key prevents: with a key that the server makes, a
// retry stores the row a second time. Where database/sql repeats the statement by itself,
// that happens without an error.
func TestServerKey(t *testing.T) {
	columns := map[dbserver.Kind]string{
		dbserver.Postgres: "BIGINT GENERATED ALWAYS AS IDENTITY", dbserver.MySQL: "BIGINT AUTO_INCREMENT", dbserver.MariaDB: "BIGINT AUTO_INCREMENT",
	}
	for _, set := range settings {
		t.Run(set.name, func(t *testing.T) {
			s, w := set.open(t)
			db := s.pool(t)
			_, err := db.ExecContext(t.Context(), "CREATE TABLE numbered (id "+columns[s.kind]+" PRIMARY KEY, note VARCHAR(100))")
			must(t, "create", err)
			insert := "INSERT INTO numbered (note) VALUES (" + sqlStore{db, s.kind}.placeholder(1) + ")"
			w.cut(inAnswer, "tea")
			attempts := 0
			err = retry.Save(t.Context(), func(ctx context.Context) error {
				attempts++
				_, err := db.ExecContext(ctx, insert, "tea")
				return err
			}, nil) // there is no key that could be a duplicate
			must(t, "save", err)
			var count int
			must(t, "count", db.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM numbered").Scan(&count))
			if want := map[bool]int{false: 2, true: 1}[set.hidden]; count != 2 || attempts != want {
				t.Errorf("%d rows after %d attempts, want 2 rows after %d", count, attempts, want)
			}
		})
	}
}

// onSQLite opens GORM on an empty SQLite database with the table of orders.
func onSQLite(t *testing.T) *gorm.DB {
	t.Helper()
	db := openGORM(t, sqliteKind, openSQLite(t, sqliteDSN(t)))
	must(t, "migrate", db.AutoMigrate(&Order{}))
	return db
}
