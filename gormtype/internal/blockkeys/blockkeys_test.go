package blockkeys

import (
	"bytes"
	"database/sql"
	"errors"
	"reflect"
	"testing"

	"github.com/sortid/sortid/gormtype/internal/gormstub"
	"github.com/sortid/sortid/id/blocks"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/wiji"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"
)

type (
	order   struct{}
	invoice struct{}
)

// drawn counts the blocks that were drawn.
type drawn struct {
	blocks int
	err    error
}

func (d *drawn) draw(n int) (blocks.Block[ulid.ID], error) {
	if d.err != nil {
		return blocks.Block[ulid.ID]{}, d.err
	}
	d.blocks++
	return ulid.NewBlock(n)
}

// statementOf returns a statement of a table.
func statementOf(dialect, table string) *gorm.Statement {
	db := &gorm.DB{Config: &gorm.Config{Dialector: gormstub.Dialect{Title: dialect}}}
	db.Statement = &gorm.Statement{DB: db, Table: table, Clauses: map[string]clause.Clause{}}
	return db.Statement
}

// TestMakes: a source makes the keys of one model, in plain and in typed IDs.
func TestMakes(t *testing.T) {
	s := New(new(drawn).draw, reflect.TypeFor[order]())
	for _, c := range []struct {
		model, id reflect.Type
		want      bool
	}{
		{reflect.TypeFor[order](), reflect.TypeFor[ulid.ID](), true},
		{reflect.TypeFor[order](), reflect.TypeFor[ulid.For[order]](), true},
		{reflect.TypeFor[order](), reflect.TypeFor[wiji.ID](), false},
		{reflect.TypeFor[invoice](), reflect.TypeFor[ulid.ID](), false},
	} {
		if got := s.Makes(c.model, c.id); got != c.want {
			t.Errorf("%v of %v: %t", c.id, c.model, got)
		}
	}
}

// keysOf takes keys for a statement.
func keysOf(t *testing.T, next func([]byte) ([]byte, error), n int) (keys []string) {
	t.Helper()
	for range n {
		raw, err := next([]byte("x"))
		if err != nil || len(raw) != 17 || raw[0] != 'x' {
			t.Fatalf("%x, %v", raw, err)
		}
		keys = append(keys, string(raw[1:]))
	}
	return keys
}

