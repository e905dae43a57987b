// Package dbtest gives tests a database on a real server: one server of each kind
// for all tests of a package, started by the first that asks for it, and a
// database of its own for each call.
//
//	func TestMain(m *testing.M) { dbtest.Main(m) }
//
//	func TestColumn(t *testing.T) {
//		db := dbtest.Open(t, dbserver.Postgres)
//		...
//	}
//
// Which server it is, package dbserver's environment variables say. Where none is
// to be had the test is skipped with a line that says what to set; with
// SORTID_REQUIRE_SERVERS=1 it fails instead.
package dbtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"testing"

	"github.com/sortid/sortid/bench/dbserver"
)

// RequireVariable is the environment variable that makes a test fail where it
// would be skipped for want of a server, if its value is 1.
const RequireVariable = "SORTID_REQUIRE_SERVERS"

// shared is the server of one kind; it is opened at most once.
type shared struct {
	mu     sync.Mutex
	opened bool
	server *dbserver.Server
	err    error
}

// state is what the tests of this process share. Its context is nil until Main has
// run, and ends when the process is told to.
var state struct {
	ctx     context.Context
	servers map[dbserver.Kind]*shared
}

// Main runs the tests, closes the servers that they opened and exits the process.
// An interrupt or a request to terminate closes them too. Every package that uses
// [Open] must call it from TestMain.
func Main(m *testing.M) {
	ctx, cancel := context.WithCancel(context.Background())
	state.ctx, state.servers = ctx, map[dbserver.Kind]*shared{}
	for _, kind := range dbserver.Kinds() {
		state.servers[kind] = &shared{}
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		s := <-signals
		cancel() // breaks off a start, which then cleans up by itself
		fmt.Fprintf(os.Stderr, "dbtest: %v: closing the servers\n", s)
		report(closeAll())
		os.Exit(1)
	}()
	code := m.Run()
	if err := closeAll(); err != nil {
		report(err)
		code = max(code, 1)
	}
	os.Exit(code)
}

func report(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "dbtest:", err)
	}
}

// closeAll closes all servers. None can be opened afterwards.
func closeAll() error {
	var errs []error
	for _, s := range state.servers {
		errs = append(errs, s.close())
	}
	return errors.Join(errs...)
}

func (s *shared) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	server := s.server
	s.opened, s.server, s.err = true, nil, errors.New("dbtest: the servers are closed already")
	if server == nil {
		return nil
	}
	return server.Close()
}

func (s *shared) open(t testing.TB, kind dbserver.Kind) (*dbserver.Server, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.opened {
		s.server, s.err = dbserver.Open(state.ctx, kind, dbserver.Options{
			Settings: settings(kind),
			Log:      func(line string) { t.Log(line) },
		})
		s.opened = true
	}
	return s.server, s.err
}

// settings are those of a server that has to survive nothing and to take whatever
// a test tries.
func settings(kind dbserver.Kind) map[string]string {
	if kind == dbserver.Postgres {
		return map[string]string{
			"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off",
			"max_connections": "200",
		}
	}
	return map[string]string{
		"innodb_flush_log_at_trx_commit": "0", "sync_binlog": "0", "innodb_doublewrite": "OFF",
		// LOAD DATA LOCAL is refused otherwise.
		"local_infile":    "ON",
		"max_connections": "200",
	}
}

// Server returns the server of a kind that the tests of this process share, or
// skips the test. Nobody but [Main] may close it.
func Server(t testing.TB, kind dbserver.Kind) *dbserver.Server {
	t.Helper()
	s, ok := state.servers[kind]
	if !ok {
		t.Fatalf("dbtest: no server of the kind %q: call dbtest.Main in TestMain, and name one of %v", kind, dbserver.Kinds())
	}
	server, err := s.open(t, kind)
	if err == nil {
		return server
	}
	if maySkip(err, os.Getenv(RequireVariable)) {
		Missing(t, err.Error())
	}
	t.Fatal(err)
	return nil
}

// Missing skips a test that cannot have what it needs, for the reason given, or fails
// it where [RequireVariable] asks for that.
func Missing(t testing.TB, why string) {
	t.Helper()
	if os.Getenv(RequireVariable) == "1" {
		t.Fatal(why)
	}
	t.Skipf("%s (with %s=1 this is a failure)", why, RequireVariable)
}

// maySkip reports whether a test that got no server may be skipped: when none is
// to be had, and none is required. A server that was asked for by name and does
// not answer is always a failure.
func maySkip(err error, require string) bool {
	_, unavailable := errors.AsType[*dbserver.UnavailableError](err)
	return unavailable && require != "1"
}

// Open returns a new, empty database on the shared server of a kind, or skips the
// test. The database is dropped when the test is done.
func Open(t testing.TB, kind dbserver.Kind) *dbserver.Database {
	t.Helper()
	return OpenWith(t, kind, dbserver.DatabaseOptions{})
}

// OpenWith is [Open] for a database that sorts text as the options say.
func OpenWith(t testing.TB, kind dbserver.Kind, o dbserver.DatabaseOptions) *dbserver.Database {
	t.Helper()
	server := Server(t, kind)
	d, err := server.NewDatabase(t.Context(), t.Name(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}
