// Package source reads what an existing database shows of its keys: the catalog, a sample
// of the rows, and the pages of indexes. It changes nothing: each statement is a read-only
// transaction with a time limit, which ends with a rollback.
package source

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path"
	"slices"

	"github.com/sortid/sortid/ops/doctor/internal/idkind"
)

// MaxTables is how many tables an inspection reads.
const MaxTables = 100

// Source is a database that can be read.
type Source interface {
	// Server describes the server.
	Server() Server
	// Tables returns the tables that the filter selects from the catalog, the largest first by
	// its statistics, on SQLite, which has none, by name: one more than MaxTables if there are more. Of a partitioned table it returns the largest
	// partition.
	Tables(ctx context.Context, f Filter) ([]*Table, error)
	// Sample reads some rows of a table and returns the values of the columns. It reads a
	// bounded number of pages.
	Sample(ctx context.Context, t *Table, columns []string) Sample
	// Runs returns runs of neighbours in the first column of the key by which the rows are stored, or of the
	// rowid. It is nil if they are not read by it.
	Runs(ctx context.Context, t *Table, s Sample) []idkind.Run
	// Measure returns what is known of indexes of a table whose Sample was read.
	Measure(ctx context.Context, t *Table, list []Index, s Sample) []Figures
	// Predict returns the pages of an index of so many rows whose entries came onto them in
	// one way. The table may have columns of other types than those that were sampled.
	Predict(ctx context.Context, t *Table, x Index, s Sample, rows Figure, f Filling) Pages
	// Grow returns what an index of random keys, with these figures, becomes when it gets as many
	// rows again: with random keys, and with ordered ones, which lie among the random ones.
	Grow(ctx context.Context, t *Table, x Index, s Sample, f Figures) (random, ordered Grown)
	// Rewritten returns the bytes of so many rows that were written again, of a table whose
	// rows are in no index.
	Rewritten(ctx context.Context, t *Table, s Sample, rows Figure) Figure
	// Query sends a statement that reads the catalog, and calls each for every row.
	Query(ctx context.Context, query string, each func(*sql.Rows) error) error
	// Note lists a statement among the Statements that was sent so many times by Query.
	Note(text string, sent int)
	// Denied returns the tables that the filter selects and the account may not read. MySQL and
	// MariaDB list no table on which it has no right.
	Denied() []string
	// Storage says how the server stores rows and indexes.
	Storage() Storage
	// Statements returns the statements so far.
	Statements() []Statement
	// Close ends the connection.
	Close() error
}

// Filter selects tables by patterns of [path.Match]. An empty pattern selects all.
type Filter struct {
	// Schema is that of PostgreSQL; other products have none.
	Schema string
	// Table is the pattern of the table's name, without its schema.
	Table string
}

// Check returns the error of a wrong pattern.
func (f Filter) Check() error {
	for _, pattern := range []string{f.Schema, f.Table} {
		if _, err := path.Match(pattern, ""); err != nil {
			return fmt.Errorf("the pattern %q: %w: write * for any characters, ? for one, [a-z] for a range", pattern, err)
		}
	}
	return nil
}

// selects reports whether the filter selects a table.
func (f Filter) selects(schema, table string) bool {
	match := func(pattern, name string) bool {
		ok, err := path.Match(pattern, name)
		return pattern == "" || err == nil && ok
	}
	return match(f.Schema, schema) && match(f.Table, table)
}

// errSchema is the error of a filter by schema for a product that has none.
var errSchema = errors.New("only PostgreSQL has schemas: name the database in the DSN, and select tables with -table")

// Server is the server of a database.
type Server struct {
	// Product is PostgreSQL, MySQL, MariaDB or SQLite.
	Product string `json:"product"`
	Version string `json:"version"`
	// Database is the name of the database or file.
	Database string `json:"database"`
}

