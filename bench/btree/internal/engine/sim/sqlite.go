package sim

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/sqlitetree"
	btree "github.com/sortid/sortid/internal/leafpage"
)

// Names of the layouts of SQLite.
const (
	// SQLiteClustered is a WITHOUT ROWID table.
	SQLiteClustered = "sqlite-clustered"
	// SQLiteIndex is a unique index of a rowid table.
	SQLiteIndex = "sqlite-index"
)

// sqlitePage is the default of SQLite's page size in bytes.
const sqlitePage = 4096

// cells is a tree by the rules of SQLite.
type cells struct {
	*sqlitetree.Tree
	// table holds the rows beside an index; nil if the tree holds them.
	table   *sqlitetree.Table
	form    key.Form
	payload sqlitetree.Column
}

// sqliteOf returns an empty tree of a layout of SQLite, in a file with the pages that SQLite's has.
func sqliteOf(s engine.Spec) (cells, error) {
	if s.Shape != engine.Plain {
		return cells{}, onlyPlain
	}
	t := cells{form: s.Key, payload: sqlitetree.Blob(s.Payload)}
	file := sqlitetree.NewFile(sqlitePage)
	if s.Layout == SQLiteIndex {
		t.table = file.NewTable()
	} else if size := sqlitetree.Record(t.column(make([]byte, s.Key.Width)), t.payload); size > sqlitetree.LargestRecord(sqlitePage) {
		return cells{}, &engine.Missing{Reason: fmt.Sprintf("SQLite stores a part of a row of %d bytes on other pages, which the simulator does not", size)}
	}
	t.Tree = file.NewTree()
	return t, nil
}

// Insert inserts the key of the next row. SQLite inserts into the index before the table.
func (t cells) Insert(k []byte) error {
	id := t.column(k)
	second := t.payload
	if t.table != nil {
		second = sqlitetree.Integer(int64(t.Rows() + 1))
	}
	err := t.Tree.Insert(k, sqlitetree.Record(id, second))
	switch {
	case errors.Is(err, sqlitetree.ErrDuplicate):
		return fmt.Errorf("%w: %w", btree.ErrDuplicate, err)
	case err == nil && t.table != nil:
		t.table.Append(sqlitetree.Record(id, t.payload))
	}
	return err
}

// column returns what a key is in a record.
func (t cells) column(k []byte) sqlitetree.Column {
	if t.form.Integer {
		return sqlitetree.Integer(int64(binary.BigEndian.Uint64(k) ^ 1<<63))
	}
	return sqlitetree.Blob(len(k))
}

func (t cells) pageSize() int { return sqlitePage }

func (t cells) readings() metric.Readings {
	s := t.Stats()
	return metric.Readings{
		metric.LeafPages:   metric.Value(float64(len(s.Leaves))),
		metric.LeafFill:    metric.Value(s.Fill),
		metric.PageSplits:  engine.LeafSplits(metric.Value(float64(len(s.Leaves))), t.Rows()),
		metric.BytesPerRow: engine.PerRow(metric.Value(float64(s.Pages*sqlitePage)), t.Rows()),
		metric.PagesRead:   metric.Missing("a simulated tree of SQLite has no buffer pool"),
	}
}

// numbers returns the numbers of the leaf pages.
func (t cells) numbers() ([]uint32, error) {
	s := t.Stats()
	if s.Freed > 0 {
		return nil, &engine.Missing{Reason: "SQLite uses pages again that became free"}
	}
	return s.Leaves, nil
}
