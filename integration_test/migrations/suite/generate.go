package suite

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"sync"
	"testing"
	"time"
)

// produce makes n IDs in one statement, in the order in which the rows came.
func (u unit) produce(ctx context.Context, q querier, call string, n int) ([][]byte, error) {
	got, err := u.statement(ctx, q, call, make([]string, n))
	if err != nil {
		return nil, err
	}
	ids := make([][]byte, len(got))
	for i, text := range got {
		if ids[i], err = u.column.Decode(text); err != nil || len(ids[i]) != u.size {
			return nil, fmt.Errorf("%s: a generated value is %q: %w", u.Server.Name, text, err)
		}
	}
	if len(ids) != n {
		return nil, fmt.Errorf("%s: %d rows for %d", u.Server.Name, len(ids), n)
	}
	return ids, nil
}

func (u unit) newCall(t testing.TB) string { return u.column.Out(u.function(t, "new") + "()") }

func (u unit) conn(t testing.TB) *sql.Conn {
	t.Helper()
	c, err := u.DB.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// ascending tests the order of a session's IDs, where the format has one.
func (u unit) ascending(t testing.TB, ids [][]byte) {
	t.Helper()
	if !u.ordered {
		return
	}
	for i := 1; i < len(ids); i++ {
		if bytes.Compare(ids[i-1], ids[i]) >= 0 {
			t.Errorf("%s: %x, and after it %x (%d of %d)", u.Server.Name, ids[i-1], ids[i], i, len(ids))
			return
		}
	}
}

// generate: IDs are valid, of the present, and in order, within a statement and
// across statements.
func (u unit) generate(t *testing.T) {
	conn, call := u.conn(t), u.newCall(t)
	var all [][]byte
	for _, n := range []int{1, 1, 5000, 1, 2} {
		before := time.Now()
		ids, err := u.produce(t.Context(), conn, call, n)
		if err != nil {
			t.Fatal(err)
		}
		u.present(t, ids, before, time.Now())
		all = append(all, ids...)
	}
	u.ascending(t, all)
	distinct := len(set(all))
	if u.ordered && distinct != len(all) || distinct < len(all)/2 {
		t.Errorf("%s: %d different IDs of %d", u.Server.Name, distinct, len(all))
	}
}

// present tests that IDs are valid and made between two moments, give or take what
// the clocks of two machines may differ by.
func (u unit) present(t testing.TB, ids [][]byte, from, to time.Time) {
	t.Helper()
	const skew = 5 * time.Second
	for _, x := range ids {
		if u.valid != nil && !u.valid(x) {
			t.Fatalf("%s: %x is not valid", u.Server.Name, x)
		}
		if at := u.time(x); at.Before(from.Add(-skew)) || at.After(to.Add(skew)) {
			t.Fatalf("%s: %x was made between %v and %v, and has the time %v", u.Server.Name, x, from, to, at)
		}
	}
}

func set(ids [][]byte) map[string]bool {
	m := make(map[string]bool, len(ids))
	for _, x := range ids {
		m[string(x)] = true
	}
	return m
}

// sessions: eight sessions at a time make different IDs, each in order, half of them in a
// transaction.
func (u unit) sessions(t *testing.T) { u.sessionsCalling(t, u.newCall(t)) }

func (u unit) sessionsCalling(t *testing.T, call string) {
	t.Helper()
	const sessions, statements, size = 8, 4, 250
	made := make([][][]byte, sessions)
	errs := make([]error, sessions)
	var wait sync.WaitGroup
	start := make(chan struct{})
	for i := range sessions {
		conn := u.conn(t)
		wait.Go(func() {
			<-start
			if i%2 == 1 {
				if _, errs[i] = conn.ExecContext(t.Context(), "BEGIN"); errs[i] != nil {
					return
				}
			}
			for range statements {
				ids, err := u.produce(t.Context(), conn, call, size)
				if err != nil {
					errs[i] = err
					return
				}
				made[i] = append(made[i], ids...)
			}
			if i%2 == 1 {
				_, errs[i] = conn.ExecContext(t.Context(), "COMMIT")
			}
		})
	}
	close(start)
	wait.Wait()
	var all [][]byte
	for i, ids := range made {
		if errs[i] != nil {
			t.Fatal(errs[i])
		}
		u.ascending(t, ids)
		all = append(all, ids...)
	}
	if u.name == "wiji" && u.Server.Name != "sqlite" { // where a session has a random field of its own
		nodes := map[string]bool{}
		for _, ids := range made {
			nodes[string(ids[0][10:])] = true
		}
		if len(nodes) != sessions {
			t.Errorf("%s: %d sessions have %d random fields", u.Server.Name, sessions, len(nodes))
		}
	}
	if n := len(set(all)); u.global && n != sessions*statements*size {
		t.Errorf("%s: %d sessions made %d different IDs, want %d", u.Server.Name, sessions, n, sessions*statements*size)
	}
}

// rollback: an ID that was given out in a transaction or behind a savepoint that
// was rolled back is never given out again.
func (u unit) rollback(t *testing.T) {
	conn, call := u.conn(t), u.newCall(t)
	var all [][]byte
	produce := func(n int) {
		t.Helper()
		ids, err := u.produce(t.Context(), conn, call, n)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, ids...)
	}
	exec := func(statement string) {
		t.Helper()
		if _, err := conn.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %s: %v", u.Server.Name, statement, err)
		}
	}
	for i := range 20 {
		exec("BEGIN")
		produce(1 + i)
		exec("SAVEPOINT one")
		produce(20)
		exec("ROLLBACK TO SAVEPOINT one")
		produce(20)
		exec("ROLLBACK")
		produce(i % 2 * 10)
	}
	u.ascending(t, all)
	if n := len(set(all)); u.ordered && n != len(all) {
		t.Errorf("%s: %d different IDs of %d", u.Server.Name, n, len(all))
	}
}
