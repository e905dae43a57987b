package servertest

import (
	"bytes"
	"cmp"
	"database/sql"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/ops/doctor/internal/inspect"
	"github.com/sortid/sortid/ops/doctor/internal/move"
	"github.com/sortid/sortid/ops/doctor/internal/present"
)

// movedRows are as few as save enough pages: PostgreSQL adds up to 64 pages to a file at a time.
func movedRows(kind dbserver.Kind, c movable) int {
	switch {
	case kind != dbserver.Postgres:
		return 8_000
	case c.name == "bytea":
		return 250_000
	}
	return 60_000
}

// movable is a form of key from which the doctor proposes another type.
type movable struct {
	name, column string
	next         func() (text string, raw []byte)
}

var uuidText = movable{"char(36)", "char(36)", func() (string, []byte) { x := v4(); return text(x), x[:] }}

func movables(kind dbserver.Kind) []movable {
	uuid := uuidText.next
	ordered := func() (string, []byte) { x := v7(); return text(x), x[:] }
	list := []movable{
		uuidText,
		{"varchar(36)", "varchar(36)", ordered},
		{"varchar of hex", "varchar(64)", func() (string, []byte) { x := v4(); return hex.EncodeToString(x[:]), x[:] }},
		{"char(26)", "char(26)", func() (string, []byte) { x := ulid.New(); return x.String(), x[:] }},
		{"varchar of Wiji", "varchar(26)", func() (string, []byte) { x := wiji.New(); return x.String(), x[:] }},
		{"varchar of SCRU160", "varchar(32)", func() (string, []byte) { x := scru160.New(); return x.String(), x[:] }},
		{"bytes of a text", map[bool]string{true: "bytea", false: "varbinary(36)"}[kind == dbserver.Postgres], uuid},
	}
	if kind == dbserver.Postgres {
		list = append(list, movable{"text", "text", uuid}, movable{"bytea", "bytea", func() (string, []byte) { x := v7(); return `\x` + hex.EncodeToString(x[:]), x[:] }})
	} else {
		list = append(list, movable{"binary(36)", "binary(36)", uuid})
	}
	if *savingRows > 0 {
		return list
	}
	// TestMoveForms has each form, and the tables of strangers have each column, with fewer rows.
	one := map[dbserver.Kind]string{dbserver.Postgres: "char(26)", dbserver.MySQL: "char(36)", dbserver.MariaDB: "binary(36)"}[kind]
	return slices.DeleteFunc(list, func(c movable) bool { return c.name != one })
}

var moveLine = regexp.MustCompile(`doctor move(?: -from (\w+))? DSN (\S+) > move.sql`)

// What the doctor prints for another type is a command whose script makes it, from each form, and
// the statements that it shows are the script's. Afterwards it proposes nothing more.
func TestTypeChangeIsCarriedOut(t *testing.T) {
	t.Parallel()
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			d := dbtest.Open(t, kind)
			db := open(t, kind.Driver(), d.DSN)
			list := movables(kind)
			want := make([][]string, len(list))
			for i, c := range list {
				want[i] = c.tables(t, db, kind, i)
			}
			r := run(t, inspect.Options{DSN: d.DSN})
			for i, c := range list {
				t.Run(c.name, func(t *testing.T) { carryMove(t, db, d.DSN, kind, typeChange(t, r, i), i, want[i]) })
			}
			checkShown(t, r)
			for _, c := range run(t, inspect.Options{DSN: d.DSN}).Changes {
				if c.Action == inspect.ColumnType {
					t.Errorf("afterwards %+v", c)
				}
			}
		})
	}
}

