package servertest

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	_ "github.com/jackc/pgx/v5/stdlib" // the driver

	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/ops/doctor/internal/inspect"
)

// Tests of scripts run beside each other, because they wait for servers. Those of sizes and samples run alone before.
func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", "4"); err != nil {
		panic(err)
	}
	dbtest.Own = true // the sizes and counters of its tables are read, and some tests change settings
	dbtest.Main(m)
}

// rows are how many rows the tables of tests have.
const rows = 600

// keys makes IDs as a column stores them.
type keys func() any

func text(u [16]byte) string { return gofrs.UUID(u).String() }

func v4() [16]byte { return gofrs.Must(gofrs.NewV4()) }

// fill inserts rows with the keys into the columns of a table.
func fill(t *testing.T, db *sql.DB, kind dbserver.Kind, table string, n int, columns string, values ...keys) {
	t.Helper()
	const batch = 200
	for start := 0; start < n; start += batch {
		var b strings.Builder
		fmt.Fprintf(&b, "INSERT INTO %s (%s) VALUES ", table, columns)
		for i := range min(batch, n-start) {
			if i > 0 {
				b.WriteString(", ")
			}
			for j, next := range values {
				b.WriteString([]string{"(", ", "}[min(j, 1)] + literal(kind, next()))
			}
			b.WriteString(")")
		}
		execute(t, db, b.String())
	}
}

