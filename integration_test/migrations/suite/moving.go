package suite

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Move is a run of a recipe of docs/moving.md, which gives three tables keys in the order of
// created_at: users, their orders, and the items of these. The name of a row begins with that
// of its parent.
type Move struct {
	DB *sql.DB
	// Script is the recipe's file in docs/moving.
	Script string
	// Words mark the blocks in docs/moving.md of the recipe for 64-bit keys.
	Words []string
	// Create lists the statements that create the tables. created_at accepts NULL and has the
	// present as its default.
	Create []string
	// Items is the number of items. 0 means 15,000, more than PostgreSQL's recipe fills in one transaction; that of MySQL
	// fills 1,000, and takes 0.7 ms for each.
	Items int
	// Change adapts a statement of the recipe to the tables; nil changes nothing.
	Change func(statement string) string
	// Literal is a time as a value of created_at.
	Literal func(time.Time) string
	// Retry reports whether a writer may repeat a statement after this error. Other sessions
	// write during the recipe if it is not nil.
	Retry func(error) bool
}

const movedUsers, movedOrders = 200, 1200

func (m Move) items() int { return cmp.Or(m.Items, 15000) }

// Run runs the recipe and tests that each row has kept its children, that the order of the
// keys is that of created_at, and that the constraints hold.
func (m Move) Run(t *testing.T) {
	m.fill(t)
	conn := m.conn(t)
	var writers *movingWriters
	if m.Retry != nil {
		writers = m.write(t)
	}
	for _, s := range m.script(t) {
		m.step(t, conn, s)
	}
	if writers != nil {
		writers.stop(t)
	}
	m.related(t, conn)
	m.ordered(t, conn)
	m.constrained(t, conn)
}

// Stops runs the recipe on a row without a time: it fails before the last step, which begins
// with last, and the old keys are in place.
func (m Move) Stops(t *testing.T, last string) {
	for _, s := range m.Create {
		m.exec(t, m.DB, s)
	}
	m.exec(t, m.DB, "INSERT INTO users (name, created_at) VALUES ('u1', NULL)")
	m.exec(t, m.DB, "INSERT INTO orders (user_id, name) VALUES ((SELECT id FROM users), 'u1/1')")
	conn := m.conn(t)
	for _, s := range m.script(t) {
		if strings.HasPrefix(s, last) {
			t.Fatal("the recipe reaches its last step with a row that has no time")
		}
		if _, err := conn.ExecContext(t.Context(), s); err != nil {
			t.Logf("%s: %v", s, err)
			if strings.HasPrefix(s, "INSERT") { // within a transaction
				m.exec(t, conn, "ROLLBACK")
			}
			if n := m.count(t, conn, "SELECT count(*) FROM orders AS o JOIN users AS u ON u.id = o.user_id"); n != 1 {
				t.Errorf("%d orders have a user", n)
			}
			return
		}
	}
	t.Error("the recipe does not fail")
}

// Foresees runs the recipe on tables with one more object, which names a column that the recipe
// drops: it stops before it changes a table. Each pair has statements that create and drop one. If the client
// goes on after an error, which servers without transactions of DDL must expect, nothing changes either, as it tries with
// the first object: catalog is a query for one text of each object, or empty.
func (m Move) Foresees(t *testing.T, catalog string, objects ...[2]string) {
	for _, s := range m.Create {
		m.exec(t, m.DB, s)
	}
	conn := m.conn(t)
	all := func(statements string) {
		for s := range strings.SplitSeq(statements, "; ") {
			m.exec(t, m.DB, s)
		}
	}
	for i, o := range objects {
		all(o[0])
		var err error
		for _, s := range m.script(t) {
			if strings.HasPrefix(s, "ALTER TABLE") {
				t.Errorf("%s: the recipe goes on", o[0])
				break
			}
			if _, err = conn.ExecContext(t.Context(), s); err != nil {
				break
			}
		}
		if err == nil || !strings.Contains(err.Error(), "the script has no line for") {
			t.Errorf("%s: got %v", o[0], err)
		}
		if i == 0 && catalog != "" {
			m.forced(t, conn, catalog, o[0])
		}
		all(o[1])
		m.exec(t, m.DB, "DROP PROCEDURE IF EXISTS fill_new_keys")
	}
}

