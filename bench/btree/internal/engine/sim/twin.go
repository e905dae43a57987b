package sim

import (
	"database/sql/driver"
	"fmt"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	btree "github.com/sortid/sortid/bench/btree/internal/sim"
)

// Twin is the tree that a server should have: given the same keys, it says how many
// leaf pages there are to be, and what is measured besides is the rules' error or the
// server's doing. It holds for one writer, with which the order of the keys is known.
// A Twin is not for concurrent use.
type Twin struct {
	tree   *btree.Tree
	buffer []byte
}

// twins are the layouts of servers' engines, by engine and layout, and those of this
// one which stand for them.
var twins = map[[2]string]string{
	{"postgres", "primary"}:   NBTree,
	{"postgres", "secondary"}: NBTree,
	{"mysql", "clustered"}:    InnoDB,
	{"mysql", "secondary"}:    InnoDBSecondary,
	{mariaDB, "clustered"}:    InnoDB,
	{mariaDB, "secondary"}:    InnoDBSecondary,
}

// mariaDB is the engine whose rules differ from MySQL's by a little.
const mariaDB = "mariadb"

// NewTwin returns the twin of a tree that an engine is asked for, and false where there
// are no rules for it: another engine or layout, keys that the server makes, a row that
// does not fit a page.
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
		if t.buffer, err = appendKey(t.buffer[:0], k); err != nil {
			return err
		}
		if err := t.tree.Insert(t.buffer); err != nil {
			return fmt.Errorf("row %d: %w", t.tree.Rows()+1, err)
		}
	}
	return nil
}

// Readings returns the leaf pages, leaf fill, page splits and fragmentation that the
// server's should be equal to.
func (t *Twin) Readings() metric.Readings {
	s := t.tree.Stats()
	r := shape(s)
	if !s.Exact {
		m := metric.Missing("so many rows are not simulated exactly")
		r = metric.Readings{metric.LeafPages: m, metric.LeafFill: m, metric.PageSplits: m}
	}
	r[metric.Fragmentation] = fragmentation(t.tree)
	return r
}
