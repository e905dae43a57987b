package source

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/bench/dbserver/dbtest"
)

func TestMain(m *testing.M) { dbtest.Main(m) }

// The database refuses a statement that writes, even if the account could.
func TestNothingIsWritten(t *testing.T) {
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			d := dbtest.Open(t, kind)
			create(t, kind.Driver(), d.DSN)
			refuses(t, d.DSN, "read")
		})
	}
	name := filepath.Join(t.TempDir(), "x.sqlite")
	create(t, "sqlite", name)
	refuses(t, name, "readonly")
}

func create(t *testing.T, driver, dsn string) {
	t.Helper()
	db, err := sql.Open(driver, dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), "CREATE TABLE x (id INTEGER PRIMARY KEY)"); err != nil {
		t.Fatal(err)
	}
}

func refuses(t *testing.T, dsn, want string) {
	t.Helper()
	s := sessionOf(t, dsn)
	for _, q := range []string{"INSERT INTO x VALUES (1)", "DELETE FROM x", "DROP TABLE x"} {
		if err := s.query(t.Context(), q, none); err == nil || !strings.Contains(strings.ToLower(err.Error()), want) {
			t.Errorf("%s: %v", q, err)
		}
	}
}

func none(*sql.Rows) error { return nil }

func sessionOf(t *testing.T, dsn string) *session {
	t.Helper()
	s, err := Open(t.Context(), dsn, false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	switch s := s.(type) {
	case *postgres:
		return &s.session
	case *mysql:
		return &s.session
	case *sqlite:
		return &s.session
	}
	t.Fatalf("%T", s)
	return nil
}

// A statement that takes too long ends at the server.
func TestTimeLimit(t *testing.T) {
	for kind, c := range map[dbserver.Kind]struct{ query, want string }{
		dbserver.Postgres: {"SELECT pg_sleep(30)", "statement timeout"},
		dbserver.MySQL:    {"SELECT count(*) FROM information_schema.columns a, information_schema.columns b, information_schema.columns c", "maximum statement execution time"},
		dbserver.MariaDB:  {"SELECT SLEEP(30)", "max_statement_time"},
	} {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			s := sessionOf(t, dbtest.Open(t, kind).DSN)
			if err := s.query(t.Context(), c.query, none); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestBetween(t *testing.T) {
	for _, c := range []struct {
		least, greatest any
		want            []string
	}{
		{int64(10), int64(13), []string{"10", "11", "12"}},
		{[]byte{0, 0}, []byte{3, 0}, []string{"X'0000'", "X'01", "X'02"}},
		{"00000000-0000-4000-8000-000000000000", "ffffffff-ffff-4fff-bfff-ffffffffffff", []string{"'00000000-0000-4000", "'", "'"}},
		{"user_A", "user_Z", []string{"'user_A", "'user_", "'user_"}},
		{nil, nil, nil},
		{1.5, 2.5, nil},
	} {
		got := between(c.least, c.greatest, 3)
		if len(got) != len(c.want) {
			t.Fatalf("%v to %v: %q", c.least, c.greatest, got)
		}
		for i := range got {
			if !strings.HasPrefix(got[i], c.want[i]) || i > 0 && got[i] <= got[i-1] {
				t.Errorf("%v to %v: %q, want %q", c.least, c.greatest, got, c.want)
			}
		}
	}
}

// A literal needs no escape, whatever the keys are.
func TestBetweenOfStrangeTexts(t *testing.T) {
	for _, s := range between("a'; DROP TABLE x; --\x00", `a'\ü"z`, 20) {
		if strings.ContainsAny(s[1:len(s)-1], "'\\\"\x00") {
			t.Errorf("literal %s", s)
		}
	}
}
