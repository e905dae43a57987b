package server

import (
	"testing"

	"github.com/moby/moby/api/types/container"
)

// A container is the server's by the name that it has for itself, or by the port that
// leads to it from this machine.
func TestIsContainer(t *testing.T) {
	const id = "0e56f5fc67d0aabbccddeeff"
	with := func(port uint16) container.Summary {
		return container.Summary{ID: id, Ports: []container.PortSummary{{PrivatePort: 3306, PublicPort: port}}}
	}
	for _, c := range []struct {
		dsn, host string
		item      container.Summary
		want      bool
	}{
		{"root@tcp(10.0.0.7:3306)/d", id[:12], with(0), true},
		{"root@tcp(10.0.0.7:3306)/d", "database-1", with(3306), false}, // the port is another machine's
		{"root@tcp(127.0.0.1:53306)/d", "database-1", with(53306), true},
		{"root@tcp(localhost:53306)/d", "database-1", with(53306), true},
		{"root@tcp([::1]:53306)/d", "database-1", with(53306), true},
		{"root@tcp(127.0.0.1:53306)/d", "database-1", with(53307), false},
		{"root@tcp(127.0.0.1:53306)/d", "0e", with(1), false}, // too short to tell
		{"root@unix(/run/mysqld.sock)/d", "database-1", with(53306), false},
	} {
		s := &Session{database: database{dsn: c.dsn}}
		if got := s.isContainer(c.item, c.host); got != c.want {
			t.Errorf("%s, %s: %v, want %v", c.dsn, c.host, got, c.want)
		}
	}
}
