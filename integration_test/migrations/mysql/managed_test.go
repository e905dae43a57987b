package mysql_test

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/go-sql-driver/mysql"
	"github.com/sortid/sortid/integration_test/internal/functions"
	"github.com/sortid/sortid/integration_test/migrations/suite"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/migrations"
	"github.com/sortid/sortid/ops/lease"
)

// step is what a role does, and the privileges on the database that it needs for it.
type step struct {
	name       string
	privileges []string
}

// files is how many migration files there are.
func files(t *testing.T) int {
	t.Helper()
	names, err := fs.Glob(migrations.MySQL, "*.sql")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	return len(names)
}

// steps reads the table of privileges in docs/server.md. Several steps with the same privileges
// share a row. A privilege with (MySQL) after it is that server's only.
func (d database) steps(t *testing.T) (list []step) {
	t.Helper()
	_, table, _ := strings.Cut(suite.Page(t, "server.md"), "| on MySQL and MariaDB | needs |\n")
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) != 2 {
			break
		}
		if strings.Contains(cells[0], "---") {
			continue
		}
		var privileges []string
		parts := strings.Split(cells[1], "`")
		for i := 1; i < len(parts); i += 2 {
			if !d.mariadb() || !strings.HasPrefix(parts[i+1], " (MySQL)") {
				privileges = append(privileges, parts[i])
			}
		}
		names := []string{strings.TrimSpace(cells[0])}
		if names[0] == "install, upgrade" {
			names = []string{"install", "upgrade"}
		}
		for _, name := range names {
			list = append(list, step{name, privileges})
		}
	}
	return list
}

// trusted lets every role create functions and triggers while the test runs.
func (d database) trusted(t *testing.T) {
	t.Helper()
	root := d.session(t)
	if root.get("SELECT @@log_bin") != "1" {
		return
	}
	trust := root.get("SELECT @@GLOBAL.log_bin_trust_function_creators")
	t.Cleanup(func() {
		if _, err := d.Exec("SET GLOBAL log_bin_trust_function_creators = " + trust); err != nil {
			t.Error(err)
		}
	})
	root.exec("SET GLOBAL log_bin_trust_function_creators = 1")
}

// before makes the state in which a step begins. The functions, tables and triggers are root's,
// except for the trigger of the step that is about its definer.
func (d database) before(t *testing.T, step, account string) {
	t.Helper()
	root := d.session(t)
	root.exec("DROP VIEW IF EXISTS item_text", "DROP TABLE IF EXISTS item, landing, events", "CREATE TABLE landing (n INT)",
		fmt.Sprintf("GRANT SELECT ON `%s`.landing TO '%s'@'%%'", d.Name, account)) // lets the account in
	if step == "install" {
		root.exec("DROP TABLE IF EXISTS " + migrations.VersionTable)
		for _, routine := range root.list("SELECT CONCAT(ROUTINE_TYPE, ' ', ROUTINE_NAME) FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = DATABASE()") {
			root.exec("DROP " + routine)
		}
		return
	}
	d.install(t, nil)
	root.exec("DELETE FROM " + migrations.VersionTable + " WHERE version_id > " + fmt.Sprint(files(t)))
	if step == "remove" && root.get("SELECT COUNT(*) FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = DATABASE() AND DEFINER NOT LIKE '"+account+"@%'") != "0" {
		// MySQL lets nobody without SYSTEM_USER remove what root has made.
		root.exec("DELETE FROM "+migrations.VersionTable+" WHERE version_id > 0", fmt.Sprintf("GRANT ALL ON `%s`.* TO '%s'@'%%'", d.Name, account))
		for _, routine := range root.list("SELECT CONCAT(ROUTINE_TYPE, ' ', ROUTINE_NAME) FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = DATABASE()") {
			root.exec("DROP " + routine)
		}
		db := d.as(t, account)
		if err := errors.Join(up(t.Context(), db), db.Close()); err != nil {
			t.Fatal(err)
		}
		root.exec(fmt.Sprintf("REVOKE ALL ON `%s`.* FROM '%s'@'%%'", d.Name, account))
	}
	if strings.HasPrefix(step, "create a table") || step == "remove" {
		return
	}
	if strings.Contains(step, "partition") {
		root.exec("DELETE FROM sortid_partitioned", "CREATE TABLE events (id BINARY(16) NOT NULL PRIMARY KEY)")
		if !strings.Contains(step, "first") {
			root.exec("CALL sortid_partitions_ensure_from('events', 'wiji', 'day', 2, UTC_TIMESTAMP() - INTERVAL 3 DAY)", "INSERT INTO events VALUES (sortid_wiji_min_at(UTC_TIMESTAMP() - INTERVAL 2 DAY))")
		}
		return
	}
	root.exec(recipes(t, "CREATE TABLE item")...)
	trigger := recipes(t, "CREATE TRIGGER item")[0]
	if strings.HasPrefix(step, "be the definer") {
		trigger = strings.Replace(trigger, "CREATE TRIGGER", "CREATE DEFINER = '"+account+"'@'%' TRIGGER", 1)
	}
	root.exec(trigger)
	if step == "read that view" {
		root.exec(recipes(t, "CREATE SQL SECURITY INVOKER VIEW")...)
	}
}

