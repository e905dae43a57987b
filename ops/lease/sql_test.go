package lease

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sortid/sortid/id"
)

// openTable finds out what the server is. A handle whose statements do not commit is refused.
func TestOpenTable(t *testing.T) {
	noVersion := reply{to: "SELECT version()", err: errGiven}
	for _, x := range []struct {
		name    string
		replies []reply
		server  server
		isTiDB  bool
		asks    int
		want    string // the error
		is      error
	}{
		{"Postgres", []reply{rowTo("SELECT version()", "PostgreSQL 18.1 on x86_64")}, postgres, false, 1, "", nil},
		{"MySQL", []reply{rowTo("SELECT version()", "9.1.0"), rowTo("SELECT @@autocommit", int64(1))}, mysql, false, 2, "", nil},
		{"MariaDB", []reply{rowTo("SELECT version()", "11.8.2-MariaDB"), rowTo("SELECT @@autocommit", int64(1))}, mysql, false, 2, "", nil},
		{"TiDB", []reply{rowTo("SELECT version()", "8.0.11-TiDB-v8.5.0"), rowTo("SELECT @@autocommit", int64(1))}, mysql, true, 2, "", nil},
		{"SQLite", []reply{noVersion, rowTo("SELECT sqlite_version()", "3.51.0")}, sqlite, false, 2, "", nil},
		{
			"autocommit", []reply{rowTo("SELECT version()", "9.1.0"), rowTo("SELECT @@autocommit", int64(0))}, mysql, false, 2,
			"lease: claim of a number: invalid setting: autocommit is off: open a handle without autocommit=0 in its DSN", id.ErrConfig,
		},
		{
			"no autocommit", []reply{rowTo("SELECT version()", "9.1.0"), {to: "SELECT @@autocommit", err: errGiven}}, mysql, false, 2,
			"lease: claim of a number: the server's error: check the connection", errGiven,
		},
		{
			"another", []reply{noVersion}, server{}, false, 2,
			"lease: claim of a number: the server's error: check the connection; the servers are Postgres, MySQL, MariaDB and SQLite", errGiven,
		},
	} {
		s := &script{replies: x.replies}
		table, err := openTable(t.Context(), s.open(t))
		if text := fmt.Sprint(err); !errors.Is(err, x.is) || x.want != "" && text != x.want {
			t.Errorf("%s: %v, want %q", x.name, err, x.want)
		}
		if len(s.sent) != x.asks {
			t.Errorf("%s: statements %q, want %d", x.name, s.sent, x.asks)
		}
		if err == nil && (table.server != x.server || table.isTiDB != x.isTiDB || table.holder == "") {
			t.Errorf("%s: %+v", x.name, table)
		}
	}
}

// Each statement is in the server's form: its clock, its placeholders, and what makes it durable.
func TestText(t *testing.T) {
	const statement = "SELECT NOW + ? WHERE a = ? AND NOW > ?"
	for name, x := range map[string]struct {
		server server
		want   string
	}{
		"Postgres": {postgres, "SELECT floor(extract(epoch FROM now()) * 1000)::bigint + $1 WHERE a = $2 AND floor(extract(epoch FROM now()) * 1000)::bigint > $3"},
		"MySQL": {mysql, "SELECT TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00', UTC_TIMESTAMP(6)) DIV 1000 + ? " +
			"WHERE a = ? AND TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00', UTC_TIMESTAMP(6)) DIV 1000 > ?"},
		"SQLite": {sqlite, "SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) + ? " +
			"WHERE a = ? AND CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) > ?"},
	} {
		if text := (&sqlTable{server: x.server}).text(statement); text != x.want {
			t.Errorf("%s: %s, want %s", name, text, x.want)
		}
	}
}

// brief is a server whose clock and condition are short, for texts of statements.
var brief = server{clock: "NOW", insert: "INSERT", onConflict: " ON CONFLICT DO NOTHING", durably: " AND DURABLE"}

