package faults_test

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	mysqldriver "github.com/go-sql-driver/mysql"
	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/integration_test/internal/retry"
	"github.com/sortid/sortid/integration_test/internal/servertest"
)

// writerCount is how many writers a server has.
const writerCount = 8

// victim is a server, or a process, that is killed while writers use it.
type victim interface {
	// open opens a table for a writer, the n-th of the server.
	open(t *testing.T, n int) (layer string, s store)
	// kill ends it with SIGKILL, and restart brings it back.
	kill(t *testing.T)
	restart(t *testing.T)
	rows(t *testing.T) []row
}

// TestKill kills each server under its writers. Every acknowledged row must be in the table
// once afterwards, and no other row, and the writers must understand every error.
func TestKill(t *testing.T) {
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			killed(t, newBox(t, kind))
		})
	}
	t.Run(string(sqliteKind), func(t *testing.T) {
		t.Parallel()
		killed(t, newChild(t))
	})
}

func killed(t *testing.T, v victim) {
	log, count := newLedger(), &tally{faults: map[retry.Fault]int{}}
	writers := make([]*writer, writerCount)
	for i := range writers {
		layer, s := v.open(t, i)
		writers[i] = &writer{name: fmt.Sprintf("writer %d, %s", i, layer), store: s, ledger: log, tally: count}
	}
	team := start(t.Context(), writers, count)
	defer team.cancel(nil)
	var outages []time.Duration
	for range *killsFlag {
		must(t, "before a kill", team.progress(3))
		awaitFlight(count)
		count.takeOutage()
		v.kill(t)
		v.restart(t)
		must(t, "after a restart", team.progress(1))
		outages = append(outages, count.takeOutage())
	}
	must(t, "writers", team.finish())
	result := log.compare(v.rows(t))
	result.check(t)
	slices.Sort(outages)
	t.Logf("%d kills; %v; %d statements cut; %d retries; errors: %v; outage %v, at most %v",
		*killsFlag, result, count.cut, count.retries, count,
		outages[len(outages)/2].Round(time.Millisecond), outages[len(outages)-1].Round(time.Millisecond))
	// An attempt of each writer fails, because none rests and the server is down for a while.
	if count.retries < *killsFlag*writerCount || count.cut == 0 {
		t.Errorf("%d retries and %d statements cut: the kills hit no statement", count.retries, count.cut)
	}
}

// awaitFlight returns at a random moment at which statements are in flight.
func awaitFlight(c *tally) {
	time.Sleep(rand.N(50 * time.Millisecond))
	for c.inFlight.Load() == 0 {
		time.Sleep(100 * time.Microsecond)
	}
}

// box is a server in a container.
type box struct {
	*servertest.Box
	server
	layers []layer
	args   []string
}

// durable are the arguments of a server that flushes each commit to disk, and lazy those of
// one that does so after a while.
var (
	durable = map[dbserver.Kind][]string{
		dbserver.Postgres: {"-c", "fsync=on", "-c", "synchronous_commit=on", "-c", "full_page_writes=on"},
		dbserver.MySQL:    {"--innodb-flush-log-at-trx-commit=1", "--sync-binlog=1", "--innodb-doublewrite=ON"},
		dbserver.MariaDB:  {"--innodb-flush-log-at-trx-commit=1", "--sync-binlog=1", "--innodb-doublewrite=ON"},
	}
	lazy = map[dbserver.Kind][]string{
		dbserver.Postgres: {"-c", "synchronous_commit=off", "-c", "wal_writer_delay=10s", "-c", "wal_writer_flush_after=1GB"},
		dbserver.MySQL:    {"--innodb-flush-log-at-trx-commit=0", "--skip-log-bin"},
		dbserver.MariaDB:  {"--innodb-flush-log-at-trx-commit=0"},
	}
)

func newBox(t *testing.T, kind dbserver.Kind) *box {
	args := durable[kind]
	if *lazyFlag {
		args = lazy[kind]
	}
	b := &box{Box: servertest.StartKept(t, kind, args...), layers: layersOn(kind), args: args}
	dsn := b.DSN()
	if kind != dbserver.Postgres {
		config, err := mysqldriver.ParseDSN(dsn)
		must(t, "dsn", err)
		config.DBName = "faults"
		dsn = config.FormatDSN()
		root := server{kind, b.DSN(), b.Dial}
		_, err = root.pool(t).ExecContext(t.Context(), "CREATE DATABASE faults")
		must(t, "create", err)
	}
	b.server = server{kind, dsn, b.Dial}
	must(t, "create", sqlStore{b.pool(t), kind}.create(t.Context()))
	if *lazyFlag && kind == dbserver.Postgres { // or the first kill takes the tables away
		_, err := b.pool(t).ExecContext(t.Context(), "CHECKPOINT")
		must(t, "checkpoint", err)
	}
	return b
}

func (b *box) open(t *testing.T, n int) (string, store) {
	l := b.layers[n%len(b.layers)]
	return l.name, l.open(t, b.server)
}

func (b *box) kill(t *testing.T)    { b.Kill(t) }
func (b *box) restart(t *testing.T) { b.Restart(t, b.args...) }

func (b *box) rows(t *testing.T) []row { return readRows(t, b.pool(t), b.kind) }

func readRows(t *testing.T, db *sql.DB, kind dbserver.Kind) []row {
	t.Helper()
	list, err := sqlStore{db, kind}.allRows(context.Background())
	must(t, "read", err)
	return list
}
