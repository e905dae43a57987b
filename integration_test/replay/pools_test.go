package replay

import (
	"cmp"
	"context"
	"database/sql"
	"flag"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/internal/leafpage"
)

var recordPools = flag.Bool("record-pools", false, "start servers with small page caches and write how many pages they read to "+poolsFile)

// poolsFile is how many pages servers read whose page cache is smaller than the tree.
// To record it again, which takes some minutes and starts a server for each size:
//
//	go test ./integration_test/replay -run TestPools -record-pools -v -timeout 1h
const poolsFile = "testdata/pools.json"

// poolEntry is what one server read.
type poolEntry struct {
	Server  string `json:"server"`
	Version string `json:"version"`
	Layout  string `json:"layout"`
	Pool    int64  `json:"pool_bytes"`
	Freed   int    `json:"lru_scan_depth,omitempty"`
	Trace   string `json:"trace"`
	Rows    int    `json:"rows"`
	Reads   int    `json:"pages_read"`
}

func (e poolEntry) compare(o poolEntry) int {
	return cmp.Or(cmp.Compare(e.Server, o.Server), cmp.Compare(e.Version, o.Version), cmp.Compare(e.Pool, o.Pool), cmp.Compare(e.Trace, o.Trace))
}

// poolTolerance is how far the simulated reads may be from the server's, as a share.
// Servers do not quite give up the page that was not used for longest.
const poolTolerance = 0.1

// heapRows is how many rows of the traces' table are on a page of PostgreSQL's heap.
const heapRows = 55

// Smaller page caches than the tree read as many pages as the servers' do.
func TestPools(t *testing.T) {
	if *recordPools {
		for _, kind := range dbserver.Kinds() {
			t.Run(string(kind), func(t *testing.T) { recordPool(t, kind) })
		}
		return
	}
	curves := map[string]leafpage.Curve{}
	for _, e := range records[poolEntry](t, poolsFile) {
		tr, _ := Named(e.Trace)
		r, err := layoutNamed(t, e.Layout).rules(tr, false)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := curves[e.Layout+e.Trace]; !ok {
			curves[e.Layout+e.Trace] = missesOf(t, r, tr, e.Rows)
		}
		got := curves[e.Layout+e.Trace].Reads(r.PoolPages(leafpage.BufferPool{Bytes: e.Pool, Freed: e.Freed, MariaDB: e.Server == dbserver.MariaDB.Title()}))
		off := float64(got)/float64(e.Reads) - 1
		t.Logf("%-32s %3d MB %-10s %7d pages read, simulated %7d (%+.1f%%)", e.Server+" "+e.Version, e.Pool>>20, e.Trace, e.Reads, got, 100*off)
		if math.Abs(off) > poolTolerance {
			t.Errorf("%s with %d bytes, %s: the simulator reads %d pages and the server %d: %+.1f%%", e.Server, e.Pool, e.Trace, got, e.Reads, 100*off)
		}
	}
}

func missesOf(t testing.TB, r leafpage.Rules, tr Trace, rows int) leafpage.Curve {
	t.Helper()
	o := leafpage.Options{Pool: true}
	if r.Name() == "nbtree" {
		o.TableRows = heapRows
	}
	tree, err := leafpage.New(r, o)
	if err != nil {
		t.Fatal(err)
	}
	for key := range tr.Keys(rows) {
		if err := tree.Insert(key); err != nil {
			t.Fatal(err)
		}
	}
	c, ok := tree.Misses()
	if !ok {
		t.Fatal("there is no curve")
	}
	return c
}

// recordPool starts servers of a kind, with page caches of several sizes.
func recordPool(t *testing.T, kind dbserver.Kind) {
	const depth = 100
	for _, pool := range []int64{1, 2} {
		settings := map[string]string{
			"innodb_buffer_pool_size": fmt.Sprint(pool << 24), "innodb_lru_scan_depth": fmt.Sprint(depth), "skip-log-bin": "",
			"innodb_flush_log_at_trx_commit": "0", "innodb_doublewrite": "OFF",
		}
		e := poolEntry{Layout: "clustered", Pool: pool << 24, Freed: depth, Rows: 300_000}
		if kind == dbserver.Postgres {
			settings = map[string]string{"shared_buffers": fmt.Sprint(pool<<12, "kB"), "fsync": "off", "synchronous_commit": "off", "autovacuum": "off", "max_wal_size": "8GB"}
			e.Layout, e.Pool, e.Freed = "index", pool<<22, 0
		}
		s, err := dbserver.Open(t.Context(), kind, dbserver.Options{Settings: settings, Source: dbserver.SourceContainer})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		for _, name := range []string{"uuidv4", "migration"} {
			e.Server, e.Version, e.Trace = kind.Title(), s.Version, name
			if e.Reads = readsOf(t, s, name, e.Rows); e.Reads >= 1000 { // fewer are those of other tables
				keep(t, poolsFile, e, poolEntry.compare, func(o poolEntry) bool { return e.compare(o) == 0 })
			}
			t.Logf("%+v", e)
		}
	}
}

// readsOf inserts a trace and returns how many pages the server read for it.
func readsOf(t *testing.T, s *dbserver.Server, name string, rows int) int {
	t.Helper()
	d, err := s.NewDatabase(t.Context(), name, dbserver.DatabaseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	db, err := d.Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	conn, err := db.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	table, begin, row, end := "CREATE TABLE item (id BINARY(16) NOT NULL PRIMARY KEY, payload VARBINARY(100) NOT NULL)", "INSERT INTO item VALUES ", "(x'%x', REPEAT('x', 100))", ""
	if s.Kind == dbserver.Postgres {
		table, begin, row, end = "CREATE TABLE item (id uuid PRIMARY KEY, payload bytea NOT NULL)",
			"INSERT INTO item SELECT k, convert_to(repeat('x', 100), 'SQL_ASCII') FROM unnest(ARRAY[", "'%x'::uuid", "]) k"
	}
	execute(t, conn, table)
	before := pagesRead(t, conn, s.Kind)
	tr, _ := Named(name)
	var values []string
	for key := range tr.Keys(rows) {
		if values = append(values, fmt.Sprintf(row, key)); len(values) == 1000 {
			execute(t, conn, begin+strings.Join(values, ",")+end)
			values = values[:0]
		}
	}
	return pagesRead(t, conn, s.Kind) - before
}

func pagesRead(t *testing.T, conn *sql.Conn, kind dbserver.Kind) (n int) {
	t.Helper()
	var err error
	if kind == dbserver.Postgres {
		execute(t, conn, "SELECT pg_stat_force_next_flush()")
		err = conn.QueryRowContext(t.Context(), "SELECT coalesce(sum(idx_blks_read), 0) FROM pg_statio_user_indexes").Scan(&n)
	} else {
		err = conn.QueryRowContext(t.Context(), "SHOW GLOBAL STATUS LIKE 'Innodb_buffer_pool_reads'").Scan(new(string), &n)
	}
	if err != nil {
		t.Fatal(err)
	}
	return n
}
