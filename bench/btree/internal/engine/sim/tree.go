package sim

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sync"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// grown is a tree that grows by the rules of a database.
type grown interface {
	Insert(key []byte) error
	Rows() int
	// readings returns all readings but the order.
	readings() metric.Readings
	// numbers returns the numbers of the leaf pages in key order, or a *engine.Missing.
	numbers() ([]uint32, error)
	pageSize() int
}

// tree is one simulated tree with its writer and readers.
type tree struct {
	mu    sync.Mutex // for all below
	grown grown
	width int // of the keys, in bytes
	clock *clock
	// writing reports whether there is a writer.
	writing bool
	rows    int   // of transactions that were finished
	broken  error // a transaction that was not: the tree has a part of its rows
}

func newTree(g grown, width int) *tree { return &tree{grown: g, width: width, clock: newClock()} }

// Clock returns the virtual clock.
func (t *tree) Clock() key.Clock { return t.clock }

// Close releases the memory.
func (t *tree) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.grown, t.broken = nil, errClosed
	return nil
}

var errClosed = errors.New("sim: the tree is closed")

// use locks the tree and returns it. The caller must unlock it unless there is an error.
func (t *tree) use() (grown, error) {
	t.mu.Lock()
	if t.broken != nil {
		defer t.mu.Unlock()
		return nil, t.broken
	}
	return t.grown, nil
}

// Measure checks that all rows are in the tree and returns its figures.
//
//   - leaf pages, leaf fill: exact, or estimated if not all pages were
//     followed; the fill is counted as on the server;
//   - order: pages are numbered in the order in which they were added;
//   - page splits: as the server counts them;
//   - bytes/row: pages of all levels;
//   - pages read: for the buffer pool of the conditions, if there is one.
func (t *tree) Measure(context.Context) (metric.Readings, error) {
	g, err := t.use()
	if err != nil {
		return nil, err
	}
	defer t.mu.Unlock()
	if g.Rows() != t.rows {
		return nil, fmt.Errorf("sim: %d rows were committed and the tree has %d: the readings would be wrong", t.rows, g.Rows())
	}
	r := g.readings()
	r[metric.LogBytes] = metric.Missing("a simulated tree has no log")
	r[metric.PagesWritten] = metric.Missing("a simulated tree has no log")
	maps.Copy(r, order(g))
	return r, nil
}

// order returns the readings of the leaf pages' order.
func order(g grown) metric.Readings {
	numbers, err := g.numbers()
	if why, missing := engine.MissingReason(err); missing {
		return metric.NoOrder(why)
	}
	return metric.Order(numbers, g.Rows(), g.pageSize())
}

// Sample returns all readings but the order.
func (t *tree) Sample(context.Context) (metric.Readings, error) {
	g, err := t.use()
	if err != nil {
		return nil, err
	}
	defer t.mu.Unlock()
	return g.readings(), nil
}

// Leaves returns all leaf pages in key order.
func (t *tree) Leaves(context.Context) ([]uint32, error) {
	g, err := t.use()
	if err != nil {
		return nil, err
	}
	defer t.mu.Unlock()
	return g.numbers()
}