// Table is a table of the user.
type Table struct {
	// Name is the name, with the schema unless it is the usual one.
	Name string
	// Partition is the partition that was read, the largest, and Partitions how many the
	// table has; empty and 0 of other tables.
	Partition  string
	Partitions int
	// Rows is the server's own estimate of the number of rows, or its count.
	Rows Figure
	// Bytes is the size of the rows' file, without indexes and values stored elsewhere.
	Bytes Figure
	// Columns holds all columns in the order of the table.
	Columns []Column
	// Indexes holds the B+ trees of the table's keys.
	Indexes []Index
	// HasPrimary is whether the table has a primary key, whose index may be of another kind.
	HasPrimary bool
	// References holds the foreign keys.
	References []Reference

	copied   bool   // whether the rows were written into a new table
	quoted   string // for statements
	place    any    // what the server's statements need besides: oid, pages
	clusters bool   // whether the rows are on the leaf pages of a key, which is the first index
	twoKeys  bool   // MySQL: whether it is stored by one of several keys of the same columns
}

// SQL returns the table's name for statements: quoted, and on PostgreSQL with its schema.
func (t *Table) SQL() string { return t.quoted }

// SQL returns the index's name for statements.
func (x Index) SQL() string { return x.quoted }

// Clusters reports whether the rows are on the leaf pages of a key, which is the first index: the primary key, or if
// there is none, in InnoDB, the first unique key whose columns are NOT NULL.
func (t *Table) Clusters() bool { return t.clusters }

// InIndex reports whether the rows are in one of the indexes: by the primary key, or by
// the rowid if that is the primary key.
func (t *Table) InIndex() bool {
	return slices.ContainsFunc(t.Indexes, func(x Index) bool { return x.Clustered })
}

// With returns the table with another column in place of the one of the same name.
func (t *Table) With(c Column) *Table {
	changed := *t
	changed.copied = true
	changed.Columns = slices.Clone(t.Columns)
	for i := range changed.Columns {
		if changed.Columns[i].Name == c.Name {
			changed.Columns[i] = c
		}
	}
	return &changed
}

// Fixed returns the column with a type of so many bytes.
func (c Column) Fixed(class Class, size int) Column {
	c.Class, c.fixed, c.align, c.least = class, size, 1, 0
	if class == Integer {
		c.align = size
	}
	return c
}

// Varying returns the column with values of so many bytes, which have a length.
func (c Column) Varying(class Class, size int) Column {
	c.Class, c.fixed, c.each, c.least = class, 0, size, 0
	return c
}

// Column returns the column of a name.
func (t *Table) Column(name string) (Column, bool) {
	for _, c := range t.Columns {
		if c.Name == name {
			return c, true
		}
	}
	return Column{}, false
}

// Size is the number of bytes of an ID whose class has a fixed one.
func (c Column) Size() int { return c.fixed }

// Class is what a column stores.
type Class string

// The classes.
const (
	UUID    Class = "uuid"
	Bytes   Class = "bytes"
	Text    Class = "text"
	Integer Class = "integer"
	Numeric Class = "numeric" // decimals and floating point
	Other   Class = "other"
)

// Collating is how a text column compares.
type Collating string

// The collations.
const (
	ByBytes    Collating = ""
	ByLanguage Collating = "by language"
	Caseless   Collating = "without regard to case"
)

// Column is a column of a table.
type Column struct {
	Name string
	// Type is the type as the server writes it, such as char(36).
	Type  string
	Class Class
	// Length is the declared length in bytes or characters; 0 for none.
	Length int
	// Collation is the name of a text's collation.
	Collation string
	Collating Collating
	// Greatest is the greatest integer of an integer type, 0 of other types and on SQLite.
	Greatest uint64
	Nullable bool
	// Generated is whether the server computes the column.
	Generated bool
	// Next is the next number of the column's sequence, or the last one; 0 if that is not
	// known.
	Next uint64

	base    string // the type without what makes no difference to a comparison
	fixed   int    // bytes; 0 if it varies
	longest int    // MySQL: the most bytes of a value
	primary bool   // MySQL: whether the server shows it as one of the primary key, or of the unique key in its place
	least   int    // MySQL: the least bytes of a value, to which InnoDB pads CHAR(n)
	each    int    // bytes of all values, if not 0: not those of the sample
	align   int    // Postgres: 1, 2, 4 or 8
}

