package mysql

import (
	"fmt"
	"maps"
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/server"
	"github.com/sortid/sortid/bench/dbserver"
)

// Names of the layouts.
const (
	// Clustered is a table whose primary key is the key: the rows are in its tree.
	Clustered = "clustered"
	// Secondary is a table with a sequential primary key and an index of the key.
	Secondary = "secondary"
)

var layouts = []engine.Layout{
	{
		Name: Clustered, Title: "rows in the primary key's own tree",
		About: "CREATE TABLE item (id PRIMARY KEY, payload VARBINARY), id being BINARY(16), BINARY(20) or BIGINT; the tree holds the rows",
	},
	{
		Name: Secondary, Title: "unique index beside a sequential primary key", Secondary: true,
		About: "CREATE TABLE item (number BIGINT AUTO_INCREMENT PRIMARY KEY, id, payload, UNIQUE KEY item_id (id)); pages are counted in the index of id alone",
	},
}

// makesUUIDs is the first version of MariaDB that has UUID_v4 and UUID_v7. MySQL's UUID()
// makes UUIDs of version 1.
const makesUUIDs = 110700

// generators returns the SQL by which this server generates keys, by the key's name; it
// is empty for the AUTO_INCREMENT column. TiDB has no stored functions.
func (e *Engine) generators() map[string]string {
	if e.Product.Store != "" {
		return map[string]string{key.MadeIdentity: ""}
	}
	list := key.Functions()
	list[key.MadeIdentity] = ""
	if e.Server.Kind == dbserver.MariaDB && e.least >= makesUUIDs {
		list[key.MadeUUIDv4], list[key.MadeUUIDv7] = "CAST(UUID_v4() AS BINARY(16))", "CAST(UUID_v7() AS BINARY(16))"
	}
	return list
}

// plan says how a tree is made and filled.
type plan struct {
	ddl            []string
	index          string // the tree that is measured
	place          int    // of the index among the table's, in the order of the DDL
	record         int    // bytes that a row takes on a leaf page
	into, row      string // of an INSERT: what follows INSERT, and one row
	needsFunctions bool   // of sortid
}

func (e *Engine) plan(s engine.Spec) (plan, error) {
	p := plan{index: "PRIMARY", record: recordSize(s.Key.Width, s.Payload), into: "INTO item (id, payload) VALUES ", row: "(?, ?)"}
	switch s.Layout {
	case Clustered:
		p.record += extraOf(s).size
	case Secondary:
		p.index, p.place, p.record = "item_id", 1, entrySize(s.Key.Width)
	default:
		return plan{}, fmt.Errorf("%s: %q: no such layout: choose %s or %s", e.Errors.Name, s.Layout, Clustered, Secondary)
	}
	if why := e.Product.Store; s.Shape != engine.Plain && why != "" {
		return plan{}, &engine.Missing{Reason: why}
	}
	automatic := ""
	if s.Generate != "" {
		call, ok := e.generate[s.Generate]
		if !ok {
			return plan{}, fmt.Errorf("%s: %s cannot generate the key %q: choose from %v", e.Errors.Name, e.Product, s.Generate, slices.Sorted(maps.Keys(e.generate)))
		}
		_, p.needsFunctions = key.Functions()[s.Generate]
		p.row = "(" + call + ", ?)"
		if s.Generate == key.MadeIdentity {
			if s.Layout == Secondary {
				return plan{}, &engine.Missing{Reason: "for the key " + s.Generate + " use the layout " + Clustered + ": this one has an AUTO_INCREMENT column beside the key"}
			}
			automatic, p.into, p.row = " AUTO_INCREMENT", "INTO item (payload) VALUES ", "(?)"
		}
	}
	p.ddl = e.schema(s, automatic)
	return p, nil
}

// schema returns the statements that create the table. The server does not recalculate
// its statistics by itself: it would do so during the trial. A payload that is too large
// for a row of VARBINARY is a LONGBLOB.
func (e *Engine) schema(s engine.Spec, automatic string) []string {
	longest := s.Payload
	if s.Shape == engine.Updated {
		longest = engine.Longer(longest)
	}
	payload := fmt.Sprintf("VARBINARY(%d)", max(1, longest))
	if longest > maxVarbinary {
		payload = "LONGBLOB"
	}
	primary := " PRIMARY KEY"
	if e.Product.Name == server.TiDB {
		primary += clustered
	}
	columns := "id " + column(s.Key) + " NOT NULL" + automatic + primary + ", payload " + payload + " NOT NULL"
	if s.Layout == Secondary {
		columns = "number BIGINT NOT NULL AUTO_INCREMENT" + primary + ", id " + column(s.Key) + " NOT NULL, payload " + payload + " NOT NULL, UNIQUE KEY item_id (id)"
	}
	more := extraOf(s)
	columns += more.columns
	if e.Product.Store != "" {
		return []string{"CREATE TABLE item (" + columns + ")"}
	}
	const options = " ENGINE = InnoDB ROW_FORMAT = DYNAMIC STATS_PERSISTENT = 1 STATS_AUTO_RECALC = 0"
	ddl := []string{"CREATE TABLE item (" + columns + ")" + options}
	return ddl
}

// clustered makes TiDB keep the rows in the primary key's tree, which depends on a setting
// otherwise. Only TiDB reads a comment of this form, and only versions that know the
// feature.
const clustered = " /*T![clustered_index] CLUSTERED */"

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

// entrySize returns the size of an entry of the secondary index on a leaf page, in bytes:
// a header, the key, and the primary key, which is a BIGINT.
func entrySize(keyWidth int) int {
	const primaryKey = 8
	return recordHeader + keyWidth + primaryKey
}