// carryMove runs the script that the steps of a change name.
func carryMove(t *testing.T, db *sql.DB, dsn string, kind dbserver.Kind, change inspect.Change, i int, want []string) {
	t.Helper()
	users, orders := fmt.Sprintf("users_%d", i), fmt.Sprintf("orders_%d", i)
	text, code := stepsOf(change)
	m := moveLine.FindStringSubmatch(text)
	if m == nil || m[2] != users+".id" || !strings.Contains(text, "writers of "+orders+" and "+users+" wait") && !strings.Contains(text, "writers of "+users+" and "+orders+" wait") {
		t.Fatalf("steps %q", text)
	}
	script, err := move.Script(t.Context(), move.Options{DSN: dsn, Columns: []string{m[2]}, From: cmp.Or(m[1], "uuid")})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range code {
		if !strings.Contains(oneLine(script), oneLine(s)) || !strings.HasPrefix(s, "ALTER TABLE") {
			t.Errorf("%q is not in the script", s)
		}
	}
	if len(code) < 2 {
		t.Errorf("statements %q", code)
	}
	if err := steps(t, db, script, func() {}); err != nil {
		t.Fatal(err)
	}
	column := "LOWER(HEX(u.id))"
	if kind == dbserver.Postgres {
		column = `replace(replace(u.id::text, '-', ''), '\x', '')`
	}
	got := texts(t, db, "SELECT "+column+" FROM "+users+" u JOIN "+orders+" o ON o.user_id = u.id")
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("%d rows %.100q, want %d %.100q", len(got), got, len(want), want)
	}
}

// oneLine returns a text without its lines and indentation.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// tables creates two tables with keys of the form and returns their bytes, sorted.
func (c movable) tables(t *testing.T, db *sql.DB, kind dbserver.Kind, i int) (want []string) {
	t.Helper()
	users, orders := fmt.Sprintf("users_%d", i), fmt.Sprintf("orders_%d", i)
	var values []string
	for range movedRows(kind, c) {
		value, raw := c.next()
		values, want = append(values, value), append(want, hex.EncodeToString(raw))
	}
	slices.Sort(want)
	execute(t, db, "CREATE TABLE "+users+" (id "+c.column+" PRIMARY KEY, name varchar(40))",
		fmt.Sprintf("CREATE TABLE %s (n int PRIMARY KEY, user_id %s NOT NULL, CONSTRAINT buyer_%d FOREIGN KEY (user_id) REFERENCES %s (id))", orders, c.column, i, users))
	for batch := range slices.Chunk(values, 10_000) {
		execute(t, db, "INSERT INTO "+users+" (id) VALUES ('"+strings.Join(batch, "'), ('")+"')")
	}
	execute(t, db, "INSERT INTO "+orders+" SELECT row_number() OVER (), id FROM "+users)
	refresh(t, db, kind, users)
	refresh(t, db, kind, orders)
	return want
}

// typeChange returns the change of the users of a number.
func typeChange(t *testing.T, r *inspect.Report, i int) inspect.Change {
	t.Helper()
	for _, c := range r.Changes {
		if c.Action == inspect.ColumnType && c.Table == fmt.Sprintf("users_%d", i) {
			return c
		}
	}
	t.Fatalf("no change of the type in %+v, columns %+v, notes %q", r.Changes, r.Columns, r.Notes)
	return inspect.Change{}
}

func stepsOf(c inspect.Change) (text string, code []string) {
	for _, s := range c.Steps {
		text += s.Text + "\n"
		code = append(code, s.Code...)
	}
	return text, code
}

// checkShown fails unless the terminal, the page and the JSON have the statements of the first
// change that has some.
func checkShown(t *testing.T, r *inspect.Report) {
	t.Helper()
	var terminal, page, asJSON bytes.Buffer
	for _, err := range []error{present.Terminal(&terminal, r, false), present.Page(&page, r), present.JSON(&asJSON, r)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	i := slices.IndexFunc(r.Changes, func(c inspect.Change) bool { return c.Action == inspect.ColumnType })
	_, code := stepsOf(r.Changes[i])
	words := strings.Join(strings.Fields(code[0])[:5], " ")
	for _, s := range []string{terminal.String(), page.String(), strings.ReplaceAll(asJSON.String(), `\n`, " ")} {
		s = strings.NewReplacer("&#34;", `"`, `\"`, `"`).Replace(s)
		if !strings.Contains(strings.Join(strings.Fields(s), " "), words) {
			t.Errorf("%q is not in\n%s", words, s)
		}
	}
}

// What doctor move refuses is in the report by name.
func TestTypeChangeNamesWhatIsInTheWay(t *testing.T) {
	t.Parallel()
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			d := dbtest.Open(t, kind)
			db := open(t, kind.Driver(), d.DSN)
			uuidText.tables(t, db, kind, 0)
			in := "view seen"
			execute(t, db, "CREATE VIEW seen AS SELECT id FROM users_0")
			if kind == dbserver.Postgres {
				in = "materialized view public.kept"
				execute(t, db, "CREATE MATERIALIZED VIEW kept AS SELECT id FROM seen")
			}
			text, code := stepsOf(typeChange(t, run(t, inspect.Options{DSN: d.DSN}), 0))
			if !strings.Contains(text, in) || !strings.Contains(text, "doctor move DSN users_0.id") || len(code) > 0 {
				t.Errorf("steps %q, statements %q", text, code)
			}
		})
	}
}

