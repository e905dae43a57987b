package mysql

import (
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine/enginetest"
	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/bench/dbserver/servertest"
)

// A disk that fills up is an error that says so and what helps. A server that dies in
// the middle is one that says that, of whatever is asked of it from then on, and nothing
// waits for it for long.
func TestServersThatFail(t *testing.T) {
	for kind, room := range map[dbserver.Kind]string{dbserver.MySQL: "--innodb-redo-log-capacity=16M", dbserver.MariaDB: "--innodb-log-file-size=16M"} {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel() // most of it is waiting for a server to set itself up
			args := []string{room, "--innodb-buffer-pool-size=32M"}
			if kind == dbserver.MySQL {
				args = append(args, "--disable-log-bin")
			}
			box := servertest.Start(t, kind, 340, args...)
			open := func() enginetest.Subject {
				e, err := On(t.Context(), box.Server)
				if err != nil {
					t.Fatal(err)
				}
				return subject(e)
			}
			if err := open().DiskFull(t, "full"); err != nil {
				t.Error(err)
			}
			open().Dies(t, box.Kill)
		})
	}
}
