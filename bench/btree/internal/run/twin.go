package run

import (
	"database/sql/driver"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/sim"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// twin is the simulator's tree of the keys that a run inserts, where their order is
// known: with one writer, and keys that are inserted as they are sent. It is grown in
// the first block of each point, and while no time is taken.
type twin struct {
	tree *sim.Twin
	sent []driver.Valuer // since the tree was last grown
}

// twinRows is the greatest number of rows with a twin: its keys are kept in memory
// until the clock stands still.
const twinRows = 5_000_000

// newTwin returns nil where there can be none.
func newTwin(cell planned, spec engine.Spec) *twin {
	if cell.Repeat > 0 || cell.Rows > twinRows || cell.Writers > 1 || cell.kind.Collides || cell.kind.Server != "" {
		return nil
	}
	t, ok := sim.NewTwin(cell.Engine, spec)
	if !ok {
		return nil
	}
	return &twin{tree: t}
}

// offer notes keys that are sent. A nil twin forgets them.
func (t *twin) offer(keys []driver.Valuer) {
	if t != nil {
		t.sent = append(t.sent, keys...)
	}
}

// grow inserts what was sent.
func (t *twin) grow() error {
	if t == nil {
		return nil
	}
	err := t.tree.Insert(t.sent)
	t.sent = t.sent[:0]
	return err
}

// compare adds what the simulator says, and by how much the tree differs, to the
// readings of the tree.
func (t *twin) compare(r metric.Readings) {
	if t == nil {
		return
	}
	simulated := t.tree.Readings().Get(metric.LeafPages)
	r[metric.TwinLeaves] = simulated
	switch measured := r.Get(metric.LeafPages); {
	case simulated.Missing != "":
		r[metric.TwinResidual] = simulated
	case measured.Missing != "" || simulated.Value == 0:
		r[metric.TwinResidual] = measured
	default:
		r[metric.TwinResidual] = metric.Value(100 * (measured.Value/simulated.Value - 1))
	}
}
