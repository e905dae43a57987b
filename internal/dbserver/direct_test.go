package dbserver_test

import (
	"net"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

// TestDirect: only if it is asked for, a server is reached at the container's own port.
func TestDirect(t *testing.T) {
	for _, direct := range []bool{false, true} {
		s := open(t, dbserver.MariaDB, dbserver.Options{Source: dbserver.SourceContainer, InMemory: true, Data: dbtest.Data(dbserver.MariaDB), Direct: direct})
		config, err := mysql.ParseDSN(s.DSN())
		if err != nil {
			t.Fatal(err)
		}
		host, port, err := net.SplitHostPort(config.Addr)
		if err != nil {
			t.Fatal(err)
		}
		if !direct && port == "3306" {
			t.Errorf("%s:%s is the container's own address", host, port)
		}
		if direct && port != "3306" {
			t.Logf("this machine does not reach containers at their own addresses: %s:%s", host, port)
		}
	}
}
