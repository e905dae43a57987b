package spread

import (
	"bytes"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/bench/dbserver/dbtest"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
)

func TestMain(m *testing.M) { dbtest.Main(m) }

// The range that the statements read.
var (
	from = time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	to   = from.Add(24 * time.Hour)
)

// open connects to an empty database.
func open(t *testing.T, kind dbserver.Kind) *sql.DB {
	t.Helper()
	db, err := dbtest.Open(t, kind).Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// limit is how many rows they read: fewer than the range has, and more than a shard has.
const limit = 150

// statements holds the output of sortid ddl.
type statements struct {
	Create, Range []string
	One           string
}

// ddl runs the command.
func ddl(t *testing.T, server, design string) statements {
	t.Helper()
	run := exec.CommandContext(t.Context(), "go", "run", "github.com/sortid/sortid/cmd/sortid", "ddl", "-json", "-server", server, "-design", design,
		"-shards", "4", "-limit", strconv.Itoa(limit), "-from", from.Format(time.RFC3339), "-to", to.Format(time.RFC3339))
	run.Stderr = os.Stderr
	out, err := run.Output()
	if err != nil {
		t.Fatal(err)
	}
	var s statements
	if err := json.Unmarshal(out, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// clause is a part of a statement that a server adds to another one's dialect. Every
// statement of the kind must have it.
type clause struct{ in, pattern string }

// without returns the statements without the clauses.
func without(t *testing.T, list []string, clauses []clause) []string {
	t.Helper()
	out := slices.Clone(list)
	for i, s := range out {
		for _, c := range clauses {
			if !strings.HasPrefix(s, c.in) {
				continue
			}
			re := regexp.MustCompile(c.pattern)
			if !re.MatchString(s) {
				t.Errorf("there is no %s in\n%s", c.pattern, s)
			}
			out[i] = re.ReplaceAllString(out[i], "")
		}
	}
	return slices.DeleteFunc(out, func(s string) bool { return s == "" })
}

// check creates the table, inserts IDs around the range in random order, and reads them.
func check(t *testing.T, db *sql.DB, s statements, clauses []clause, insert string, wrap func(wiji.ID) any) {
	t.Helper()
	for _, one := range without(t, s.Create, clauses) {
		if _, err := db.ExecContext(t.Context(), one); err != nil {
			t.Fatalf("%v\n%s", err, one)
		}
	}
	var ids, want []wiji.ID
	for at := from.Add(-6 * time.Hour); at.Before(to.Add(6 * time.Hour)); at = at.Add(5 * time.Minute) {
		x, err := wiji.At(at)
		if err != nil {
			t.Fatal(err)
		}
		if ids = append(ids, x); !at.Before(from) && at.Before(to) {
			want = append(want, x)
		}
	}
	ids = append(ids, first(t))
	want = append([]wiji.ID{first(t)}, want...)[:limit]
	rand.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback() // after a failure
	for _, x := range ids {
		if _, err := tx.ExecContext(t.Context(), insert, wrap(x)); err != nil {
			t.Fatal(err)
		}
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	queries := without(t, s.Range, clauses)
	if len(queries) != 1 {
		t.Fatalf("got queries %q: want one", queries)
	}
	if got := read(t, db, queries[0]); !slices.Equal(got, want) {
		t.Errorf("got %d IDs, or in another order: want the %d first ones of the range in theirs\n%s", len(got), limit, queries[0])
	}
	if got := read(t, db, s.One); !slices.Equal(got, want[:1]) {
		t.Errorf("got %v: want %v\n%s", got, want[:1], s.One)
	}
}

// first returns the least ID of the range, which the query of one row asks for.
func first(t *testing.T) wiji.ID {
	t.Helper()
	x, err := wiji.MinAt(from)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// read returns the first column of a query, which is the ID.
func read(t *testing.T, db *sql.DB, query string) (ids []wiji.ID) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatalf("%v\n%s", err, query)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		values := make([]any, len(columns))
		for i := range values {
			values[i] = new(sql.RawBytes)
		}
		if err := rows.Scan(values...); err != nil {
			t.Fatal(err)
		}
		b := *values[0].(*sql.RawBytes)
		if len(b) > 16 { // the text of a UUID
			if b, err = hex.DecodeString(string(bytes.ReplaceAll(b, []byte("-"), nil))); err != nil {
				t.Fatal(err)
			}
		}
		x, err := wiji.FromBytes(b)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, x)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return ids
}

// The clauses that YugabyteDB's documentation adds to CREATE TABLE and CREATE INDEX:
// SPLIT INTO n TABLETS, SPLIT AT VALUES ((…), …), and HASH or ASC in a primary key.
// https://docs.yugabyte.com/stable/api/ysql/the-sql-language/statements/ddl_create_table
var yugabyte = []clause{
	{"CREATE", ` SPLIT (INTO \d+ TABLETS|AT VALUES \(\(\d+\)(, \(\d+\))*\))$`},
	{"CREATE TABLE", ` (ASC|HASH)\b`},
	{"SET yb_", `^SET yb_[a-z_]+ = (true|\d+)$`},
}

func TestYugabyteDB(t *testing.T) {
	for _, design := range []string{"bucket", "hash", "shard"} {
		db := open(t, dbserver.Postgres)
		const hash = "CREATE FUNCTION yb_hash_code(id uuid) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT hashtext(id::text) & 65535'"
		if _, err := db.ExecContext(t.Context(), hash); err != nil {
			t.Fatal(err)
		}
		check(t, db, ddl(t, "yugabytedb", design), yugabyte, "INSERT INTO events (id) VALUES ($1)",
			func(x wiji.ID) any { return sqltype.UUID[wiji.ID]{V: x} })
	}
}

// The clauses that TiDB adds to MySQL's CREATE TABLE, and its own SPLIT TABLE.
// https://docs.pingcap.com/tidb/stable/sql-statement-create-table
var tidb = []clause{
	{"CREATE TABLE", ` (NON)?CLUSTERED\b`},
	{"CREATE TABLE", `( SHARD_ROW_ID_BITS = 2 PRE_SPLIT_REGIONS = 2)?$`},
	{"SPLIT TABLE", `(?s)^SPLIT TABLE .events. BY .*$`},
}

func TestTiDB(t *testing.T) {
	for _, design := range []string{"hash", "shard"} {
		db := open(t, dbserver.MySQL)
		check(t, db, ddl(t, "tidb", design), tidb, "INSERT INTO events (id) VALUES (?)",
			func(x wiji.ID) any { return sqltype.Binary[wiji.ID]{V: x} })
	}
}
