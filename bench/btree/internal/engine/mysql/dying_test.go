package mysql

import (
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine/enginetest"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

// A disk that fills up is an error that says so and what helps. A server that dies in
// the middle is one that says that, of whatever is asked of it from then on, and nothing
// waits for it for long.
func TestServersThatFail(t *testing.T) {
	for _, kind := range dbtest.MySQLOrMariaDB(t.Name()) {
		room := map[dbserver.Kind]string{dbserver.MySQL: "innodb-redo-log-capacity", dbserver.MariaDB: "innodb-log-file-size"}[kind]
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel() // most of it is waiting for a server to set itself up
			settings := map[string]string{room: "16M", "innodb-buffer-pool-size": "32M"}
			if kind == dbserver.MySQL {
				settings["disable-log-bin"] = ""
			}
			server, kill := enginetest.Boxed(t, kind, 340, settings)
			open := func() enginetest.Subject {
				e, err := On(t.Context(), server)
				if err != nil {
					t.Fatal(err)
				}
				return subject(e)
			}
			if err := open().DiskFull(t, "full", false); err != nil {
				t.Error(err)
			}
			open().Dies(t, kill)
		})
	}
}
