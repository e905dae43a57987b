package enginetest

import (
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// Replicated inserts rows that go to replicas, and rows that do not. The bytes for a replica
// are those of the rows and some more, the same for keys in order and shuffled ones, unless
// the server does not replicate. If others may use the server meanwhile, they may be more.
func (s Subject) Replicated(t *testing.T, others bool) {
	t.Helper()
	const rows, payload, row = 3000, 100, 16 + 100
	var bytes []float64
	for i, shape := range []engine.Shape{engine.Plain, engine.Replicated, engine.Replicated, engine.Plain} {
		tr := Prepare(t, s, engine.Spec{Layout: s.Layout, Key: Wide, Payload: payload, Shape: shape})
		keys := s.Keys(1, rows)
		if i%2 == 0 {
			keys = Shuffled(keys)
		}
		Insert(t, tr, keys, 100)
		got := Measure(t, tr).Get(metric.ReplicaBytes)
		if err := tr.Close(); err != nil {
			t.Fatal(err)
		}
		switch {
		case shape == engine.Plain && got.Missing == "":
			t.Errorf("the bytes of rows that go to no replica are %v a row", got.Value)
		case shape == engine.Plain:
		case got.Missing != "":
			t.Logf("not replicated: %s", got.Missing)
		default:
			bytes = append(bytes, got.Value)
		}
	}
	if len(bytes) == 0 {
		return
	}
	if len(bytes) != 2 || min(bytes[0], bytes[1]) < row || !others && (bytes[0] > 5*row || bytes[0]/bytes[1] < .9 || bytes[0]/bytes[1] > 1.1) {
		t.Errorf("%v bytes for a replica per row of %d bytes", bytes, row)
	}
}
