// Package mysql_test proves the server-side functions of package migrations on MySQL
// and MariaDB: the exercises of all servers, and what these two have of their own.
package mysql_test

import (
	"context"
	"database/sql"
	"errors"
	"maps"
	"testing"

	"github.com/go-sql-driver/mysql"
	"github.com/sortid/sortid/integration_test/internal/clusters"
	"github.com/sortid/sortid/integration_test/internal/functions"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

func TestMain(m *testing.M) {
	dbtest.Own = true // log_bin_trust_function_creators is set for the server
	clusters.Main(m)
}

// database is an empty database, or one that has the functions.
type database struct {
	*sql.DB
	*dbserver.Database
}

func (d database) mariadb() bool { return d.Server.Kind == dbserver.MariaDB }

// galera reports whether the server is a node of a Galera cluster.
func (d database) galera(t testing.TB) bool {
	t.Helper()
	return d.mariadb() && d.session(t).get("SELECT @@wsrep_on") == "1"
}

// hiddenKey is a column for tables that would have no primary key. A member of a group
// refuses rows of such a table (3098).
const hiddenKey = "hidden INT AUTO_INCREMENT INVISIBLE PRIMARY KEY"

// onEach runs a test on both servers at a time, each in a database that has the functions.
func onEach(t *testing.T, test func(t *testing.T, d database)) {
	onEachEmpty(t, func(t *testing.T, d database) {
		d.install(t, nil)
		test(t, d)
	})
}

// onOne is onEach on one of the servers, which the name of the test chooses, for what both do alike: TestRules and
// TestFunctions have each function on both.
func onOne(t *testing.T, test func(t *testing.T, d database)) {
	onOneEmpty(t, func(t *testing.T, d database) {
		d.install(t, nil)
		test(t, d)
	})
}

// onOneEmpty is onOne in an empty database.
func onOneEmpty(t *testing.T, test func(t *testing.T, d database)) {
	onKinds(t, dbtest.MySQLOrMariaDB(t.Name()), test)
}

// onEachEmpty runs a test on both servers at a time, each in an empty database.
func onEachEmpty(t *testing.T, test func(t *testing.T, d database)) {
	onKinds(t, []dbserver.Kind{dbserver.MySQL, dbserver.MariaDB}, test)
}

func onKinds(t *testing.T, kinds []dbserver.Kind, test func(t *testing.T, d database)) {
	for _, kind := range kinds {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			test(t, empty(t, kind))
		})
	}
}

func empty(t testing.TB, kind dbserver.Kind) database {
	t.Helper()
	d := dbtest.Open(t, kind)
	return database{connect(t, d.DSN, nil), d}
}

// connect opens a pool with these session variables. With interpolateParams among them,
// the driver writes arguments into the statement.
func connect(t testing.TB, dsn string, params map[string]string) *sql.DB {
	t.Helper()
	config, err := mysql.ParseDSN(dsn)
	if err != nil {
		t.Fatal(err)
	}
	config.Params = maps.Clone(params)
	_, config.InterpolateParams = config.Params["interpolateParams"]
	delete(config.Params, "interpolateParams")
	return open(t, config)
}

func open(t testing.TB, config *mysql.Config) *sql.DB {
	t.Helper()
	connector, err := mysql.NewConnector(config)
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(connector)
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// install makes the functions, in a session with these variables.
func (d database) install(t testing.TB, params map[string]string) {
	t.Helper()
	db := d.DB
	if params != nil {
		db = connect(t, d.DSN, params)
	}
	if err := up(t.Context(), db); err != nil {
		t.Fatal(err)
	}
}

func up(ctx context.Context, db *sql.DB) error {
	p, err := functions.Provider(dbserver.MySQL, db)
	if err != nil {
		return err
	}
	_, err = p.Up(ctx)
	return err
}

// session is one connection of a pool.
type session struct {
	*sql.Conn
	t testing.TB
}

func (d database) session(t testing.TB) session {
	t.Helper()
	return sessionOf(t, d.DB)
}

func sessionOf(t testing.TB, db *sql.DB) session {
	t.Helper()
	c, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil && !errors.Is(err, sql.ErrConnDone) {
			t.Error(err)
		}
	})
	return session{c, t}
}

func (s session) exec(statements ...string) {
	s.t.Helper()
	for _, statement := range statements {
		if _, err := s.ExecContext(s.t.Context(), statement); err != nil {
			s.t.Fatalf("%s: %v", statement, err)
		}
	}
}

// get returns the one value of a query, NULL as "NULL".
func (s session) get(query string, args ...any) string {
	s.t.Helper()
	var v sql.NullString
	if err := s.QueryRowContext(s.t.Context(), query, args...).Scan(&v); err != nil {
		s.t.Fatalf("%s: %v", query, err)
	}
	if !v.Valid {
		return "NULL"
	}
	return v.String
}

// list returns the values of a query's column, NULL as "NULL".
func (s session) list(query string, args ...any) (values []string) {
	s.t.Helper()
	rows, err := s.QueryContext(s.t.Context(), query, args...)
	if err != nil {
		s.t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	for rows.Next() {
		v := sql.NullString{String: "NULL"}
		if err := rows.Scan(&v); err != nil {
			s.t.Fatal(err)
		}
		if !v.Valid {
			v.String = "NULL"
		}
		values = append(values, v.String)
	}
	if err := rows.Err(); err != nil {
		s.t.Fatalf("%s: %v", query, err)
	}
	return values
}

// fails runs a statement that must fail, and returns the server's error.
func (s session) fails(statement string) *mysql.MySQLError {
	s.t.Helper()
	_, err := s.ExecContext(s.t.Context(), statement)
	e, ok := errors.AsType[*mysql.MySQLError](err)
	if !ok {
		s.t.Fatalf("%s: %v, want an error of the server", statement, err)
	}
	return e
}

// numberOf is the number of a server's error.
func numberOf(t testing.TB, err error) uint16 {
	t.Helper()
	e, ok := errors.AsType[*mysql.MySQLError](err)
	if !ok {
		t.Errorf("%v, want an error of the server", err)
		return 0
	}
	return e.Number
}
