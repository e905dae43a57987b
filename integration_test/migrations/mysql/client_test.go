package mysql_test

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"
	"github.com/sortid/sortid/integration_test/internal/functions"
	"github.com/sortid/sortid/integration_test/migrations/suite"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

// clients is a directory with the programs mysql and mysqldump, which connect to the
// server of a database: those of this machine, or those in the server's container.
func clients(t testing.TB, d database) string {
	t.Helper()
	config, err := mysql.ParseDSN(d.DSN)
	if err != nil {
		t.Fatal(err)
	}
	host, port, err := net.SplitHostPort(config.Addr)
	if err != nil {
		t.Skipf("the server is at %s, where a client program is not looked for", config.Addr)
	}
	directory := t.TempDir()
	names := map[string]string{"mysql": "mysql", "mysqldump": "mysqldump"}
	if d.mariadb() {
		names = map[string]string{"mysql": "mariadb", "mysqldump": "mariadb-dump"}
	}
	for name, program := range names {
		// By its path: a script of the same name comes first in PATH.
		command := []string{installed(t, program, d)}
		at := []string{"-h", host, "-P", port}
		if command[0] == "" {
			command = []string{"docker", "exec", "-i", "-e", "MYSQL_PWD", containerOf(t, d), program}
			at = []string{"-h", "127.0.0.1"}
		}
		command = slices.Concat(command, at, []string{"-u", config.User})
		script := "#!/bin/sh\nMYSQL_PWD='" + config.Passwd + "' exec env MYSQL_PWD='" + config.Passwd + "' " + strings.Join(command, " ") + ` "$@"` + "\n"
		if err := os.WriteFile(filepath.Join(directory, name), []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return directory
}

// installed is the path of a program of this machine, or empty. MariaDB's packages have
// programs by the names of MySQL's, which do not know all that those know.
func installed(t testing.TB, program string, d database) string {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		return ""
	}
	version, err := exec.CommandContext(t.Context(), path, "--version").Output()
	if err != nil || strings.Contains(string(version), "MariaDB") != d.mariadb() {
		return ""
	}
	return path
}

// containerOf is the container that the server runs in: the engine gives containers the
// name of their host. Ports do not tell: two containers may publish the same one, for
// IPv4 and for IPv6.
func containerOf(t testing.TB, d database) string {
	t.Helper()
	host := d.session(t).get("SELECT @@hostname")
	out, err := exec.CommandContext(t.Context(), "docker", "inspect", "--format", "{{.Config.Hostname}}", host).CombinedOutput()
	if err != nil || strings.TrimSpace(string(out)) != host {
		dbtest.Missing(t, fmt.Sprintf("there is neither a client program on this machine nor a container of the server's host %s: %v: %s", host, err, out))
	}
	return host
}

// shell runs a script of the README or of a test in the module's directory, with the
// clients first in the path, and returns what it writes.
func shell(t testing.TB, clients, script string) string {
	t.Helper()
	command := exec.CommandContext(t.Context(), "sh", "-ec", script)
	command.Dir = root
	command.Env = append(os.Environ(), "PATH="+clients+string(os.PathListSeparator)+os.Getenv("PATH"))
	var complaints bytes.Buffer
	command.Stderr = &complaints
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%s\n%v: %s", script, err, complaints.String())
	}
	return string(out)
}

// The commands of the README install what goose installs, and take it away again, whatever the character set of the client.
func TestPlainClient(t *testing.T) {
	onEachEmpty(t, func(t *testing.T, d database) {
		programs := clients(t, d)
		commands := readme(t, "sh")
		if len(commands) != 2 {
			t.Fatalf("the README has %d commands, want two", len(commands))
		}
		for i, command := range commands {
			if commands[i] = strings.Replace(command, " shop", " "+d.Name, 1); commands[i] == command {
				t.Fatalf("the command has no client: %s", command)
			}
		}
		s := d.session(t)
		var plain [][]string
		for _, option := range []string{"", " --default-character-set=utf8mb4", " --default-character-set=latin1"} {
			command := strings.Replace(commands[0], " --comments", " --comments"+option, 1)
			if option != "" && command == commands[0] {
				t.Fatalf("the command has no --comments: %s", command)
			}
			shell(t, programs, command)
			wantNames(t, s)
			list := s.list(suite.MySQLCatalog)
			slices.Sort(list)
			plain = append(plain, list)
			shell(t, programs, commands[1])
			if left := s.list(suite.MySQLCatalog); len(left) != 0 {
				t.Errorf("left behind: %q", left)
			}
		}
		d.install(t, nil)
		goose := s.list(suite.MySQLCatalog)
		slices.Sort(goose)
		for _, list := range plain {
			if len(goose) == 0 || !slices.Equal(list, goose) {
				t.Errorf("the client makes %d things, goose %d, or others", len(list), len(goose))
			}
		}
	})
}