// do does what a step says, as an account.
func (d database) do(t *testing.T, step string, db *sql.DB) error {
	t.Helper()
	run := func(db *sql.DB, statements ...string) error {
		for _, statement := range statements {
			rows, err := db.QueryContext(t.Context(), statement)
			if err != nil {
				return err
			}
			for rows.Next() {
			}
			if err := errors.Join(rows.Err(), rows.Close()); err != nil {
				return err
			}
		}
		return nil
	}
	switch step {
	case "install":
		return up(t.Context(), db)
	case "upgrade":
		_, err := upgrade(t, db, 1)
		return err
	case "remove":
		p, err := functions.Provider(dbserver.MySQL, db)
		if err != nil {
			t.Fatal(err)
		}
		_, err = p.DownTo(t.Context(), 0)
		return err
	case "create a table with a trigger":
		return run(db, slices.Concat(recipes(t, "CREATE TABLE item"), recipes(t, "CREATE TRIGGER item"))...)
	case "be the definer of a trigger":
		return run(d.DB, "INSERT INTO item (name) VALUES ('a')")
	case "insert into that table":
		return run(db, "INSERT INTO item (name) VALUES ('a')")
	case "call a function":
		return run(db, "SELECT sortid_wiji_text(sortid_wiji_new())")
	case "create a view that calls a function":
		return run(db, recipes(t, "CREATE SQL SECURITY INVOKER VIEW")...)
	case "read that view":
		return run(db, "SELECT * FROM item_text")
	case "claim a node number":
		ids, err := lease.Acquire(t.Context(), db, lease.Snowish(), lease.Config{})
		if err != nil {
			return err
		}
		return ids.Close()
	case "add the first partitions to an empty table", "add partitions":
		return run(db, "CALL sortid_partitions_ensure('events', 'wiji', 'day', 4)")
	case "drop partitions":
		return run(db, "CALL sortid_partitions_drop_before('events', 'wiji', UTC_TIMESTAMP() - INTERVAL 1 DAY, 0, TRUE)")
	case "detach partitions, and drop them later":
		return run(db, "CALL sortid_partitions_drop_before('events', 'wiji', UTC_TIMESTAMP() - INTERVAL 1 DAY, 1, TRUE)",
			"CALL sortid_partitions_drop_before('events', 'wiji', UTC_TIMESTAMP() - INTERVAL 1 DAY, 0, TRUE)")
	case "lock tables during an upgrade":
		return run(db, "LOCK TABLES item READ")
	}
	t.Fatalf("the page has an unknown step %q", step)
	return nil
}

// A role with exactly the privileges of the page does each step, and without any one of them it
// gets an error of the page. In CI each step runs on one of the servers.
func TestManagedPrivileges(t *testing.T) {
	var all struct { // of both servers
		sync.Mutex
		servers int
		met     map[uint16]bool
	}
	all.met = map[uint16]bool{}
	t.Cleanup(func() {
		for _, number := range denials(t) {
			if all.servers == 2 && !all.met[number] {
				t.Errorf("the page has the error %d, which no missing privilege causes on MySQL or MariaDB", number)
			}
		}
	})
	onEachEmpty(t, func(t *testing.T, d database) {
		list := d.steps(t)
		if len(list) != 15 {
			t.Fatalf("docs/server.md has %d steps, want 15", len(list))
		}
		d.trusted(t)
		root := d.session(t)
		name, _ := d.account(t)
		attempt := func(step string, privileges []string) error {
			t.Helper()
			root.exec(fmt.Sprintf("REVOKE ALL PRIVILEGES, GRANT OPTION FROM '%s'@'%%'", name))
			d.before(t, step, name)
			for _, privilege := range privileges {
				root.exec(fmt.Sprintf("GRANT %s ON `%s`.* TO '%s'@'%%'", privilege, d.Name, name))
			}
			db := d.as(t, name)
			defer db.Close()
			return d.do(t, step, db)
		}
		documented := denials(t)
		met := map[uint16]bool{}
		for _, s := range list {
			if !dbtest.RunsOn(d.Server.Kind, "TestManagedPrivileges "+s.name) {
				continue
			}
			for i, privilege := range s.privileges {
				err := attempt(s.name, slices.Delete(slices.Clone(s.privileges), i, i+1))
				if err == nil {
					t.Errorf("%s without %s: no error", s.name, privilege)
					continue
				}
				e, ok := errors.AsType[*mysql.MySQLError](err)
				switch {
				case ok && slices.Contains(documented, e.Number):
					met[e.Number] = true
				case !strings.HasPrefix(err.Error(), "missing zero version migration"): // goose's, which the page has
					t.Errorf("%s without %s: %v, want an error of the page", s.name, privilege, err)
				}
			}
			if err := attempt(s.name, s.privileges); err != nil {
				t.Errorf("%s with %q: %v", s.name, s.privileges, err)
			}
		}
		all.Lock()
		defer all.Unlock()
		all.servers++
		maps.Copy(all.met, met)
		for _, number := range documented {
			if !met[number] && dbtest.Every() {
				t.Errorf("the page has the error %d, which no missing privilege causes", number)
			}
		}
	})
}

