package sqltype_test

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/go-sql-driver/mysql"
	_ "github.com/jackc/pgx/v5/stdlib"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/internal/clusters"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/sqltype"
	_ "modernc.org/sqlite"
)

func TestMain(m *testing.M) { clusters.Main(m) }

// setting is a server with a setting in which its driver or the server treats arguments
// in its own way.
type setting struct {
	name, driver string
	kind         dbserver.Kind // empty for SQLite
	params       map[string]string
}

func settings() []setting {
	list := []setting{
		{"sqlite", "sqlite", "", nil},
		{"mysql", "mysql", dbserver.MySQL, nil},
		{"mysql_interpolated", "mysql", dbserver.MySQL, map[string]string{"interpolateParams": "true"}},
		{"mysql_lax", "mysql", dbserver.MySQL, map[string]string{"sql_mode": "''"}},
		{"mariadb", "mysql", dbserver.MariaDB, nil},
		{"mariadb_interpolated", "mysql", dbserver.MariaDB, map[string]string{"interpolateParams": "true"}},
		{"mariadb_lax", "mysql", dbserver.MariaDB, map[string]string{"sql_mode": "''"}},
	}
	for _, mode := range []string{"cache_statement", "cache_describe", "describe_exec", "exec", "simple_protocol"} {
		list = append(list, setting{"postgres_" + mode, "pgx", dbserver.Postgres, map[string]string{"default_query_exec_mode": mode}})
	}
	return list
}

// types returns the types of a column of n raw bytes, of text, and of json.
func (s setting) types(n int) (raw, text, json string) {
	switch s.kind {
	case dbserver.Postgres:
		return "bytea", "text", "jsonb"
	case "":
		return "BLOB", "TEXT", "TEXT"
	default:
		return fmt.Sprintf("BINARY(%d)", n), "CHAR(36)", "JSON"
	}
}