// The statements, with their arguments: what a claim and a renewal ask of the row, and what they write.
func TestStatements(t *testing.T) {
	c := claim{Lease: Lease{Name: "orders", Number: 7, Token: 12}, mark: 9000, renewal: 3, tried: 4}
	for name, x := range map[string]struct {
		call func(ctx context.Context, t *sqlTable) error
		want string
	}{
		"free": {
			func(ctx context.Context, t *sqlTable) error { _, err := t.free(ctx, "orders", 1024, 5000); return err },
			"SELECT number, token, mark FROM sortid_lease WHERE name = ? AND number < ? AND mark <= ? AND expires <= NOW " +
				"ORDER BY mark, number LIMIT 64 [orders 1024 5000]",
		},
		"count": {
			func(ctx context.Context, t *sqlTable) error { _, err := t.count(ctx, "orders", 1024, 5000); return err },
			"SELECT COUNT(*), COUNT(CASE WHEN expires > NOW THEN 1 END), COUNT(CASE WHEN expires <= NOW AND mark <= ? THEN 1 END), " +
				"COALESCE(MIN(CASE WHEN expires > NOW THEN expires - NOW END), 0) FROM sortid_lease WHERE name = ? AND number < ? [5000 orders 1024]",
		},
		"claim": {
			func(ctx context.Context, t *sqlTable) error {
				_, err := t.claim(ctx, "orders", free{number: 7, token: 11, mark: 8000}, 30*time.Second, 9000)
				return err
			},
			"UPDATE sortid_lease SET token = token + 1, renewal = 0, holder = ?, begins = mark, expires = NOW + ?, mark = ? " +
				"WHERE name = ? AND number = ? AND token = ? AND mark = ? AND expires <= NOW AND DURABLE [me 30000 9000 orders 7 11 8000]",
		},
		"renew": {
			func(ctx context.Context, t *sqlTable) error { c := c; return t.renew(ctx, &c, 30*time.Second, 9900) },
			"UPDATE sortid_lease SET renewal = ?, expires = NOW + ?, mark = ? " +
				"WHERE name = ? AND number = ? AND token = ? AND holder = ? AND renewal >= ? AND renewal < ? AND mark >= ? AND DURABLE " +
				"[5 30000 9900 orders 7 12 me 3 5 9000]",
		},
		"release": {
			func(ctx context.Context, t *sqlTable) error { c := c; return t.release(ctx, &c, 8500) },
			"UPDATE sortid_lease SET renewal = ?, expires = ?, mark = ? " +
				"WHERE name = ? AND number = ? AND token = ? AND holder = ? AND renewal >= ? AND renewal < ? AND mark >= ? AND DURABLE " +
				"[5 0 8500 orders 7 12 me 3 5 9000]",
		},
		"judge": {
			func(ctx context.Context, t *sqlTable) error { return t.judge(ctx, &c) },
			"SELECT token, renewal, begins, mark, holder FROM sortid_lease WHERE name = ? AND number = ? [orders 7]",
		},
		"grow": {
			func(ctx context.Context, t *sqlTable) error { return t.grow(ctx, "orders", 3) },
			"INSERT INTO sortid_lease (name, number) VALUES ('orders', 0), ('orders', 1), ('orders', 2) ON CONFLICT DO NOTHING",
		},
	} {
		s := &script{replies: []reply{{err: errGiven}}}
		if err := x.call(t.Context(), s.table(t, brief)); !errors.Is(err, errGiven) {
			t.Errorf("%s: %v", name, err)
		}
		if len(s.sent) != 1 || s.sent[0] != x.want {
			t.Errorf("%s:\n%q\nwant\n%q", name, s.sent, x.want)
		}
	}
}

// What differs between the servers: rows that another process has added are no error on any.
func TestGrowForms(t *testing.T) {
	for name, x := range map[string]struct {
		server server
		want   string
	}{
		"Postgres": {postgres, "INSERT INTO sortid_lease (name, number) VALUES ('a', 0) ON CONFLICT DO NOTHING"},
		"MySQL":    {mysql, "INSERT IGNORE INTO sortid_lease (name, number) VALUES ('a', 0)"},
		"SQLite":   {sqlite, "INSERT INTO sortid_lease (name, number) VALUES ('a', 0) ON CONFLICT DO NOTHING"},
	} {
		s := &script{replies: []reply{{}}}
		if err := s.table(t, x.server).grow(t.Context(), "a", 1); err != nil || !slices.Equal(s.sent, []string{x.want}) {
			t.Errorf("%s: %v, %q, want %q", name, err, s.sent, x.want)
		}
	}
}

