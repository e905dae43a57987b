package sqlite_test

import (
	"bytes"
	"context"
	"database/sql"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
)

// generator is one that is written in SQL, and Go's reading of its IDs.
type generator struct {
	table string
	tick  string // the column of the state that holds the time
	unit  time.Duration
	read  func([]byte) (time.Time, error)
}

var generators = []generator{
	{"sortid_wiji", "micros", time.Microsecond, func(b []byte) (time.Time, error) { x, err := wiji.FromBytes(b); return x.Time(), err }},
	{"sortid_ulid", "millis", time.Millisecond, func(b []byte) (time.Time, error) { x, err := ulid.FromBytes(b); return x.Time(), err }},
	{"sortid_uuid", "millis", time.Millisecond, func(b []byte) (time.Time, error) { x, err := uuidv7.FromBytes(b); return x.Time(), err }},
	{"sortid_scru", "millis", time.Millisecond, func(b []byte) (time.Time, error) { x, err := scru160.FromBytes(b); return x.Time(), err }},
}

func each(t *testing.T, f func(t *testing.T, db *sql.DB, g generator)) {
	for _, g := range generators {
		t.Run(g.table, func(t *testing.T) {
			db := open(t)
			up(t, db)
			f(t, db, g)
		})
	}
}

type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

func exec(t testing.TB, db execer, query string, args ...any) {
	t.Helper()
	if _, err := db.ExecContext(t.Context(), query, args...); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}

// column returns the first column of a query.
func column[T any](t testing.TB, db execer, query string, args ...any) (values []T) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query, args...)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	for rows.Next() {
		var v T
		if err := rows.Scan(&v); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		values = append(values, v)
	}
	if err := rows.Err(); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return values
}

func queryOne[T any](t testing.TB, db execer, query string, args ...any) T {
	t.Helper()
	values := column[T](t, db, query, args...)
	if len(values) != 1 {
		t.Fatalf("%s: %d rows", query, len(values))
	}
	return values[0]
}

// next makes an ID.
func (g generator) next(t testing.TB, db execer) []byte {
	t.Helper()
	exec(t, db, "UPDATE "+g.table+" SET made = made + 1")
	return queryOne[[]byte](t, db, "SELECT id FROM "+g.table)
}

// check tests that IDs are in order, valid and of the present.
func (g generator) check(t testing.TB, from time.Time, ids [][]byte) {
	t.Helper()
	for i, x := range ids {
		at, err := g.read(x)
		if err != nil {
			t.Fatal(err)
		}
		if at.Before(from.Add(-time.Second)) || at.After(time.Now().Add(time.Second)) {
			t.Fatalf("%x has the time %v", x, at)
		}
		if i > 0 && bytes.Compare(ids[i-1], x) >= 0 {
			t.Fatalf("%x, and after it %x", ids[i-1], x)
		}
	}
}

// rows makes a table whose key the generator fills.
func (g generator) rows(t testing.TB, db *sql.DB) {
	t.Helper()
	exec(t, db, "CREATE TABLE goods (n INTEGER PRIMARY KEY, id BLOB UNIQUE, name TEXT)")
	exec(t, db, "CREATE TRIGGER goods_id AFTER INSERT ON goods WHEN NEW.id IS NULL BEGIN "+
		"UPDATE "+g.table+" SET made = made + 1; "+
		"UPDATE goods SET id = (SELECT id FROM "+g.table+") WHERE n = NEW.n; END")
}

// numbers begins a statement with i (n), the numbers from 1 to 5000.
const numbers = "WITH RECURSIVE i (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM i WHERE n < 5000) "

// A trigger numbers the rows of one statement, in their order, although the clock
// stands still in a statement.
func TestGeneratorStatement(t *testing.T) {
	each(t, func(t *testing.T, db *sql.DB, g generator) {
		g.rows(t, db)
		from := time.Now()
		exec(t, db, numbers+"INSERT INTO goods (name) SELECT 'tea' FROM i")
		g.check(t, from, column[[]byte](t, db, "SELECT id FROM goods ORDER BY n"))
		key := queryOne[[]byte](t, db, "SELECT max(id) FROM goods")
		exec(t, db, "INSERT INTO goods (id, name) VALUES (?, 'mine')", append(bytes.Repeat([]byte{1}, len(key)-1), 2))
		if n := queryOne[int](t, db, "SELECT count(*) FROM goods WHERE name = 'mine' AND substr(id, 1, 1) = x'01'"); n != 1 {
			t.Error("a key that was given is replaced")
		}
	})
}

