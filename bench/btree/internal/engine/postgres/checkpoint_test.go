package postgres

import (
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine/enginetest"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// The rows that are inserted while a checkpoint is made write as many whole pages as those after one.
func TestCheckpointUnderLoad(t *testing.T) {
	const rows = 20_000
	e := openWhole(t)
	keys := enginetest.Shuffled(seq(1, rows))
	whole := func(during bool) float64 {
		tr := prepare(t, e, enginetest.Wide)
		enginetest.Insert(t, tr, keys[:rows/2], 1000)
		made := func() error { return nil }
		var err error
		if during {
			made, err = tr.BeginCheckpoint(t.Context())
		} else {
			err = tr.Checkpoint(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		enginetest.Insert(t, tr, keys[rows/2:], 100)
		if err := made(); err != nil {
			t.Fatal(err)
		}
		pages := enginetest.Value(t, enginetest.Measure(t, tr), metric.WholePages) * rows
		if err := tr.Close(); err != nil {
			t.Fatal(err)
		}
		return pages
	}
	// The server may change pages by itself, such as that of the free space.
	after, during := whole(false), whole(true)
	if after < 40 || during < after-2 || during > after+2 {
		t.Errorf("%.1f whole pages while a checkpoint is made, after one %.1f", during, after)
	}
}
