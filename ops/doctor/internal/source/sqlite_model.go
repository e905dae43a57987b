package source

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
)

// A model is a tree in a database in memory, which SQLite itself builds. The sizes of
// records and their order decide where pages split, so the model has the sizes of the
// sampled rows and other values.
type model struct {
	pageSize int
	// keys is how many columns are the key; 0 is a table in the order of its rowids.
	keys int
	// columns is how many columns a record has.
	columns int
	// rowid is the column with the number of the row, -1 for none.
	rowid int
	// first and last are the ends of these numbers.
	first, last int64
	// sizes holds the bytes of the columns of each sampled row.
	sizes [][]int
}

// The pages of a tree are in proportion to its rows, so that a model needs no more leaf
// pages than these, and no more rows.
const (
	modelPages = 600
	modelRows  = 100_000
)

// Predict builds the tree of the sampled rows' sizes in memory.
func (s *sqlite) Predict(ctx context.Context, t *Table, x Index, sample Sample, rows Figure, f Filling) Pages {
	switch {
	case !rows.Known():
		return Pages{rows, rows}
	case rows.Value < 1 || sample.Rows == 0:
		return unknownPages("no row was sampled")
	}
	m, err := s.modelOf(t, x, sample)
	if err != nil {
		return unknownPages(err.Error())
	}
	beyond, ok := s.beyond[treeOf(t, x)]
	if f == Packed && (x.Clustered || t.copied) && !t.clusters && !t.hasRowID() {
		// VACUUM numbers the rows again, from 1 on, if no column has these numbers.
		old := m
		m.first, m.last = 1, int64(rows.Value)
		if !x.Clustered {
			beyond -= old.rowidBytes() - m.rowidBytes()
		}
	}
	if !ok {
		return unknownPages("the pages of the tree were not read")
	}
	const cell = 4 // the pointer to a record, and its length
	record := meanOf(m.payloads()).Value + beyond + cell
	n := int(min(rows.Value, modelRows, max(1, modelPages*float64(s.pageSize)/record)))
	built, err := m.build(ctx, n, f)
	if err != nil {
		return unknownPages(OneLine(err))
	}
	// The pages are in proportion to the bytes of the records.
	scale := rows.Value * record / (built.payload + float64(n)*cell)
	// One page, and what is free at the end of a page where records of other widths follow each
	// other.
	e := relative(rows) + 1/built.leaves + varianceOf(m.payloads())/record/float64(s.pageSize)
	if f == InOrder {
		// Rows of like widths may follow each other, which leaves more or less of a page free.
		e += math.Sqrt(varianceOf(m.payloads())) / 2 / float64(s.pageSize)
	}
	if float64(n) < rows.Value {
		const between = 0.005 // parts of a tree that are not the model's
		e += between
	}
	// Any tree has one root, and a last leaf page that is half full in the mean.
	const last, root = 0.5, 1
	leaves, all := (built.leaves-last)*scale+last, (built.all-last-root)*scale+last+root
	return Pages{withError(leaves, e), withError(all, e)}
}

// modelOf returns the model of an index, or of a table in the order of its rowids.
func (s *sqlite) modelOf(t *Table, x Index, sample Sample) (model, error) {
	key, rest := s.recordOf(t, x)
	columns := slices.Concat(key, rest)
	sizes, err := sizesOf(t, sample, columns)
	m := model{pageSize: s.pageSize, keys: len(key), columns: len(columns), rowid: slices.Index(key, rowid), sizes: sizes}
	if !t.clusters {
		m.first, _ = sample.Least.(int64)
		m.last, _ = sample.Greatest.(int64)
	}
	return m, err
}

// Rewritten returns the bytes of a table in the order of its rowids.
func (s *sqlite) Rewritten(ctx context.Context, t *Table, sample Sample, rows Figure) Figure {
	return scaled(s.Predict(ctx, t, Index{Clustered: true}, sample, rows, Packed).All, float64(s.pageSize))
}

// Storage describes SQLite.
func (s *sqlite) Storage() Storage { return Storage{PageSize: s.pageSize} }

// payloads returns the bytes of the sampled records, with a header of a byte for each
// column.
func (m model) payloads() []float64 {
	list := make([]float64, len(m.sizes))
	for i, row := range m.sizes {
		list[i] = float64(1 + len(row))
		for _, n := range row {
			list[i] += float64(n)
		}
	}
	return list
}

// sample returns the number of the sampled row whose sizes row i of n has.
func (m model) sample(i, n int) int {
	if n < len(m.sizes) {
		return i * len(m.sizes) / n
	}
	return i % len(m.sizes)
}

// built holds the pages of a model, and the bytes of its records.
type built struct{ leaves, all, payload float64 }