func (s setting) open(t *testing.T) *sql.DB {
	t.Helper()
	dsn := filepath.Join(t.TempDir(), "test.db")
	if s.kind != "" {
		var err error
		if dsn, err = dbtest.Open(t, s.kind).WithParams(s.params); err != nil {
			t.Fatal(err)
		}
	}
	db, err := sql.Open(s.driver, dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// marked writes the marks of the arguments as the driver wants them.
func (s setting) marked(statement string) string {
	if s.kind == dbserver.Postgres {
		return strings.ReplaceAll(statement, "?", "$1")
	}
	return statement
}

// plainRows is how many rows a table of the test has.
const plainRows = 20

// statements returns what a program can do with an ID in a column.
func statements(column string) []string {
	return []string{
		"DELETE FROM plain WHERE " + column + " IN (?)",
		"DELETE FROM plain WHERE " + column + " = ?",
		"DELETE FROM plain WHERE " + column + " NOT IN (?)",
		"DELETE FROM plain WHERE n IN (SELECT n FROM (SELECT n FROM plain WHERE " + column + " IN (?)) AS found)",
		"UPDATE plain SET note = 'x' WHERE " + column + " IN (?)",
		"UPDATE plain SET " + column + " = ?",
		"INSERT INTO plain (n, " + column + ") SELECT n + 100, ? FROM plain",
		"INSERT INTO plain (n, " + column + ") VALUES (99, ?)",
	}
}

// TestPlainID: a plain ID of an array type, and its bytes, are errors as arguments in
// columns of each kind, in each statement, on each server, through each driver and mode.
func TestPlainID(t *testing.T) {
	for _, s := range settings() {
		t.Run(s.name, func(t *testing.T) {
			db := s.open(t)
			t.Run("wiji", func(t *testing.T) { plainID(t, s, db, 16, wiji.New, wiji.ID.Bytes) })
			t.Run("ulid", func(t *testing.T) { plainID(t, s, db, 16, ulid.New, ulid.ID.Bytes) })
			t.Run("uuidv7", func(t *testing.T) { plainID(t, s, db, 16, uuidv7.New, uuidv7.ID.Bytes) })
			t.Run("scru160", func(t *testing.T) { plainID(t, s, db, 20, scru160.New, scru160.ID.Bytes) })
		})
	}
}

func plainID[T id.Fixed, B driver.Valuer](t *testing.T, s setting, db *sql.DB, size int, next func() T, bytes func(T) B) {
	raw, text, json := s.types(size)
	columns := []string{"raw", "code", "doc"}
	create := "CREATE TABLE plain (n int PRIMARY KEY, raw " + raw + ", code " + text + ", doc " + json + ", note varchar(5) NOT NULL DEFAULT ''"
	if s.kind == dbserver.Postgres {
		columns = append(columns, "uid")
		create += ", uid uuid"
	}
	execute(t, db, create+")")
	defer execute(t, db, "DROP TABLE plain")
	var x T
	for i := range plainRows {
		x = next()
		execute(t, db, s.marked(fmt.Sprintf("INSERT INTO plain (n, raw) VALUES (%d, ?)", i)), sqltype.BinaryOf(x))
		execute(t, db, s.marked(fmt.Sprintf("UPDATE plain SET code = ? WHERE n = %d", i)), sqltype.TextOf(x))
	}
	for _, column := range columns {
		for _, statement := range statements(column) {
			for _, arg := range []any{x, &x, bytes(x)} {
				result, err := db.Exec(s.marked(statement), arg)
				if !errors.Is(err, id.ErrPlain) {
					t.Errorf("%s with %T: %v, error %v", statement, arg, result, err)
				}
			}
		}
		var n int
		if err := db.QueryRow(s.marked("SELECT count(*) FROM plain WHERE "+column+" IN (?)"), x).Scan(&n); !errors.Is(err, id.ErrPlain) {
			t.Errorf("column %s: %d rows found, error %v", column, n, err)
		}
		// A list of plain IDs can be a JSON array, and nothing else.
		for _, statement := range statements(column)[:3] {
			if result, err := db.Exec(s.marked(statement), []T{x, x}); err == nil && column != "doc" {
				n, _ := result.RowsAffected()
				t.Errorf("%s with a list: %d rows and no error", statement, n)
			}
		}
	}
	unchanged(t, db)
	var back sqltype.Binary[T]
	if err := db.QueryRow(s.marked("SELECT raw FROM plain WHERE raw IN (?)"), sqltype.BinaryOf(x)).Scan(&back); err != nil || back.V != x {
		t.Errorf("in its column type, %v comes back as %v, %v", x, back, err)
	}
}

func execute(t *testing.T, db *sql.DB, statement string, args ...any) {
	t.Helper()
	if _, err := db.Exec(statement, args...); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// unchanged checks that the rows are as they were.
func unchanged(t *testing.T, db *sql.DB) {
	t.Helper()
	var n, raw, code, doc, notes int
	err := db.QueryRow("SELECT count(*), count(DISTINCT raw), count(DISTINCT code), count(doc), count(CASE WHEN note <> '' THEN 1 END) FROM plain").
		Scan(&n, &raw, &code, &doc, &notes)
	if err != nil || n != plainRows || raw != plainRows || code != plainRows || doc != 0 || notes != 0 {
		t.Errorf("%d rows, %d IDs, %d texts, %d documents, %d notes, error %v", n, raw, code, doc, notes, err)
	}
}

// TestPlainInteger: a plain 64-bit ID is an error in every column. A driver would store the
// characters of its number, or of its text, in a column of bytes or text.
func TestPlainInteger(t *testing.T) {
	x := ulidflake.New()
	for _, s := range settings() {
		t.Run(s.name, func(t *testing.T) {
			db := s.open(t)
			rawType, textType, _ := s.types(8)
			for _, column := range []string{"bigint", rawType, textType} {
				execute(t, db, "CREATE TABLE numbers (n "+column+")")
				for _, arg := range []any{x, &x, ulidflake.For[struct{}](x)} {
					if _, err := db.Exec(s.marked("INSERT INTO numbers VALUES (?)"), arg); !errors.Is(err, id.ErrPlain) {
						t.Errorf("%s, %T: error %v", column, arg, err)
					}
				}
				var n int
				if err := db.QueryRow("SELECT count(*) FROM numbers").Scan(&n); err != nil || n != 0 {
					t.Errorf("%s: %d rows, %v", column, n, err)
				}
				execute(t, db, "DROP TABLE numbers")
			}
		})
	}
}
