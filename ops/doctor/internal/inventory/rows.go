package inventory

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/sortid/sortid/ops/doctor/internal/idtext"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// reader reads the rows of tables until its end.
type reader struct {
	db      database
	tables  []*table
	targets []*target
	end     time.Time
	h       hasher
	nodes   []digest // of the rows of the targets' tables, by number
	unread  map[*table]string
	twins   map[*table]int
}

// cell is a value of a row. It is used again for the next row.
type cell struct {
	null  bool
	bytes []byte
	// sort tells values of one text apart that are of different types, which SQLite may have in one
	// column: i for integers, f for floating point numbers, b for bytes.
	sort byte
}

// Scan takes a value of a driver.
func (c *cell) Scan(src any) error {
	c.null, c.sort, c.bytes = src == nil, 0, c.bytes[:0]
	switch x := src.(type) {
	case nil:
	case string:
		c.bytes = append(c.bytes, x...)
	case []byte:
		c.sort, c.bytes = 'b', append(c.bytes, x...)
	case int64:
		c.sort, c.bytes = 'i', strconv.AppendInt(c.bytes, x, 10)
	case uint64:
		c.sort, c.bytes = 'i', strconv.AppendUint(c.bytes, x, 10)
	case float64:
		c.sort, c.bytes = 'f', strconv.AppendFloat(c.bytes, x, 'g', -1, 64)
	case float32:
		c.sort, c.bytes = 'f', strconv.AppendFloat(c.bytes, float64(x), 'g', -1, 32)
	default:
		return fmt.Errorf("a value has the Go type %T", src)
	}
	return nil
}

// text is whether the value is a text or bytes.
func (c *cell) text() bool { return !c.null && (c.sort == 0 || c.sort == 'b') }

// read reads all rows of a table, or the first ones if limit is not empty.
func (r *reader) read(ctx context.Context, t *table, limit string, each func([]cell) error) error {
	cells, pointers := make([]cell, len(t.columns)), make([]any, len(t.columns))
	for i := range cells {
		pointers[i] = &cells[i]
	}
	return r.db.Query(ctx, t.query()+limit, func(rows *sql.Rows) error {
		if err := rows.Scan(pointers...); err != nil {
			return err
		}
		for i, c := range t.columns {
			if x := &cells[i]; c.hex && !x.null {
				n, err := hex.Decode(x.bytes, x.bytes[min(2, len(x.bytes)):]) // after \x
				if err != nil {
					return err
				}
				x.bytes, x.sort = x.bytes[:n], 'b'
			}
		}
		return each(cells)
	})
}

// otherForm is the error of a value that does not have the form of its column.
type otherForm struct {
	column *column
	value  []byte
}

func (e *otherForm) Error() string {
	return "the column " + e.column.name + " has a value that is not of the form " + string(e.column.form)
}

// sampled is of how many rows the forms of columns are found out. If a later row has another one,
// the table is read again.
const sampled = " LIMIT 100"

