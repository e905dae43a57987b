package server

import (
	"strconv"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/internal/dbserver"
)

// poolOf returns the size of the pool that the settings ask for, in bytes.
func poolOf(t *testing.T, s map[string]string) int64 {
	t.Helper()
	value, unit := s["innodb_buffer_pool_size"], int64(1)
	if v, ok := s["shared_buffers"]; ok {
		value, unit = strings.TrimSuffix(v, "kB"), 1<<10
	}
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		t.Fatalf("no pool in %v", s)
	}
	return n * unit
}

// Every kind gets the same pool and connections for the writers, and keeps what
// makes a commit durable.
func TestSettings(t *testing.T) {
	const writers = 300
	for _, kind := range dbserver.Kinds() {
		for _, pool := range []int64{0, 16 << 20, 2 << 30} {
			for _, regime := range []string{engine.NoCheckpoints, engine.SeveralCheckpoints} {
				s := settings(kind, Options{Writers: writers, Conditions: engine.Conditions{BufferPool: pool, Checkpoints: regime}})
				if n, err := strconv.Atoi(s["max_connections"]); err != nil || n <= writers {
					t.Errorf("%s: %d connections, %v", kind, n, err)
				}
				want := pool
				if want == 0 {
					want = defaultPool
				}
				if got := poolOf(t, s); got != want {
					t.Errorf("%s: a pool of %d bytes, want %d", kind, got, want)
				}
				for _, name := range []string{
					"fsync", "synchronous_commit", "full_page_writes", "innodb_flush_log_at_trx_commit", "innodb_doublewrite",
				} {
					if v, ok := s[name]; ok {
						t.Errorf("%s: %s is set, to %s", kind, name, v)
					}
				}
			}
		}
	}
}

// The two regimes differ in the room for the log and in nothing else.
func TestRegimes(t *testing.T) {
	for _, kind := range dbserver.Kinds() {
		none := settings(kind, Options{})
		few := settings(kind, Options{Conditions: engine.Conditions{Checkpoints: engine.SeveralCheckpoints}})
		differ := 0
		for name, v := range few {
			if none[name] != v {
				differ++
				if !strings.Contains(name, "log") {
					t.Errorf("%s: %s differs", kind, name)
				}
			}
		}
		// PostgreSQL is asked for its checkpoints.
		if (differ == 0) != (kind == dbserver.Postgres) || len(none) != len(few) {
			t.Errorf("%s: the regimes differ in %d settings", kind, differ)
		}
	}
}

// A small pool of InnoDB keeps a small part of it free.
func TestScanDepth(t *testing.T) {
	for pool, want := range map[int64]string{16 << 20: "100", 64 << 20: "128", 512 << 20: ""} {
		s := settings(dbserver.MySQL, Options{Conditions: engine.Conditions{BufferPool: pool}})
		if got := s["innodb_lru_scan_depth"]; got != want {
			t.Errorf("a pool of %d MB keeps %q pages free, want %q", pool>>20, got, want)
		}
	}
}

func TestUnmet(t *testing.T) {
	for _, c := range []struct {
		asked engine.Conditions
		pool  int64
		want  []string
	}{
		{engine.Conditions{}, 128 << 20, nil},
		{engine.Conditions{BufferPool: 64 << 20}, 64 << 20, nil},
		{engine.Conditions{BufferPool: 64 << 20}, 128 << 20, []string{"64 MB", "128 MB"}},
		{engine.Conditions{BufferPool: 64 << 20}, 0, []string{"64 MB", "not known"}},
		{engine.Conditions{Checkpoints: engine.SeveralCheckpoints}, 1, nil},
	} {
		notes := strings.Join(Unmet(c.asked, c.pool), " ")
		if (notes == "") != (c.want == nil) {
			t.Errorf("%+v: %q", c, notes)
		}
		for _, word := range c.want {
			if !strings.Contains(notes, word) {
				t.Errorf("%+v: %q does not say %s", c, notes, word)
			}
		}
	}
}
