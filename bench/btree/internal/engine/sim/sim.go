// Package sim is the engine sim: trees that grow by the rules of PostgreSQL's nbtree and
// of InnoDB, page by page, in memory. Package internal/leafpage has the rules.
//
// The figures are computed and not measured. The same keys in the same order always give
// the same tree, which is the one that a server would have. A tree has one writer: which
// rows of several meet depends on a server's machine.
package sim

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	btree "github.com/sortid/sortid/internal/leafpage"
)

// Names of the layouts.
const (
	// NBTree is a unique index of PostgreSQL, whose rows are elsewhere.
	NBTree = "nbtree"
	// InnoDB is a clustered index: the rows are on its leaf pages.
	InnoDB = "innodb"
)

var layouts = []engine.Layout{
	{
		Name: NBTree, Title: "PostgreSQL's primary key index",
		About: "pages of 8192 bytes, fill factor 90, by the rules of PostgreSQL 13 and later; the rows are in the heap, which is not counted",
	},
	{
		Name: InnoDB, Title: "InnoDB's clustered index",
		About: "pages of 16384 bytes in the row format DYNAMIC, by the rules of MySQL, from which MariaDB's differ little; the tree holds the rows",
	},
}

// compared holds the layouts that Describe leaves out, because their database needs no server: their
// trees only stand beside the measured ones.
var compared = []engine.Layout{{Name: SQLiteClustered}, {Name: SQLiteIndex}}

// Layouts returns all layouts, also those that Describe leaves out.
func Layouts() []engine.Layout { return slices.Concat(layouts, compared) }

// Version names the rules in results.
const Version = "rules of PostgreSQL 13 to 18 and of MySQL 9.7"

// Engine is the simulator. It is not for concurrent use.
type Engine struct {
	conditions engine.Conditions
	trees      uint64
}

// Open returns the engine. If the conditions have the size of a buffer pool, its trees
// have figures of pages read. The checkpoint regime is ignored.
func Open(c engine.Conditions) (*Engine, error) {
	if c.BufferPool < 0 {
		return nil, fmt.Errorf("sim: a buffer pool of %d bytes: use a positive size, or 0 for no limit", c.BufferPool)
	}
	return &Engine{conditions: c}, nil
}

// Close does nothing.
func (e *Engine) Close() error { return nil }

// Describe returns the rules' version and the layouts.
func (e *Engine) Describe(context.Context) (engine.Description, error) {
	pool := "unlimited"
	if size := e.conditions.BufferPool; size > 0 {
		pool = strconv.FormatInt(size, 10) + " bytes, the least recently used page is evicted first"
	}
	return engine.Description{
		Name: engine.Simulator, Version: Version, Simulated: true, Pace: pace,
		Layouts: append([]engine.Layout(nil), layouts...),
		Settings: []engine.Setting{
			{Name: "buffer_pool", Value: pool}, {Name: "keys_in_memory", Value: strconv.Itoa(btree.DefaultKeep)},
			{Name: "pace", Value: fmt.Sprintf("%v for a row in batches of %d", pace, paceBatch)},
		},
		Notes: []string{
			"Simulated trees are computed from the keys in their order, and exact up to keys_in_memory keys. Beyond that, pages that no insert has changed for long become sums; with random keys the figures are estimates from a part of the pages, with a standard error.",
			"Real generators make the keys and take the time from a virtual clock, which moves at the pace of a server. The pace decides how many keys fall into one tick of their clock: it bears on keys that have no order within a tick.",
			"Simulated trees have the leaf pages of a server after the same keys by one writer.",
		},
	}, nil
}

// Check returns an error if there can be no tree of the Spec, for instance because a row
// does not fit a page.
func (e *Engine) Check(s engine.Spec) error {
	if ofSQLite(s) {
		_, err := sqliteOf(s)
		return err
	}
	_, err := layoutOf(s)
	return err
}

// Prepare returns an empty tree.
func (e *Engine) Prepare(_ context.Context, s engine.Spec) (engine.Tree, error) {
	if ofSQLite(s) {
		t, err := sqliteOf(s)
		if err != nil {
			return nil, err
		}
		return newTree(t, s.Key.Width), nil
	}
	l, err := layoutOf(s)
	if err != nil {
		return nil, err
	}
	t, err := btree.New(l.rules, btree.Options{Pool: true, TableRows: l.tableRows, Seed: e.trees})
	if err != nil {
		return nil, err
	}
	e.trees++
	return newTree(leaves{t, l.rules, l.tableRows == 0, e.conditions.BufferPool}, l.rules.KeyWidth()), nil
}

func ofSQLite(s engine.Spec) bool { return s.Layout == SQLiteClustered || s.Layout == SQLiteIndex }
