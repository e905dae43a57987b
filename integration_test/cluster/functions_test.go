package cluster_test

import (
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/sortid/sortid/integration_test/internal/clusters"
	migrated "github.com/sortid/sortid/integration_test/internal/functions"
	"github.com/sortid/sortid/integration_test/internal/retry"
	"github.com/sortid/sortid/internal/dbserver"
)

// function is a function in the server that makes IDs without an argument.
type function struct {
	name    string
	types   map[dbserver.Kind]string
	ordered bool // within a session
	narrow  bool // 64 bits: sessions can make the same ID
}

// functions lists the functions of all formats.
var functions = []function{
	{"wiji", sixteen, true, false}, {"ulid", sixteen, true, false}, {"uuid", sixteen, true, false},
	{"scru", map[dbserver.Kind]string{dbserver.Postgres: "bytea", dbserver.MySQL: "BINARY(20)", dbserver.MariaDB: "BINARY(20)"}, true, false},
	{"ulidflake", eight, true, true}, {"xid", eight, false, true},
}

var (
	sixteen = map[dbserver.Kind]string{dbserver.Postgres: "uuid", dbserver.MySQL: "BINARY(16)", dbserver.MariaDB: "BINARY(16)"}
	eight   = map[dbserver.Kind]string{dbserver.Postgres: "bigint", dbserver.MySQL: "BIGINT", dbserver.MariaDB: "BIGINT"}
)

// install installs the functions on all nodes.
func install(t *testing.T, d *clusters.Database, list []node) {
	t.Helper()
	for i, n := range list {
		if i > 0 && d.Cluster.Kind != clusters.LogicalReplication {
			break // the first node's statements create them everywhere
		}
		migrated.Install(t, n.kind, n.db)
		for _, f := range functions {
			_, err := n.db.ExecContext(t.Context(), fmt.Sprintf("CREATE TABLE items_%s (id %s NOT NULL PRIMARY KEY, session VARCHAR(60) NOT NULL, n INT NOT NULL)", f.name, f.types[n.kind]))
			must(t, "create", err)
		}
	}
	settle(t, d.Cluster)
	must(t, "replicate", d.Replicate(t.Context()))
}

// TestFunctions: sessions on all nodes insert rows at once whose keys the server makes. No
// key is made twice, and the keys of a session ascend. The 64-bit formats have too few
// random bits for that: a duplicate key of theirs is made again.
func TestFunctions(t *testing.T) {
	const sessions, rows = 2, 25
	onEach(t, clusters.Kinds(), func(t *testing.T, d *clusters.Database) {
		list := nodes(t, d)
		install(t, d, list)
		var group sync.WaitGroup
		errs := make([]error, len(list)*sessions)
		for i := range errs {
			conn, err := list[i%len(list)].db.Conn(t.Context())
			must(t, "session", err)
			group.Go(func() {
				defer conn.Close()
				errs[i] = generate(t, conn, i, rows)
			})
		}
		group.Wait()
		must(t, "sessions", errors.Join(errs...))
		settle(t, d.Cluster)
		for _, f := range functions {
			all := checkSameRows(t, list, "items_"+f.name)
			if len(all) != len(errs)*rows {
				t.Errorf("%s: %d rows, want %d", f.name, len(all), len(errs)*rows)
			}
			next := map[string]int{}
			for _, row := range all {
				if f.ordered && row.N != next[row.Session] {
					t.Fatalf("%s: session %s: row %d comes after row %d in the order of the keys", f.name, row.Session, row.N, next[row.Session]-1)
				}
				next[row.Session]++
			}
		}
	})
}

// generate inserts rows of each format in a session.
func generate(t *testing.T, conn *sql.Conn, session, rows int) error {
	for n := range rows {
		for _, f := range functions {
			insert := fmt.Sprintf("INSERT INTO items_%s (id, session, n) VALUES (sortid_%s_new(), '%d', %d)", f.name, f.name, session, n)
			_, err := conn.ExecContext(t.Context(), insert)
			for f.narrow && retry.FaultOf(err) == retry.Duplicate {
				_, err = conn.ExecContext(t.Context(), insert)
			}
			if err != nil {
				return fmt.Errorf("session %d: %s: row %d: %w", session, f.name, n, err)
			}
		}
	}
	return nil
}

// TestMachineNumber: the server refuses a machine number of sortid_uid_snowish that another
// of its sessions has, but does not know the sessions of other nodes. Numbers must be
// divided among the nodes.
func TestMachineNumber(t *testing.T) {
	onEach(t, certifying, func(t *testing.T, d *clusters.Database) {
		list := nodes(t, d)
		install(t, d, list)
		snowish := func(on int) error {
			conn, err := list[on].db.Conn(t.Context())
			must(t, "session", err)
			t.Cleanup(func() { _ = conn.Close() })
			var id uint64
			return conn.QueryRowContext(t.Context(), "SELECT sortid_uid_snowish(7)").Scan(&id)
		}
		must(t, "a session", snowish(0))
		if err := snowish(0); err == nil {
			t.Error("two sessions of a node have one machine number")
		}
		must(t, "a session of another node, which cannot know", snowish(1))
	})
}