// forced runs the whole recipe, whatever fails: the objects of the catalog stay as they are.
func (m Move) forced(t *testing.T, conn *sql.Conn, catalog, object string) {
	t.Helper()
	objects := func() (list []string) {
		rows, err := m.DB.QueryContext(t.Context(), catalog)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			var s string
			if err := rows.Scan(&s); err != nil {
				t.Fatal(err)
			}
			list = append(list, s)
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
		return list
	}
	before := objects()
	for _, s := range m.script(t) {
		conn.ExecContext(t.Context(), s) //nolint:errcheck // as a client that goes on
	}
	compareCatalogs(t, object+": the recipe goes on", objects(), before)
}

// Numbers runs the recipe for 64-bit keys, on a table users with a column new_id.
func (m Move) Numbers(t *testing.T) {
	for _, s := range m.Create {
		m.exec(t, m.DB, s)
	}
	const rows = 4000
	base := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	m.insert(t, "INSERT INTO users (name, created_at) VALUES ", rows, func(i int) string {
		return fmt.Sprintf("('u%d', %s)", i, m.Literal(base.Add(time.Duration(rand.IntN(20_000))*time.Microsecond)))
	})
	conn := m.conn(t)
	for _, s := range m.statements(Blocks(t, "moving.md", m.Words...)) {
		m.step(t, conn, s)
	}
	for query, want := range map[string]int{
		"SELECT count(DISTINCT new_id) FROM users": rows,
		"SELECT count(*) FROM users WHERE new_id BETWEEN sortid_xid_min_at(created_at) AND sortid_xid_max_at(created_at)":                         rows,
		"SELECT count(*) FROM (SELECT new_id, LAG(new_id) OVER (ORDER BY created_at, id) AS before_it FROM users) AS s WHERE new_id <= before_it": 0,
	} {
		if got := m.count(t, conn, query); got != want {
			t.Errorf("%s: %d, want %d", query, got, want)
		}
	}
}

// script returns the statements of the recipe's file.
func (m Move) script(t *testing.T) []string {
	t.Helper()
	return m.statements([]string{Page(t, "moving/"+m.Script)})
}

func (m Move) statements(blocks []string) (list []string) {
	for _, block := range blocks {
		for _, s := range Statements(block) {
			if m.Change != nil {
				s = m.Change(s)
			}
			list = append(list, s)
		}
	}
	return list
}

