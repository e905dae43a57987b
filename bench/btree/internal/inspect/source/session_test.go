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

// The server refuses a statement that writes, even if the account could.
func TestNothingIsWritten(t *testing.T) {
	none := func(*sql.Rows) error { return nil }
	d := dbtest.Open(t, dbserver.Postgres)
	p, err := openPostgres(t.Context(), d.DSN, false)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for _, s := range []string{"CREATE TABLE x (id int)", "SELECT nextval('s')", "SELECT pg_catalog.set_config('transaction_read_only', 'off', true)"} {
		if err := p.query(t.Context(), s, none); err == nil || !strings.Contains(err.Error(), "read-only") && !strings.Contains(err.Error(), "does not exist") && !strings.Contains(err.Error(), "read-write") {
			t.Errorf("%s: %v", s, err)
		}
	}
	name := filepath.Join(t.TempDir(), "x.sqlite")
	db, err := sql.Open("sqlite", name)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), "CREATE TABLE x (id INTEGER PRIMARY KEY)"); err != nil {
		t.Fatal(err)
	}
	s, err := openSQLite(t.Context(), name, false)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.query(t.Context(), "INSERT INTO x VALUES (1)", none); err == nil || !strings.Contains(err.Error(), "readonly") {
		t.Errorf("SQLite: %v", err)
	}
}

// A statement that takes too long ends at the server.
func TestTimeLimit(t *testing.T) {
	d := dbtest.Open(t, dbserver.Postgres)
	p, err := openPostgres(t.Context(), d.DSN, false)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	err = p.query(t.Context(), "SELECT pg_sleep(30)", func(*sql.Rows) error { return nil })
	if err == nil || !strings.Contains(err.Error(), "statement timeout") {
		t.Errorf("got %v", err)
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
