package documents

import (
	"bytes"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

// client is the command of a client that is connected to a database.
type client []string

// programs lists the clients of the servers, and the images that have them.
var programs = map[dbserver.Kind]struct{ program, image, version string }{
	dbserver.Postgres: {"psql", "postgres:18", "PostgreSQL"},
	dbserver.MySQL:    {"mysql", "mysql:9.7", "MySQL"},
	dbserver.MariaDB:  {"mariadb", "mariadb:11.8", "MariaDB"},
}

// program returns the beginning of a command that runs a server's client with environment
// variables: a program of this machine, or that in the server's image.
func program(t *testing.T, kind dbserver.Kind, env ...string) client {
	t.Helper()
	p := programs[kind]
	if path, err := exec.LookPath(p.program); err == nil {
		// MariaDB's packages have a program mysql, which does not know all that MySQL's knows.
		version, err := exec.Command(path, "--version").Output()
		if err == nil && strings.Contains(string(version), p.version) && (kind != dbserver.MySQL || !strings.Contains(string(version), "MariaDB")) {
			return append(client{"env"}, append(env, path)...)
		}
	}
	if err := exec.Command("docker", "image", "inspect", p.image).Run(); err != nil {
		dbtest.Missing(t, fmt.Sprintf("there is neither a program %s nor the image %s: install one of them: %v", p.program, p.image, err))
	}
	c := client{"docker", "run", "--rm", "-i", "--network", "host"}
	for _, variable := range env {
		c = append(c, "-e", variable)
	}
	return append(c, p.image, p.program)
}

// connect returns the client of a database, as a reader calls it.
func connect(t *testing.T, d *dbserver.Database, env ...string) client {
	t.Helper()
	if d.Server.Kind == dbserver.Postgres {
		dsn, err := url.Parse(d.DSN)
		if err != nil {
			t.Fatal(err)
		}
		password, _ := dsn.User.Password()
		env = append(env, "PGPASSWORD="+password, "PGHOST="+dsn.Hostname(), "PGPORT="+dsn.Port(), "PGUSER="+dsn.User.Username())
		return append(program(t, dbserver.Postgres, env...), "-X", "-q", "-v", "ON_ERROR_STOP=1", d.Name)
	}
	config, err := mysql.ParseDSN(d.DSN)
	if err != nil {
		t.Fatal(err)
	}
	host, port, err := net.SplitHostPort(config.Addr)
	if err != nil {
		t.Fatalf("the server is at %s: use a DSN with a port", config.Addr)
	}
	c := program(t, d.Server.Kind, append(env, "MYSQL_PWD="+config.Passwd)...)
	return append(c, "-h", host, "-P", port, "-u", config.User, d.Name)
}

// run runs the client with an input and returns its output. Messages go to the error.
func (c client) run(t *testing.T, input string) (string, error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), c[0], c[1:]...)
	cmd.Stdin = strings.NewReader(input)
	var messages bytes.Buffer
	cmd.Stderr = &messages
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, strings.TrimSpace(messages.String()))
	}
	return string(out), err
}

// script writes a program of a name that runs the client, in a folder for PATH. Of its
// arguments, the database shop of the pages is replaced by that of the client.
func (c client) script(t *testing.T, dir, name string) {
	t.Helper()
	words := slices.Clone(c[:len(c)-1])
	for i, word := range words {
		words[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	text := fmt.Sprintf("#!/bin/sh\nfor arg; do shift; [ \"$arg\" != shop ] || arg='%s'; set -- \"$@\" \"$arg\"; done\nexec %s \"$@\"\n", c[len(c)-1], strings.Join(words, " "))
	if err := os.WriteFile(dir+"/"+name, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}
