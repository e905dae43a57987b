package postgres_test

import (
	"database/sql"
	"fmt"
	"net"
	"net/url"
	"os"
	osexec "os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sortid/sortid/bench/dbserver"
)

// Clients take turns on a few sessions, transaction by transaction and without a reset. They get
// different IDs, even from transactions that were rolled back.
func TestTurns(t *testing.T) {
	_, db := open(t)
	db.SetMaxOpenConns(3)
	turns(t, db)
}

// The same behind PgBouncer in transaction mode.
func TestPgBouncer(t *testing.T) {
	d, _ := open(t)
	db, err := sql.Open("pgx", bouncer(t, d)+"&default_query_exec_mode=simple_protocol")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	turns(t, db)
	if n := queryOne(t, db, "SELECT count(DISTINCT pid) FROM pg_stat_activity WHERE application_name = 'behind' AND datname = current_database()"); n != "3" {
		t.Errorf("PgBouncer has %s sessions for 8 clients, want 3", n)
	}
}

// turns has eight clients make IDs of all formats in transactions of which two of
// three are rolled back in whole or in part.
func turns(t *testing.T, db *sql.DB) {
	t.Helper()
	const clients, transactions = 8, 40
	calls := make([]string, len(generators))
	for i, g := range generators {
		calls[i] = g.call + "::text"
	}
	query := "SELECT unnest(ARRAY[" + strings.Join(calls, ", ") + "]) FROM generate_series(1, 5)"
	made := make([][]string, clients)
	errs := make([]error, clients)
	var wait sync.WaitGroup
	for c := range clients {
		wait.Go(func() {
			for i := range transactions {
				ids, err := transaction(t, db, query, i%3)
				if made[c], errs[c] = append(made[c], ids...), err; err != nil {
					return
				}
			}
		})
	}
	wait.Wait()
	// By generator: two formats may have the same number by chance.
	type given struct{ call, id string }
	seen := map[given]bool{}
	for c, ids := range made {
		if errs[c] != nil {
			t.Fatal(errs[c])
		}
		for i, id := range ids {
			x := given{generators[i%len(generators)].call, id}
			if seen[x] {
				t.Errorf("%s came twice", x)
			}
			seen[x] = true
		}
	}
	if want := clients * transactions * 2 * 5 * len(generators); len(seen) != want {
		t.Errorf("there are %d IDs, want %d", len(seen), want)
	}
}

// transaction makes IDs twice in a transaction, and ends it as kind says.
func transaction(t *testing.T, db *sql.DB, query string, kind int) ([]string, error) {
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		return nil, err
	}
	defer tx.Rollback()
	ids, err := column(t.Context(), tx, query)
	if err != nil {
		return nil, err
	}
	if _, err := tx.ExecContext(t.Context(), "SAVEPOINT a"); err != nil {
		return nil, err
	}
	more, err := column(t.Context(), tx, query)
	if err != nil {
		return nil, err
	}
	ids = append(ids, more...)
	switch kind {
	case 0:
		return ids, tx.Commit()
	case 1:
		if _, err := tx.ExecContext(t.Context(), "ROLLBACK TO a"); err != nil {
			return nil, err
		}
		return ids, tx.Commit()
	}
	return ids, tx.Rollback()
}

// bouncer starts PgBouncer before a database, with three sessions, and returns its DSN.
func bouncer(t *testing.T, d *dbserver.Database) string {
	t.Helper()
	path, err := osexec.LookPath("pgbouncer")
	if err != nil {
		t.Skip("PgBouncer is not installed; TestTurns does the same without it")
	}
	server, err := url.Parse(d.DSN)
	if err != nil || server.Port() == "" {
		t.Skipf("the DSN is not a URL with a port, which PgBouncer needs: %v", err)
	}
	password, _ := server.User.Password()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := listener.Addr().(*net.TCPAddr).Port
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	// PgBouncer refuses to run as root, so another account must be able to read its file.
	dir, err := os.MkdirTemp("", "sortid-pgbouncer")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	file := filepath.Join(dir, "pgbouncer.ini")
	config := fmt.Sprintf("[databases]\n* = host=%s port=%s user=%s password='%s' connect_query='SET application_name = ''behind'''\n"+
		"[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = %d\nunix_socket_dir =\nauth_type = any\npool_mode = transaction\ndefault_pool_size = 3\n"+
		"server_reset_query =\nignore_startup_parameters = extra_float_digits\n", server.Hostname(), server.Port(), server.User.Username(), password, port)
	if err := os.WriteFile(file, []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	args := []string{file}
	if os.Getuid() == 0 {
		args = []string{"-u", "nobody", file}
	}
	var said strings.Builder
	cmd := osexec.Command(path, args...)
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cmd.Process.Kill(); err != nil {
			t.Error(err)
		}
		_ = cmd.Wait() // killed above
		if t.Failed() {
			t.Log(said.String())
		}
	})
	address := fmt.Sprintf("127.0.0.1:%d", port)
	for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
		if conn, err := net.Dial("tcp", address); err == nil {
			conn.Close()
			return fmt.Sprintf("postgres://%s:%s@%s/%s?sslmode=disable", server.User.Username(), url.QueryEscape(password), address, d.Name)
		}
		if time.Now().After(deadline) {
			t.Fatal("PgBouncer does not answer")
		}
	}
}
