// Package pgbouncer starts PgBouncers for tests.
package pgbouncer

import (
	"bytes"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/sortid/sortid/integration_test/internal/await"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

// Start starts a PgBouncer that pools the transactions of its clients over a number of sessions
// with the database of a DSN, and returns its own DSN. Each session begins with the statement
// hello, if that is not empty; none is reset between two clients. If PgBouncer is
// not installed, Start skips the test, or fails it where servers are required.
func Start(t *testing.T, dsn string, sessions int, hello string) string {
	t.Helper()
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		dbtest.Missing(t, "pgbouncer is not installed: apt-get install pgbouncer")
	}
	server, err := pgx.ParseConfig(dsn)
	if err != nil {
		t.Fatal(err)
	}
	database := fmt.Sprintf("shop = host=%s port=%d dbname=%s user=%s password=%s", server.Host, server.Port, server.Database, server.User, quote(server.Password))
	if hello != "" {
		database += " connect_query=" + quote(hello)
	}
	port := freePort(t)
	file := write(t, fmt.Sprintf(`[databases]
%s
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = %d
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = %d
server_reset_query =
ignore_startup_parameters = extra_float_digits,search_path
`, database, port, sessions))
	args := []string{file}
	if os.Getuid() == 0 { // which PgBouncer refuses
		args = []string{"-u", "nobody", file}
	}
	var output bytes.Buffer
	process := exec.Command(program, args...)
	process.Stdout, process.Stderr = &output, &output
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := process.Process.Kill(); err != nil {
			t.Error(err)
		}
		_ = process.Wait() // which reports the kill
		if t.Failed() {
			t.Log(output.String())
		}
	})
	address := url.URL{Scheme: "postgres", User: url.User(server.User), Host: "127.0.0.1:" + strconv.Itoa(port), Path: "/shop"}
	await.Until(t, "pgbouncer's answer", func() bool {
		conn, err := pgx.Connect(t.Context(), address.String()+"?default_query_exec_mode=simple_protocol")
		if err == nil {
			conn.Close(t.Context())
		}
		return err == nil
	})
	return address.String()
}

// quote quotes a value of the section of databases.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// write writes the file of settings where the account that PgBouncer runs as can read it.
func write(t *testing.T, settings string) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "pgbouncer") // t.TempDir is not readable for the user of -u
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	file := filepath.Join(dir, "pgbouncer.ini")
	if err := os.WriteFile(file, []byte(settings), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return file
}

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}
