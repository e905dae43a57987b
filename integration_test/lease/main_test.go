package lease_test

import (
	"database/sql"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/pressly/goose/v3"
	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/bench/dbserver/dbtest"
	"github.com/sortid/sortid/integration_test/internal/clusters"
	"github.com/sortid/sortid/migrations"
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
	clusters.Main(m)
}

const sqliteKind dbserver.Kind = "sqlite"

// migrationSet is the migrations of a server.
type migrationSet struct {
	dialect goose.Dialect
	files   fs.FS
}

// migrationsOf lists the migrations of each kind of server.
var migrationsOf = map[dbserver.Kind]migrationSet{
	dbserver.Postgres: {goose.DialectPostgres, migrations.Postgres},
	dbserver.MySQL:    {goose.DialectMySQL, migrations.MySQL},
	dbserver.MariaDB:  {goose.DialectMySQL, migrations.MySQL},
	sqliteKind:        {goose.DialectSQLite3, migrations.SQLite},
}

// onTiDB holds the migrations of TiDB, which is of the kind MySQL.
var onTiDB = migrationSet{goose.DialectTiDB, migrations.TiDB}

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
	driver, dsn, err := driverOf(kind, dsn)
	if err != nil {
		return nil, err
	}
	return sql.Open(driver, dsn)
}

func driverOf(kind dbserver.Kind, dsn string) (driver, normal string, err error) {
	normal, err = dbserver.NormalizeDSN(kind, dsn)
	if kind == dbserver.Postgres {
		return "pgx", normal, err
	}
	return "mysql", normal, err
}

// onEach runs a test on a new database of each server.
func onEach(t *testing.T, test func(t *testing.T, d database)) {
	for kind := range migrationsOf {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			test(t, newDatabase(t, kind))
		})
	}
}

func newDatabase(t testing.TB, kind dbserver.Kind) database {
	t.Helper()
	var dsn string
	set := migrationsOf[kind]
	if kind == sqliteKind {
		dsn = "file:" + filepath.Join(t.TempDir(), "test.db") + "?_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)&_pragma=busy_timeout(60000)"
	} else {
		d := dbtest.Open(t, kind)
		dsn = d.DSN
		if d.Server.IsTiDB() {
			set = onTiDB
		}
	}
	return database{kind, dsn, install(t, kind, dsn, set)}
}

// install opens a database and installs migrations.
func install(t testing.TB, kind dbserver.Kind, dsn string, set migrationSet) *sql.DB {
	t.Helper()
	db, err := open(kind, dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	p, err := goose.NewProvider(set.dialect, db, set.files, goose.WithTableName(migrations.VersionTable))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Up(t.Context()); err != nil {
		t.Fatal(err)
	}
	return db
}

func (d database) exec(t testing.TB, statement string) {
	t.Helper()
	if _, err := d.db.ExecContext(t.Context(), statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}
