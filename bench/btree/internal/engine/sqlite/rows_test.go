package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"math"
	"slices"
	"strings"
	"sync"
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
	defer tr.Close()
	var wg sync.WaitGroup
	for part := range slices.Chunk(enginetest.Shuffled(seq(2000)), 250) {
		wg.Go(func() {
			w, err := tr.Writer(t.Context())
			if err != nil {
				t.Error(err)
				return
			}
			for batch := range slices.Chunk(part, 30) {
				if err := w.Insert(t.Context(), batch, nil); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	enginetest.Measure(t, tr)
	if got := len(column[string](t, tr)); got != 2000 {
		t.Errorf("%d rows, want 2000", got)
	}
}

func TestInsertRollsBack(t *testing.T) {
	tr := prepare(t, open(t), engine.Spec{Layout: Clustered, Key: enginetest.Wide})
	defer tr.Close()
	insert(t, tr, seq(10))
	w, err := tr.Writer(t.Context())
	if err != nil {
		t.Fatal(err)
	}

	ctx, cancel := context.WithCancel(t.Context())
	keys := seq(40)[10:]
	keys[5] = enginetest.Cancelling{Valuer: keys[5], Cancel: cancel}
	if err := w.Insert(ctx, keys, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("an interrupted transaction returned %v", err)
	}

	err = w.Insert(t.Context(), append(seq(30)[20:], seq(1)...), nil)
	if err == nil || !strings.Contains(err.Error(), "same key twice") {
		t.Errorf("a duplicate key returned %v", err)
	}

	insert(t, tr, seq(12)[10:])
	enginetest.Measure(t, tr)
	if got := len(column[string](t, tr)); got != 12 {
		t.Errorf("%d rows, want the 12 that were committed", got)
	}
}

// A key that exists already is replaced by a new one if the format asks for it, in a
// transaction as in a single row. If no other key can be made, no row stays.
func TestInsertMakesAnotherKey(t *testing.T) {
	for _, layout := range []string{Clustered, Index} {
		t.Run(layout, func(t *testing.T) {
			tr := prepare(t, open(t), engine.Spec{Layout: layout, Key: enginetest.Wide})
			defer tr.Close()
			fresh, made := seq(100)[50:], 0
			another := func(context.Context) (driver.Valuer, error) {
				if made == 3 {
					return nil, errors.New("no more keys")
				}
				made++
				return fresh[made-1], nil
			}
			insert(t, tr, seq(10))
			w := writer{tr}
			// In the first batch one key is taken; the second is the key that was made
			// in its place.
			for _, keys := range [][]driver.Valuer{append(seq(12)[9:], seq(13)[12:]...), {fresh[0]}} {
				if err := w.Insert(t.Context(), keys, another); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Insert(t.Context(), append(seq(20)[13:], seq(2)...), another); err == nil || !strings.Contains(err.Error(), "no more keys") {
				t.Errorf("without another key Insert returned %v", err)
			}
			enginetest.Measure(t, tr)
			if got := len(column[string](t, tr)); got != 15 || made != 3 {
				t.Errorf("%d rows with %d new keys, want 15 with 3", got, made)
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
