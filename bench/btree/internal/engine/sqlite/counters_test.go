package sqlite

import (
	"slices"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/enginetest"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// The page cache is shared by the process: a tree that leaves some of it occupied
// would give the next one another cache, and other reads.
func TestReadsDoNotDependOnEarlierTrees(t *testing.T) {
	e := open(t)
	keys := enginetest.Shuffled(seq(2700)) // with their payload, more than the page cache
	var first float64
	for i := range 2 {
		tr := prepare(t, e, engine.Spec{Layout: Clustered, Key: enginetest.Wide, Payload: 900})
		insert(t, tr, keys)
		r := enginetest.Measure(t, tr)
		if err := tr.Close(); err != nil {
			t.Fatal(err)
		}
		got := enginetest.Value(t, r, metric.PagesRead)
		if i == 0 {
			first = got
		}
		if got == 0 || got != first {
			t.Errorf("tree %d read %v pages per row, the first one %v: want the same, and more than none", i+1, got, first)
		}
	}
}

// The counters are taken in parts: the sum has to be the whole.
func TestCountersAddUp(t *testing.T) {
	e := open(t)
	keys := enginetest.Shuffled(seq(2700))
	var got [2]counters
	for i := range got {
		tr := prepare(t, e, engine.Spec{Layout: Clustered, Key: enginetest.Wide, Payload: 900})
		for n, batch := range slices.Collect(slices.Chunk(keys, 100)) {
			insert(t, tr, batch)
			if i == 1 && n%7 == 0 {
				if err := tr.count(); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := tr.count(); err != nil {
			t.Fatal(err)
		}
		got[i] = tr.pages
		if err := tr.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if got[0] != got[1] || got[0].read == 0 || got[0].hit == 0 || got[0].written == 0 {
		t.Errorf("taken once: %+v, in parts: %+v", got[0], got[1])
	}
}
