package enginetest

import (
	"database/sql/driver"
	"slices"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
)

// ByTime reads pages and ranges of a table in the order of time: of keys in order, and of
// shuffled ones beside a column created. Wherever a row is, stepping back, pages and ranges
// must agree about the rows before it.
func (s Subject) ByTime(t *testing.T, layout string) {
	t.Helper()
	for name, created := range map[string]bool{"by key": false, "by created": true} {
		t.Run(name, func(t *testing.T) {
			const rows = 1200
			spec := engine.Spec{Layout: layout, Key: Wide, Payload: 100}
			if created {
				spec.Shape = engine.Dated
			}
			tr := Prepare(t, s, spec)
			timed := tr.(engine.Timed)
			keys := s.Keys(1, rows)
			if created {
				keys = Shuffled(keys)
			}
			Insert(t, tr, keys, 40)
			Measure(t, tr)
			if err := timed.Analyze(t.Context()); err != nil {
				t.Fatal(err)
			}
			r, err := timed.PageReader(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			b := byTime{t, timed, r}
			for i, k := range keys[:rows/2] {
				if i%97 == 0 {
					b.before(k, keys[rows/2+i], i, created)
				}
			}
			if err := r.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

type byTime struct {
	*testing.T
	tree   engine.Timed
	reader engine.PageReader
}

// rank returns how many rows are before a place.
func (b byTime) rank(at engine.Place) int {
	b.Helper()
	n, err := b.reader.Page(b.Context(), at, 1<<20)
	if err != nil {
		b.Fatal(err)
	}
	return n
}

// before checks what is before a key that was inserted in the first half, as number i, with
// a later one.
func (b byTime) before(k, later driver.Valuer, i int, created bool) {
	b.Helper()
	const step = 30
	at, from, ok, err := b.tree.Back(b.Context(), k, step)
	if err != nil {
		b.Fatal(err)
	}
	rank := b.rank(at)
	if !created && rank != i {
		b.Errorf("%d rows are before row %d", rank, i)
	}
	if ok != (rank >= step) {
		b.Fatalf("row %d, with %d rows before it: %v", i, rank, ok)
	}
	if !ok {
		return
	}
	if got := b.rank(from); got != rank-step {
		b.Errorf("%d rows back from row %d of the time is row %d", step, rank, got)
	}
	if n, err := b.reader.Page(b.Context(), at, step); err != nil || n != step {
		b.Errorf("a page of %d rows has %d, %v", step, n, err)
	}
	end, _, _, err := b.tree.Back(b.Context(), later, step)
	if err != nil {
		b.Fatal(err)
	}
	var parts []int
	for _, p := range [][2]engine.Place{{from, at}, {at, end}, {from, end}} {
		n, err := b.reader.Range(b.Context(), p[0], p[1])
		if err != nil {
			b.Fatal(err)
		}
		parts = append(parts, n)
	}
	if parts[0]+parts[1] != parts[2] || !created && !slices.Equal(parts[:1], []int{step}) || parts[2] == 0 {
		b.Errorf("ranges of %d, %d and together %d rows", parts[0], parts[1], parts[2])
	}
}
