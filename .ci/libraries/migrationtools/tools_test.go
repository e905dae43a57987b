package migrationtools

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	atlas "ariga.io/atlas/sql/migrate"
	atlasmysql "ariga.io/atlas/sql/mysql"
	atlaspostgres "ariga.io/atlas/sql/postgres"
	atlassqlite "ariga.io/atlas/sql/sqlite"
	"github.com/amacneil/dbmate/v2/pkg/dbmate"
	_ "github.com/amacneil/dbmate/v2/pkg/driver/mysql"
	_ "github.com/amacneil/dbmate/v2/pkg/driver/postgres"
	mysqldriver "github.com/go-sql-driver/mysql"
	"github.com/golang-migrate/migrate/v4"
	migratedatabase "github.com/golang-migrate/migrate/v4/database"
	migratemysql "github.com/golang-migrate/migrate/v4/database/mysql"
	migratepostgres "github.com/golang-migrate/migrate/v4/database/postgres"
	migratesqlite "github.com/golang-migrate/migrate/v4/database/sqlite"
	_ "github.com/golang-migrate/migrate/v4/source/file"
	_ "github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

var program string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "migrationtools")
	if err == nil {
		program = filepath.Join(dir, "sortid")
		build := exec.Command("go", "build", "-o", program, "github.com/sortid/sortid/ops/sortid")
		build.Stderr = os.Stderr
		err = build.Run()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	dbtest.AtEnd = append(dbtest.AtEnd, func() error { return os.RemoveAll(dir) }) // Main does not return
	dbtest.Main(m)
}

const sqlite dbserver.Kind = "sqlite"

// database is an empty database.
type database struct {
	kind dbserver.Kind
	dsn  string
	db   *sql.DB
}

func open(t *testing.T, kind dbserver.Kind) database {
	t.Helper()
	d := database{kind: kind, dsn: filepath.Join(t.TempDir(), "test.db")}
	driver := "sqlite"
	if kind != sqlite {
		o := dbtest.Open(t, kind)
		d.dsn, driver = o.DSN, kind.Driver()
		if kind != dbserver.Postgres {
			var err error
			if d.dsn, err = o.WithParams(map[string]string{"multiStatements": "true"}); err != nil {
				t.Fatal(err)
			}
		}
	}
	var err error
	if d.db, err = sql.Open(driver, d.dsn); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.db.Close() })
	return d
}

// runner is a tool: up runs what is pending, and down undoes everything.
type runner interface {
	up() error
	down() error
}

var runners = map[string]func(t *testing.T, d database, dir string) runner{
	"golang-migrate": newMigrate,
	"atlas":          newAtlas,
	"dbmate":         newDBMate,
}

// TestTools runs the files of a format, then those of another one that are added to them, and
// undoes all.
func TestTools(t *testing.T) {
	for _, kind := range append(dbserver.Kinds(), sqlite) {
		for name, tool := range runners {
			if kind == sqlite && name == "dbmate" {
				continue // its driver needs a C compiler
			}
			t.Run(string(kind)+"/"+name, func(t *testing.T) {
				d, dir := open(t, kind), t.TempDir()
				write(t, kind, name, dir, "wiji")
				r := tool(t, d, dir)
				if err := r.up(); err != nil {
					t.Fatalf("up: %v", err)
				}
				d.makes(t, "wiji", true)
				d.makes(t, "uuid", false)
				if err := r.up(); err != nil {
					t.Fatalf("up again: %v", err)
				}
				write(t, kind, name, dir, "uuidv7")
				if err := r.up(); err != nil {
					t.Fatalf("upgrade: %v", err)
				}
				d.makes(t, "wiji", true)
				d.makes(t, "uuid", true)
				if n := d.objects(t); n < 2 {
					t.Errorf("there are %d objects", n)
				}
				if err := r.down(); err != nil {
					t.Fatalf("down: %v", err)
				}
				if n := d.objects(t); n > 0 {
					t.Errorf("down leaves %d objects", n)
				}
			})
		}
	}
}

// write adds files to a folder.
func write(t *testing.T, kind dbserver.Kind, tool, dir, formats string) {
	t.Helper()
	out, err := exec.Command(program, "migrations", "-server", string(kind), "-tool", tool, "-formats", formats, "-out", dir).CombinedOutput()
	if err != nil || len(out) == 0 {
		t.Fatalf("sortid: %v: %s", err, out)
	}
}

// makes checks whether the database makes IDs of a format.
func (d database) makes(t *testing.T, format string, want bool) {
	t.Helper()
	var err error
	if d.kind == sqlite {
		_, err = d.db.Exec("UPDATE sortid_" + format + " SET made = made + 1")
	} else {
		var x any
		err = d.db.QueryRow("SELECT sortid_" + format + "_new()").Scan(&x)
	}
	if (err == nil) != want {
		t.Errorf("a new %s: %v, want %v", format, err, want)
	}
}

