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
	record         int    // bytes that a row takes on a leaf page
	into, row      string // of an INSERT: what follows INSERT, and one row
	needsFunctions bool   // of sortid
}

func (e *Engine) plan(s engine.Spec) (plan, error) {
	if s.Layout != Clustered {
		return plan{}, fmt.Errorf("%s: %q: no such layout: choose %s", e.Errors.Name, s.Layout, Clustered)
	}
	p := plan{record: recordSize(s.Key.Width, s.Payload) + extraOf(s).size, into: "INTO item (id, payload) VALUES ", row: "(?, ?)"}
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
