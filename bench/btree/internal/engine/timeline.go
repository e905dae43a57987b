package engine

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"

	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// Timed is a Tree whose rows can be read in the order of time, page by page.
type Timed interface {
	// Analyze updates the statistics by which the database plans its queries. The caller
	// calls it after the last insert.
	Analyze(ctx context.Context) error
	// Back returns where a key's row is in time, and the place of the row that is so many
	// rows before it. It returns false if there are fewer.
	Back(ctx context.Context, key driver.Valuer, rows int) (at, before Place, ok bool, err error)
	// Misses returns how many pages the clients have fetched since the tree was empty because
	// the buffer pool did not hold them. Clients may be open, but none of them works meanwhile.
	Misses(ctx context.Context) (metric.Reading, error)
	// PageReader opens a reader for one goroutine.
	PageReader(ctx context.Context) (PageReader, error)
}

// PageReader is one client that reads many rows by one prepared statement.
type PageReader interface {
	// Page fetches the payloads of up to so many rows before a place, the latest first,
	// and returns their number.
	Page(ctx context.Context, before Place, rows int) (int, error)
	// Range fetches the payloads of the rows from one place up to another, without the
	// row there, and returns their number.
	Range(ctx context.Context, from, to Place) (int, error)
	// Close ends the reader, not the tree.
	Close() error
}

// Place is where a row is in time: arguments for a statement.
type Place struct {
	// Created is the value of the column created, nil if the keys follow time.
	Created any
	// Key is the key.
	Key any
}

// Timeline has the statements that read the table item in the order of time: by its key
// alone, or by the column created and by the key among rows of the same time.
type Timeline struct {
	// Page selects the payloads of a page, and Range those of a range of time.
	Page, Range string
	// Find selects a key's created; it is empty if the keys follow time. Step selects
	// the place that is some rows before another one.
	Find, Step string
}

// Dialect is how a database writes the statements of a Timeline.
type Dialect struct {
	// Parameter returns the text of a statement's parameter by its number, from 1.
	Parameter func(number int) string
	// Value returns the expression of a column's value as clients send it.
	Value func(column string) string
	// Earlier is the condition that a row is before a place, in the form for which the
	// database reads only this part of the index on created and id. Its three
	// parameters are the place's created, once more, and the key.
	Earlier string
}

// NewTimeline returns the statements for tables of a shape.
func NewTimeline(s Shape, d Dialect) Timeline {
	const rows = " FROM item WHERE "
	if s != Dated {
		earlier := rows + "id < " + d.Parameter(1) + " ORDER BY item.id DESC LIMIT "
		return Timeline{
			Page:  "SELECT payload" + earlier + d.Parameter(2),
			Range: "SELECT payload" + rows + "id >= " + d.Parameter(1) + " AND id < " + d.Parameter(2) + " ORDER BY item.id",
			Step:  "SELECT " + d.Value("id") + earlier + "1 OFFSET " + d.Parameter(2),
		}
	}
	earlier := rows + d.Earlier + " ORDER BY item.created DESC, item.id DESC LIMIT "
	return Timeline{
		Page:  "SELECT payload" + earlier + d.Parameter(4),
		Range: "SELECT payload" + rows + "created >= " + d.Parameter(1) + " AND created < " + d.Parameter(2) + " ORDER BY item.created, item.id",
		Find:  "SELECT " + d.Value("created") + rows + "id = " + d.Parameter(1),
		Step:  "SELECT " + d.Value("created") + ", " + d.Value("id") + earlier + "1 OFFSET " + d.Parameter(4),
	}
}

// PageArguments returns the arguments of Page for so many rows before a place.
func (t Timeline) PageArguments(before Place, rows int) []any {
	if t.Find == "" {
		return []any{before.Key, int64(rows)}
	}
	return []any{before.Created, before.Created, before.Key, int64(rows)}
}

// RangeArguments returns the arguments of Range.
func (t Timeline) RangeArguments(from, to Place) []any {
	if t.Find == "" {
		return []any{from.Key, to.Key}
	}
	return []any{from.Created, to.Created}
}

// Rows selects one row with a statement: a *sql.DB or a *sql.Conn.
type Rows interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Back looks up the two places of Timed.Back.
func (t Timeline) Back(ctx context.Context, db Rows, key driver.Valuer, rows int) (at, before Place, ok bool, err error) {
	at.Key = key
	to := []any{&before.Key}
	if t.Find != "" {
		err = db.QueryRowContext(ctx, t.Find, key).Scan(&at.Created)
		to = []any{&before.Created, &before.Key}
	}
	if err == nil {
		err = db.QueryRowContext(ctx, t.Step, t.PageArguments(at, rows-1)...).Scan(to...)
	}
	if errors.Is(err, sql.ErrNoRows) {
		return at, before, false, nil
	}
	return at, before, err == nil, err
}