// objects counts what the migrations create.
func (d database) objects(t *testing.T) (n int) {
	t.Helper()
	query := "SELECT (SELECT count(*) FROM information_schema.routines WHERE routine_schema = DATABASE() AND routine_name LIKE 'sortid%')" +
		" + (SELECT count(*) FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name LIKE 'sortid%')"
	switch d.kind {
	case dbserver.Postgres:
		query = "SELECT (SELECT count(*) FROM pg_proc WHERE proname LIKE 'sortid%') + (SELECT count(*) FROM pg_class WHERE relname LIKE 'sortid%')" +
			" + (SELECT count(*) FROM pg_type WHERE typname LIKE 'sortid%')"
	case sqlite:
		query = "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'sortid%'"
	}
	if err := d.db.QueryRow(query).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// golang-migrate

type migrateRunner struct {
	t   *testing.T
	d   database
	dir string
}

func newMigrate(t *testing.T, d database, dir string) runner { return migrateRunner{t, d, dir} }

// run calls f with a new instance, as each call of the program has.
func (r migrateRunner) run(f func(*migrate.Migrate) error) error {
	driver := r.d.kind.Driver()
	if r.d.kind == sqlite {
		driver = "sqlite"
	}
	db, err := sql.Open(driver, r.d.dsn)
	if err != nil {
		return err
	}
	var instance migratedatabase.Driver
	switch r.d.kind {
	case dbserver.Postgres:
		instance, err = migratepostgres.WithInstance(db, &migratepostgres.Config{MigrationsTable: "tool_versions"})
	case sqlite:
		instance, err = migratesqlite.WithInstance(db, &migratesqlite.Config{MigrationsTable: "tool_versions"})
	default:
		instance, err = migratemysql.WithInstance(db, &migratemysql.Config{MigrationsTable: "tool_versions"})
	}
	if err != nil {
		return err
	}
	m, err := migrate.NewWithDatabaseInstance("file://"+r.dir, string(r.d.kind), instance)
	if err != nil {
		return err
	}
	defer m.Close()
	if err = f(m); err == migrate.ErrNoChange {
		return nil
	}
	return err
}

func (r migrateRunner) up() error   { return r.run((*migrate.Migrate).Up) }
func (r migrateRunner) down() error { return r.run((*migrate.Migrate).Down) }

// atlas

// atlasRunner keeps the revisions in memory: only the program has a table for them. Its library
// has no way down, for which there are files.
type atlasRunner struct {
	t         *testing.T
	d         database
	dir       string
	revisions []*atlas.Revision
}

func newAtlas(t *testing.T, d database, dir string) runner { return &atlasRunner{t: t, d: d, dir: dir} }

func (r *atlasRunner) Ident() *atlas.TableIdent { return &atlas.TableIdent{Name: "tool_versions"} }

func (r *atlasRunner) ReadRevisions(context.Context) ([]*atlas.Revision, error) {
	return r.revisions, nil
}

func (r *atlasRunner) ReadRevision(_ context.Context, version string) (*atlas.Revision, error) {
	for _, v := range r.revisions {
		if v.Version == version {
			return v, nil
		}
	}
	return nil, atlas.ErrRevisionNotExist
}

func (r *atlasRunner) WriteRevision(_ context.Context, revision *atlas.Revision) error {
	if !slices.Contains(r.revisions, revision) {
		r.revisions = append(r.revisions, revision)
	}
	return nil
}

func (r *atlasRunner) DeleteRevision(_ context.Context, version string) error {
	r.revisions = slices.DeleteFunc(r.revisions, func(v *atlas.Revision) bool { return v.Version == version })
	return nil
}

func (r *atlasRunner) up() error {
	conn, err := r.d.db.Conn(r.t.Context())
	if err != nil {
		return err
	}
	defer conn.Close()
	var driver atlas.Driver
	switch r.d.kind {
	case dbserver.Postgres:
		driver, err = atlaspostgres.Open(conn)
	case sqlite:
		driver, err = atlassqlite.Open(conn)
	default:
		driver, err = atlasmysql.Open(conn)
	}
	if err != nil {
		return err
	}
	dir, err := atlas.NewLocalDir(r.dir)
	if err != nil {
		return err
	}
	if err := atlas.Validate(dir); err != nil {
		return err // the sums
	}
	ex, err := atlas.NewExecutor(driver, dir, r)
	if err != nil {
		return err
	}
	if err = ex.ExecuteN(r.t.Context(), 0); err == atlas.ErrNoPendingFiles {
		return nil
	}
	return err
}

func (r *atlasRunner) down() error {
	names, err := filepath.Glob(filepath.Join(r.dir, "down", "*.sql"))
	if err != nil {
		return err
	}
	slices.Reverse(names)
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err == nil {
			_, err = r.d.db.Exec(string(data))
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// dbmate

type dbmateRunner struct{ db *dbmate.DB }

func newDBMate(t *testing.T, d database, dir string) runner {
	address := d.dsn
	if d.kind != dbserver.Postgres {
		c, err := mysqldriver.ParseDSN(d.dsn)
		if err != nil {
			t.Fatal(err)
		}
		address = (&url.URL{Scheme: "mysql", User: url.UserPassword(c.User, c.Passwd), Host: c.Addr, Path: "/" + c.DBName}).String()
	} else if !strings.Contains(address, "sslmode") {
		address += "?sslmode=disable"
	}
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	if ip := net.ParseIP(u.Hostname()); ip != nil && ip.To4() == nil {
		t.Skip("dbmate drops the brackets of an IPv6 address, by which Docker may publish a port")
	}
	db := dbmate.New(u)
	db.AutoDumpSchema, db.MigrationsDir, db.MigrationsTableName, db.Log = false, []string{dir}, "tool_versions", io.Discard
	return dbmateRunner{db}
}

func (r dbmateRunner) up() error { return r.db.Migrate() }

func (r dbmateRunner) down() error {
	for {
		if err := r.db.Rollback(); err == dbmate.ErrNoRollback {
			return nil
		} else if err != nil {
			return err
		}
	}
}
