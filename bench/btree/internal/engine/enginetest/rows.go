package enginetest

import (
	"context"
	"database/sql/driver"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
)

// EveryKind inserts keys of every kind that the lab generates. Column returns the type of
// the key's column, which must be that of types for the key's form.
func (s Subject) EveryKind(t *testing.T, types map[string]string, column func(*testing.T) string) {
	t.Helper()
	for _, k := range key.All() {
		t.Run(k.Name, func(t *testing.T) {
			tr := Prepare(t, s, engine.Spec{Layout: s.Layout, Key: k.Form, Payload: 10})
			src := k.Open(1, key.Options{Column: s.Column}).Writer(0)
			keys := make([]driver.Valuer, 250)
			for i := range keys {
				var err error
				if keys[i], err = src.Next(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			w := Writer(t, tr)
			another := func(ctx context.Context) (driver.Valuer, error) { return src.Next(ctx) }
			if err := errors.Join(w.Insert(t.Context(), keys, another), w.Close()); err != nil {
				t.Fatal(err)
			}
			Measure(t, tr)
			if got, want := column(t), types[k.Form.String()]; got != want {
				t.Errorf("the column is %s, want %s", got, want)
			}
		})
	}
}

// Duplicates inserts keys that are already there. The transaction must fail and leave
// nothing, or replace the keys. Duplicates returns the number of rows.
func (s Subject) Duplicates(t *testing.T, tr engine.Tree) int {
	t.Helper()
	Insert(t, tr, s.Keys(1, 100), 50)
	w := Writer(t, tr)
	defer w.Close()
	batch := append(s.Keys(1000, 120), s.Keys(7, 2)...)
	if err := w.Insert(t.Context(), batch, nil); err == nil || !strings.Contains(err.Error(), "same key twice") {
		t.Errorf("a duplicate key went in: %v", err)
	}
	Measure(t, tr) // it counts the rows
	made := 0
	another := func(context.Context) (driver.Valuer, error) {
		made++
		return s.Keys([]int{8, 5000, 5001}[made-1], 1)[0], nil // 8 is there too
	}
	if err := w.Insert(t.Context(), batch, another); err != nil || made != 3 {
		t.Errorf("%d keys were made, want 3; %v", made, err)
	}
	Measure(t, tr)
	return 100 + len(batch)
}

// AtTheSameTime inserts with several writers at a time and returns the number of rows.
func (s Subject) AtTheSameTime(t *testing.T, tr engine.Tree) int {
	t.Helper()
	const writers, rows = 4, 2050
	var wg sync.WaitGroup
	for i := range writers {
		w := Writer(t, tr)
		wg.Go(func() {
			for part := range slices.Chunk(s.Keys(1+i*10_000, rows), 1000) {
				if err := w.Insert(t.Context(), part, nil); err != nil {
					t.Error(err)
				}
			}
			if err := w.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	Measure(t, tr)
	return writers * rows
}

// PointReads reads rows by their keys between inserts. A key without a row is an error, and reads are no
// rows.
func (s Subject) PointReads(t *testing.T, layout string) {
	t.Helper()
	tr := Prepare(t, s, engine.Spec{Layout: layout, Key: Wide, Payload: 100})
	w := Writer(t, tr)
	keys := Shuffled(s.Keys(1, 300))
	for i, part := range slices.Collect(slices.Chunk(keys, 100)) {
		if err := w.Insert(t.Context(), part, nil); err != nil {
			t.Fatal(err)
		}
		for _, k := range keys[:100*(i+1)] {
			if err := w.(engine.PointReader).Read(t.Context(), k); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.(engine.PointReader).Read(t.Context(), s.Keys(1000, 1)[0]); err == nil || !strings.Contains(err.Error(), "0 rows, not 1") {
		t.Errorf("a key without a row: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := w.(engine.PointReader).Read(ctx, keys[0]); !errors.Is(err, context.Canceled) {
		t.Errorf("after an interrupt: %v", err)
	}
	if err := w.Close(); err != nil {
		t.Log(err) // the interrupt may have cost the connection
	}
	Measure(t, tr)
}
