package client

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
)

// fakeConnection notes its requests and answers them by a function.
type fakeConnection struct {
	said   []string
	answer func(query string, args int) (int, error)
}

func (c *fakeConnection) run(_ context.Context, query string) error {
	c.said = append(c.said, query)
	return nil
}

func (c *fakeConnection) prepare(_ context.Context, query string) (statement, error) {
	return fakeStatement{c, query}, nil
}

func (c *fakeConnection) close(context.Context) error {
	c.said = append(c.said, "close")
	return nil
}

type fakeStatement struct {
	conn  *fakeConnection
	query string
}

func (s fakeStatement) execute(_ context.Context, args []any) (int, error) {
	s.conn.said = append(s.conn.said, fmt.Sprintf("%d arguments", len(args)))
	return s.conn.answer(s.query, len(args))
}

func (s fakeStatement) fetch(ctx context.Context, args []any) (int, error) {
	return s.execute(ctx, args)
}

// all inserts all rows, of two arguments each.
func all(_ string, args int) (int, error) { return args / 2, nil }

var errVictim = errors.New("deadlock")

func fakeWriter(answer func(string, int) (int, error), payload int) (*Writer, *fakeConnection, *atomic.Int64) {
	c, rows := &fakeConnection{answer: answer}, new(atomic.Int64)
	tree := Tree{
		Payload: make([]byte, payload), Rows: rows, Closing: "REPORT",
		Insert: "INSERT ", InsertNew: "INSERT NEW ", InsertNewEnd: " END", Row: func(i int) string { return fmt.Sprintf("(%d)", i) },
		Errors: Errors{Name: "fake", Classify: func(err error) (Class, string) {
			if errors.Is(err, errVictim) {
				return Victim, err.Error()
			}
			return Other, err.Error()
		}},
	}
	return newWriter(c, tree), c, rows
}

func keys(n int) []driver.Valuer { return make([]driver.Valuer, n) }

// Rows go in some at a time within one transaction, one row without any around it, and
// large ones fewer at a time.
func TestStatements(t *testing.T) {
	for _, c := range []struct {
		rows, payload int
		want          []string
	}{
		{1, 100, []string{"2 arguments"}},
		{2, 100, []string{"BEGIN", "4 arguments", "COMMIT"}},
		{250, 100, []string{"BEGIN", "200 arguments", "200 arguments", "100 arguments", "COMMIT"}},
		{3, 600_000, []string{"BEGIN", "2 arguments", "2 arguments", "2 arguments", "COMMIT"}},
	} {
		w, client, rows := fakeWriter(all, c.payload)
		if err := w.Insert(t.Context(), keys(c.rows), nil); err != nil || !slices.Equal(client.said, c.want) || rows.Load() != int64(c.rows) {
			t.Errorf("%d rows: %v, %d counted, %v", c.rows, client.said, rows.Load(), err)
		}
		if err := w.Report(t.Context()); err != nil {
			t.Error(err)
		}
		if err := errors.Join(w.Close(), w.Report(t.Context())); err != nil || !slices.Equal(client.said[len(c.want):], []string{"REPORT", "REPORT", "close"}) {
			t.Errorf("closing: %v, %v", client.said, err)
		}
	}
}

// A transaction that the server gave up is repeated from the beginning, and counted once.
func TestVictims(t *testing.T) {
	failures := 2
	w, client, rows := fakeWriter(func(query string, args int) (int, error) {
		if args == 100 && failures > 0 {
			failures--
			return 0, errVictim
		}
		return all(query, args)
	}, 100)
	want := []string{"BEGIN", "200 arguments", "100 arguments", "ROLLBACK"}
	want = append(append(want, want...), "BEGIN", "200 arguments", "100 arguments", "COMMIT")
	if err := w.Insert(t.Context(), keys(150), nil); err != nil || !slices.Equal(client.said, want) || rows.Load() != 150 {
		t.Errorf("%v, %d counted, %v", client.said, rows.Load(), err)
	}
	// It does not go on for ever.
	w, client, rows = fakeWriter(func(string, int) (int, error) { return 0, errVictim }, 100)
	if err := w.Insert(t.Context(), keys(1), nil); !errors.Is(err, errVictim) || rows.Load() != 0 || len(client.said) != maxRepeats+1 {
		t.Errorf("%d statements, %d counted, %v", len(client.said), rows.Load(), err)
	}
	// And not at all for another reason.
	w, client, _ = fakeWriter(func(string, int) (int, error) { return 0, errors.New("no space") }, 100)
	if err := w.Insert(t.Context(), keys(1), nil); err == nil || len(client.said) != 1 {
		t.Errorf("%v, %v", client.said, err)
	}
}

// A server that inserts another number of rows than it was sent is not believed.
func TestRowsThatAreMissing(t *testing.T) {
	w, _, rows := fakeWriter(func(_ string, args int) (int, error) { return args - 1, nil }, 100)
	if err := w.Insert(t.Context(), keys(5), nil); err == nil || !strings.Contains(err.Error(), "inserted") || rows.Load() != 0 {
		t.Errorf("%d counted, %v", rows.Load(), err)
	}
}

// The end of the context is the error, whatever else went wrong because of it.
func TestEndOfContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	w, _, rows := fakeWriter(func(string, int) (int, error) { cancel(); return 0, errVictim }, 100)
	if err := w.Insert(ctx, keys(5), nil); !errors.Is(err, context.Canceled) || rows.Load() != 0 {
		t.Errorf("%d counted, %v", rows.Load(), err)
	}
}