// The output of mysqldump makes the same database: functions, triggers, views, defaults
// and checks.
func TestDumpAndRestore(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		programs := clients(t, d)
		s := d.session(t)
		s.exec(recipes(t, "CREATE TABLE")...)
		s.exec(recipes(t, "CREATE TRIGGER")...)
		s.exec(recipes(t, "CREATE SQL SECURITY INVOKER VIEW")...)
		s.exec("INSERT INTO item (name) VALUES ('a'), ('b'), ('c')", "INSERT INTO parcel (address) VALUES ('a')", "INSERT INTO ticket (subject) VALUES ('a')")
		other := empty(t, d.Server.Kind)
		flags := "--routines --triggers --no-tablespaces "
		if !d.mariadb() {
			flags += "--set-gtid-purged=OFF " // the copy is on the same server
		}
		dump := filepath.Join(programs, "dump.sql")
		shell(t, programs, "mysqldump "+flags+d.Name+" > "+dump+"\nmysql --comments "+other.Name+" < "+dump)
		restored := other.session(t)
		want, have := s.list(suite.MySQLCatalog), restored.list(suite.MySQLCatalog)
		slices.Sort(want)
		slices.Sort(have)
		if !slices.Equal(want, have) {
			t.Errorf("there are %d things, and %d are restored, or others", len(want), len(have))
		}
		// The names are of the server's character set, which need not be the texts'.
		for _, query := range []string{"SELECT CONCAT(HEX(id), name) FROM item ORDER BY id", "SELECT CONCAT(id, made_at, CONVERT(name USING utf8mb4)) FROM item_text ORDER BY id",
			"SELECT HEX(id) FROM parcel", "SELECT id FROM ticket"} {
			if want, have := s.list(query), restored.list(query); len(want) == 0 || !slices.Equal(want, have) {
				t.Errorf("%s: %q, restored %q", query, want, have)
			}
		}
		restored.exec("INSERT INTO item (name) VALUES ('d')", "INSERT INTO parcel (address) VALUES ('d')", "INSERT INTO ticket (subject) VALUES ('d')")
		if got := restored.get("SELECT name FROM item ORDER BY id DESC LIMIT 1"); got != "d" {
			t.Errorf("the last item is %s, want the one that was made last", got)
		}
	})
}

// mysqldump without --routines keeps the triggers and leaves the functions out. An INSERT into a
// restored table fails; the page has the error. Afterwards goose's table says that the functions are
// there, so they come back by going down and up.
func TestDumpWithoutRoutines(t *testing.T) {
	onOne(t, func(t *testing.T, d database) {
		programs := clients(t, d)
		s := d.session(t)
		s.exec(recipes(t, "CREATE TABLE")...)
		s.exec(recipes(t, "CREATE TRIGGER")...)
		s.exec("INSERT INTO item (name) VALUES ('a'), ('b'), ('c')")
		other := empty(t, d.Server.Kind)
		flags := "--no-tablespaces "
		if !d.mariadb() {
			flags += "--set-gtid-purged=OFF "
		}
		dump := filepath.Join(programs, "dump.sql")
		shell(t, programs, "mysqldump "+flags+d.Name+" > "+dump)
		shell(t, programs, "mysql --comments "+other.Name+" < "+dump)
		restored := other.session(t)
		page := suite.Page(t, "server.md")
		lacking := func(e *mysql.MySQLError, number uint16, message string) {
			t.Helper()
			if e.Number != number || e.Message != message {
				t.Errorf("%v, want %d: %s", e, number, message)
			}
			if documented := strings.ReplaceAll(message, other.Name, "shop"); !strings.Contains(page, fmt.Sprint(number)+", `"+documented+"`") {
				t.Errorf("docs/server.md does not have the error %d, `%s`", number, documented)
			}
		}
		missing := "FUNCTION " + other.Name + ".sortid_wiji_new does not exist"
		for _, mode := range []string{"", "TRADITIONAL"} {
			restored.exec("SET sql_mode = '" + mode + "'")
			lacking(restored.fails("INSERT INTO item (name) VALUES ('d')"), 1305, missing)
		}
		lacking(restored.fails("SELECT sortid_wiji_new()"), 1305, missing)
		// The checks refuse the zero that INSERT IGNORE makes of a missing key.
		for _, table := range []string{"item (name)", "ticket (subject)"} {
			_, _ = restored.ExecContext(t.Context(), "INSERT IGNORE INTO "+table+" VALUES ('d'), ('e')")
		}
		if got := restored.get("SELECT CONCAT((SELECT COUNT(*) FROM item), ' ', (SELECT COUNT(*) FROM ticket))"); got != "3 0" {
			t.Errorf("rows after INSERT IGNORE: %s, want 3 0", got)
		}
		p, err := functions.Provider(dbserver.MySQL, other.DB)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.DownTo(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Up(t.Context()); err != nil {
			t.Fatal(err)
		}
		restored = other.session(t)
		restored.exec("INSERT INTO item (name) VALUES ('d')", "INSERT INTO ticket (subject) VALUES ('d')")
		if got := restored.get("SELECT CONCAT((SELECT COUNT(*) FROM item WHERE sortid_wiji_valid(id)), ' ', (SELECT COUNT(*) FROM ticket))"); got != "4 1" {
			t.Errorf("rows after the functions came back: %s, want 4 1", got)
		}
	})
}

// A connection that is reset, as pools do it, draws another random field and goes on
// making valid IDs.
func TestResetConnection(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		if d.mariadb() {
			t.Skip("MariaDB's client has no command that resets the connection")
		}
		ids := strings.Fields(shell(t, clients(t, d), "mysql --loose-commands -N "+d.Name+" <<'E'\nSELECT HEX(sortid_wiji_new());\n\\x\nUSE "+d.Name+"\nSELECT HEX(sortid_wiji_new());\nE"))
		if len(ids) != 2 || len(ids[0]) != 32 || ids[0] >= ids[1] || ids[0][18:] == ids[1][18:] {
			t.Errorf("before and after the reset: %q", ids)
		}
	})
}
