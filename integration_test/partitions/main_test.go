package partitions_test

import (
	"database/sql"
	"encoding/json"
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sortid/sortid/integration_test/internal/clusters"
	"github.com/sortid/sortid/integration_test/internal/retry"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

func TestMain(m *testing.M) { clusters.Main(m) }

// server is a session in a new database.
type server struct {
	*sql.Conn
	t    testing.TB
	kind dbserver.Kind
	db   *sql.DB
	dsn  string
}

// command is the path of the program sortid.
type command string

// build builds the program.
func build(t testing.TB) command {
	t.Helper()
	path := filepath.Join(t.TempDir(), "sortid")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", path, "github.com/sortid/sortid/ops/sortid").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return command(path)
}

// onServers runs a test on PostgreSQL, and on MySQL or MariaDB, in new databases. The rules of their procedures are rows of
// TestRules of the migrations, on both.
func onServers(t *testing.T, test func(t *testing.T, s server)) {
	onKinds(t, dbtest.SomeKinds(t.Name()), test)
}

// onOne is onServers without PostgreSQL, but for the night: of 17 mutants of its procedures that die, TestRules of the
// migrations kills all, and the tests here none alone (.ci/mutants -tests).
func onOne(t *testing.T, test func(t *testing.T, s server)) {
	kinds := dbtest.MySQLOrMariaDB(t.Name())
	if dbtest.Every() {
		kinds = dbserver.Kinds()
	}
	onKinds(t, kinds, test)
}

func onKinds(t *testing.T, kinds []dbserver.Kind, test func(t *testing.T, s server)) {
	for _, kind := range kinds {
		t.Run(string(kind), func(t *testing.T) { test(t, open(t, kind)) })
	}
}

func open(t testing.TB, kind dbserver.Kind) server {
	t.Helper()
	d := dbtest.Open(t, kind)
	db, err := d.Connect()
	if err != nil {
		t.Fatal(err)
	}
	c, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return server{Conn: c, t: t, kind: kind, db: db, dsn: d.DSN}
}

func (s server) postgres() bool { return s.kind == dbserver.Postgres }

// pick returns the text for the server.
func (s server) pick(postgres, mysql string) string {
	if s.postgres() {
		return postgres
	}
	return mysql
}

// persist calls a procedure again while statements of other sessions end its transaction. DDL
// does so on Galera, where it waits on other servers.
func (s server) persist(call func() error) error {
	err := call()
	for range 20 {
		if !s.overtaken(err) {
			return err
		}
		err = call()
	}
	return err
}

// overtaken reports whether a statement of another session on Galera ended the transaction.
func (s server) overtaken(err error) bool {
	return s.kind == dbserver.MariaDB && retry.FaultOf(err) == retry.Conflict && s.galera()
}

// galera reports whether the MariaDB server is a node of a Galera cluster.
func (s server) galera() (is bool) {
	if err := s.db.QueryRowContext(s.t.Context(), "SELECT @@wsrep_on").Scan(&is); err != nil {
		s.t.Error(err)
	}
	return is
}

func (s server) exec(statements ...string) {
	s.t.Helper()
	for _, statement := range statements {
		if _, err := s.ExecContext(s.t.Context(), statement); err != nil {
			s.t.Fatalf("%s: %v", statement, err)
		}
	}
}

// rows returns the rows of a query; a row is its values with a space between them.
func (s server) rows(query string) (rows []string) {
	s.t.Helper()
	for _, row := range s.cells(query) {
		rows = append(rows, strings.Join(row, " "))
	}
	return rows
}

// cells returns the values of a query by rows.
func (s server) cells(query string) [][]string {
	s.t.Helper()
	rows, err := s.query(query)
	if err != nil {
		s.t.Fatalf("%s: %v", query, err)
	}
	return rows
}

// query returns the values of the first result of a statement by rows. NULL is "".
func (s server) query(statement string) (rows [][]string, err error) {
	result, err := s.QueryContext(s.t.Context(), statement)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, result.Close()) }()
	columns, err := result.Columns()
	if err != nil {
		return nil, err
	}
	for result.Next() {
		cells, row, targets := make([]sql.NullString, len(columns)), make([]string, len(columns)), make([]any, len(columns))
		for i := range cells {
			targets[i] = &cells[i]
		}
		if err := result.Scan(targets...); err != nil {
			return nil, err
		}
		for i := range cells {
			row[i] = cells[i].String
		}
		rows = append(rows, row)
	}
	for result.NextResultSet() { // the status of a CALL, which can be its error
	}
	return rows, result.Err()
}

// output runs the program and returns what it prints.
func (c command) output(t testing.TB, args ...string) string {
	t.Helper()
	program := exec.CommandContext(t.Context(), string(c), args...)
	var complaints strings.Builder
	program.Stderr = &complaints
	out, err := program.Output()
	if err != nil {
		t.Fatalf("sortid %q: %v: %s", args, err, complaints.String())
	}
	return string(out)
}

// made is an ID of the command in its forms: text, uuid, hex and int.
type made map[string]string

// ids makes an ID for each time.
func (c command) ids(t testing.TB, format string, times ...string) (list []made) {
	t.Helper()
	for _, at := range times {
		var one struct{ Forms made }
		if err := json.Unmarshal([]byte(c.output(t, "new", "-json", "-format", format, "-at", at)), &one); err != nil {
			t.Fatal(err)
		}
		list = append(list, one.Forms)
	}
	return list
}

// literal returns an ID as a literal for a column of a type of sortid partition.
func (s server) literal(kind string, id made) string {
	switch kind {
	case "bytea":
		return `'\x` + id["hex"] + `'`
	case "binary":
		return "X'" + id["hex"] + "'"
	case "bigint":
		return id["int"]
	}
	return "'" + id[kind] + "'"
}

// run runs a script as the server's own client does.
func (s server) run(script string) error {
	s.t.Helper()
	statement := ""
	for line := range strings.Lines(script) {
		line = strings.TrimSpace(line)
		rest, ended := strings.CutSuffix(line, ";")
		switch {
		case line == "" || strings.HasPrefix(line, "--"):
			continue
		case line == `\gexec`:
			rows, err := s.query(statement)
			if err != nil {
				return err
			}
			for _, row := range rows {
				for _, result := range row {
					if _, err := s.ExecContext(s.t.Context(), result); err != nil {
						return err
					}
				}
			}
		case !ended:
			statement += line + "\n"
			continue
		default:
			if _, err := s.query(statement + rest); err != nil {
				return err
			}
		}
		statement = ""
	}
	return nil
}
