package source

import (
	"database/sql"
	"math"
	"strings"
	"testing"
)

// The bytes of a value are those that dbstat counts in a record with it.
func TestSQLiteBytes(t *testing.T) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	for _, affinity := range []string{"", "REAL", "INTEGER", "TEXT"} {
		for _, v := range []any{
			nil, 0, 1, 2, -1, 127, 128, -128, -129, 32767, 32768, 1<<23 - 1, 1 << 23, 1<<31 - 1, 1 << 31, -1 << 31, 1<<47 - 1, 1 << 47, 1 << 62,
			0.25, 1e300, "", "7", strings.Repeat("x", 57), strings.Repeat("é", 40), []byte{}, make([]byte, 58), make([]byte, 2000),
		} {
			for _, s := range []string{"DROP TABLE IF EXISTS w", "CREATE TABLE w (v " + affinity + ")"} {
				if _, err := db.ExecContext(t.Context(), s); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := db.ExecContext(t.Context(), "INSERT INTO w VALUES (?)", v); err != nil {
				t.Fatal(err)
			}
			var read any
			var payload int
			err := db.QueryRowContext(t.Context(), "SELECT "+sqliteSize("v")+", (SELECT payload FROM dbstat WHERE name = 'w') FROM w").Scan(&read, &payload)
			if err != nil {
				t.Fatal(err)
			}
			got := int(sqliteBytes(&Table{}, Column{Name: "v"}, read))
			// The header has its length and the type of the value, in a byte for each seven bits.
			header := 2
			if 2*got+13 >= 128 {
				header++
			}
			if got+header != payload {
				t.Errorf("%.20v in a column %q: %d bytes and a header of %d, want %d in all", v, affinity, got, header, payload)
			}
		}
	}
	if got := sqliteBytes(&Table{Indexes: []Index{{Clustered: true, Columns: []string{"id"}}}}, Column{Name: "id"}, int64(500)); got != 0 {
		t.Errorf("a rowid takes %g bytes in its record", got)
	}
}

// A key has as many bytes as the one of the row, and no two rows have the same.
func TestModelKeys(t *testing.T) {
	for size := range 40 {
		seen := make(map[any]bool)
		for i := range 300 {
			v := keyOf(size, i, uint64(i))
			got := 0
			switch v := v.(type) {
			case []byte:
				got = len(v)
				seen[string(v)] = true
			case int64:
				got = integerBytes(v)
				seen[v] = true
			}
			if got != size {
				t.Errorf("a key of %d bytes, want %d", got, size)
			}
		}
		if len(seen) < 300 && size > 1 {
			t.Errorf("%d keys of %d bytes, want 300", len(seen), size)
		}
	}
}

// The numbers of rows rise and are all different, also over all integers.
func TestModelNumbers(t *testing.T) {
	for _, m := range []model{{first: 1, last: 1000}, {first: 5, last: 1_000_000}, {first: math.MinInt64 + 1, last: math.MaxInt64}, {first: 1 << 60, last: 1<<60 + 999}} {
		for _, n := range []int{1, 7, 1000} {
			for i := range n {
				v := m.number(i, n)
				if v < m.first || v > m.last || i > 0 && v <= m.number(i-1, n) {
					t.Errorf("%d to %d: row %d of %d has the number %d", m.first, m.last, i, n, v)
				}
			}
		}
	}
}
