package sqlite

import (
	"database/sql/driver"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/enginetest"
)

// Every key is in the table, once, and the table's order is that of the bytes or
// the numbers.
func TestRowsAndOrder(t *testing.T) {
	for _, layout := range []string{Clustered, Index} {
		t.Run(layout, func(t *testing.T) {
			e := open(t)
			blobs := prepare(t, e, engine.Spec{Layout: layout, Key: enginetest.Wide, Payload: 10})
			defer blobs.Close()
			insert(t, blobs, enginetest.Shuffled(seq(1000)))
			var want []string
			for _, k := range seq(1000) {
				want = append(want, string(k.(enginetest.Raw)))
			}
			if got := column[string](t, blobs); !slices.Equal(got, want) {
				t.Error("the table does not hold the keys in byte order")
			}

			ints := prepare(t, e, engine.Spec{Layout: layout, Key: enginetest.Number64})
			defer ints.Close()
			numbers := []int64{math.MaxInt64, -1, 0, math.MinInt64, 1 << 62, 255, 256}
			var keys []driver.Valuer
			for _, n := range numbers {
				keys = append(keys, enginetest.Number(n))
			}
			insert(t, ints, keys)
			slices.Sort(numbers)
			if got := column[int64](t, ints); !slices.Equal(got, numbers) {
				t.Errorf("the table holds %v, want %v", got, numbers)
			}
		})
	}
}

func column[T any](t *testing.T, tr *tree) []T {
	t.Helper()
	rows, err := tr.file.conn.QueryContext(t.Context(), "SELECT id FROM item ORDER BY id")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var got []T
	for rows.Next() {
		var v T
		if err := rows.Scan(&v); err != nil {
			t.Fatal(err)
		}
		got = append(got, v)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return got
}

func TestWritersTogether(t *testing.T) {
	tr := prepare(t, open(t), engine.Spec{Layout: Index, Key: enginetest.Wide, Payload: 10})
	want := enginetest.Subject{}.AtTheSameTime(t, tr)
	if got := len(column[string](t, tr)); got != want {
		t.Errorf("%d rows, want %d", got, want)
	}
}

// An interrupted insert leaves no rows.
func TestInterrupt(t *testing.T) {
	enginetest.Subject{}.Interrupted(t, prepare(t, open(t), engine.Spec{Layout: Clustered, Key: enginetest.Wide}))
}

// A key that is there already fails the transaction, of which nothing stays; or another
// takes its place.
func TestDuplicates(t *testing.T) {
	for _, layout := range []string{Clustered, Index} {
		t.Run(layout, func(t *testing.T) {
			tr := prepare(t, open(t), engine.Spec{Layout: layout, Key: enginetest.Wide})
			want := enginetest.Subject{}.Duplicates(t, tr)
			if got := len(column[string](t, tr)); got != want {
				t.Errorf("%d rows, want %d", got, want)
			}
		})
	}
}

func TestFullDisk(t *testing.T) {
	tr := prepare(t, open(t), engine.Spec{Layout: Clustered, Key: enginetest.Wide, Payload: 1000})
	defer tr.Close()
	// The limit makes SQLite answer as it does when the disk is full.
	if _, err := tr.file.conn.ExecContext(t.Context(), "PRAGMA max_page_count = 20"); err != nil {
		t.Fatal(err)
	}
	err := writer{tr}.Insert(t.Context(), seq(1000), nil)
	if err == nil || !strings.Contains(err.Error(), "is full") || !strings.Contains(err.Error(), "TMPDIR") {
		t.Errorf("a full disk returned %v, want an error that says so and names TMPDIR", err)
	}
}
