package mysql

import (
	"fmt"
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

// expression is what makes keys in the server.
type expression struct {
	sql  string
	kind dbserver.Kind // the server that has it, or empty for both
	from int           // version
	ours bool          // a function of this module
}

// expressions are by the key's name. MySQL's own UUID() is of version 1.
var expressions = map[string]expression{
	key.MadeIdentity: {},
	key.MadeUUIDv4:   {sql: "CAST(UUID_v4() AS BINARY(16))", kind: dbserver.MariaDB, from: 110700},
	key.MadeUUIDv7:   {sql: "CAST(UUID_v7() AS BINARY(16))", kind: dbserver.MariaDB, from: 110700},
}

func init() {
	for made, call := range key.Functions() {
		expressions[made] = expression{sql: call, ours: true}
	}
}

// has reports whether the server can evaluate the expression. TiDB has AUTO_INCREMENT,
// and neither stored functions nor MariaDB's.
func (e *Engine) has(x expression) bool {
	return (e.Product.Store == "" || x.sql == "") && (x.kind == "" || x.kind == e.Server.Kind) && e.least >= x.from
}

// generates returns the names of the keys that this server can make.
func (e *Engine) generates() []string {
	var names []string
	for name, x := range expressions {
		if e.has(x) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// plan is how a tree is made and filled.
type plan struct {
	ddl   string
	index string // the tree that is measured
	// place is the index's among the table's, in the order in which they are made.
	place          int
	record         int // bytes that a row takes on a leaf page
	into, row      string
	needsFunctions bool
}

func (e *Engine) plan(s engine.Spec) (plan, error) {
	p := plan{index: "PRIMARY", record: recordSize(s.Key.Width, s.Payload), into: "INTO item (id, payload) VALUES ", row: "(?, ?)"}
	switch s.Layout {
	case Clustered:
	case Secondary:
		p.index, p.place, p.record = "item_id", 1, entrySize(s.Key.Width)
	default:
		return plan{}, fmt.Errorf("%s: there is no layout %q: choose %s or %s", e.name, s.Layout, Clustered, Secondary)
	}
	automatic := ""
	if s.Generate != "" {
		x, ok := expressions[s.Generate]
		if !ok || !e.has(x) {
			return plan{}, fmt.Errorf("%s: %s cannot make the key %q: choose from %v", e.name, e.Product, s.Generate, e.generates())
		}
		p.needsFunctions = x.ours
		p.row = "(" + x.sql + ", ?)"
		if s.Generate == key.MadeIdentity {
			if s.Layout == Secondary {
				return plan{}, &engine.Missing{Reason: "for the key " + s.Generate + " take the layout " + Clustered + ": this one has an AUTO_INCREMENT column beside the key"}
			}
			automatic, p.into, p.row = " AUTO_INCREMENT", "INTO item (payload) VALUES ", "(?)"
		}
	}
	p.ddl = e.schema(s, automatic)
	return p, nil
}

// schema returns the statement that makes the table. The server's own statistics
// stay off it: they would be taken at a time of their own. Not every size that a
// VARBINARY may have fits a row.
func (e *Engine) schema(s engine.Spec, automatic string) string {
	payload := fmt.Sprintf("VARBINARY(%d)", max(1, s.Payload))
	if s.Payload > maxVarbinary {
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
	if e.Product.Store != "" {
		return "CREATE TABLE item (" + columns + ")"
	}
	return "CREATE TABLE item (" + columns + ") ENGINE = InnoDB ROW_FORMAT = DYNAMIC STATS_PERSISTENT = 1 STATS_AUTO_RECALC = 0"
}

// clustered has TiDB keep the rows in the key's own tree, where a setting of the server's
// may have them in a hidden key's. A comment of this form is read by TiDB alone, and by
// those versions alone that know the feature.
const clustered = " /*T![clustered_index] CLUSTERED */"

// maxVarbinary keeps a row below the limit of 65,535 bytes that all columns share.
const maxVarbinary = 65_000

// column returns the native type of the key's column.
func column(f key.Form) string {
	if f.Integer {
		return "BIGINT"
	}
	return fmt.Sprintf("BINARY(%d)", f.Width)
}

// Bytes of a record in the row format DYNAMIC.
const recordHeader = 5

// recordSize is what a row takes on a leaf page, in bytes, in the row format
// DYNAMIC: a header, the length of the payload, the key, the two system columns and
// the payload.
func recordSize(keyWidth, payload int) int {
	const transaction, rollPointer = 6, 7
	length := 1
	if payload > 255 { // declared so wide, a value over 127 bytes long takes two
		length = 2
	}
	return recordHeader + length + keyWidth + transaction + rollPointer + payload
}

// entrySize is what an entry of the secondary index takes on a leaf page, in bytes: a
// header, the key, and the primary key, which is a BIGINT.
func entrySize(keyWidth int) int {
	const primaryKey = 8
	return recordHeader + keyWidth + primaryKey
}
