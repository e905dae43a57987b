package dbserver

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// localPostgres starts PostgreSQL's programs of this machine, without a container and not as root,
// and returns a DSN. Without such programs the test is skipped.
func localPostgres(t *testing.T) string {
	t.Helper()
	programs, _ := filepath.Glob("/usr/lib/postgresql/*/bin") // Debian's place
	if path, err := exec.LookPath("initdb"); err == nil {
		programs = append(programs, filepath.Dir(path))
	}
	if len(programs) == 0 {
		t.Skip("no PostgreSQL is installed on this machine")
	}
	dir, err := os.MkdirTemp("", "sortid-local-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	as := unprivileged(t, dir)
	run := func(name string, args ...string) *exec.Cmd {
		c := exec.CommandContext(context.WithoutCancel(t.Context()), filepath.Join(programs[0], name), args...) // it also stops the server
		c.SysProcAttr, c.Dir = as, dir
		return c
	}
	data := filepath.Join(dir, "data")
	if out, err := run("initdb", "-D", data, "-U", "bench", "-A", "trust", "-N").CombinedOutput(); err != nil {
		t.Fatalf("initdb: %v\n%s", err, out)
	}
	port := freePort(t)
	options := fmt.Sprintf("-k %s -h 127.0.0.1 -p %s -F -c 'cluster_name=15/(main) x'", dir, port)
	// It returns when the server answers.
	if out, err := run("pg_ctl", "-D", data, "-l", filepath.Join(dir, "log"), "-o", options, "-w", "start").CombinedOutput(); err != nil {
		t.Fatalf("pg_ctl: %v\n%s", err, out)
	}
	t.Cleanup(func() {
		if out, err := run("pg_ctl", "-D", data, "-m", "fast", "-w", "stop").CombinedOutput(); err != nil {
			t.Errorf("pg_ctl: %v\n%s", err, out)
		}
	})
	return (&url.URL{Scheme: "postgres", User: url.User("bench"), Host: "127.0.0.1:" + port, Path: "/postgres"}).String()
}

// unprivileged returns the attributes of a process of an account that may write to the directory:
// PostgreSQL refuses root.
func unprivileged(t *testing.T, dir string) *syscall.SysProcAttr {
	t.Helper()
	if os.Getuid() != 0 {
		return &syscall.SysProcAttr{}
	}
	u, err := user.Lookup("nobody")
	if err != nil {
		t.Skip("no account but root: " + err.Error())
	}
	uid, _ := strconv.Atoi(u.Uid)
	gid, _ := strconv.Atoi(u.Gid)
	if err := os.Chown(dir, uid, gid); err != nil {
		t.Fatal(err)
	}
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
}

func freePort(t *testing.T) string {
	t.Helper()
	var c net.ListenConfig
	l, err := c.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

// scheduled returns how long a process with one thread has run, by the scheduler's own file.
func scheduled(t *testing.T, pid int) time.Duration {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/schedstat", pid))
	if err != nil {
		t.Skip("the scheduler's counters cannot be read: " + err.Error())
	}
	n, err := strconv.ParseInt(strings.Fields(string(text))[0], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return time.Duration(n)
}

// The processor time of a server on this machine has the work of its clients, while they are
// connected and afterwards.
func TestLocalServer(t *testing.T) {
	ctx := t.Context()
	s, err := Open(ctx, Postgres, Options{DSN: localPostgres(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	read := func() time.Duration {
		d, err := s.ProcessorTime(ctx)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	client, err := connect(Postgres, s.DSN())
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	var pid int
	conn, err := client.Conn(ctx)
	if err == nil {
		err = conn.QueryRowContext(ctx, "SELECT pg_backend_pid()").Scan(&pid)
	}
	if err != nil {
		t.Fatal(err)
	}
	// The times of processes that have ended are whole ticks, of the user's and the system's time.
	const rounding = 4 * clockTick
	before, began, worked := read(), scheduled(t, pid), time.Duration(0)
	for worked < 5*rounding {
		if _, err := conn.ExecContext(ctx, "SELECT sum(sqrt(n)) FROM generate_series(1, 200000) AS s (n)"); err != nil {
			t.Fatal(err)
		}
		worked = scheduled(t, pid) - began
	}
	after := read()
	if after-before < worked-rounding {
		t.Errorf("the client's process worked for %v and the server for %v", worked, after-before)
	}
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
	client.Close()
	awaitEnd(ctx, t, pid)
	if ended := read(); ended < after-rounding {
		t.Errorf("%v when the client had left, %v before", ended, after)
	}
}

// awaitEnd returns when a process has ended.
func awaitEnd(ctx context.Context, t *testing.T, pid int) {
	t.Helper()
	for syscall.Kill(pid, 0) == nil {
		select {
		case <-ctx.Done():
			t.Fatal("the process does not end")
		case <-time.After(time.Millisecond):
		}
	}
}
