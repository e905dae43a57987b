package sqlite

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/enginetest"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// The leaf pages in key order agree with the figures that are made of them.
func TestLeaves(t *testing.T) {
	for _, layout := range []string{Clustered, Index, Secondary} {
		t.Run(layout, func(t *testing.T) {
			tr := prepare(t, open(t), engine.Spec{Layout: layout, Key: enginetest.Wide, Payload: 100})
			insert(t, tr, enginetest.Shuffled(seq(3000)))
			r := enginetest.Measure(t, tr)
			leaves, err := tr.Leaves(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			enginetest.LeavesAgree(t, leaves, r, 0.001)
		})
	}
}

// Looking at the tree while it grows changes nothing of what is measured at its end.
func TestSample(t *testing.T) {
	e := open(t)
	var last []metric.Readings
	for _, looks := range []bool{false, true} {
		tr := prepare(t, e, engine.Spec{Layout: Clustered, Key: enginetest.Wide, Payload: 100})
		var s metric.Readings
		for part := range slices.Chunk(enginetest.Shuffled(seq(4000)), 1000) {
			insert(t, tr, part)
			if looks {
				var err error
				if s, err = tr.Sample(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		}
		r := enginetest.Measure(t, tr)
		if looks {
			last = append(last, s)
		}
		last = append(last, r)
		if err := tr.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range last[0] {
		// A tree that was read may have had pages read before they were needed.
		if name == metric.PagesRead {
			continue
		}
		if last[1][name] != want || last[2][name] != want {
			t.Errorf("%s is %v without looking, %v in the last look and %v after it", name, want, last[1][name], last[2][name])
		}
	}
}

// Rows are read by their keys, from a cache that holds all of them and from one that
// cannot.
func TestReader(t *testing.T) {
	const rows, reads = 5000, 1000
	for pool, least := range map[int64]float64{0: 0, 64 << 10: reads / 3} {
		e, err := OpenWith(t.TempDir(), engine.Conditions{BufferPool: pool})
		if err != nil {
			t.Fatal(err)
		}
		tr := prepare(t, e, engine.Spec{Layout: Index, Key: enginetest.Wide, Payload: 100})
		keys := enginetest.Shuffled(seq(rows))
		insert(t, tr, keys)
		r, err := tr.Reader(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		before, err := tr.Misses(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range keys[:reads] {
			if err := r.Read(t.Context(), k); err != nil {
				t.Fatal(err)
			}
		}
		after, err := tr.Misses(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		// A row is on a page of the table and its key on one of the index.
		if got := engine.Delta(before, after).Value; got < least || pool == 0 && got > 0 || got > reads*4 {
			t.Errorf("a cache of %d bytes: %v pages were read for %d rows", pool, got, reads)
		}
		if err := r.Read(t.Context(), enginetest.Raw("not there")); err == nil || !strings.Contains(err.Error(), "0 rows") {
			t.Errorf("a key that is not there: %v", err)
		}
		d, err := e.Describe(t.Context())
		if err != nil || pool > 0 && !slices.Contains(d.Settings, engine.Setting{Name: "cache_size", Value: "-64"}) {
			t.Errorf("the settings are %v, %v", d.Settings, err)
		}
		if err := errors.Join(r.Close(), tr.Close(), e.Close()); err != nil {
			t.Error(err)
		}
	}
}

// Keys that the database makes are there and differ, one row at a time and many.
func TestKeysOfTheDatabase(t *testing.T) {
	e := open(t)
	subject := enginetest.Subject{Engine: e, Layout: Clustered}
	subject.KeysMade(t, generates(), 100, 750, func(t *testing.T, tr engine.Tree) (n int) {
		if err := tr.(*tree).file.conn.QueryRowContext(t.Context(), "SELECT count(DISTINCT id) FROM item").Scan(&n); err != nil {
			t.Error(err)
		}
		return n
	})
	for _, s := range []engine.Spec{{Layout: Clustered, Key: enginetest.Wide, Generate: "dice"}, {Layout: Index, Generate: key.MadeIdentity}} {
		if _, err := e.Prepare(t.Context(), s); err == nil || !strings.Contains(err.Error(), s.Generate) {
			t.Errorf("%+v: %v", s, err)
		}
	}
}

// Rows are read in the order of time.
func TestByTime(t *testing.T) {
	for _, layout := range []string{Clustered, Index} {
		enginetest.Subject{Engine: open(t)}.ByTime(t, layout)
	}
}
