package lease_test

import (
	"database/sql"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/sortid/sortid/integration_test/internal/clusters"
	"github.com/sortid/sortid/integration_test/internal/functions"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	_ "modernc.org/sqlite"
)

// The flags that doc.go explains.
var (
	processesFlag = flag.Int("processes", 20, "run so many processes on each server")
	turnsFlag     = flag.Int("turns", 60, "kill or end processes so many times")
	crashesFlag   = flag.Int("crashes", 1, "crash each server so many times")
	clustersFlag  = flag.Bool("clusters", false, "run processes on clusters, too")
)

func TestMain(m *testing.M) {
	if dsn := os.Getenv(childVariable); dsn != "" {
		if err := child(os.Getenv(kindVariable), dsn); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	dbtest.Own = true // settings of the server are changed
	clusters.Main(m)
}

const sqliteKind dbserver.Kind = "sqlite"

// kinds lists the servers and SQLite.
var kinds = append(dbserver.Kinds(), sqliteKind)

// database is a database with the migrations.
type database struct {
	kind dbserver.Kind
	dsn  string
	db   *sql.DB
}

// open opens a database again, as another process does.
func open(kind dbserver.Kind, dsn string) (*sql.DB, error) {
	if kind == sqliteKind {
		return sql.Open("sqlite", dsn)
	}
	dsn, err := dbserver.NormalizeDSN(kind, dsn)
	if err != nil {
		return nil, err
	}
	return sql.Open(kind.Driver(), dsn)
}

// onEach runs a test on a new database of each server.
func onEach(t *testing.T, test func(t *testing.T, d database)) { onKinds(t, kinds, test) }

func onKinds(t *testing.T, kinds []dbserver.Kind, test func(t *testing.T, d database)) {
	for _, kind := range kinds {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			test(t, newDatabase(t, kind))
		})
	}
}

func newDatabase(t testing.TB, kind dbserver.Kind) database {
	t.Helper()
	dsn := "file:" + filepath.Join(t.TempDir(), "test.db") + "?_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)&_pragma=busy_timeout(60000)"
	if kind != sqliteKind {
		dsn = dbtest.Open(t, kind).DSN
	}
	return database{kind, dsn, install(t, kind, dsn)}
}

// install opens a database and installs migrations.
func install(t testing.TB, kind dbserver.Kind, dsn string) *sql.DB {
	t.Helper()
	db, err := open(kind, dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	functions.Install(t, kind, db)
	return db
}

func (d database) exec(t testing.TB, statement string) {
	t.Helper()
	if _, err := d.db.ExecContext(t.Context(), statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}