// literal writes a value for a statement.
func literal(kind dbserver.Kind, v any) string {
	switch v := v.(type) {
	case []byte:
		if kind == dbserver.Postgres {
			return `'\x` + hex.EncodeToString(v) + "'"
		}
		return "X'" + hex.EncodeToString(v) + "'"
	case string:
		if kind != dbserver.Postgres {
			v = strings.ReplaceAll(v, `\`, `\\`)
		}
		return "'" + strings.ReplaceAll(v, "'", "''") + "'"
	}
	return fmt.Sprint(v)
}

func execute(t testing.TB, db *sql.DB, statements ...string) {
	t.Helper()
	for _, s := range statements {
		if s == "ANALYZE" || strings.HasPrefix(s, "VACUUM") && strings.Contains(s, "ANALYZE") {
			// A session of PostgreSQL sends its counters up to ten seconds late. Rows that it
			// wrote before would count as written since.
			execute(t, db, "SELECT pg_stat_force_next_flush()")
		}
		if _, err := db.ExecContext(t.Context(), s); err != nil {
			t.Fatalf("%.200s: %v", s, err)
		}
	}
}

// open connects to a database for the test's own statements.
func open(t testing.TB, driver, dsn string) *sql.DB {
	t.Helper()
	db, err := sql.Open(driver, dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// holds are the kinds, forms and roles of the columns of a report that hold IDs or numbers.
func holds(r *inspect.Report) []string {
	var list []string
	for _, c := range r.Columns {
		if len(c.IDs.Parts) == 0 {
			continue
		}
		list = append(list, fmt.Sprintf("%s.%s %v: %s, %s, %s", c.Table, c.Name, c.Roles, c.IDs.Parts[0], c.IDs.Form, c.IDs.Parts[0].Sureness()))
	}
	slices.Sort(list)
	return list
}

// run inspects a database, and checks the JSON of the report.
func run(t *testing.T, o inspect.Options) *inspect.Report {
	t.Helper()
	r, err := inspect.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	checkJSON(t, r)
	return r
}

// aDatabase creates tables with IDs of several kinds, and returns what inspect must find.
func aDatabase(t *testing.T, db *sql.DB, kind dbserver.Kind) []string {
	t.Helper()
	uuid, integer, textType := "BLOB", "INTEGER", "TEXT"
	switch kind {
	case dbserver.Postgres:
		uuid, integer, textType = "uuid", "bigint", "varchar(40)"
	case dbserver.MySQL, dbserver.MariaDB:
		uuid, integer, textType = "binary(16)", "bigint", "varchar(40)"
	}
	execute(t, db,
		"CREATE TABLE users (id "+textType+" PRIMARY KEY, mail "+textType+" UNIQUE)",
		"CREATE TABLE orders (id "+uuid+" PRIMARY KEY, user_id "+textType+", FOREIGN KEY (user_id) REFERENCES users (id))",
		"CREATE TABLE events (id "+integer+" PRIMARY KEY, token "+uuid+" UNIQUE)",
		"CREATE TABLE vacant (id "+uuid+" PRIMARY KEY)")
	var users []string
	n := 0
	fill(t, db, kind, "users", rows, "id, mail", func() any {
		u := text(v4())
		users = append(users, u)
		return u
	}, func() any { n++; return fmt.Sprintf("user%d@example.org", n) })
	i := 0
	fill(t, db, kind, "orders", rows, "id, user_id", func() any { x := wiji.New(); return bytesFor(kind, x) }, func() any {
		i++
		return users[i%len(users)]
	})
	m := 0
	fill(t, db, kind, "events", rows, "id, token", func() any { m++; return m }, func() any { return bytesFor(kind, uuidv7.New()) })
	want := []string{
		"events.id [primary]: sequence, integer, certain",
		"events.token [unique]: UUIDv7, bytes, certain",
		"orders.id [primary]: Wiji, bytes, certain",
		"orders.user_id [foreign]: UUIDv4, UUID text, certain",
		"users.id [primary]: UUIDv4, UUID text, certain",
	}
	return want
}

// bytesFor returns 16 bytes for the column of the server: a uuid on PostgreSQL.
func bytesFor[T ~[16]byte](kind dbserver.Kind, x T) any {
	if kind == dbserver.Postgres {
		return text(x)
	}
	return x[:]
}

func TestServers(t *testing.T) {
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			d := dbtest.Open(t, kind)
			db := open(t, kind.Driver(), d.DSN)
			want := aDatabase(t, db, kind)
			for _, analyzed := range []bool{false, true} {
				if analyzed {
					execute(t, db, analyze(kind)...)
				}
				r := run(t, inspect.Options{DSN: d.DSN})
				want := want
				if kind == dbserver.Postgres && !analyzed {
					want = withoutRows(want)
				}
				if got := holds(r); !slices.Equal(got, want) || r.Tables != 4 || r.Server.Product != kind.Title() {
					t.Errorf("analyzed %v: got %q of %d tables of %s, want %q", analyzed, got, r.Tables, r.Server.Product, want)
				}
				if analyzed {
					checkSame(t, r, run(t, inspect.Options{DSN: d.DSN}))
				}
				if len(r.Notes) != 1 || !strings.Contains(r.Notes[0], "vacant: no sample") {
					t.Errorf("notes %q", r.Notes)
				}
			}
		})
	}
}

// withoutRows returns what inspect finds where the number of rows is not known: whether
// numbers are a sequence shows in how many of them there are.
func withoutRows(want []string) []string {
	want = slices.Clone(want)
	for i, s := range want {
		want[i] = strings.Replace(s, "sequence, integer, certain", "integers, integer, a guess", 1)
	}
	return want
}

// analyze returns the statements that update the statistics of aDatabase's tables.
func analyze(kind dbserver.Kind) []string {
	if kind == dbserver.Postgres {
		return []string{"ANALYZE"}
	}
	return []string{"ANALYZE TABLE users, orders, events, vacant"}
}

func TestSQLite(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a b.sqlite")
	db := open(t, "sqlite", name)
	want := aDatabase(t, db, "")
	execute(t, db, "CREATE TABLE tags (id TEXT COLLATE NOCASE PRIMARY KEY, owner INTEGER REFERENCES events (id)) WITHOUT ROWID")
	i := 0
	fill(t, db, "", "tags", rows, "id, owner", aULID, func() any { i++; return i })
	want = append(want, "tags.id [primary]: ULID, Base32 text, certain", "tags.owner [foreign]: integers, integer, a guess")
	slices.Sort(want)
	db.Close()
	before := hashOf(t, name)
	var reports []*inspect.Report
	for _, dsn := range []string{name, "sqlite=" + name, "file:" + strings.ReplaceAll(name, " ", "%20")} {
		r := run(t, inspect.Options{DSN: dsn})
		if got := holds(r); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", dsn, got, want)
		}
		reports = append(reports, r)
	}
	checkSame(t, reports[0], reports[1])
	if after := hashOf(t, name); after != before {
		t.Error("the file has changed")
	}
	if files, err := os.ReadDir(filepath.Dir(name)); err != nil || len(files) != 1 {
		t.Errorf("files %v, %v", files, err)
	}
}

func hashOf(t *testing.T, name string) [32]byte {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return sha256.Sum256(b)
}

// ofTables matches a statement that reads the tables of aDatabase.
var ofTables = regexp.MustCompile(`\b(users|orders|events|vacant)\b`)

// A dry run lists the statements that a run sends, and sends those of the catalog alone.
func TestDryRun(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x.sqlite")
	aDatabase(t, open(t, "sqlite", name), "")
	dsns := []string{name}
	for _, kind := range dbserver.Kinds() {
		d := dbtest.Open(t, kind)
		aDatabase(t, open(t, kind.Driver(), d.DSN), kind)
		dsns = append(dsns, d.DSN)
	}
	for _, dsn := range dsns {
		sent, dry := run(t, inspect.Options{DSN: dsn}), run(t, inspect.Options{DSN: dsn, DryRun: true})
		listed := make(map[string]bool)
		for _, s := range dry.Statements {
			listed[s.Text] = true
		}
		for _, s := range sent.Statements {
			if !listed[s.Text] || s.Sent == 0 {
				t.Errorf("%s: the dry run does not list\n%s", dry.Server.Product, s.Text)
			}
		}
		for _, s := range dry.Statements {
			if s.Sent > 0 && ofTables.MatchString(s.Text) {
				t.Errorf("a dry run sent %s", s.Text)
			}
		}
		if len(dry.Columns) > 0 {
			t.Errorf("a dry run found %q", holds(dry))
		}
	}
}
