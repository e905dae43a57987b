package dbserver_test

import (
	"database/sql"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

func TestMain(m *testing.M) {
	dbtest.Own = true // the tests are of opening and closing servers
	dbtest.Main(m)
}

// skipWithoutSource skips a test of one source on a machine that does not have it.
func skipWithoutSource(t *testing.T, err error) {
	t.Helper()
	for _, missing := range []error{dbserver.ErrNoDocker, dbserver.ErrNoContainer} {
		if errors.Is(err, missing) {
			dbtest.Missing(t, err.Error())
		}
	}
}

// open opens a server of one source, or skips the test where that source has none.
func open(t *testing.T, kind dbserver.Kind, o dbserver.Options) *dbserver.Server {
	t.Helper()
	o.Log = func(line string) { t.Log(line) }
	s, err := dbserver.Open(t.Context(), kind, o)
	skipWithoutSource(t, err)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func connect(t *testing.T, d *dbserver.Database) *sql.DB {
	t.Helper()
	db, err := d.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func ask(t *testing.T, db *sql.DB, query string) (answer string) {
	t.Helper()
	if err := db.QueryRowContext(t.Context(), query).Scan(&answer); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return answer
}

// maxConnections asks for a setting that both servers have.
func maxConnections(kind dbserver.Kind) string {
	if kind == dbserver.Postgres {
		return "SELECT current_setting('max_connections')"
	}
	return "SELECT @@max_connections"
}

// The shared server of these tests gets its settings, unless it was running.
func TestServer(t *testing.T) {
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			s := dbtest.Server(t, kind)
			if s.Kind != kind || s.Version == "" || s.DSN() == "" || !strings.Contains(s.Why, kind.Title()+" "+s.Version) {
				t.Errorf("kind %s, version %q, why %q", s.Kind, s.Version, s.Why)
			}
			if strings.Contains(s.Why, "\n") {
				t.Errorf("why is more than a line: %q", s.Why)
			}
			got := ask(t, connect(t, dbtest.Open(t, kind)), maxConnections(kind))
			if s.Source != dbserver.SourceDSN && got != "200" {
				t.Errorf("max_connections is %s, which is not what was asked for", got)
			}
		})
	}
}

// The processor time of a container rises as its server works. By a DSN the server is not known to be
// in that container, and no process of this machine is taken for it.
func TestProcessorTime(t *testing.T) {
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			s := dbtest.Server(t, kind)
			if s.Source != dbserver.SourceContainer {
				t.Skip("the server runs elsewhere")
			}
			before, err := s.ProcessorTime(t.Context())
			if err != nil || before <= 0 {
				t.Fatalf("%v, %v", before, err)
			}
			query := "SELECT BENCHMARK(1000000, SHA2('work', 256))"
			if kind == dbserver.Postgres {
				query = "SELECT count(md5(n::text)) FROM generate_series(1, 100000) n"
			}
			ask(t, connect(t, dbtest.Open(t, kind)), query)
			if after, err := s.ProcessorTime(t.Context()); err != nil || after <= before {
				t.Errorf("%v after %v, %v", after, before, err)
			}
			if d, err := open(t, kind, dbserver.Options{DSN: s.DSN()}).ProcessorTime(t.Context()); err == nil {
				t.Errorf("the server of a DSN has worked %v", d)
			}
		})
	}
}

// A server that Open starts takes its settings, has its data in memory if asked to, creates
// databases, and is gone after Close, with its container.
func TestOpen(t *testing.T) {
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			before := containers(t)
			s := open(t, kind, dbserver.Options{Source: dbserver.SourceContainer, InMemory: true, Data: dbtest.Data(kind), Settings: map[string]string{"max_connections": "33"}})
			checkInMemory(t, s, before)
			d, err := s.NewDatabase(t.Context(), "opened", dbserver.DatabaseOptions{})
			if err != nil {
				t.Fatal(err)
			}
			db := connect(t, d)
			if got := ask(t, db, maxConnections(kind)); got != "33" {
				t.Errorf("max_connections is %s", got)
			}
			for range 2 {
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			}
			if after := containers(t); !slices.Equal(after, before) {
				t.Errorf("the containers after Close are %v, before they were %v", after, before)
			}
			if err := db.PingContext(t.Context()); err == nil {
				t.Error("the server answers after Close")
			}
			if err := d.Close(); err != nil {
				t.Errorf("a database of a closed server: %v", err)
			}
			if _, err := s.NewDatabase(t.Context(), "late", dbserver.DatabaseOptions{}); err == nil || !strings.Contains(err.Error(), "closed") {
				t.Errorf("a database on a closed server: error %v", err)
			}
		})
	}
}