// TestKeys: the keys of statements are of one block, each once, while no other one uses it.
func TestKeys(t *testing.T) {
	id := &schema.Field{DBName: "id"}
	tx := new(sql.Tx)
	for _, c := range []struct {
		name   string
		run    func(s Source) [][]string
		blocks int // that are drawn, of 8 keys
	}{
		{"one statement", func(s Source) [][]string {
			return [][]string{keysOf(t, s.Keys(statementOf("mysql", "orders"), nil, id, 3), 3)}
		}, 1},
		{"one statement that asks for more keys", func(s Source) [][]string {
			return [][]string{keysOf(t, s.Keys(statementOf("mysql", "orders"), nil, id, 2), 5)}
		}, 1},
		{"one after the other", func(s Source) [][]string {
			var keys [][]string
			for range 2 {
				stmt := statementOf("mysql", "orders")
				keys = append(keys, keysOf(t, s.Keys(stmt, nil, id, 3), 3))
				s.Finish(stmt)
			}
			return keys
		}, 1},
		{"at the same time", func(s Source) [][]string {
			return [][]string{keysOf(t, s.Keys(statementOf("mysql", "orders"), nil, id, 3), 3), keysOf(t, s.Keys(statementOf("mysql", "orders"), nil, id, 3), 3)}
		}, 2},
		{"one statement, two fields", func(s Source) [][]string {
			stmt := statementOf("mysql", "orders")
			return [][]string{keysOf(t, s.Keys(stmt, nil, id, 3), 3), keysOf(t, s.Keys(stmt, nil, &schema.Field{DBName: "token"}, 3), 3)}
		}, 2},
		{"one statement, one field twice", func(s Source) [][]string {
			stmt := statementOf("mysql", "orders")
			return [][]string{keysOf(t, s.Keys(stmt, nil, id, 3), 3), keysOf(t, s.Keys(stmt, nil, id, 3), 3)}
		}, 1},
		{"two tables", func(s Source) [][]string {
			var keys [][]string
			for _, table := range []string{"orders", "orders_2026"} {
				stmt := statementOf("mysql", table)
				keys = append(keys, keysOf(t, s.Keys(stmt, nil, id, 3), 3))
				s.Finish(stmt)
			}
			return keys
		}, 2},
		{"a statement whose settings are those of another one", func(s Source) [][]string {
			one, two := statementOf("mysql", "orders"), statementOf("mysql", "orders")
			keys := [][]string{keysOf(t, s.Keys(one, nil, id, 3), 3)}
			one.Settings.Range(func(k, v any) bool { two.Settings.Store(k, v); return true })
			keys = append(keys, keysOf(t, s.Keys(two, nil, id, 3), 3))
			one.Settings.Clear()
			held := 0
			s.Finish(two)
			two.Settings.Range(func(any, any) bool { held++; return true })
			if held > 0 {
				t.Error("the statement has its writers still")
			}
			return append(keys, keysOf(t, s.Keys(statementOf("mysql", "orders"), nil, id, 2), 2)) // of the block of the second
		}, 2},
		{"another statement's writers are not put back", func(s Source) [][]string {
			one, two := statementOf("mysql", "orders"), statementOf("mysql", "orders")
			keys := [][]string{keysOf(t, s.Keys(one, nil, id, 3), 3)}
			one.Settings.Range(func(k, v any) bool { two.Settings.Store(k, v); return true })
			s.Finish(two)
			return append(keys, keysOf(t, s.Keys(statementOf("mysql", "orders"), nil, id, 3), 3))
		}, 2},
		{"a transaction", func(s Source) [][]string {
			one, two := statementOf("mysql", "orders"), statementOf("mysql", "orders")
			keys := [][]string{keysOf(t, s.Keys(one, tx, id, 3), 3)}
			s.Finish(one)
			keys = append(keys, keysOf(t, s.Keys(two, &gorm.PreparedStmtTX{Tx: tx}, id, 3), 3))
			return keys
		}, 1},
	} {
		var d drawn
		seen := map[string]bool{}
		for _, keys := range c.run(New(d.draw, reflect.TypeFor[order](), blocks.Size(8))) {
			for _, key := range keys {
				if seen[key] {
					t.Errorf("%s: %x twice", c.name, key)
				}
				seen[key] = true
			}
		}
		if d.blocks != c.blocks {
			t.Errorf("%s: %d blocks, want %d", c.name, d.blocks, c.blocks)
		}
	}
	failure := errors.New("no randomness")
	next := New((&drawn{err: failure}).draw, reflect.TypeFor[order]()).Keys(statementOf("mysql", "orders"), nil, id, 3)
	if raw, err := next([]byte("x")); !errors.Is(err, failure) || !bytes.Equal(raw, []byte("x")) {
		t.Errorf("a draw that fails: %x, %v", raw, err)
	}
	// PostgreSQL's pages are filled by every other key first.
	for dialect, isAscending := range map[string]bool{"mysql": true, "postgres": false} {
		keys := keysOf(t, New(new(drawn).draw, reflect.TypeFor[order](), blocks.Size(8)).Keys(statementOf(dialect, "orders"), nil, id, 8), 8)
		ascends := true
		for i := range keys[1:] {
			ascends = ascends && keys[i] < keys[i+1]
		}
		if ascends != isAscending {
			t.Errorf("%s: the keys ascend %t: %x", dialect, ascends, keys)
		}
	}
}

// TestReclaim: a transaction has its writer until it ends, and the next one gets it then.
func TestReclaim(t *testing.T) {
	db := sql.OpenDB(new(countingServer))
	defer db.Close()
	field := &schema.Field{DBName: "id"}
	var d drawn
	s := New(d.draw, reflect.TypeFor[order](), blocks.Size(100))
	begin := func() *sql.Tx {
		tx, err := db.Begin()
		if err != nil {
			t.Fatal(err)
		}
		keysOf(t, s.Keys(statementOf("mysql", "orders"), tx, field, 1), 1)
		return tx
	}
	one := begin()
	if two := begin(); d.blocks != 2 || two.Commit() != nil {
		t.Errorf("%d blocks of two transactions", d.blocks)
	}
	if three := begin(); d.blocks != 2 || three.Rollback() != nil {
		t.Errorf("%d blocks after the second one has ended", d.blocks)
	}
	if one.Commit() != nil {
		t.Error("the first one")
	}
	four, five := begin(), begin()
	if d.blocks != 2 {
		t.Errorf("%d blocks after all have ended", d.blocks)
	}
	own := s.(*source[ulid.ID])
	if n := len(own.loans.of); n != 2 {
		t.Errorf("%d transactions have writers", n)
	}
	own.loans.reclaiming.Lock() // another goroutine asks the transactions
	if four.Commit() != nil || five.Commit() != nil {
		t.Error("the last ones")
	}
	begin()
	if n := len(own.loans.of); n != 3 || d.blocks != 3 {
		t.Errorf("%d transactions have writers of %d blocks", n, d.blocks)
	}
	own.loans.reclaiming.Unlock()
	if begin(); len(own.loans.of) != 2 {
		t.Errorf("%d transactions have writers at last", len(own.loans.of))
	}
}