// grow adds each number below the given one once, 1,024 a statement.
func TestGrow(t *testing.T) {
	for numbers, want := range map[int][]string{
		0: nil, 1: {"0 to 0"}, 64: {"0 to 63"}, 1024: {"0 to 1023"}, 1025: {"0 to 1023", "1024 to 1024"},
		2500: {"0 to 1023", "1024 to 2047", "2048 to 2499"},
	} {
		s := &script{replies: []reply{{}}}
		if err := s.table(t, brief).grow(t.Context(), "a", numbers); err != nil {
			t.Errorf("%d: %v", numbers, err)
		}
		var got []string
		next := 0
		for _, statement := range s.sent {
			_, list, _ := strings.Cut(statement, " VALUES ")
			list = strings.TrimSuffix(list, " ON CONFLICT DO NOTHING")
			from := next
			for row := range strings.SplitSeq(list, ", (") {
				if strings.TrimPrefix(row, "(") != fmt.Sprintf("'a', %d)", next) {
					t.Fatalf("%d: the row %q, want that of %d", numbers, row, next)
				}
				next++
			}
			got = append(got, fmt.Sprintf("%d to %d", from, next-1))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d: %q, want %q", numbers, got, want)
		}
	}
	s := &script{replies: []reply{{to: "('a', 0)"}, {err: errGiven}}}
	if err := s.table(t, brief).grow(t.Context(), "a", 2500); !errors.Is(err, errGiven) || len(s.sent) != 2 {
		t.Errorf("%v after %d statements", err, len(s.sent))
	}
}

// What free and count make of the server's rows, and their errors.
func TestFree(t *testing.T) {
	for name, x := range map[string]struct {
		reply reply
		want  []free
		err   string
	}{
		"none":   {reply{}, nil, ""},
		"two":    {reply{rows: [][]driver.Value{{int64(3), int64(11), int64(500)}, {int64(0), int64(12), int64(501)}}}, []free{{3, 11, 500}, {0, 12, 501}}, ""},
		"refuse": {reply{err: errGiven}, nil, "the server's error"},
		"break":  {reply{rows: [][]driver.Value{{int64(3), int64(11), int64(500)}}, errAfter: errGiven}, []free{{3, 11, 500}}, "the server's error"},
		"text":   {reply{rows: [][]driver.Value{{"three", int64(11), int64(500)}}}, nil, "converting driver.Value type string"},
	} {
		table := (&script{replies: []reply{x.reply}}).table(t, postgres)
		list, err := table.free(t.Context(), "a", 32, 1)
		if !slices.Equal(list, x.want) || (err != nil) != (x.err != "") || err != nil && !strings.Contains(err.Error(), x.err) {
			t.Errorf("%s: %v, %v, want %v, %q", name, list, err, x.want, x.err)
		}
		if open := table.db.Stats().InUse; open != 0 {
			t.Errorf("%s: %d connections are in use afterwards", name, open)
		}
	}
}

func TestCount(t *testing.T) {
	day := MaxTTL.Milliseconds()
	for _, x := range []struct {
		rows, held, free, millis int64
		want                     counts
	}{
		{64, 3, 2, 1500, counts{rows: 64, held: 3, free: 2, wait: 1500 * time.Millisecond}},
		{32, 0, 0, 0, counts{rows: 32}},
		{1, 1, 0, day, counts{rows: 1, held: 1, wait: 24 * time.Hour}},
		{1, 1, 0, day + 1, counts{rows: 1, held: 1, wait: 24 * time.Hour}}, // a number that a database holds for good
	} {
		s := &script{replies: []reply{rowTo("", x.rows, x.held, x.free, x.millis)}}
		if c, err := s.table(t, mysql).count(t.Context(), "a", 32, 1); c != x.want || err != nil {
			t.Errorf("%+v, %v, want %+v", c, err, x.want)
		}
	}
}

// A claim succeeds if its statement changed one row, and the commit is known to be durable.
func TestClaimResult(t *testing.T) {
	for name, x := range map[string]struct {
		reply reply
		ends  bool // ctx ends while the statement commits
		ok    bool
		want  error
	}{
		"claimed":           {reply{affected: 1}, false, true, nil},
		"another was first": {reply{affected: 0}, false, false, nil},
		"refused":           {reply{err: errGiven}, false, false, errGiven},
		"no count":          {reply{errAfter: errGiven}, false, false, errGiven},
		"cancelled":         {reply{affected: 1}, true, false, context.Canceled},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		if x.ends {
			x.reply.then = cancel
		}
		s := &script{replies: []reply{x.reply}}
		ok, err := s.table(t, postgres).claim(ctx, "a", free{}, time.Minute, 1)
		cancel()
		if ok != x.ok || !errors.Is(err, x.want) {
			t.Errorf("%s: %v, %v, want %v, %v", name, ok, err, x.ok, x.want)
		}
	}
}

