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
	form    key.Form
	payload int // of a row in the tree, or -1 for an index, which has the numbers of the rows
}

// sqliteOf returns an empty tree of a layout of SQLite, whose root is the first page behind the
// schema.
func sqliteOf(s engine.Spec) (cells, error) {
	const root = 2
	if s.Shape != engine.Plain {
		return cells{}, onlyPlain
	}
	t := cells{sqlitetree.New(sqlitePage, root), s.Key, s.Payload}
	if s.Layout == SQLiteIndex {
		t.payload = -1
	}
	if size := t.cell(make([]byte, s.Key.Width), 0); size > sqlitetree.LargestCell(sqlitePage) {
		return cells{}, &engine.Missing{Reason: fmt.Sprintf("SQLite stores a part of a row of %d bytes on other pages, which the simulator does not", size)}
	}
	return t, nil
}

// Insert inserts the key of the next row.
func (t cells) Insert(k []byte) error {
	err := t.Tree.Insert(k, t.cell(k, int64(t.Rows()+1)))
	if errors.Is(err, sqlitetree.ErrDuplicate) {
		return fmt.Errorf("%w: %w", btree.ErrDuplicate, err)
	}
	return err
}

// cell returns the bytes of a row's cell, by sections 1.6 and 2.1 of SQLite's file format: the
// length of the record, its header with the kind of each column, and the columns.
func (t cells) cell(k []byte, row int64) int {
	const length = 1 // of a header so short
	header, body := length+varint(12+2*uint64(len(k))), len(k)
	if t.form.Integer {
		header, body = length+1, integerBytes(int64(binary.BigEndian.Uint64(k)^1<<63))
	}
	if t.payload >= 0 {
		header, body = header+varint(12+2*uint64(t.payload)), body+t.payload
	} else {
		header, body = header+1, body+integerBytes(row)
	}
	return varint(uint64(header+body)) + header + body
}

// varint returns how many bytes a number takes: seven bits are in each.
func varint(n uint64) int {
	size := 1
	for ; n > 127; n >>= 7 {
		size++
	}
	return size
}

// integerBytes returns how many bytes an integer takes in a record.
func integerBytes(v int64) int {
	if v == 0 || v == 1 {
		return 0
	}
	for _, n := range []int{1, 2, 3, 4, 6} {
		if half := int64(1) << (8*n - 1); v >= -half && v < half {
			return n
		}
	}
	return 8
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

// numbers returns the numbers of the leaf pages, unless pages of the table lie between them.
func (t cells) numbers() ([]uint32, error) {
	s := t.Stats()
	switch {
	case t.payload < 0:
		return nil, &engine.Missing{Reason: "pages of the table are between those of the index"}
	case s.Freed > 0:
		return nil, &engine.Missing{Reason: "SQLite uses pages again that became free"}
	}
	return s.Leaves, nil
}
