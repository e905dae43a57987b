package mysql_test

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"
)

// account makes an account without any rights, and connects as it to the database.
func (d database) account(t testing.TB) (name string, db *sql.DB) {
	t.Helper()
	name = "a" + d.Name[max(0, len(d.Name)-20):]
	s := d.session(t)
	s.exec("CREATE USER '" + name + "'@'%' IDENTIFIED BY 'Sortid-1'")
	t.Cleanup(func() {
		if _, err := d.Exec("DROP USER IF EXISTS '" + name + "'@'%'"); err != nil {
			t.Error(err)
		}
	})
	return name, d.as(t, name)
}

// as connects to the database as an account that account has made.
func (d database) as(t testing.TB, name string) *sql.DB {
	t.Helper()
	config, err := mysql.ParseDSN(d.DSN)
	if err != nil {
		t.Fatal(err)
	}
	config.User, config.Passwd, config.AllowNativePasswords = name, "Sortid-1", true
	return open(t, config)
}

func isError(t testing.TB, err error, number uint16, words string) {
	t.Helper()
	e, ok := errors.AsType[*mysql.MySQLError](err)
	if !ok || e.Number != number || !strings.Contains(e.Message, words) {
		t.Errorf("the error is %v, want number %d and %q", err, number, words)
	}
}

// The functions are those of their caller: another account needs EXECUTE, the error says
// so, and nothing depends on the account that made them.
func TestCallers(t *testing.T) {
	onEachEmpty(t, func(t *testing.T, d database) {
		root := d.session(t)
		d.install(t, nil)
		name, db := d.account(t)
		root.exec(fmt.Sprintf("GRANT SELECT ON `%s`.* TO '%s'@'%%'", d.Name, name))
		s := sessionOf(t, db)
		isError(t, failure(t, s, "DO sortid_wiji_new()"), 1370, "sortid_wiji_new")
		root.exec(fmt.Sprintf("GRANT EXECUTE ON `%s`.* TO '%s'@'%%'", d.Name, name))
		again := sessionOf(t, db)
		if got := again.get("SELECT LENGTH(sortid_wiji_new())"); got != "16" {
			t.Errorf("the ID has %s bytes", got)
		}
		// From another database, the functions that call others find them.
		again.exec("USE information_schema")
		if got := again.get(fmt.Sprintf("SELECT `%s`.sortid_wiji_text(`%[1]s`.sortid_wiji_parse('069Q6ZXR120002M45BSQQG28T5'))", d.Name)); got != "069Q6ZXR120002M45BSQQG28T5" {
			t.Errorf("the text is %s", got)
		}
		isError(t, failure(t, again, fmt.Sprintf("SELECT `%s`.sortid_wiji_parse('no')", d.Name)), 1644, "wrong length")
	})
}

// failure runs a statement, and returns its error.
func failure(t testing.TB, s session, statement string) error {
	t.Helper()
	_, err := s.ExecContext(t.Context(), statement)
	return err
}

// binaryLog: with the binary log on, a statement that makes IDs is written as rows or
// warned of.
func binaryLog(t *testing.T, d database) {
	s := d.session(t)
	if on := s.get("SELECT @@log_bin"); on != "1" {
		t.Fatalf("the binary log is %s", on)
	}
	s.exec(recipes(t, "CREATE TABLE item")...)
	s.exec(recipes(t, "CREATE TRIGGER item")...)
	for _, g := range generators {
		for format, unsafe := range map[string]bool{"STATEMENT": true, "MIXED": false, "ROW": false} {
			s.exec("SET SESSION binlog_format = "+format, "CREATE TABLE IF NOT EXISTS made (id VARBINARY(40), "+hiddenKey+")", "INSERT INTO made SELECT "+g.call)
			if warned := s.warned(1592); warned != unsafe {
				t.Errorf("%s with binlog_format %s: warned of %v, want %v", g.name, format, warned, unsafe)
			}
		}
	}
	for format, unsafe := range map[string]bool{"STATEMENT": true, "MIXED": false} {
		s.exec("SET SESSION binlog_format = "+format, "INSERT INTO item (name) VALUES ('a')")
		if warned := s.warned(1592); warned != unsafe {
			t.Errorf("the trigger with binlog_format %s: warned of %v, want %v", format, warned, unsafe)
		}
		// Functions that only read are safe in every format.
		s.exec("INSERT INTO item SELECT sortid_wiji_max_at('2026-01-01'), sortid_wiji_text(0x064DCDFEE02200002A10ABCDEF012345) ON DUPLICATE KEY UPDATE name = 'b'")
	}
}

// warned reports whether the last statement had a warning of this number.
func (s session) warned(number int) bool {
	s.t.Helper()
	rows, err := s.QueryContext(s.t.Context(), "SHOW WARNINGS")
	if err != nil {
		s.t.Fatal(err)
	}
	defer rows.Close()
	found := false
	for rows.Next() {
		var level, message string
		var code int
		if err := rows.Scan(&level, &code, &message); err != nil {
			s.t.Fatal(err)
		}
		found = found || code == number
	}
	if err := rows.Err(); err != nil {
		s.t.Fatal(err)
	}
	return found
}
