package mysql_test

import (
	"testing"

	"github.com/pressly/goose/v3"
	"github.com/sortid/sortid/integration_test/migrations/suite"
	"github.com/sortid/sortid/migrations"
)

// The functions do on MySQL and MariaDB what the Go packages do.
func TestFunctions(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		if d.mariadb() {
			suite.Run(t, suite.MariaDB(d.DB))
		} else {
			suite.Run(t, suite.MySQL(d.DB))
		}
	})
}

// calls returns calls of all functions except for those that raise an error whatever the arguments
// are. With NULL a function is done at once.
func calls(s session) []string {
	s.t.Helper()
	list := s.list("SELECT CONCAT(r.routine_name, '(', COALESCE(GROUP_CONCAT(IF(p.ordinal_position > 0, 'NULL', NULL)), ''), ')')" +
		" FROM information_schema.routines AS r LEFT JOIN information_schema.parameters AS p" +
		" ON p.specific_schema = r.routine_schema AND p.specific_name = r.routine_name" +
		" WHERE r.routine_schema = DATABASE() AND r.routine_type = 'FUNCTION' AND r.routine_name NOT LIKE '%fault' AND r.routine_name NOT IN ('sortid_uid_snowish', 'sortid_internal_uid_claim')" +
		" GROUP BY r.routine_name ORDER BY r.routine_name")
	if len(list) == 0 {
		s.t.Fatal("there are no functions")
	}
	return append(list, "sortid_uid_snowish(CONNECTION_ID() MOD 1024)")
}

// The server has nothing to remark about a function, such as a name in it that a later
// version reserves. It says so when a session calls the function for the first time.
func TestNoWarnings(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		s := d.session(t)
		calls := calls(s)
		s.exec(results)
		for _, call := range calls {
			// A SELECT without a table would leave the warnings of the one before on MariaDB.
			s.exec("INSERT INTO result SELECT HEX(" + call + ")")
			if got := s.get("SELECT @@warning_count"); got != "0" {
				t.Errorf("%s: %s warnings: call it in a new session, and then SHOW WARNINGS", call, got)
			}
		}
	})
}

// The files go up, down and up again, and keep out of an application's way.
func TestGoose(t *testing.T) {
	onOneEmpty(t, func(t *testing.T, d database) {
		suite.Migrations{
			DB: d.DB, Dialect: goose.DialectMySQL, Files: migrations.MySQL,
			Table: migrations.VersionTable, Catalog: suite.MySQLCatalog,
		}.Run(t)
	})
}