// A server that refuses a setting fails with its own words, and nothing is left.
func TestStartError(t *testing.T) {
	before := containers(t)
	var from *dbserver.StartError
	_, err := dbserver.Open(t.Context(), dbserver.Postgres, dbserver.Options{
		Source: dbserver.SourceContainer, Settings: map[string]string{"max_connections": "many"},
	})
	skipWithoutSource(t, err)
	if !errors.As(err, &from) || !strings.Contains(from.Log, "max_connections") || !strings.Contains(err.Error(), from.Log[:20]) {
		t.Errorf("the error must have the server's words: %v", err)
	}
	if _, ok := errors.AsType[*dbserver.UnavailableError](err); ok {
		t.Error("a server that does not start must not pass for one that is not available: tests would be skipped")
	}
	if after := containers(t); !slices.Equal(after, before) {
		t.Errorf("the containers were %v and are %v", before, after)
	}
}

// A DSN that does not answer is an error, and no other server takes its place.
func TestWrongDSN(t *testing.T) {
	for kind, dsn := range map[dbserver.Kind]string{
		dbserver.Postgres: "postgres://u:secret@127.0.0.1:1/d",
		dbserver.MySQL:    "u:secret@tcp(127.0.0.1:1)/d",
		dbserver.MariaDB:  "mariadb://u:secret@127.0.0.1:1/d",
	} {
		t.Run(string(kind), func(t *testing.T) {
			t.Setenv("SORTID_SERVER_SOURCE", "")
			t.Setenv(kind.DSNVariable(), dsn)
			s, err := dbserver.Open(t.Context(), kind, dbserver.Options{})
			if err == nil {
				s.Close()
				t.Fatalf("got %s", s.Why)
			}
			if _, ok := errors.AsType[*dbserver.UnavailableError](err); ok {
				t.Errorf("the error looks as if nothing had been asked for: %v", err)
			}
			if !strings.Contains(err.Error(), kind.DSNVariable()) || strings.Contains(err.Error(), "secret") {
				t.Errorf("the error must name the variable and hide the password: %v", err)
			}
		})
	}
}

// A server that runs already is used as it is, keeps running, and loses the
// databases that were made on it.
func TestDSN(t *testing.T) {
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			running := dbtest.Server(t, kind)
			s := open(t, kind, dbserver.Options{DSN: running.DSN()})
			if s.Source != dbserver.SourceDSN || s.Version != running.Version {
				t.Errorf("source %s, version %s", s.Source, s.Version)
			}
			d, err := s.NewDatabase(t.Context(), "dsn", dbserver.DatabaseOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if names := databases(t, running); !slices.Contains(names, d.Name) {
				t.Errorf("%s is not among %v", d.Name, names)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			if names := databases(t, running); slices.Contains(names, d.Name) {
				t.Errorf("%s is still there", d.Name)
			}
		})
	}
}

func databases(t *testing.T, s *dbserver.Server) (names []string) {
	t.Helper()
	query := "SELECT schema_name FROM information_schema.schemata"
	if s.Kind == dbserver.Postgres {
		query = "SELECT datname FROM pg_database"
	}
	rows, err := connect(t, dbtest.Open(t, s.Kind)).QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return names
}

// MySQL and MariaDB speak one protocol: the DSN of one must not pass for the other.
func TestDSNOfAnotherKind(t *testing.T) {
	maria := dbtest.Server(t, dbserver.MariaDB)
	s, err := dbserver.Open(t.Context(), dbserver.MySQL, dbserver.Options{DSN: maria.DSN()})
	if err == nil {
		s.Close()
	}
	if err == nil || !strings.Contains(err.Error(), "SORTID_MARIADB_DSN") {
		t.Errorf("got the error %v, want one that says where the DSN belongs", err)
	}
}
