package pgx_test

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	osexec "os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/pgxtype"
	"github.com/sortid/sortid/sqltype"
)

// startPgBouncer starts a PgBouncer that pools transactions over two connections to the
// server, and returns its DSN. It skips the test if PgBouncer is not installed.
func startPgBouncer(t *testing.T) string {
	t.Helper()
	program, err := osexec.LookPath("pgbouncer")
	if err != nil {
		t.Skip("pgbouncer is not installed: apt-get install pgbouncer")
	}
	server, err := pgx.ParseConfig(dsn(t))
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "pgbouncer") // t.TempDir is not readable for the user of -u
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	port := freePort(t)
	config := fmt.Sprintf(`[databases]
shop = host=%s port=%d dbname=%s user=%s password=%s
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = %d
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
max_client_conn = 50
ignore_startup_parameters = extra_float_digits,search_path
`, server.Host, server.Port, server.Database, server.User, server.Password, port)
	file := filepath.Join(dir, "pgbouncer.ini")
	if err := os.WriteFile(file, []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	args := []string{file}
	if os.Getuid() == 0 { // which PgBouncer refuses
		args = []string{"-u", "nobody", file}
	}
	var output bytes.Buffer
	process := osexec.Command(program, args...)
	process.Stdout, process.Stderr = &output, &output
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := process.Process.Kill(); err != nil {
			t.Error(err)
		}
		_ = process.Wait() // which reports the kill
	})
	url := url.URL{Scheme: "postgres", User: url.User(server.User), Host: "127.0.0.1:" + strconv.Itoa(port), Path: "/shop"}
	for wait := time.Millisecond; ; wait *= 2 {
		conn, err := pgx.Connect(ctx, url.String()+"?default_query_exec_mode=simple_protocol")
		if err == nil {
			conn.Close(ctx)
			return url.String()
		}
		if wait > 20*time.Second {
			t.Fatalf("pgbouncer does not answer: %v\n%s", err, output.String())
		}
		time.Sleep(wait)
	}
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

// TestPgBouncer: through a PgBouncer that pools transactions, plain IDs work in the mode that
// the error of the others names, and column types work in all of them.
func TestPgBouncer(t *testing.T) {
	bouncer := startPgBouncer(t)
	table := fmt.Sprintf("bounced_%d", time.Now().UnixNano())
	direct := connect(t, pgx.QueryExecModeExec)
	exec(t, direct, "CREATE TABLE "+table+" (u uuid PRIMARY KEY, b bytea NOT NULL, t text COLLATE \"C\" NOT NULL, n bigint NOT NULL, list uuid[])")
	defer func() { exec(t, direct, "DROP TABLE "+table) }()

	for _, mode := range []pgx.QueryExecMode{pgx.QueryExecModeCacheDescribe, pgx.QueryExecModeExec, pgx.QueryExecModeSimpleProtocol} {
		t.Run(mode.String(), func(t *testing.T) {
			config, err := pgxpool.ParseConfig(bouncer)
			if err != nil {
				t.Fatal(err)
			}
			config.MaxConns = 6 // more than PgBouncer has to the server
			config.ConnConfig.DefaultQueryExecMode = mode
			config.AfterConnect = pgxtype.AfterConnect()
			pool, err := pgxpool.NewWithConfig(ctx, config)
			if err != nil {
				t.Fatal(err)
			}
			defer pool.Close()
			var group sync.WaitGroup
			for range 6 {
				group.Go(func() {
					for range 20 {
						if err := bounce(pool, table, described(mode)); err != nil {
							t.Error(err)
							return
						}
					}
				})
			}
			group.Wait()
		})
	}
}

// bounce writes a row and reads it back.
func bounce(pool *pgxpool.Pool, table string, plain bool) error {
	w, s, f := wiji.New(), scru160.New(), ulidflake.New()
	insert := "INSERT INTO " + table + " VALUES ($1, $2, $3, $4, $5)"
	_, err := pool.Exec(ctx, insert, w, s, s, f, []wiji.ID{w})
	if !plain {
		if !errors.Is(err, id.ErrPlain) {
			return fmt.Errorf("plain IDs are no error that matches ErrPlain: %w", err)
		}
		_, err = pool.Exec(ctx, insert, sqltype.UUIDOf(w), sqltype.BinaryOf(s), sqltype.TextOf(s), sqltype.Int64Of(f), sqltype.ListOf(sqltype.UUIDOf, w).Array())
	}
	if err != nil {
		return err
	}
	var w2 wiji.ID
	var s2, s3 scru160.ID
	var f2 ulidflake.ID
	var list []wiji.ID
	err = pool.QueryRow(ctx, "SELECT * FROM "+table+" WHERE u = $1", sqltype.UUIDOf(w)).Scan(&w2, &s2, &s3, &f2, &list)
	if err != nil || w2 != w || s2 != s || s3 != s || f2 != f || len(list) != 1 || list[0] != w {
		return fmt.Errorf("%v, %v, %v come back as %v, %v, %v, %v, %v: %w", w, s, f, w2, s2, s3, f2, list, err)
	}
	return nil
}