// denials returns the numbers of the errors that a missing privilege causes, as docs/server.md
// lists them.
func denials(t *testing.T) (numbers []uint16) {
	t.Helper()
	list := regexp.MustCompile(`Without one of them the server fails with error ([^.]+)\.`).FindStringSubmatch(suite.Page(t, "server.md"))
	if list == nil {
		t.Fatal("docs/server.md does not list the errors")
	}
	for _, digits := range regexp.MustCompile(`\d+`).FindAllString(list[1], -1) {
		number, err := strconv.ParseUint(digits, 10, 16)
		if err != nil {
			t.Fatal(err)
		}
		numbers = append(numbers, uint16(number))
	}
	return numbers
}

// A role with the privileges of the page alone installs the functions, and a role that may only
// insert, read and call uses all of them. Without the server's trust there is the error of the
// page.
func TestManagedRoles(t *testing.T) {
	onEachEmpty(t, func(t *testing.T, d database) {
		page := suite.Page(t, "server.md")
		root := d.session(t)
		owner, _ := d.account(t)
		app := owner[:len(owner)-3] + "app"
		root.exec("CREATE USER '" + app + "'@'%' IDENTIFIED BY 'Sortid-1'")
		t.Cleanup(func() {
			if _, err := d.Exec("DROP USER IF EXISTS '" + app + "'@'%'"); err != nil {
				t.Error(err)
			}
		})
		for _, block := range suite.Blocks(t, "server.md", "mysql", "roles") {
			for _, statement := range suite.Statements(block) {
				root.exec(strings.NewReplacer("shop.*", "`"+d.Name+"`.*", "'owner'", "'"+owner+"'", "'app'", "'"+app+"'").Replace(statement))
			}
		}
		if root.get("SELECT @@log_bin") == "1" {
			d.trusted(t)
			root.exec("SET GLOBAL log_bin_trust_function_creators = 0")
			err := up(t.Context(), d.as(t, owner))
			if e, ok := errors.AsType[*mysql.MySQLError](err); !ok || e.Number != 1419 || !strings.Contains(page, "error 1419") {
				t.Errorf("without the server's trust: %v, want the error 1419 of the page", err)
			}
			root.exec("SET GLOBAL log_bin_trust_function_creators = 1")
		}
		db := d.as(t, owner)
		if err := up(t.Context(), db); err != nil {
			t.Fatal(err)
		}
		s := sessionOf(t, db)
		for _, words := range []string{"CREATE TABLE", "CREATE TRIGGER", "CREATE SQL SECURITY INVOKER VIEW"} {
			s.exec(recipes(t, words)...)
		}
		if root.get("SELECT @@log_bin") == "1" {
			root.exec("SET GLOBAL log_bin_trust_function_creators = 0")
			// An upgrade fails before it drops a function that is in use.
			_, err := upgrade(t, db, 1)
			isError(t, err, 1419, "log_bin_trust_function_creators")
		}
		guest := sessionOf(t, d.as(t, app))
		guest.exec("INSERT INTO item (name) VALUES ('a'), ('b')", "INSERT INTO ticket (subject) VALUES ('a')", "INSERT INTO parcel (address) VALUES ('a')")
		if got := guest.get("SELECT COUNT(*) FROM item_text WHERE LENGTH(id) = 26"); got != "2" {
			t.Errorf("the view shows %s rows, want 2", got)
		}
		for _, call := range calls(s) {
			guest.list("SELECT " + call)
		}
		for _, fact := range facts[:4] {
			if got := guest.get("SELECT " + fact[0]); got != fact[1] {
				t.Errorf("%s is %s, want %s", fact[0], got, fact[1])
			}
		}
	})
}
