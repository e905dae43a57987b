// Package dbtest opens databases on real servers for tests. The tests of a package share
// one server of each kind, which the first test that needs it starts, and packages that
// the command shared runs share one too, unless they set [Own]; each call of [Open] creates
// a database.
//
//	func TestMain(m *testing.M) { dbtest.Main(m) }
//
//	func TestColumn(t *testing.T) {
//		db := dbtest.Open(t, dbserver.Postgres)
//		...
//	}
//
// The environment variables of package dbserver choose the servers. If no server is
// available, the test is skipped with a message that says what to set. If
// SORTID_REQUIRE_SERVERS is 1, it fails instead.
package dbtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
)

// RequireVariable is the environment variable that, if its value is 1, makes a test fail
// that would be skipped because no server is available.
const RequireVariable = "SORTID_REQUIRE_SERVERS"

// Shared is what the tests of a process share; it is opened at most once.
type Shared[T io.Closer] struct {
	mu     sync.Mutex
	opened bool
	value  T
	err    error
}

// state is shared by the tests of this process. Main sets it; the context ends on an
// interrupt.
var state struct {
	ctx     context.Context
	servers map[dbserver.Kind]*Shared[*dbserver.Server]
}

// Redirect creates the databases of [Open] elsewhere, if it is not nil. It returns nil for
// those of the shared server.
var Redirect func(t testing.TB, kind dbserver.Kind, o dbserver.DatabaseOptions) *dbserver.Database

// AtEnd has what [Main] closes besides the servers.
var AtEnd []func() error

// Main runs the tests, closes the servers that they opened and exits the process. It
// also closes them on an interrupt or SIGTERM. Every package that uses [Open] must call
// it from TestMain.
func Main(m *testing.M) {
	ctx, cancel := context.WithCancel(context.Background())
	state.ctx, state.servers = ctx, map[dbserver.Kind]*Shared[*dbserver.Server]{}
	for _, kind := range dbserver.Kinds() {
		state.servers[kind] = &Shared[*dbserver.Server]{}
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		s := <-signals
		cancel() // an Open that is under way cleans up and returns
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
		errs = append(errs, s.Close())
	}
	for _, end := range AtEnd {
		errs = append(errs, end())
	}
	return errors.Join(errs...)
}

// Close closes the value. It cannot be opened afterwards.
func (s *Shared[T]) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	open := s.opened && s.err == nil
	s.opened, s.err = true, errors.New("dbtest: the servers are closed")
	if !open {
		return nil
	}
	return s.value.Close()
}

// Get returns the value, which the first call opens, or skips the test, unless the
// environment variable require is 1. The context ends on an interrupt.
func (s *Shared[T]) Get(t testing.TB, require string, open func(ctx context.Context, log func(line string)) (T, error)) T {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.opened {
		s.value, s.err = open(state.ctx, func(line string) { t.Log(line) })
		s.opened = true
	}
	switch {
	case s.err == nil:
	case maySkip(s.err, os.Getenv(require)):
		Missing(t, s.err.Error())
	default:
		t.Fatal(s.err)
	}
	return s.value
}

// MemoryVariable is the environment variable that, if its value is 1, keeps the data of the
// tests' containers in memory. .ci/test sets it where the machine has enough.
const MemoryVariable = "SORTID_SERVER_MEMORY"

func inMemory() bool { return os.Getenv(MemoryVariable) == "1" && !OnDisk }

// OnDisk keeps the data of servers that start later on the disk, for packages that read their
// files: Docker copies none out of memory.
var OnDisk bool

// LazyCommits makes servers that start later flush no commit, for packages that commit many
// thousand times and need no data after a crash. Package lease refuses such servers.
var LazyCommits bool

// settings are for speed, but commits can be durable, unless LazyCommits. PostgreSQL
// replicates rows, as MySQL does by default.
func settings(kind dbserver.Kind) map[string]string {
	if kind == dbserver.Postgres {
		return map[string]string{
			"fsync":              map[bool]string{false: "on", true: "off"}[LazyCommits],
			"synchronous_commit": "off", "full_page_writes": "off",
			"max_connections": "200", "wal_level": "logical",
		}
	}
	flush := map[bool]string{false: "1", true: "0"}[LazyCommits]
	return map[string]string{
		"innodb_flush_log_at_trx_commit": flush, "sync_binlog": flush, "innodb_doublewrite": "OFF",
		// Without it the server refuses LOAD DATA LOCAL.
		"local_infile": "ON",
		// MariaDB runs no events without it.
		"event_scheduler": "ON",
		"max_connections": "200",
		// A process that is killed while it connects counts, and after 100 of them no other one may connect.
		"max_connect_errors": "1000000",
	}
}

// Server returns the server of a kind that the tests of this process share, or skips the
// test. The test must not close it: [Main] does.
func Server(t testing.TB, kind dbserver.Kind) *dbserver.Server {
	t.Helper()
	s, ok := state.servers[kind]
	if !ok {
		t.Fatalf("dbtest: no server of the kind %q: call dbtest.Main in TestMain, and use one of the kinds %v", kind, dbserver.Kinds())
	}
	return s.Get(t, RequireVariable, func(ctx context.Context, log func(string)) (*dbserver.Server, error) {
		o := options(kind)
		o.Log = log
		return dbserver.Open(ctx, kind, o)
	})
}

// Missing skips a test that lacks something, for the reason given. If [RequireVariable] is
// 1, it fails the test instead.
func Missing(t testing.TB, why string) {
	t.Helper()
	if os.Getenv(RequireVariable) == "1" {
		t.Fatal(why)
	}
	t.Skipf("%s (with %s=1 this is a failure)", why, RequireVariable)
}

// maySkip reports whether a test without a server may be skipped: if no server is
// available and none is required. A server that was asked for by name and does not answer
// is always a failure.
func maySkip(err error, require string) bool {
	_, unavailable := errors.AsType[*dbserver.UnavailableError](err)
	unavailable = unavailable || errors.Is(err, dbserver.ErrNoDocker) || errors.Is(err, dbserver.ErrNoContainer)
	return unavailable && require != "1"
}

// Open creates a database on the shared server of a kind, or skips the test. The database
// is dropped when the test ends.
func Open(t testing.TB, kind dbserver.Kind) *dbserver.Database {
	t.Helper()
	return OpenWith(t, kind, dbserver.DatabaseOptions{})
}

// OpenWith is [Open] with options.
func OpenWith(t testing.TB, kind dbserver.Kind, o dbserver.DatabaseOptions) *dbserver.Database {
	t.Helper()
	if Redirect != nil {
		if d := Redirect(t, kind, o); d != nil {
			return d
		}
	}
	server := Server(t, kind)
	o.CopyFiles = o.CopyFiles || inMemory()
	d, err := server.NewDatabase(t.Context(), t.Name(), o)
	if err != nil {
		t.Fatal(err)
	}
	closeAtEnd(t, d)
	return d
}

// closeAtEnd closes what a test uses when the test ends.
func closeAtEnd(t testing.TB, c io.Closer) {
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
}
