package replay

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/leafpage"
)

// A layout is a tree that a server keeps and the rules that it follows.
type layout struct {
	name  string
	kinds []dbserver.Kind
	rules func(t Trace, mariaDB bool) (leafpage.Rules, error)
}

// payload is that of the clustered rows, in bytes.
const payload = 100

var innodbs = []dbserver.Kind{dbserver.MySQL, dbserver.MariaDB}

var layouts = []layout{
	{"index", []dbserver.Kind{dbserver.Postgres}, func(t Trace, mariaDB bool) (leafpage.Rules, error) {
		return leafpage.NBTree(leafpage.NBTreeOptions{Key: t.Width, Varlena: !t.Integer && t.Width != 16})
	}},
	{"clustered", innodbs, func(t Trace, mariaDB bool) (leafpage.Rules, error) {
		return leafpage.InnoDB(leafpage.InnoDBOptions{Key: t.Width, Payload: payload, MariaDB: mariaDB})
	}},
	{"secondary", innodbs, func(t Trace, mariaDB bool) (leafpage.Rules, error) {
		return leafpage.InnoDB(leafpage.InnoDBOptions{Key: t.Width, Primary: 8, MariaDB: mariaDB})
	}},
}

func layoutNamed(t testing.TB, name string) layout {
	t.Helper()
	for _, l := range layouts {
		if l.name == name {
			return l
		}
	}
	t.Fatalf("there is no layout %q", name)
	return layout{}
}

// measured is what a server says of a tree. A share that it does not give is 0.
type measured struct {
	leaves int
	fill   float64 // percent
}

// replay inserts the trace into an empty database over one connection and reads the
// tree.
func replay(t testing.TB, d *dbserver.Database, l layout, tr Trace, rows int) measured {
	t.Helper()
	db, err := d.Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if d.Server.Kind == dbserver.Postgres {
		return replayPostgres(t, conn, tr, rows)
	}
	return replayInnoDB(t, conn, d, l, tr, rows)
}

func execute(t testing.TB, conn *sql.Conn, statements ...string) {
	t.Helper()
	for _, s := range statements {
		if _, err := conn.ExecContext(t.Context(), s); err != nil {
			t.Fatalf("%.100s: %v", s, err)
		}
	}
}

func replayPostgres(t testing.TB, conn *sql.Conn, tr Trace, rows int) (m measured) {
	t.Helper()
	column := "uuid"
	switch {
	case tr.Integer:
		column = "bigint"
	case tr.Width != 16:
		column = "bytea"
	}
	execute(t, conn, "DROP TABLE IF EXISTS item", "CREATE EXTENSION IF NOT EXISTS pgstattuple",
		"CREATE UNLOGGED TABLE item (id "+column+" PRIMARY KEY)")
	// COPY puts the rows into the index one by one, in their order.
	next := pull(t, tr, rows)
	err := conn.Raw(func(c any) error {
		n, err := c.(*stdlib.Conn).Conn().CopyFrom(t.Context(), pgx.Identifier{"item"}, []string{"id"},
			pgx.CopyFromFunc(func() ([]any, error) {
				key := next()
				switch {
				case key == nil:
					return nil, nil
				case tr.Integer:
					return []any{Int64(key)}, nil
				case tr.Width == 16:
					return []any{[16]byte(key)}, nil
				}
				return []any{key}, nil
			}))
		if err == nil && int(n) != rows {
			err = fmt.Errorf("%d rows were copied, want %d", n, rows)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	const read = "SELECT leaf_pages, avg_leaf_density FROM pgstatindex('item_pkey')"
	if err := conn.QueryRowContext(t.Context(), read).Scan(&m.leaves, &m.fill); err != nil {
		t.Fatal(err)
	}
	return m
}

// pull returns a function that gives one key at each call, and nil at the end.
func pull(t testing.TB, tr Trace, rows int) func() []byte {
	keys := make(chan []byte, 1000)
	ctx := t.Context()
	go func() {
		defer close(keys)
		for key := range tr.Keys(rows) {
			select {
			case keys <- append([]byte(nil), key...):
			case <-ctx.Done():
				return
			}
		}
	}()
	return func() []byte { return <-keys }
}

func replayInnoDB(t testing.TB, conn *sql.Conn, d *dbserver.Database, l layout, tr Trace, rows int) (m measured) {
	t.Helper()
	column := fmt.Sprintf("BINARY(%d)", tr.Width)
	if tr.Integer {
		column = "BIGINT"
	}
	table, index, row := "(id "+column+" NOT NULL PRIMARY KEY, payload VARBINARY(100) NOT NULL)", "PRIMARY", "("+literal+", REPEAT('x', 100))"
	if l.name == "secondary" {
		table, index, row = "(id "+column+" NOT NULL, n BIGINT NOT NULL PRIMARY KEY, UNIQUE KEY item_id (id))", "item_id", "("+literal+", %[2]d)"
	}
	execute(t, conn, "DROP TABLE IF EXISTS item", "CREATE TABLE item "+table+" ENGINE = InnoDB ROW_FORMAT = DYNAMIC STATS_PERSISTENT = 1 STATS_AUTO_RECALC = 0")
	const most = 1000 // rows in a statement
	var text strings.Builder
	n := 0
	for key := range tr.Keys(rows) {
		if text.Len() == 0 {
			text.WriteString("INSERT INTO item VALUES ")
		} else {
			text.WriteByte(',')
		}
		value := fmt.Sprintf("x'%x'", key)
		if tr.Integer {
			value = fmt.Sprint(Int64(key))
		}
		n++
		if l.name == "secondary" {
			fmt.Fprintf(&text, row, value, n)
		} else {
			fmt.Fprintf(&text, row, value)
		}
		if n%most == 0 || n == rows {
			execute(t, conn, text.String())
			text.Reset()
		}
	}
	execute(t, conn, "ANALYZE TABLE item")
	m.leaves = statistic(t, conn, d.Name, index)
	return m
}

// literal is where the key goes in a row of an INSERT.
const literal = "%[1]s"

// statistic reads the number of leaf pages that ANALYZE TABLE has counted.
func statistic(t testing.TB, conn *sql.Conn, database, index string) (n int) {
	t.Helper()
	err := conn.QueryRowContext(context.WithoutCancel(t.Context()), "SELECT stat_value FROM mysql.innodb_index_stats WHERE database_name = '"+
		database+"' AND table_name = 'item' AND index_name = '"+index+"' AND stat_name = 'n_leaf_pages'").Scan(&n)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
