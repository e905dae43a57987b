// Package speed_test measures what keys cost that servers make: it prints the table of docs/server.md.
package speed_test

import (
	"context"
	"database/sql"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/integration_test/internal/functions"
	"github.com/sortid/sortid/integration_test/internal/sample"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"

	_ "github.com/go-sql-driver/mysql"
	_ "github.com/jackc/pgx/v5/stdlib"
)

func TestMain(m *testing.M) { dbtest.Main(m) }

var servers = flag.String("servers", "postgres,mysql,mariadb", "the servers to measure")

// rowsInserted is how many rows a way inserts in its turn, in one statement or, with keys of the client,
// in statements of 1,000.
const rowsInserted = 2_000

// BenchmarkTable inserts rows whose keys the server makes in each of the ways. The ways take turns,
// and each turn begins with another way. It prints a table in Markdown of the medians of the ratio to
// the first way in the same turn, with their 95 % intervals:
//
//	go test -run '^$' -bench Table -benchtime 40x ./integration_test/migrations/speed
//
// The number is that of the turns. For another version set SORTID_POSTGRES_DSN and -servers postgres.
func BenchmarkTable(b *testing.B) {
	var columns []column
	for _, kind := range []dbserver.Kind{dbserver.Postgres, dbserver.MySQL, dbserver.MariaDB} {
		if strings.Contains(*servers, string(kind)) {
			columns = append(columns, open(b, kind))
		}
	}
	for turn := 0; b.Loop(); turn++ {
		for _, c := range columns {
			c.turn(b, turn)
		}
	}
	b.ReportMetric(0, "ns/op") // the sum of all says nothing
	fmt.Println("\n" + markdown(columns))
}

// column is a server with the ways that it has.
type column struct {
	title string
	conn  *sql.Conn
	ways  []way
	micro map[string][]float64 // microseconds a row, of each turn
}

func open(b *testing.B, kind dbserver.Kind) column {
	b.Helper()
	d := dbtest.Open(b, kind)
	driver, ways := "mysql", mysqlWays
	version := "SELECT SUBSTRING_INDEX(VERSION(), '.', 2)"
	if kind == dbserver.Postgres {
		driver, ways = "pgx", postgresWays
		version = "SELECT split_part(current_setting('server_version'), '.', 1)"
	}
	db, err := sql.Open(driver, d.DSN)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	functions.Install(b, kind, db)
	c := column{micro: map[string][]float64{}}
	if c.conn, err = db.Conn(b.Context()); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { c.conn.Close() })
	var number string
	if err := c.conn.QueryRowContext(b.Context(), version).Scan(&number); err != nil {
		b.Fatal(err)
	}
	c.title = string(kind) + " " + number
	for _, w := range ways(b, c) {
		for _, statement := range w.create {
			c.exec(b, statement)
		}
		c.ways = append(c.ways, w)
	}
	return c
}

func (c column) exec(b *testing.B, statement string) {
	b.Helper()
	if _, err := c.conn.ExecContext(context.Background(), statement); err != nil {
		b.Fatalf("%s: %.300s: %v", c.title, statement, err)
	}
}

// turn lets each way insert its rows into an empty table. Who goes first changes.
func (c column) turn(b *testing.B, number int) {
	b.Helper()
	for i := range c.ways {
		w := c.ways[(i+number)%len(c.ways)]
		c.exec(b, "TRUNCATE TABLE "+w.table)
		statements := w.insert()
		begun := time.Now()
		for _, statement := range statements {
			c.exec(b, statement)
		}
		c.micro[w.name] = append(c.micro[w.name], float64(time.Since(begun).Nanoseconds())/rowsInserted/1000)
	}
}

// markdown is the table of all columns. A way that a server does not have has an empty cell.
func markdown(columns []column) string {
	var out strings.Builder
	var names []string
	out.WriteString("| the key is made by |")
	for _, c := range columns {
		fmt.Fprintf(&out, " %s |", c.title)
		for i, w := range c.ways {
			if !slices.Contains(names, w.name) {
				names = slices.Insert(names, min(i, len(names)), w.name)
			}
		}
	}
	out.WriteString("\n|---|" + strings.Repeat("--:|", len(columns)) + "\n")
	for _, name := range names {
		out.WriteString("| " + name + " |")
		for _, c := range columns {
			out.WriteString(" " + c.cell(name) + " |")
		}
		out.WriteString("\n")
	}
	return out.String()
}

func (c column) cell(name string) string {
	base := c.micro[c.ways[0].name]
	if len(c.micro[name]) == 0 {
		return ""
	}
	if name == c.ways[0].name {
		return fmt.Sprintf("1 (%.1f µs)", sample.Median(base))
	}
	ratios := make([]float64, len(base))
	for i, micro := range c.micro[name] {
		ratios[i] = micro / base[i]
	}
	low, high := sample.Interval(ratios)
	return fmt.Sprintf("%.1f (%.1f to %.1f)", sample.Median(ratios), low, high)
}
