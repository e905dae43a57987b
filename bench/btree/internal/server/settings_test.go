package server

import (
	"strconv"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
)

// Every kind gets the same pool and connections for the writers, and keeps what
// makes a commit durable.
func TestSettings(t *testing.T) {
	const writers = 300
	for _, kind := range dbserver.Kinds() {
		s := settings(kind, writers)
		if n, err := strconv.Atoi(s["max_connections"]); err != nil || n <= writers {
			t.Errorf("%s: %d connections, %v", kind, n, err)
		}
		if s["shared_buffers"] != "512MB" && s["innodb_buffer_pool_size"] != "512M" {
			t.Errorf("%s has no pool of its own size: %v", kind, s)
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
