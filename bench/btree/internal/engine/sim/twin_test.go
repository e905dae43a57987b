package sim

import (
	"database/sql/driver"
	"fmt"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	btree "github.com/sortid/sortid/internal/leafpage"
)

// Twin is the simulated tree of the keys that one writer inserts on a server: it has the
// leaf pages that the server should have. A Twin is not for concurrent use.
type Twin struct {
	tree   *btree.Tree
	buffer []byte
}

// twins are the layouts of this engine by the engine and layout that they simulate.
var twins = map[[2]string]string{
	{"postgres", "primary"}: NBTree,
	{"mysql", "clustered"}:  InnoDB,
	{mariaDB, "clustered"}:  InnoDB,
}

// mariaDB is the engine whose rules differ from MySQL's by a little.
const mariaDB = "mariadb"

// NewTwin returns the twin of an engine's tree, and false if there are no rules for it:
// for another engine or layout, for keys that the server generates, or for a row that does
// not fit a page.
func NewTwin(engineName string, s engine.Spec) (*Twin, bool) {
	name, ok := twins[[2]string{engineName, s.Layout}]
	if !ok || s.Generate != "" {
		return nil, false
	}
	s.Layout = name
	l, err := layoutOf(s, engineName == mariaDB)
	if err != nil {
		return nil, false
	}
	t, err := btree.New(l.rules, btree.Options{})
	if err != nil {
		return nil, false
	}
	return &Twin{tree: t}, true
}

// Insert adds keys in the order in which they were sent.
func (t *Twin) Insert(keys []driver.Valuer) error {
	for _, k := range keys {
		var err error
		if t.buffer, err = key.Append(t.buffer[:0], k); err != nil {
			return err
		}
		if err := t.tree.Insert(t.buffer); err != nil {
			return fmt.Errorf("row %d: %w", t.tree.Rows()+1, err)
		}
	}
	return nil
}

// Readings returns the leaf pages and leaf fill that the
// server's tree should have.
func (t *Twin) Readings() metric.Readings {
	s := t.tree.Stats()
	r := shape(s)
	if !s.Exact {
		m := metric.Missing("the tree has too many keys to be simulated exactly")
		r = metric.Readings{metric.LeafPages: m, metric.LeafFill: m}
	}
	return r
}
