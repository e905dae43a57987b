package sim

import (
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/enginetest"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// The figures stay what they are.
func TestGolden(t *testing.T) {
	e, err := Open(engine.Conditions{BufferPool: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	enginetest.Close(t, e)
	s := enginetest.Subject{Engine: e, Name: engine.Simulator, Column: key.Bytes}
	s.Golden(t, []string{NBTree, InnoDB}, metric.PagesRead)
}

// Each metric that the simulator has is plausible.
func TestPlausible(t *testing.T) {
	for _, layout := range []string{NBTree, InnoDB} {
		e, err := Open(engine.Conditions{BufferPool: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		enginetest.Close(t, e)
		enginetest.Subject{Engine: e, Name: engine.Simulator, Layout: layout, Column: key.Bytes}.Plausible(t)
	}
}
