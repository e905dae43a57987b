package recorded

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/sortid/sortid/internal/stubdb"
)

// value is a value as the driver returns it.
type value struct {
	Null  bool     `json:"null,omitempty"`
	Text  *string  `json:"text,omitempty"`
	Bytes []byte   `json:"bytes,omitempty"`
	Int   *int64   `json:"int,omitempty"`
	Uint  *uint64  `json:"uint,omitempty"`
	Float *float64 `json:"float,omitempty"`
	NaN   bool     `json:"nan,omitempty"`
	Bool  *bool    `json:"bool,omitempty"`
}

// literals matches a list of literals, whose order makes no difference in what is recorded: it follows IN.
var literals = regexp.MustCompile(`IN \((?:[xX]?'(?:[^'\\]|''|\\.)*'(?:::\w+)?|-?\d+)(?:, (?:[xX]?'(?:[^'\\]|''|\\.)*'(?:::\w+)?|-?\d+))+\)`)

// key is a statement with its lists of literals in order: a program that has them in a map writes them in any.
func key(query string) string {
	return literals.ReplaceAllStringFunc(query, func(list string) string {
		items := strings.Split(strings.TrimSuffix(strings.TrimPrefix(list, "IN ("), ")"), ", ")
		slices.Sort(items)
		return "IN (" + strings.Join(items, ", ") + ")"
	})
}

// conn is a connection that answers as it was recorded. With a server it asks that, and records.
type conn struct {
	stubdb.Conn
	known  map[string]answer // of the section, by key
	list   []answer          // of the section, in order, when it records
	db     *sql.DB           // of the server, nil if nothing is recorded
	server *sql.Conn         // its session
	tx     *sql.Tx
	writer *sql.DB

	failing *failing // nil if no statement fails
}

// failing is a statement that fails.
type failing struct {
	after int // so many
	query string
}

var errFailing = errors.New("the server has gone away")

// BeginTx begins a transaction.
func (c *conn) BeginTx(ctx context.Context, o driver.TxOptions) (_ driver.Tx, err error) {
	if c.server != nil {
		c.tx, err = c.server.BeginTx(ctx, &sql.TxOptions{ReadOnly: o.ReadOnly})
	}
	return c, err
}

// Commit commits the transaction.
func (c *conn) Commit() error { return c.end((*sql.Tx).Commit) }

// Rollback rolls the transaction back.
func (c *conn) Rollback() error { return c.end((*sql.Tx).Rollback) }

func (c *conn) end(how func(*sql.Tx) error) error {
	tx := c.tx
	if c.tx = nil; tx == nil {
		return nil
	}
	return how(tx)
}

// ExecContext executes a statement. None of those of a source changes what others answer.
func (c *conn) ExecContext(ctx context.Context, query string, _ []driver.NamedValue) (driver.Result, error) {
	switch {
	case c.tx != nil:
		return c.tx.ExecContext(ctx, query)
	case c.server != nil:
		return c.server.ExecContext(ctx, query)
	}
	return driver.ResultNoRows, nil
}

// QueryContext returns the rows of an answer. One that is not in the recording is an error.
func (c *conn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	if query == "SHOW WARNINGS" { // a recording has none
		return stubdb.Conn{Server: func(context.Context, string, []driver.NamedValue) stubdb.Answer { return stubdb.Answer{} }}.QueryContext(ctx, query, args)
	}
	if c.server != nil {
		if err := c.ask(ctx, query); err != nil {
			return nil, err
		}
	}
	if f := c.failing; f != nil {
		if f.after--; f.after == -1 {
			f.query = query
			return nil, errFailing
		}
	}
	return c.Conn.QueryContext(ctx, query, args)
}

// answer answers a statement as it was recorded.
func (c *conn) answer(_ context.Context, query string, _ []driver.NamedValue) stubdb.Answer {
	a, ok := c.known[key(query)]
	if !ok {
		return stubdb.Answer{Err: fmt.Errorf("no server was asked this: run the test with -record: %s", query)}
	}
	rows := make([][]driver.Value, len(a.Rows))
	for i, row := range a.Rows {
		for _, v := range row {
			rows[i] = append(rows[i], v.driverValue())
		}
	}
	return stubdb.Answer{Columns: a.Columns, Rows: rows}
}

// ask asks the server. A statement that comes again in a section has its first answer.
func (c *conn) ask(ctx context.Context, query string) error {
	k := key(query)
	if _, ok := c.known[k]; ok {
		return nil
	}
	a, err := c.rowsOf(ctx, query)
	if err != nil {
		return fmt.Errorf("cannot record: %w: %s", err, query)
	}
	c.known[k] = a
	c.list = append(c.list, a)
	return nil
}

// rowsOf returns the server's answer.
func (c *conn) rowsOf(ctx context.Context, query string) (answer, error) {
	a := answer{Query: query}
	ask := c.server.QueryContext
	if c.tx != nil {
		ask = c.tx.QueryContext
	}
	rows, err := ask(ctx, query)
	if err != nil {
		return a, err
	}
	defer rows.Close()
	if a.Columns, err = rows.Columns(); err != nil {
		return a, err
	}
	for rows.Next() {
		values, to := make([]any, len(a.Columns)), make([]any, len(a.Columns))
		for i := range values {
			to[i] = &values[i]
		}
		if err := rows.Scan(to...); err != nil {
			return a, err
		}
		row := make([]value, len(a.Columns))
		for i, v := range values {
			if row[i], err = valueOf(v); err != nil {
				return a, fmt.Errorf("%s: %w", a.Columns[i], err)
			}
		}
		a.Rows = append(a.Rows, row)
	}
	return a, rows.Err()
}

func valueOf(v any) (value, error) {
	switch v := v.(type) {
	case nil:
		return value{Null: true}, nil
	case string:
		return value{Text: &v}, nil
	case []byte:
		return value{Bytes: append([]byte{}, v...)}, nil
	case int64:
		return value{Int: &v}, nil
	case uint64:
		return value{Uint: &v}, nil
	case float64:
		if math.IsNaN(v) {
			return value{NaN: true}, nil
		}
		return value{Float: &v}, nil
	case bool:
		return value{Bool: &v}, nil
	}
	return value{}, fmt.Errorf("no value to record: %T", v)
}

// driverValue returns the value as the driver did.
func (v value) driverValue() driver.Value {
	switch {
	case v.Null:
		return nil
	case v.Text != nil:
		return *v.Text
	case v.Int != nil:
		return *v.Int
	case v.Uint != nil:
		return *v.Uint
	case v.Float != nil:
		return *v.Float
	case v.NaN:
		return math.NaN()
	case v.Bool != nil:
		return *v.Bool
	}
	return append([]byte{}, v.Bytes...)
}
