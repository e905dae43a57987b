package mysql

import (
	"fmt"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
)

// Clustered is the layout of a table whose primary key is the key: the rows are in its tree.
const Clustered = "clustered"

// index is the name of the tree that is measured.
const index = "PRIMARY"

var layouts = []engine.Layout{
	{
		Name: Clustered, Title: "rows in the primary key's own tree",
		About: "CREATE TABLE item (id PRIMARY KEY, payload VARBINARY), id being BINARY(16), BINARY(20) or BIGINT; the tree holds the rows",
	},
}

// plan says how a tree is made.
type plan struct {
	ddl    string
	record int // bytes that a row takes on a leaf page
}

func (e *Engine) plan(s engine.Spec) (plan, error) {
	if s.Layout != Clustered {
		return plan{}, fmt.Errorf("%s: %q: no such layout: choose %s", e.Errors.Name, s.Layout, Clustered)
	}
	return plan{ddl: schema(s), record: recordSize(s.Key.Width, s.Payload) + extraOf(s).size}, nil
}

// schema returns the statement that creates the table. The server does not recalculate
// its statistics by itself: it would do so during the trial. A payload that is too large
// for a row of VARBINARY is a LONGBLOB.
func schema(s engine.Spec) string {
	longest := s.Payload
	if s.Shape == engine.Updated {
		longest = engine.Longer(longest)
	}
	payload := fmt.Sprintf("VARBINARY(%d)", max(1, longest))
	if longest > maxVarbinary {
		payload = "LONGBLOB"
	}
	columns := "id " + column(s.Key) + " NOT NULL PRIMARY KEY, payload " + payload + " NOT NULL" + extraOf(s).columns
	const options = " ENGINE = InnoDB ROW_FORMAT = DYNAMIC STATS_PERSISTENT = 1 STATS_AUTO_RECALC = 0"
	return "CREATE TABLE item (" + columns + ")" + options
}

// maxVarbinary keeps a row below the limit of 65,535 bytes for all columns.
const maxVarbinary = 65_000

// column returns the type of the key's column.
func column(f key.Form) string {
	if f.Integer {
		return "BIGINT"
	}
	return fmt.Sprintf("BINARY(%d)", f.Width)
}

// recordHeader is the size of a record's header in the row format DYNAMIC, in bytes.
const recordHeader = 5

// recordSize returns the size of a row on a leaf page, in bytes: a header, the length of
// the payload, the key, the two system columns and the payload.
func recordSize(keyWidth, payload int) int {
	const transaction, rollPointer = 6, 7
	length := 1
	if payload > 255 { // then the length of a value over 127 bytes takes two
		length = 2
	}
	return recordHeader + length + keyWidth + transaction + rollPointer + payload
}