// A Wiji's sequence that is used up goes on in the next microsecond.
func TestGeneratorSequence(t *testing.T) {
	g, db := generators[0], open(t)
	up(t, db)
	g.rows(t, db)
	ahead := time.Now().Add(5 * time.Second).UnixMicro()
	exec(t, db, "UPDATE sortid_wiji SET micros = ?, sequence = 65500", ahead)
	exec(t, db, numbers+"INSERT INTO goods (name) SELECT 'tea' FROM i LIMIT 100")
	for i, key := range column[[]byte](t, db, "SELECT id FROM goods ORDER BY n") {
		x, err := wiji.FromBytes(key)
		number := 65501 + i
		if err != nil || x.UnixMicros() != ahead+int64(number>>16) || x.Sequence() != uint16(number) {
			t.Fatalf("ID %d is %+v, %v", i, x.Fields(), err)
		}
	}
}

// The steps of a UUIDv7 that are used up go on in the next millisecond.
func TestGeneratorSteps(t *testing.T) {
	db := open(t)
	up(t, db)
	ahead := time.Now().Add(5 * time.Second).UnixMilli()
	exec(t, db, "UPDATE sortid_uuid SET millis = ?, counter = 4090", ahead)
	g := generator{table: "sortid_uuid"}
	for i := range 100 {
		x, err := uuidv7.FromBytes(g.next(t, db))
		number := 4091 + i
		if err != nil || x.UnixMillis() != ahead+int64(number>>12) || int(x.RandA()) != number&4095 {
			t.Fatalf("ID %d is %+v, %v", i, x.Fields(), err)
		}
	}
}

// Eight connections make different IDs; SQLite lets one write at a time, so they
// increase in the order of the transactions.
func TestGeneratorConnections(t *testing.T) {
	each(t, func(t *testing.T, db *sql.DB, g generator) {
		g.rows(t, db)
		db.SetMaxOpenConns(8)
		from := time.Now()
		var wait sync.WaitGroup
		for range 8 {
			wait.Go(func() {
				for range 100 {
					if _, err := db.ExecContext(t.Context(), "INSERT INTO goods (name) VALUES ('tea'), ('cup')"); err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
		wait.Wait()
		ids := column[[]byte](t, db, "SELECT id FROM goods ORDER BY n")
		if len(ids) != 1600 {
			t.Fatalf("%d rows", len(ids))
		}
		g.check(t, from, ids)
	})
}

// A rollback restores the state, and the generator still makes no ID twice.
func TestGeneratorRollback(t *testing.T) {
	each(t, func(t *testing.T, db *sql.DB, g generator) {
		seen := map[string]bool{}
		conn, err := db.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		next := func() {
			t.Helper()
			x := string(g.next(t, conn))
			if seen[x] {
				t.Fatalf("%x a second time", x)
			}
			seen[x] = true
		}
		// The same time again and again, so that the state alone tells IDs apart.
		exec(t, conn, "UPDATE "+g.table+" SET "+g.tick+" = unixepoch('now') * ? + ?", int64(time.Second/g.unit), int64(5*time.Second/g.unit))
		for range 500 {
			exec(t, conn, "BEGIN")
			next()
			exec(t, conn, "SAVEPOINT one")
			next()
			exec(t, conn, "ROLLBACK TO one")
			next()
			exec(t, conn, "ROLLBACK")
		}
	})
}

// A clock that went back by seconds is waited for, and by more it is followed.
func TestGeneratorClock(t *testing.T) {
	each(t, func(t *testing.T, db *sql.DB, g generator) {
		ahead := func(d time.Duration) time.Time {
			t.Helper()
			at := time.Now().Add(d)
			exec(t, db, "UPDATE "+g.table+" SET "+g.tick+" = ?", at.UnixNano()/int64(g.unit))
			return at
		}
		at := ahead(5 * time.Second)
		first, second := g.next(t, db), g.next(t, db)
		if got, err := g.read(first); err != nil || at.Sub(got) >= g.unit || bytes.Compare(first, second) >= 0 {
			t.Errorf("held at %v: %x of %v, %v, and %x", at, first, got, err, second)
		}
		ahead(time.Minute)
		from := time.Now()
		g.check(t, from, [][]byte{g.next(t, db), g.next(t, db)})
	})
}

// Input that has no ID is an error that says so.
func TestGeneratorRefuses(t *testing.T) {
	each(t, func(t *testing.T, db *sql.DB, g generator) {
		_, err := db.ExecContext(t.Context(), "UPDATE "+g.table+" SET id = x'00', "+g.tick+" = -1")
		if err == nil || !strings.Contains(err.Error(), "lifetime") || !strings.Contains(err.Error(), "set it right") {
			t.Errorf("a time before 1970: %v", err)
		}
		if g.unit == time.Microsecond || g.table == "sortid_uuid" {
			return // its counter carries into the time
		}
		exec(t, db, "UPDATE "+g.table+" SET counter = 4294967295, millis = unixepoch('now') * 1000 + 5000")
		if _, err := db.ExecContext(t.Context(), "UPDATE "+g.table+" SET made = made + 1"); err == nil || !strings.Contains(err.Error(), "next one") {
			t.Errorf("a counter that is used up: %v", err)
		}
	})
}