// withForms calls read until each column has the form of all its values.
func (r *reader) withForms(ctx context.Context, t *table, read func() error) error {
	values := make([][][]byte, len(t.columns))
	err := r.read(ctx, t, sampled, func(cells []cell) error {
		for i := range cells {
			if cells[i].text() {
				values[i] = append(values[i], slices.Clone(cells[i].bytes))
			} else if !cells[i].null {
				values[i] = append(values[i], nil) // of no form
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i, c := range t.columns {
		c.form = idtext.Of(values[i])
	}
	for {
		err := read()
		var other *otherForm
		if !errors.As(err, &other) {
			return err
		}
		other.column.form = idtext.Next(other.column.form.After(), [][]byte{other.value})
	}
}

// exact returns the digest of a value as it is.
func (r *reader) exact(x *cell) digest {
	if x.null {
		return r.h.of()
	}
	return r.h.of([]byte{x.sort}, x.bytes)
}

// value returns the digest of a value in which an ID of any form counts by its bytes.
func (r *reader) value(c *column, x *cell) (digest, error) {
	if !x.text() {
		if c.form != idtext.Plain && !x.null {
			return digest{}, &otherForm{c, nil}
		}
		return r.exact(x), nil
	}
	var buf [20]byte
	raw := x.bytes
	if c.form != idtext.Plain {
		var ok bool
		if raw, ok = c.form.Raw(buf[:0], x.bytes); !ok {
			return digest{}, &otherForm{c, slices.Clone(x.bytes)}
		}
	}
	return r.h.of([]byte{0}, raw), nil
}

// key returns the digest of values by which columns point to a row, in any form.
func (r *reader) key(cells []cell, at []int) (d digest, null bool) {
	parts := make([][]byte, 0, 4)
	for _, i := range at {
		x := &cells[i]
		if x.null {
			return d, true
		}
		f := idtext.Plain
		if x.text() {
			f = idtext.Next(idtext.Forms, [][]byte{x.bytes})
		}
		raw, _ := f.Raw(nil, x.bytes)
		parts = append(parts, raw)
	}
	return r.h.of(parts...), false
}

// rows reads all tables.
func (r *reader) rows(ctx context.Context) ([]Rows, error) {
	limited, cancel := context.WithDeadline(ctx, r.end)
	defer cancel()
	r.unread, r.twins = map[*table]string{}, map[*table]int{}
	if err := r.load(limited); err != nil && ctx.Err() != nil {
		return nil, err
	}
	list := []Rows{}
	for _, t := range r.tables {
		x, err := r.sums(limited, t)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			x = Rows{Name: t.name, Unread: r.reason(err)}
		}
		x.Twins = r.twins[t]
		list = append(list, x)
	}
	return list, nil
}

// reason says in one line why a table was not read.
func (r *reader) reason(err error) string {
	if !time.Now().Before(r.end) {
		err = errNoTime
	}
	return source.OneLine(err)
}

// sums reads the rows of a table and returns their sums.
func (r *reader) sums(ctx context.Context, t *table) (out Rows, err error) {
	if err := r.readable(t); err != nil {
		return out, err
	}
	for _, c := range t.columns {
		if c.target != nil && r.unread[c.target.table] != "" {
			return out, fmt.Errorf("%s points to rows of %s, which was not read: %s", c.name, c.target.table.name, r.unread[c.target.table])
		}
	}
	err = r.withForms(ctx, t, func() error {
		a := &adder{reader: r, table: t, sorted: t.byName(), out: Rows{Name: t.name}}
		for _, c := range t.columns {
			a.out.Columns = append(a.out.Columns, Values{Name: c.name, Form: string(c.form), Key: c.key, Target: c.targetName, Late: c.late})
		}
		err := r.read(ctx, t, "", a.add)
		out = a.out
		return err
	})
	return out, err
}

// adder adds the rows of a table up.
type adder struct {
	*reader
	table      *table
	sorted     []int // columns by their names, so that their order does not count
	out        Rows
	exact, sum []byte // digests of the values of a row
}

// add adds a row.
func (a *adder) add(cells []cell) error {
	a.exact, a.sum = a.exact[:0], a.sum[:0]
	for _, i := range a.sorted {
		c, v := a.table.columns[i], &a.out.Columns[i]
		exact, value, err := a.digests(c, cells, i)
		if err != nil {
			return err
		}
		if !cells[i].null {
			v.Values++
		}
		v.Exact.add(exact)
		if !c.late {
			a.exact = append(a.exact, exact[:]...)
		}
		if c.key {
			continue
		}
		v.Sum.add(value)
		if !c.late {
			a.sum = append(a.sum, value[:]...)
		}
	}
	a.out.Rows++
	a.out.Exact.add(a.h.of(a.exact))
	a.out.Sum.add(a.h.of(a.sum))
	return nil
}

// digests returns those of a value as it is, and as it counts.
func (a *adder) digests(c *column, cells []cell, i int) (exact, value digest, err error) {
	exact = a.reader.exact(&cells[i])
	switch {
	case c.key: // no value counts
	case c.target != nil:
		value = a.pointed(c, cells, &a.out.Columns[i])
	case c.form != idtext.Plain || cells[i].sort != 0:
		value, err = a.value(c, &cells[i])
	default:
		value = exact
	}
	return exact, value, err
}

// byName returns the places of the columns in the order of their names.
func (t *table) byName() []int {
	list := make([]int, len(t.columns))
	for i := range list {
		list[i] = i
	}
	slices.SortFunc(list, func(a, b int) int { return cmp.Compare(t.columns[a].name, t.columns[b].name) })
	return list
}

// readable returns an error if the rows of a table cannot be read.
func (r *reader) readable(t *table) error {
	switch {
	case t.unread != "":
		return errors.New(t.unread)
	case !time.Now().Before(r.end):
		return errNoTime
	}
	return nil
}

// pointed returns the digest of the row that a value points to.
func (r *reader) pointed(c *column, cells []cell, v *Values) digest {
	key, null := r.key(cells, c.tuple)
	if null {
		return r.h.of()
	}
	n, ok := c.target.rows[key]
	if !ok {
		v.Lost++
		return r.h.of([]byte("lost"))
	}
	return r.h.of([]byte("row"), r.nodes[n][:])
}
