package run

import (
	"database/sql/driver"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/sim"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// twin is the simulator's tree of the keys that a trial inserts, if their order is known:
// with one writer, and keys that are inserted as they are sent. Only the first repeat has
// one, and it grows while the clock is stopped.
type twin struct {
	tree *sim.Twin
	sent []driver.Valuer // since the tree was last grown
}

// twinRows is the greatest number of rows with a twin, whose keys are in memory until the
// clock is stopped.
const twinRows = 5_000_000

// newTwin returns nil if there can be no twin.
func newTwin(p planned, spec engine.Spec) *twin {
	if p.Repeat > 0 || p.Rows > twinRows || p.Writers > 1 || p.kind.Collides || p.kind.Server != "" {
		return nil
	}
	t, ok := sim.NewTwin(p.Engine, spec)
	if !ok {
		return nil
	}
	return &twin{tree: t}
}

// offer adds keys that are sent. A nil twin ignores them.
func (t *twin) offer(keys []driver.Valuer) {
	if t != nil {
		t.sent = append(t.sent, keys...)
	}
}

// grow inserts the keys that were sent.
func (t *twin) grow() error {
	if t == nil {
		return nil
	}
	err := t.tree.Insert(t.sent)
	t.sent = t.sent[:0]
	return err
}

// compare adds the simulator's leaf pages to the readings of the tree.
func (t *twin) compare(r metric.Readings) {
	if t == nil {
		return
	}
	simulated := t.tree.Readings().Get(metric.LeafPages)
	r[metric.TwinLeaves] = simulated
}
