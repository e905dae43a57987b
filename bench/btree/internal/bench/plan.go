package bench

import (
	"math/rand/v2"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
)

// Cell is one run that is to be made: a kind of key on a layout of an engine.
type Cell struct {
	// Engine is the engine's place in Config.Engines.
	Engine int
	// EngineName is its name.
	EngineName string
	// Layout is the name of the layout.
	Layout string
	// Key is the kind of key.
	Key key.Kind
	// Block counts the repeats, from 0: a block holds every combination once.
	Block int
}

// Plan is every run in the order in which they are made.
type Plan struct {
	Cells []Cell
	// Rows is how many rows each run inserts.
	Rows int
	// Blocks is how many blocks there are.
	Blocks int
}

// plan puts every combination into each block once, in an order of its own per
// block. What slows the machine down for a while then meets any key, instead of
// the one whose repeats are made just then.
func plan(engines []engine.Description, keys []key.Kind, rows, blocks int, seed uint64) Plan {
	p := Plan{Rows: rows, Blocks: blocks}
	for b := range blocks {
		var cells []Cell
		for i, e := range engines {
			for _, l := range e.Layouts {
				for _, k := range keys {
					cells = append(cells, Cell{Engine: i, EngineName: e.Name, Layout: l.Name, Key: k, Block: b})
				}
			}
		}
		rng := rand.New(rand.NewPCG(seed, uint64(b)))
		rng.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
		p.Cells = append(p.Cells, cells...)
	}
	return p
}
