// Package sim is the benchmark's engine without a database: trees that grow by the
// rules of PostgreSQL's nbtree and of InnoDB, page by page, in memory. Package
// internal/sim has the rules.
//
// The figures are computed and not measured: the same keys in the same order always
// give the same tree, which is the one that a server would have after them over one
// connection. Several writers are simulated too: the rows of all batches that are
// under way come in an order that is drawn, from a fixed seed.
package sim

import (
	"context"
	"fmt"
	"strconv"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	btree "github.com/sortid/sortid/bench/btree/internal/sim"
)

// Name is the engine's name on the command line.
const Name = "sim"

// Names of the layouts.
const (
	// NBTree is a unique index of PostgreSQL, whose rows are elsewhere.
	NBTree = "nbtree"
	// InnoDB is a clustered index: the rows are on its leaf pages.
	InnoDB = "innodb"
	// InnoDBSecondary is a unique index beside a primary key that counts.
	InnoDBSecondary = "innodb-secondary"
)

var layouts = []engine.Layout{
	{
		Name: NBTree, Title: "PostgreSQL's primary key index, simulated",
		About: "pages of 8192 bytes, fill factor 90, by the rules of PostgreSQL 13 and later; the rows are in the heap, which is not counted",
	},
	{
		Name: InnoDB, Title: "InnoDB's clustered index, simulated",
		About: "pages of 16384 bytes in the row format DYNAMIC, by the rules of MySQL, from which MariaDB's differ little; the tree holds the rows",
	},
	{
		Name: InnoDBSecondary, Title: "InnoDB's secondary index, simulated", Secondary: true,
		About: "a unique index on the key beside a primary key of 8 bytes that counts; pages are counted in the index alone",
	},
}

// Version names the rules in results.
const Version = "rules of PostgreSQL 13 to 18 and of MySQL 9.7"

// Engine keeps nothing but its conditions. It is not for concurrent use.
type Engine struct {
	pool  int64
	trees uint64
}

// Open returns the engine. Pages are read, in the figures, if the conditions say how
// many bytes of them the page cache holds; a checkpoint regime changes nothing.
func Open(c engine.Conditions) (*Engine, error) {
	if c.BufferPool < 0 {
		return nil, fmt.Errorf("sim: a page cache of %d bytes: it must be 0, for none, or more", c.BufferPool)
	}
	return &Engine{pool: c.BufferPool}, nil
}

// Close does nothing: there is nothing but memory.
func (e *Engine) Close() error { return nil }

// Describe returns the rules' version and the layouts.
func (e *Engine) Describe(context.Context) (engine.Description, error) {
	pool := "unlimited"
	if e.pool > 0 {
		pool = strconv.FormatInt(e.pool, 10) + " bytes, the page that was not used for longest goes first"
	}
	return engine.Description{
		Name: Name, Version: Version, Simulated: true,
		Layouts:  append([]engine.Layout(nil), layouts...),
		Settings: []engine.Setting{{Name: "page_cache", Value: pool}, {Name: "keys_in_memory", Value: strconv.Itoa(btree.DefaultKeep)}},
		Notes: []string{
			"Simulated trees are computed from the keys in their order, and exact as long as they hold no more keys than keys_in_memory says: beyond, pages that no insert has touched for long become sums, and if the keys go everywhere, the figures are estimates from a part of the pages, with a standard error that is given.",
			"Real generators make the keys while the simulator takes them, faster than any server would: more keys fall into one tick of a clock, which shows with keys that have no order within a millisecond and with several generators.",
			"With several writers the rows of the batches under way are drawn in any order, which no server does just so: such figures show the effect, and are not those of a certain server.",
		},
	}, nil
}

// Check says of a row that does not fit a page by the rules that it does not.
func (e *Engine) Check(s engine.Spec) error {
	_, err := layoutOf(s, false)
	return err
}

// Prepare returns an empty tree.
func (e *Engine) Prepare(_ context.Context, s engine.Spec) (engine.Tree, error) {
	if s.Generate != "" {
		return nil, fmt.Errorf("sim: key %q: a simulated tree has no database that makes keys: leave this key out", s.Generate)
	}
	l, err := layoutOf(s, false)
	if err != nil {
		return nil, err
	}
	t, err := btree.New(l.rules, btree.Options{Pool: true, Beside: l.beside, Seed: e.trees})
	if err != nil {
		return nil, err
	}
	e.trees++
	return newTree(t, l.rules, e.pool, e.trees), nil
}
