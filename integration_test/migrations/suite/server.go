package suite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
)

// Server is a database in which the functions are installed, and what the suite
// has to know about its SQL. All values cross as text, many in one statement: a
// JSON array of strings goes in, and one text a row comes out.
type Server struct {
	// Name is the server's name in messages.
	Name string
	// DB is the database. The suite takes up to eight connections at a time.
	DB *sql.DB
	// Rows is a FROM clause that turns its only argument, a JSON array of strings,
	// into rows (n, v): the elements' ordinal numbers and the elements.
	Rows string
	// Text gives the text whose UTF-8 bytes, in hexadecimal, a SQL expression holds.
	Text func(expr string) string
	// TextHolds reports whether the server's text can hold these bytes.
	TextHolds func(text string) bool
	// Number gives the integer of a decimal text.
	Number func(expr string) string
	// Time gives the timestamp that is so many microseconds after 1970, a decimal
	// text; Micros is its inverse and gives a text. Like Column.Out, Micros
	// mentions its argument once.
	Time, Micros func(expr string) string
	// MinTime and MaxTime are the ends of the server's timestamps.
	MinTime, MaxTime time.Time
	// Fields gives the JSON object of a call of a _fields function.
	Fields func(call string) string
	// Columns lists the kinds of column by the size of IDs in bytes.
	Columns map[int][]Column
	// UID11 lists those of uid11, whose integers are unsigned.
	UID11 []Column
}

// Column is a type of column, and how its values cross.
type Column struct {
	// Type is the SQL type, for messages.
	Type string
	// Encode gives the text of a raw ID that In reads. In gives the column's value,
	// and Out the text of a value, which Decode reads. Out mentions its argument
	// once: it may be a call that is not to be made twice.
	Encode  func(raw []byte) string
	In, Out func(expr string) string
	Decode  func(text string) ([]byte, error)
	// Holds reports whether the column's values can be this ID; nil means all can.
	Holds func(raw []byte) bool
	// Lengths says that the type holds bytes of other lengths than the format's.
	Lengths bool
	// Functions lists names for the functions that differ for this column: what
	// follows sortid_, by the usual name. A function whose name is "-" is none.
	Functions map[string]string
}

func (c Column) holds(raw []byte) bool { return c.Holds == nil || c.Holds(raw) }

// function returns the full name of a function, and whether there is one.
func (c Column) function(name string) (string, bool) {
	if other, ok := c.Functions[name]; ok {
		return "sortid_" + other, other != "-"
	}
	return "sortid_" + name, true
}

// batch is how many values a statement takes.
const batch = 1000

// null is what a NULL becomes among the results.
const null = "NULL"

// querier is a pool or one connection of it.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// each evaluates an expression over the column v for every input.
func (s Server) each(t testing.TB, expr string, inputs []string) []string {
	t.Helper()
	results, err := s.eachOn(t.Context(), s.DB, expr, inputs)
	if err != nil {
		t.Fatalf("%s: %s: %v", s.Name, expr, err)
	}
	return results
}

func (s Server) eachOn(ctx context.Context, q querier, expr string, inputs []string) ([]string, error) {
	results := make([]string, 0, len(inputs))
	for len(results) < len(inputs) {
		part := inputs[len(results):min(len(results)+batch, len(inputs))]
		got, err := s.statement(ctx, q, expr, part)
		if err != nil {
			return nil, err
		}
		if len(got) != len(part) {
			return nil, fmt.Errorf("%d rows for %d inputs", len(got), len(part))
		}
		results = append(results, got...)
	}
	return results, nil
}

// statement evaluates an expression in one statement, and returns the results in
// the order in which the rows came.
func (s Server) statement(ctx context.Context, q querier, expr string, inputs []string) ([]string, error) {
	array, err := json.Marshal(inputs)
	if err != nil {
		return nil, err
	}
	rows, err := q.QueryContext(ctx, "SELECT n, "+expr+" AS x "+s.Rows, string(array))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var results []string
	for rows.Next() {
		var n int64
		var x sql.NullString
		if err := rows.Scan(&n, &x); err != nil {
			return nil, err
		}
		if !x.Valid {
			x.String = null
		}
		results = append(results, x.String)
	}
	return results, rows.Err()
}

// fails evaluates an expression for one input and returns the error's message, or
// reports that there was none.
func (s Server) fails(t testing.TB, expr, input, what string) string {
	t.Helper()
	results, err := s.statement(t.Context(), s.DB, expr, []string{input})
	if err == nil {
		t.Errorf("%s: %s of %s gives %v and no error", s.Name, expr, what, results)
		return ""
	}
	return err.Error()
}

// truth reads a boolean in any server's spelling.
func truth(x string) bool { return x == "1" || strings.EqualFold(x, "true") || x == "t" }