// ComparesLike reports whether the server compares values of both columns without a conversion.
func (c Column) ComparesLike(o Column) bool { return c.base == o.base && c.Collation == o.Collation }

// Index is a B+ tree.
type Index struct {
	Name    string
	Columns []string
	Primary bool
	Unique  bool
	// Partial is whether some rows are not in it.
	Partial bool
	// Parts are how many characters or bytes of each column are in it, on MySQL and MariaDB; 0 for all.
	Parts []int
	// Clustered is whether it holds the rows.
	Clustered bool

	// included holds the columns of INCLUDE, which are on the leaf pages as well.
	included []string
	quoted   string
	place    any
}

// Prefix returns how many characters or bytes of the first column are in the index; 0 for all.
func (x Index) Prefix() int {
	if len(x.Parts) == 0 {
		return 0
	}
	return x.Parts[0]
}

// Reference is a foreign key.
type Reference struct {
	Columns []string
	// Table and To are what it references.
	Table string
	To    []string
}

// Figure is a value that was read or estimated, or the reason why it is not known.
type Figure struct {
	Value float64 `json:"value"`
	// Low and High are an interval that holds in 19 of 20 cases; both are Value if it is exact.
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	// Estimate is whether it was computed from other figures, and not read or sampled.
	Estimate bool `json:"estimate"`
	// AtMost is whether the value is a bound and no estimate: nothing is known of how far
	// below it the figure is.
	AtMost bool `json:"at_most"`
	// Missing is why there is no value; empty if there is one.
	Missing string `json:"missing,omitempty"`
}

// MarshalJSON writes the figure, or of a missing one the reason alone: 0 would look like a
// value. JSON has no infinity.
func (f Figure) MarshalJSON() ([]byte, error) {
	for _, v := range []float64{f.Value, f.Low, f.High} {
		if f.Known() && (math.IsInf(v, 0) || math.IsNaN(v)) {
			f.Missing = "the figures do not allow to compute it"
		}
	}
	if !f.Known() {
		return json.Marshal(map[string]string{"missing": f.Missing})
	}
	type figure Figure
	return json.Marshal(figure(f))
}

// Exactly returns a figure that was read.
func Exactly(v float64) Figure { return Figure{Value: v, Low: v, High: v} }

// About returns an estimate with an interval.
func About(v, low, high float64) Figure {
	return Figure{Value: v, Low: low, High: high, Estimate: true}
}

// AtMost returns a figure of which only a bound is known.
func AtMost(v float64) Figure { return Figure{Value: v, High: v, Estimate: true, AtMost: true} }

// Unknown returns a figure without a value.
func Unknown(why string) Figure { return Figure{Missing: why} }

// Known reports whether there is a value.
func (f Figure) Known() bool { return f.Missing == "" }

// Sample holds rows of a table.
type Sample struct {
	// Values holds the values of each column, in the same order of rows; nil is NULL.
	Values map[string][]any
	// Rows is how many rows there are.
	Rows int
	// Placed is whether the rows are in the order in which the file has them.
	Placed bool
	// Least and Greatest are the ends of the first key column, if the sample is read by it.
	Least, Greatest any
	// Lengths holds the bytes that the values of columns of varying width take where the
	// table stores them, in the same order; 0 for NULL.
	Lengths map[string][]float64
	// Missing says why there are no rows: it is Empty or NoRow, or they could not be read.
	Missing string
}

// Why a sample has no rows though the table could be read.
const (
	Empty = "the table is empty"
	NoRow = "no row at the sampled places" // of a file whose rows are few, or all dead
)

// hasNull reports whether more than a few rows have NULL in one of the columns.
func (s Sample) hasNull(columns []string) bool {
	const few = 0.01
	for _, c := range columns {
		n := 0
		for _, v := range s.Values[c] {
			if v == nil {
				n++
			}
		}
		if float64(n) > few*float64(s.Rows) {
			return true
		}
	}
	return false
}

// noSample returns a sample without the rows that came before an error: they are those of the
// first places alone.
func noSample(err error) Sample { return Sample{Missing: OneLine(err)} }