// BenchmarkMove measures how long the script of doctor move holds its locks for each GiB of
// tables and indexes: of users with a key of char(36) and 200 bytes more, and orders of theirs.
// Run it with -benchtime 1x; -saving-rows says how many of each.
func BenchmarkMove(b *testing.B) {
	for _, kind := range dbserver.Kinds() {
		b.Run(string(kind), func(b *testing.B) {
			locked, bytes := 0.0, 0.0
			for range b.N {
				seconds, size := timeMove(b, kind, cmp.Or(*savingRows, 200_000))
				locked, bytes = locked+seconds, bytes+size
			}
			b.ReportMetric(bytes/float64(b.N)/(1<<20), "MiB")
			b.ReportMetric(locked/(bytes/(1<<30)), "s/GiB")
		})
	}
}

// timeMove moves the keys of two tables, and returns the seconds from LOCK to COMMIT or UNLOCK
// and the bytes before.
func timeMove(b *testing.B, kind dbserver.Kind, rows int) (seconds, bytes float64) {
	b.Helper()
	d, db := openMany(b, kind)
	f := forServer[kind]
	key := "char(36) CHARACTER SET ascii COLLATE ascii_bin"
	if kind == dbserver.Postgres {
		key = `char(36) COLLATE "C"`
	}
	execute(b, db, "CREATE TABLE users (id "+key+" PRIMARY KEY, n int NOT NULL, payload varchar(200) NOT NULL)",
		"CREATE TABLE orders (n int PRIMARY KEY, user_id "+key+" NOT NULL, payload varchar(200) NOT NULL, CONSTRAINT buyer FOREIGN KEY (user_id) REFERENCES users (id))",
		"INSERT INTO users SELECT "+f.text+", i, REPEAT('x', 200) FROM "+fmt.Sprintf(f.rows, rows),
		"INSERT INTO orders SELECT n, id, REPEAT('x', 200) FROM users ORDER BY n", "CREATE INDEX of_user ON orders (user_id)")
	query := "SELECT pg_total_relation_size('users') + pg_total_relation_size('orders')"
	if kind != dbserver.Postgres {
		query = "SELECT SUM(stat_value) * @@innodb_page_size FROM mysql.innodb_index_stats WHERE database_name = DATABASE() AND stat_name = 'size'"
	}
	for _, table := range []string{"users", "orders"} {
		refresh(b, db, kind, table)
	}
	if err := db.QueryRowContext(b.Context(), query).Scan(&bytes); err != nil {
		b.Fatal(err)
	}
	script, err := move.Script(b.Context(), move.Options{DSN: d.DSN, Columns: []string{"users.id"}, From: "uuid"})
	if err != nil {
		b.Fatal(err)
	}
	conn, err := db.Conn(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	defer conn.Close()
	var began time.Time
	for _, s := range statementsOf(script) {
		if strings.HasPrefix(s, "LOCK TABLE") {
			began = time.Now()
		}
		if _, err := conn.ExecContext(b.Context(), s); err != nil {
			b.Fatalf("%.200s: %v", s, err)
		}
		if s == "COMMIT" || s == "UNLOCK TABLES" {
			seconds = time.Since(began).Seconds()
		}
	}
	return seconds, bytes
}
