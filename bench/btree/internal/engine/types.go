package engine

import (
	"cmp"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/key"
)

// Spec says which tree to prepare.
type Spec struct {
	// Layout is the name of one of the engine's layouts.
	Layout string
	// Key is the form of the key's column.
	Key key.Form
	// Payload is the size of the second column in bytes, 0 or more.
	Payload int
	// Shape says what the table has besides the key and the payload.
	Shape Shape
}

// Shape says what a table has besides the key and the payload. An engine that has no such
// table returns a *Missing error from Check.
type Shape string

// The shapes.
const (
	// Plain is a table of the key and the payload.
	Plain Shape = ""
	// Dated has a column created, with the time of the INSERT, and an index of it and the
	// key, by which rows are read in the order of time.
	Dated Shape = "dated"
	// Indexed has three columns, each with an index: the time of the INSERT, one of 10,000
	// customers and one of 8 states.
	Indexed Shape = "indexed"
	// Updated has a payload that can get longer, and a Changing tree whose writers are
	// Updaters.
	Updated Shape = "updated"
)

// Indexes reports whether the table's other indexes are measured as well: their size, and
// the pages that are read from them.
func (s Shape) Indexes() bool { return s == Indexed }

// Conditions holds what an engine is opened under. An engine that cannot bring one about
// says so in the notes of its Description.
type Conditions struct {
	// BufferPool is the size in bytes of the memory that holds pages; 0 leaves it to
	// the engine.
	BufferPool int64
	// Checkpoints is NoCheckpoints, which is also the meaning of "", or
	// SeveralCheckpoints, for which the benchmark asks a Checkpointed tree for them.
	Checkpoints string
}

// UsualScanDepth is InnoDB's default innodb_lru_scan_depth.
const UsualScanDepth = 1024

// ScanDepth returns the innodb_lru_scan_depth of a server that the benchmark starts with a
// buffer pool of so many bytes. InnoDB keeps so many pages free in each part of the pool, by
// default 16 MB, which may be all of a small one: that gets the share that the default is of
// 512 MB.
func ScanDepth(pool int64) int {
	const small, share, least, page = 128 << 20, 32, 100, 16 << 10
	if pool >= small {
		return UsualScanDepth
	}
	return int(max(least, pool/share/page))
}

// Values of Conditions.Checkpoints.
const (
	NoCheckpoints      = "none"    // none in a trial of some millions of rows
	SeveralCheckpoints = "several" // one after each tenth of the rows; InnoDB has a small log
)

// Description says what an engine is and how it ran.
type Description struct {
	// Name is the engine's name on the command line. In a merged result the name of a further engine
	// ends with its Ordinal, as in postgres-2.
	Name string `json:"name"`
	// Base and Ordinal are that name without the number, and the number; "" and 0 of the first one.
	Base    string `json:"base,omitempty"`
	Ordinal int    `json:"ordinal,omitempty"`
	// Version is the version that the engine reports.
	Version string `json:"version"`
	// Layouts holds the layouts of its trees.
	Layouts []Layout `json:"layouts"`
	// UUID reports whether 16-byte keys are in a column of the type uuid and are sent
	// as UUIDs; otherwise they are sent as bytes.
	UUID bool `json:"uuid_column,omitempty"`
	// Settings are read back from the engine; they are not what was asked for.
	Settings []Setting `json:"settings"`
	// Notes holds what a reader must know to judge the figures, one sentence each.
	Notes []string `json:"notes,omitempty"`
	// Simulated reports whether the figures are computed. Then times say nothing about
	// a database.
	Simulated bool `json:"simulated,omitempty"`
	// Pace is by how much a simulator's clock moves for a row, 0 of others.
	Pace time.Duration `json:"pace_ns,omitempty"`
	// BufferPool and Checkpoints are the conditions as they were asked for. The benchmark
	// fills them in.
	BufferPool  string `json:"buffer_pool,omitempty"`
	Checkpoints string `json:"checkpoints"`
	// Environment describes the machine, in a merged result whose parts ran on
	// different ones.
	Environment []Setting `json:"environment,omitempty"`
}

// Kind is the engine's name on the command line.
func (d Description) Kind() string { return cmp.Or(d.Base, d.Name) }

// Layout is one way to store rows under a key.
type Layout struct {
	// Name identifies the layout in results.
	Name string `json:"name"`
	// Title says in a few words which tree is measured.
	Title string `json:"title"`
	// About says how the tables are declared.
	About string `json:"about"`
}

// Setting is one property of an engine or a machine that bears on the results.
type Setting struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}
