package servertest

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/ops/doctor/internal/newkeys"
)

// The owner of the tables runs the script, and any other role is told. Writers need no right on the tables
// that theirs reference.
func TestNewKeysRights(t *testing.T) {
	t.Parallel()
	d, db := withFunctions(t, dbserver.Postgres, "wiji")
	db.SetMaxOpenConns(1)
	suffix := strings.ToLower(d.Name[len(d.Name)-8:])
	owner, app := "owner_"+suffix, "app_"+suffix
	execute(t, db, shopOf(dbserver.Postgres, keysOf(dbserver.Postgres)[0])...)
	fillShop(t, db, keysOf(dbserver.Postgres)[0])
	execute(t, db, "CREATE ROLE "+owner, "CREATE ROLE "+app, "GRANT USAGE, CREATE ON SCHEMA public TO "+owner, "GRANT INSERT ON orders TO "+app, "GRANT UPDATE (note), SELECT (note) ON orders TO "+app)
	t.Cleanup(func() {
		db.Exec("RESET ROLE") //nolint:errcheck // a session of its own
		for _, s := range []string{"DROP OWNED BY " + app + ", " + owner + " CASCADE", "DROP ROLE " + app, "DROP ROLE " + owner} {
			if _, err := db.Exec(s); err != nil {
				t.Error(err)
			}
		}
	})
	script := statementsOf(printed(t, newkeys.Options{DSN: d.DSN, To: "wiji", Columns: []string{"users.id", "orders.id"}, With: []string{"logs.user_id=users.id"}, Reviewed: []string{"stamped"}}))
	try := func(list []string) (err error) {
		for _, s := range list {
			if _, err = db.ExecContext(t.Context(), s); err != nil {
				return err
			}
		}
		return nil
	}
	execute(t, db, "SET ROLE "+owner)
	if err := try(script); err == nil || !strings.Contains(err.Error(), "does not own ") || !strings.Contains(err.Error(), "public.users") {
		t.Errorf("a role that owns nothing: %v", err)
	}
	execute(t, db, "RESET ROLE", "RESET search_path")
	for _, table := range []string{"users", "orders", "items", "friends", "members", "logs", "named"} {
		execute(t, db, "ALTER TABLE "+table+" OWNER TO "+owner)
	}
	execute(t, db, "SET ROLE "+owner)
	if err := try(script); err == nil || !strings.Contains(err.Error(), "does not own the statistics members_both") {
		t.Errorf("a role that owns the tables alone: %v", err)
	}
	execute(t, db, "RESET ROLE", "RESET search_path", "ALTER STATISTICS members_both OWNER TO "+owner)
	script = statementsOf(printed(t, newkeys.Options{DSN: d.DSN, To: "wiji", Columns: []string{"users.id", "orders.id"}, With: []string{"logs.user_id=users.id"}, Reviewed: []string{"stamped"}}))
	middle := len(script) / 2
	execute(t, db, "SET ROLE "+owner)
	if err := try(script[:middle]); err != nil {
		t.Fatal(err)
	}
	execute(t, db, "SET ROLE "+app, "INSERT INTO public.orders (id, user_id, note, buyer) VALUES (5000, 7, 'app', 'u7')", "UPDATE public.orders SET note = 'app!' WHERE note = 'app'", "SET ROLE "+owner)
	if err := try(script); err != nil {
		t.Fatal(err)
	}
	execute(t, db, "RESET ROLE", "RESET search_path")
	related(t, db)
	if got := texts(t, db, "SELECT buyer FROM orders WHERE note = 'app!'"); len(got) != 1 {
		t.Errorf("the row of the writer: %q", got)
	}
}

// The rights that docs/moving.md lists are enough on MySQL and MariaDB.
func TestNewKeysRightsMySQL(t *testing.T) {
	t.Parallel()
	for _, kind := range []dbserver.Kind{dbserver.MySQL, dbserver.MariaDB} {
		t.Run(string(kind), func(t *testing.T) {
			d, db := withFunctions(t, kind, "wiji")
			k := keysOf(kind)[0]
			execute(t, db, shopOf(kind, k)...)
			fillShop(t, db, k)
			before := content(t, db)
			page, err := os.ReadFile("../../../../docs/moving.md")
			if err != nil {
				t.Fatal(err)
			}
			rights := regexp.MustCompile(`(?s)On MySQL and MariaDB it needs (.*?) on the\s+database`).FindStringSubmatch(string(page))
			if rights == nil {
				t.Fatal("the page does not list the rights")
			}
			name := "mover_" + strings.ToLower(d.Name[len(d.Name)-8:])
			execute(t, db, "CREATE USER "+name+" IDENTIFIED BY 'secret'", "GRANT "+strings.ReplaceAll(rights[1], "`", "")+" ON "+d.Name+".* TO "+name)
			t.Cleanup(func() {
				if _, err := db.Exec("DROP USER " + name); err != nil {
					t.Error(err)
				}
			})
			c, err := mysql.ParseDSN(d.DSN)
			if err != nil {
				t.Fatal(err)
			}
			c.User, c.Passwd = name, "secret"
			o := newKeysOptions(d, kind)
			o.DSN = c.FormatDSN()
			o.KeepOld = newkeys.KeepTable
			err = runScript(t, open(t, kind.Driver(), o.DSN), statementsOf(printed(t, o)))
			if err != nil && strings.Contains(err.Error(), "Error 1419") {
				t.Skip("the server logs for replicas, and lets only SUPER create triggers: docs/server.md has the setting")
			}
			if err != nil {
				t.Fatal(err)
			}
			differences(t, before, content(t, db))
		})
	}
}

// psql runs the script as the page says, and stops when it is run again.
func TestNewKeysByClient(t *testing.T) {
	t.Parallel()
	psql, err := exec.LookPath("psql")
	if err != nil {
		t.Skip("there is no psql")
	}
	d, db := withFunctions(t, dbserver.Postgres, "wiji")
	execute(t, db, shopOf(dbserver.Postgres, keysOf(dbserver.Postgres)[0])...)
	fillShop(t, db, keysOf(dbserver.Postgres)[0])
	before := content(t, db)
	file := filepath.Join(t.TempDir(), "move.sql")
	if err := os.WriteFile(file, []byte(printed(t, newKeysOptions(d, dbserver.Postgres))), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(psql, "-X", "-q", "-o", os.DevNull, "-f", file, d.DSN).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v: %s", err, out)
	}
	differences(t, before, content(t, db))
	if out, err := exec.Command(psql, "-X", "-q", "-f", file, d.DSN).CombinedOutput(); err == nil || strings.Count(string(out), "ERROR") != 1 || !strings.Contains(string(out), "the move is done") {
		t.Errorf("run again: %v: %s", err, out)
	}
}