func (m Move) conn(t *testing.T) *sql.Conn {
	t.Helper()
	conn, err := m.DB.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

func (m Move) exec(t *testing.T, db execer, statement string) {
	t.Helper()
	if _, err := db.ExecContext(t.Context(), statement); err != nil {
		t.Fatalf("%.300s: %v", statement, err)
	}
}

func (m Move) count(t *testing.T, db execer, query string) (n int) {
	t.Helper()
	if err := db.QueryRowContext(t.Context(), query).Scan(&n); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return n
}

// step runs a statement of the recipe. A check finds nothing, and a procedure can be called
// again.
func (m Move) step(t *testing.T, conn *sql.Conn, statement string) {
	t.Helper()
	switch {
	case strings.HasPrefix(statement, "SELECT COUNT(*)"):
		if n := m.count(t, conn, statement); n != 0 {
			t.Errorf("%s: %d", statement, n)
		}
	case strings.HasSuffix(statement, "PRAGMA foreign_key_check"):
		if err := conn.QueryRowContext(t.Context(), statement).Scan(new(any), new(any), new(any), new(any)); !errors.Is(err, sql.ErrNoRows) {
			t.Errorf("%s finds a row, or fails: %v", statement, err)
		}
	case strings.HasPrefix(statement, "CALL"):
		for range 2 {
			if err := m.try(t, conn, statement); err != nil {
				t.Fatalf("%s: %v", statement, err)
			}
		}
	default:
		m.exec(t, conn, statement)
	}
}

// insert inserts n rows, some hundred in a statement.
func (m Move) insert(t *testing.T, into string, n int, row func(i int) string) {
	t.Helper()
	var rows []string
	for i := range n {
		rows = append(rows, row(i))
	}
	for part := range slices.Chunk(rows, 500) {
		m.exec(t, m.DB, into+strings.Join(part, ", "))
	}
}

// fill creates the tables with rows whose times have no order, some of them equal.
func (m Move) fill(t *testing.T) {
	t.Helper()
	for _, s := range m.Create {
		m.exec(t, m.DB, s)
	}
	base := time.Date(2025, 3, 4, 5, 6, 7, 0, time.UTC)
	at := func() string { return m.Literal(base.Add(time.Duration(rand.IntN(10_000)) * 333 * time.Microsecond)) }
	m.insert(t, "INSERT INTO users (name, created_at) VALUES ", movedUsers, func(i int) string {
		return fmt.Sprintf("('u%d', %s)", i, at())
	})
	m.insert(t, "INSERT INTO orders (user_id, name, created_at) VALUES ", movedOrders, func(i int) string {
		return fmt.Sprintf("((SELECT id FROM users WHERE name = 'u%[1]d'), 'u%[1]d/%[2]d', %[3]s)", i%movedUsers, i, at())
	})
	m.insert(t, "INSERT INTO items (order_id, name, created_at) VALUES ", m.items(), func(i int) string {
		o := i % movedOrders
		return fmt.Sprintf("((SELECT id FROM orders WHERE name = 'u%[1]d/%[2]d'), 'u%[1]d/%[2]d/%[3]d', %[4]s)", o%movedUsers, o, i, at())
	})
}

// movingWriters holds sessions that write while a recipe runs.
type movingWriters struct {
	done atomic.Bool
	wait sync.WaitGroup
	rows atomic.Int64
}

// write starts two sessions, each of which inserts users with orders and items, gives an order
// to another user, changes old rows and removes one of its own.
func (m Move) write(t *testing.T) *movingWriters {
	t.Helper()
	w := new(movingWriters)
	for k := range 2 {
		conn := m.conn(t)
		w.wait.Go(func() {
			for n := 0; !w.done.Load() && !t.Failed(); n++ {
				for _, s := range m.writes(fmt.Sprintf("w%d-%d", k, n)) {
					if err := m.try(t, conn, s); err != nil {
						t.Errorf("a session during the recipe: %s: %v", s, err)
						return
					}
				}
				w.rows.Add(1)
			}
		})
	}
	for w.rows.Load() < 20 && !t.Failed() {
		time.Sleep(time.Millisecond)
	}
	return w
}

// writes returns the statements of a session, for a user of this name.
func (m Move) writes(user string) []string {
	now, old := m.Literal(time.Now()), rand.IntN(movedUsers)
	order := func(name string) string {
		return fmt.Sprintf("INSERT INTO orders (user_id, name, created_at) VALUES ((SELECT id FROM users WHERE name = '%s'), '%s', %s)", user, name, now)
	}
	item := func(name string) string {
		return fmt.Sprintf("INSERT INTO items (order_id, name, created_at) VALUES ((SELECT id FROM orders WHERE name = '%s/1'), '%s', %s)", user, name, now)
	}
	return []string{
		fmt.Sprintf("INSERT INTO users (name) VALUES ('%s')", user),
		order(user + "/1"), order(user + "/2"), item(user + "/1/1"), item(user + "/1/2"),
		fmt.Sprintf("UPDATE orders SET user_id = (SELECT id FROM users WHERE name = 'u%[1]d'), name = 'u%[1]d/%[2]s' WHERE name = '%[2]s/2'", old, user),
		fmt.Sprintf("UPDATE items SET name = 'u%[1]d/%[1]d/%[1]d' WHERE name = 'u%[1]d/%[1]d/%[1]d'", old),
		fmt.Sprintf("UPDATE users SET name = 'u%[1]d' WHERE name = 'u%[1]d'", old),
		fmt.Sprintf("DELETE FROM items WHERE name = '%s/1/2'", user),
	}
}

func (m Move) try(t *testing.T, conn *sql.Conn, statement string) error {
	for {
		_, err := conn.ExecContext(t.Context(), statement)
		if err == nil || m.Retry == nil || !m.Retry(err) {
			return err
		}
	}
}

// stop waits until each session has written after the recipe, too.
func (w *movingWriters) stop(t *testing.T) {
	t.Helper()
	for last := w.rows.Load(); w.rows.Load() < last+20 && !t.Failed(); {
		time.Sleep(time.Millisecond)
	}
	w.done.Store(true)
	w.wait.Wait()
	t.Logf("the sessions wrote %d users during the recipe", w.rows.Load())
}

// related tests that each row has the parent that its name says.
func (m Move) related(t *testing.T, conn *sql.Conn) {
	t.Helper()
	for table, query := range map[string]string{
		"orders": "SELECT o.name, u.name FROM orders AS o JOIN users AS u ON u.id = o.user_id",
		"items":  "SELECT i.name, o.name FROM items AS i JOIN orders AS o ON o.id = i.order_id",
	} {
		rows, err := conn.QueryContext(t.Context(), query)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for rows.Next() {
			var name, parent string
			if err := rows.Scan(&name, &parent); err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(name, parent+"/") {
				t.Errorf("%s has the parent %s", name, parent)
			}
			n++
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
		rows.Close()
		least := map[string]int{"orders": movedOrders, "items": m.items()}[table]
		if all := m.count(t, conn, "SELECT count(*) FROM "+table); n != all || n < least {
			t.Errorf("%d of %d rows of %s have a parent", n, all, table)
		}
	}
}

// ordered tests that the keys of old rows are dated and in the order of created_at.
func (m Move) ordered(t *testing.T, conn *sql.Conn) {
	t.Helper()
	for table, rows := range map[string]int{"users": movedUsers, "orders": movedOrders, "items": m.items()} {
		for query, want := range map[string]int{
			"SELECT count(*) FROM %s WHERE name LIKE 'u%%' AND name NOT LIKE '%%w%%' AND sortid_wiji_valid(id) AND sortid_wiji_time(id) = created_at": rows,
			"SELECT count(*) FROM (SELECT created_at, LAG(created_at) OVER (ORDER BY id) AS before_it FROM %s WHERE name LIKE 'u%%' AND name NOT LIKE '%%w%%') AS s" +
				" WHERE created_at < before_it": 0,
			"SELECT count(*) - count(DISTINCT id) FROM %s":            0,
			"SELECT count(*) FROM %s WHERE NOT sortid_wiji_valid(id)": 0,
		} {
			if got := m.count(t, conn, fmt.Sprintf(query, table)); got != want {
				t.Errorf("%s: %d, want %d", fmt.Sprintf(query, table), got, want)
			}
		}
	}
}

// constrained tests that the keys and references are enforced, and that new rows get keys.
func (m Move) constrained(t *testing.T, conn *sql.Conn) {
	t.Helper()
	now := m.Literal(time.Now())
	for _, s := range []string{
		"INSERT INTO orders (user_id, name, created_at) VALUES (sortid_wiji_new(), 'x/1', " + now + ")",
		"INSERT INTO items (order_id, name, created_at) VALUES (sortid_wiji_new(), 'x/1/1', " + now + ")",
		"INSERT INTO items (order_id, name, created_at) VALUES (NULL, 'x/1/1', " + now + ")",
		"INSERT INTO users (id, name, created_at) SELECT id, 'x', created_at FROM users WHERE name = 'u1'",
		"INSERT INTO items (id, order_id, name, created_at) SELECT id, order_id, 'x', created_at FROM items WHERE name = 'u1/1/1'",
		"DELETE FROM users WHERE name = 'u1'",
		"DELETE FROM orders WHERE name = 'u1/1'",
		"SELECT new_id FROM users", "SELECT old_id FROM orders",
	} {
		if _, err := conn.ExecContext(t.Context(), s); err == nil {
			t.Errorf("%s: no error", s)
		}
	}
	for _, s := range []string{
		"INSERT INTO users (name, created_at) VALUES ('new', " + now + ")",
		"INSERT INTO orders (user_id, name, created_at) VALUES ((SELECT id FROM users WHERE name = 'new'), 'new/1', " + now + ")",
		"INSERT INTO items (order_id, name, created_at) VALUES ((SELECT id FROM orders WHERE name = 'new/1'), 'new/1/1', " + now + ")",
	} {
		m.exec(t, conn, s)
	}
	if n := m.count(t, conn, "SELECT count(*) FROM items AS i JOIN orders AS o ON o.id = i.order_id JOIN users AS u ON u.id = o.user_id"+
		" WHERE i.name = 'new/1/1' AND sortid_wiji_valid(i.id) AND sortid_wiji_valid(o.id) AND u.id = (SELECT id FROM users ORDER BY id DESC LIMIT 1)"); n != 1 {
		t.Error("new rows have no keys, or not the greatest")
	}
}