// build inserts n rows and reads the pages of the tree.
func (m model) build(ctx context.Context, n int, f Filling) (b built, err error) {
	err = m.with(ctx, func(db *sql.DB, insert string) error {
		err := m.fill(ctx, db, insert, n, keysFrom(n, f, 0, rand.NewPCG(1, 4)))
		if err == nil && f == Packed {
			_, err = db.ExecContext(ctx, "VACUUM")
		}
		if err != nil {
			return err
		}
		b, err = readModel(ctx, db)
		return err
	})
	return b, err
}

// grow inserts n rows with random keys and as many again, and reads the pages before and after.
func (m model) grow(ctx context.Context, n int, rebuilt bool, again Filling) (before, after built, err error) {
	err = m.with(ctx, func(db *sql.DB, insert string) error {
		err := m.fill(ctx, db, insert, n, keysOfHistory(n, 0))
		if err == nil && rebuilt {
			_, err = db.ExecContext(ctx, "VACUUM")
		}
		if err == nil {
			before, err = readModel(ctx, db)
		}
		if err == nil {
			err = m.fill(ctx, db, insert, n, keysAgain(n, again))
		}
		if err != nil {
			return err
		}
		after, err = readModel(ctx, db)
		return err
	})
	return before, after, err
}

// with calls f with an empty table of the model in a database in memory, and the statement that
// inserts a row.
func (m model) with(ctx context.Context, f func(db *sql.DB, insert string) error) (err error) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1) // each connection has its own database in memory
	create, insert := m.statements()
	for _, q := range []string{"PRAGMA temp_store = MEMORY", fmt.Sprintf("PRAGMA page_size = %d", m.pageSize), create} {
		if _, err := db.ExecContext(ctx, q); err != nil {
			return err
		}
	}
	return f(db, insert)
}

// readModel reads the pages of the tree.
func readModel(ctx context.Context, db *sql.DB) (b built, err error) {
	err = db.QueryRowContext(ctx, "SELECT COUNT(*) FILTER (WHERE pagetype = 'leaf'), COUNT(*), SUM(payload) FROM dbstat WHERE name = 'model'").Scan(&b.leaves, &b.all, &b.payload)
	return b, err
}

// statements return those that create the table and insert a row.
func (m model) statements() (create, insert string) {
	columns := make([]string, m.columns)
	for i := range columns {
		columns[i] = fmt.Sprintf("c%d", i)
	}
	create = "CREATE TABLE model (" + strings.Join(columns, ", ")
	if m.keys > 0 {
		create += ", PRIMARY KEY (" + strings.Join(columns[:m.keys], ", ") + ")) WITHOUT ROWID"
	} else {
		create += ")"
		columns = append([]string{"rowid"}, columns...)
	}
	return create, "INSERT INTO model (" + strings.Join(columns, ", ") + ") VALUES (?" + strings.Repeat(", ?", len(columns)-1) + ")"
}

// fill inserts n rows with the keys in one transaction.
func (m model) fill(ctx context.Context, db *sql.DB, insert string, n int, keys func(func(uint64) bool)) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	row, err := tx.PrepareContext(ctx, insert)
	if err != nil {
		return err
	}
	defer row.Close()
	i := 0
	for key := range keys {
		if _, err := row.ExecContext(ctx, m.row(i, n, key)...); err != nil {
			return err
		}
		i++
	}
	return tx.Commit()
}

// row returns the values of row i of n.
func (m model) row(i, n int, key uint64) []any {
	var values []any
	number := m.number(i, n)
	if m.keys == 0 {
		values = append(values, number)
	}
	for j, size := range m.sizes[m.sample(i, n)] {
		switch {
		case j == m.rowid:
			values = append(values, number)
		case j < m.keys:
			values = append(values, keyOf(size, i, key))
		default:
			values = append(values, make([]byte, size))
		}
	}
	return values
}

// number returns the number of row i of n: they are spread evenly from the first to the last.
func (m model) number(i, n int) int64 {
	count, rows, at := uint64(m.last)-uint64(m.first)+1, uint64(n), uint64(i)
	return int64(uint64(m.first) + count/rows*at + count%rows*at/rows)
}

// rowidBytes returns the mean of the bytes of the numbers of rows in an index.
func (m model) rowidBytes() float64 {
	const places = 1000
	sum := 0
	for i := range places {
		sum += integerBytes(m.number(i, places))
	}
	return float64(sum) / places
}

// keyOf returns a key of so many bytes. A short one is an integer that takes them: it
// counts the rows, because there may be too few to draw from.
func keyOf(size, i int, key uint64) any {
	switch size {
	case 0:
		return int64(i % 2)
	case 1, 2, 3, 4:
		least := int64(2) // 0 and 1 take no byte
		if size > 1 {
			least = 1 << (8*(size-1) - 1)
		}
		return least + int64(i)%(1<<(8*size-1)-least)
	}
	const head = 8
	b := make([]byte, max(size, head))
	binary.BigEndian.PutUint64(b, key<<(8*max(0, head-size)))
	return b[:size]
}
