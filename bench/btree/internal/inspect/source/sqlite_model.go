package source

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
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
	// first is the first of these numbers.
	first int64
	// sizes are the bytes of the columns of each sampled row.
	sizes [][]int
}

// The pages of a tree are in proportion to its rows, so that a model needs no more leaf
// pages than these, and no more rows.
const (
	modelPages = 400
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
	width := m.width()
	n := int(min(rows.Value, modelRows, max(1, modelPages*float64(s.pageSize)/width.Value)))
	if last, ok := sample.Greatest.(int64); ok && !t.clusters {
		m.first = max(0, last-int64(n))
	}
	leaves, all, err := m.build(ctx, n, f)
	if err != nil {
		return unknownPages(oneLine(err))
	}
	scale := rows.Value / float64(n)
	e := relative(rows) + relative(width)
	if scale > 1 {
		e += 1 / float64(leaves)
	}
	return Pages{within(float64(leaves)*scale, e), within(float64(all)*scale, e)}
}

// modelOf returns the model of an index, or of a table in the order of its rowids.
func (s *sqlite) modelOf(t *Table, x Index, sample Sample) (model, error) {
	key, rest := s.recordOf(t, x)
	columns := slices.Concat(key, rest)
	sizes, err := sizesOf(t, sample, columns)
	return model{pageSize: s.pageSize, keys: len(key), columns: len(columns), rowid: slices.Index(key, rowid), sizes: sizes}, err
}

// Rewritten returns the bytes of a table in the order of its rowids.
func (s *sqlite) Rewritten(ctx context.Context, t *Table, sample Sample, rows Figure) Figure {
	return by(s.Predict(ctx, t, Index{Clustered: true}, sample, rows, Packed).All, float64(s.pageSize))
}

// Storage describes SQLite.
func (s *sqlite) Storage() Storage { return Storage{PageSize: s.pageSize} }

// width returns the mean of the bytes that a record takes on its page.
func (m model) width() Figure {
	widths := make([]float64, len(m.sizes))
	for i, row := range m.sizes {
		const pointer, length, header = 2, 1, 1
		widths[i] = pointer + length + header
		for _, n := range row {
			widths[i] += 1 + float64(n)
		}
	}
	return meanOf(widths)
}

// build inserts n rows and returns the pages of the tree.
func (m model) build(ctx context.Context, n int, f Filling) (leaves, all int, err error) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1) // each connection has its own database in memory
	create, insert := m.statements()
	for _, q := range []string{"PRAGMA temp_store = MEMORY", fmt.Sprintf("PRAGMA page_size = %d", m.pageSize), create} {
		if _, err := db.ExecContext(ctx, q); err != nil {
			return 0, 0, err
		}
	}
	if err := m.fill(ctx, db, insert, n, f); err != nil {
		return 0, 0, err
	}
	if f == Packed {
		if _, err := db.ExecContext(ctx, "VACUUM"); err != nil {
			return 0, 0, err
		}
	}
	err = db.QueryRowContext(ctx, "SELECT COUNT(*) FILTER (WHERE pagetype = 'leaf'), COUNT(*) FROM dbstat WHERE name = 'model'").Scan(&leaves, &all)
	return leaves, all, err
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

// fill inserts n rows in one transaction.
func (m model) fill(ctx context.Context, db *sql.DB, insert string, n int, f Filling) error {
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
	rng := rand.New(rand.NewPCG(1, 4)) // the same keys each time
	for i := range n {
		key := uint64(i)
		if f == AtRandom {
			key = rng.Uint64()
		}
		if _, err := row.ExecContext(ctx, m.row(i, n, key)...); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// row returns the values of row i of n.
func (m model) row(i, n int, key uint64) []any {
	at := i % len(m.sizes)
	if n < len(m.sizes) {
		at = i * len(m.sizes) / n
	}
	var values []any
	if m.keys == 0 {
		values = append(values, m.first+int64(i))
	}
	for j, size := range m.sizes[at] {
		switch {
		case j == m.rowid:
			values = append(values, m.first+int64(i))
		case j < m.keys:
			values = append(values, keyOf(size, i, key))
		default:
			values = append(values, make([]byte, size))
		}
	}
	return values
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
