package sqlite

import (
	"slices"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/enginetest"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// The leaf pages in key order agree with the figures that are made of them.
func TestLeaves(t *testing.T) {
	for _, layout := range []string{Clustered, Index} {
		t.Run(layout, func(t *testing.T) {
			tr := prepare(t, open(t), engine.Spec{Layout: layout, Key: enginetest.Wide, Payload: 100})
			insert(t, tr, enginetest.Shuffled(seq(3000)))
			r := enginetest.Measure(t, tr)
			leaves, err := tr.Leaves(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			enginetest.LeavesAgree(t, leaves, r)
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

// Rows are read in the order of time.
func TestByTime(t *testing.T) {
	for _, layout := range []string{Clustered, Index} {
		enginetest.Subject{Engine: open(t)}.ByTime(t, layout)
	}
}

// Rows are read by their keys.
func TestPointReads(t *testing.T) {
	for _, layout := range []string{Clustered, Index} {
		enginetest.Subject{Engine: open(t)}.PointReads(t, layout)
	}
}