// A renewal that changes no row reads it to say why. A node of a MySQL cluster can be behind: there a
// row that went back is read again, ten times in a second.
func TestRenewal(t *testing.T) {
	const update, read = "UPDATE", "SELECT token"
	none := reply{to: update}
	for name, x := range map[string]struct {
		server  server
		replies []reply
		want    error
		sent    int
		takes   time.Duration
	}{
		"confirmed":             {postgres, []reply{{to: update, affected: 1}}, nil, 1, 0},
		"refused":               {postgres, []reply{{to: update, err: errGiven}}, errGiven, 1, 0},
		"another holds it":      {postgres, []reply{none, rowTo(read, int64(8), int64(0), int64(1000), int64(1200), "you")}, errGone, 2, 0},
		"a copy renewed it":     {postgres, []reply{none, rowTo(read, int64(7), int64(4), int64(900), int64(1000), "me")}, errCopied, 2, 0},
		"as it was":             {postgres, []reply{none, rowTo(read, int64(7), int64(3), int64(900), int64(1000), "me")}, errMeanwhile, 2, 0},
		"another has the token": {postgres, []reply{none, rowTo(read, int64(7), int64(3), int64(900), int64(1000), "you")}, ErrReverted, 2, 0},
		"no row":                {postgres, []reply{none, {to: read}}, ErrReverted, 2, 0},
		"no row in SQLite":      {sqlite, []reply{none, {to: read}, rowTo("PRAGMA synchronous", int64(3))}, ErrReverted, 3, 0},
		"no answer":             {postgres, []reply{none, {to: read, err: errGiven}}, errGiven, 2, 0},
		"no answer in MySQL":    {mysql, []reply{none, {to: read, err: errGiven}}, errGiven, 2, 0},
		"as it was in MySQL":    {mysql, []reply{none, rowTo(read, int64(7), int64(3), int64(900), int64(1000), "me")}, errMeanwhile, 2, 0},
		"behind":                {mysql, []reply{none, none, {to: update, affected: 1}, {to: read}}, nil, 5, 200 * time.Millisecond},
		"behind for long":       {mysql, []reply{none, {to: read}}, ErrReverted, 22, time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := &script{replies: x.replies}
			c := claim{Lease: Lease{Name: "a", Number: 5, Token: 7}, mark: 1000, renewal: 3, tried: 3}
			begun := time.Now()
			table := s.table(t, x.server)
			err := table.renew(t.Context(), &c, time.Minute, 1100)
			if !errors.Is(err, x.want) || len(s.sent) != x.sent || time.Since(begun) != x.takes {
				t.Errorf("%s: %v after %v, statements %q; want %v after %v and %d statements", name, err, time.Since(begun), s.sent, x.want, x.takes, x.sent)
			}
			confirmed := int64(3)
			if x.want == nil {
				confirmed = 4
			}
			if c.renewal != confirmed || c.tried != 4 {
				t.Errorf("%s: the renewal %d is confirmed and %d was sent, want %d and 4", name, c.renewal, c.tried, confirmed)
			}
			_ = table.db.Close()
		})
	}
}

// A renewal that waits for a node of a cluster ends with its context.
func TestRenewalEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{replies: []reply{{to: "UPDATE"}, {to: "SELECT token"}}}
		table := s.table(t, mysql)
		defer table.db.Close()
		ctx, cancel := context.WithTimeout(t.Context(), 250*time.Millisecond)
		defer cancel()
		begun := time.Now()
		err := table.release(ctx, &claim{Lease: Lease{Name: "a", Number: 5, Token: 7}}, 1)
		if !errors.Is(err, ErrReverted) || time.Since(begun) != 250*time.Millisecond || len(s.sent) != 6 {
			t.Errorf("%v after %v, statements %q", err, time.Since(begun), s.sent)
		}
	})
}
