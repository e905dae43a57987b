package lease_test

import (
	"context"
	"database/sql"
	"errors"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	mysqldriver "github.com/go-sql-driver/mysql"
	"github.com/sortid/sortid/integration_test/internal/await"
	"github.com/sortid/sortid/integration_test/internal/servertest"
	"github.com/sortid/sortid/integration_test/internal/uses"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/ops/lease"
)

// crashTTL is longer than the restart of a server: holders from before the crash still make IDs
// when others claim numbers after it.
const crashTTL = 20 * time.Second

// lazy lists the arguments of a Postgres server that flushes commits to disk ten seconds later,
// and so loses them when it is killed.
var lazy = []string{"-c", "synchronous_commit=off", "-c", "wal_writer_delay=10s", "-c", "wal_writer_flush_after=1GB"}

// boxed installs the migrations on a server of the test's own, and opens it at the address that
// dial connects to.
func boxed(t *testing.T, kind dbserver.Kind, box *servertest.Box, dial func(context.Context) (net.Conn, error)) *sql.DB {
	t.Helper()
	dsn := box.DSN()
	if kind != dbserver.Postgres {
		config, err := mysqldriver.ParseDSN(dsn)
		if err != nil {
			t.Fatal(err)
		}
		root := must[*sql.DB](t)(open(kind, dsn))
		defer root.Close()
		database{db: root}.exec(t, "CREATE DATABASE IF NOT EXISTS lease")
		config.DBName = "lease"
		dsn = config.FormatDSN()
	}
	install(t, kind, dsn)
	return openDialing(t, database{kind: kind, dsn: dsn}, func(ctx context.Context, _, _ string) (net.Conn, error) { return dial(ctx) })
}

// crew is holders of numbers in this process.
type crew struct {
	db      *sql.DB
	holders []*uses.Holder
	made    []uses.Use
}

// hire claims numbers for n more holders. A server that restarts is asked again.
func (c *crew) hire(t *testing.T, n int) {
	t.Helper()
	for range n {
		var h *uses.Holder
		await.Until(t, "a claim", func() bool {
			var err error
			h, err = uses.Hold(t.Context(), c.db, crashTTL)
			return err == nil
		})
		c.holders = append(c.holders, h)
	}
}

// progress waits until the server has confirmed all claims after a time, and all holders have made
// IDs since.
func (c *crew) progress(t *testing.T, after time.Time) {
	t.Helper()
	for _, h := range c.holders {
		await.Until(t, "a renewal", func() bool {
			if err := h.Failure(); errors.Is(err, lease.ErrReverted) {
				t.Fatal(err)
			}
			return h.Confirmed(after)
		})
		before, _ := h.Count(lease.Renewed)
		await.Until(t, "IDs", func() bool { made, _ := h.Count(lease.Renewed); return made > before+20 })
	}
}

// fire ends the holders from the n-th on.
func (c *crew) fire(t *testing.T, n int) {
	t.Helper()
	for _, h := range c.holders[n:] {
		c.made = append(c.made, h.Fire(t)...)
	}
	c.holders = c.holders[:n]
}

// TestCrash kills servers as a loss of power does to their memory. Postgres loses commits that it
// has acknowledged, but no claim and no renewal: no number has two holders, and no ID is made
// twice. MySQL and MariaDB flush each commit, or no claim is granted.
func TestCrash(t *testing.T) {
	for _, kind := range dbtest.SomeKinds(t.Name()) {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			var args []string
			if kind == dbserver.Postgres {
				args = lazy
			}
			box := servertest.StartKept(t, kind, args...)
			c := &crew{db: boxed(t, kind, box, box.Dial)}
			if kind == dbserver.Postgres {
				d := database{db: c.db}
				d.exec(t, "CREATE TABLE lost (n integer)")
				d.exec(t, "CHECKPOINT") // or the kill takes the tables away
				d.exec(t, "INSERT INTO lost VALUES (1)")
				c.hire(t, 1) // its claim takes the row along to the disk
				d.exec(t, "INSERT INTO lost VALUES (2)")
			}
			c.hire(t, 12-len(c.holders))
			for range *crashesFlag {
				c.progress(t, time.Now().Add(-crashTTL))
				if kind == dbserver.Postgres {
					database{db: c.db}.exec(t, "INSERT INTO lost VALUES (3)")
				}
				box.Kill(t)
				box.Restart(t, args...)
				up := time.Now()
				c.hire(t, 12)
				c.progress(t, up)
				c.fire(t, 12)
			}
			if kind == dbserver.Postgres {
				var kept int
				if err := c.db.QueryRowContext(t.Context(), "SELECT count(*) FROM lost WHERE n = 3").Scan(&kept); err != nil || kept == *crashesFlag {
					t.Errorf("%d rows, %v: the server lost no commit, and the test shows nothing", kept, err)
				}
			}
			c.fire(t, 0)
			t.Logf("%d crashes: %d IDs of %d holders", *crashesFlag, len(c.made), uses.Check(t, c.made))
			lossySettings(t, kind, c.db)
		})
	}
}

// lossySettings makes the server lossy while a holder has a number: it stops when its time is over,
// with the setting in its error, nothing is granted, and it goes on with the right setting.
func lossySettings(t *testing.T, kind dbserver.Kind, db *sql.DB) {
	d := database{db: db}
	type setting struct {
		name          string
		lossy, remedy []string
	}
	global := func(name, lossy string) setting {
		return setting{name, []string{"SET GLOBAL " + name + " = " + lossy}, []string{"SET GLOBAL " + name + " = 1"}}
	}
	const flush = "innodb_flush_log_at_trx_commit"
	list := []setting{global(flush, "2"), global(flush, "0")}
	var hasBinlog bool
	call := "CALL sortid_lease_claim(60)"
	if kind == dbserver.Postgres {
		call = "CALL sortid_lease_claim()"
		const reload = "SELECT pg_reload_conf()"
		list = []setting{
			{"fsync", []string{"ALTER SYSTEM SET fsync = off", reload}, []string{"ALTER SYSTEM SET fsync = on", reload}},
			{"unlogged", []string{"ALTER TABLE sortid_lease SET UNLOGGED"}, []string{"ALTER TABLE sortid_lease SET LOGGED"}},
		}
	} else if err := db.QueryRowContext(t.Context(), "SELECT @@GLOBAL.log_bin").Scan(&hasBinlog); err != nil {
		t.Fatal(err)
	}
	if hasBinlog {
		list = append(list, global("sync_binlog", "0"), global("sync_binlog", "100"))
	}
	const ttl = time.Second
	h := must[*uses.Holder](t)(uses.Hold(t.Context(), db, ttl))
	for _, s := range list {
		for _, statement := range s.lossy {
			d.exec(t, statement)
		}
		await.Until(t, s.name, func() bool {
			err := h.Failure()
			return errors.Is(err, lease.ErrLost) && errors.Is(err, lease.ErrNotDurable) && strings.Contains(err.Error(), s.name)
		})
		if _, err := lease.Acquire(t.Context(), db, lease.Snowish(), lease.Config{}); !errors.Is(err, lease.ErrNotDurable) || !strings.Contains(err.Error(), s.name) {
			t.Errorf("%s: %v", s.name, err)
		}
		if _, err := db.ExecContext(t.Context(), call); err == nil || !strings.Contains(err.Error(), s.name) {
			t.Errorf("%s: %s: %v", s.name, call, err)
		}
		for _, statement := range s.remedy {
			d.exec(t, statement)
		}
		await.Until(t, "recovery from "+s.name, func() bool { return h.Failure() == nil })
		d.exec(t, call)
	}
	uses.Check(t, h.Fire(t))
}

// TestPromotion: a standby that is behind takes over, without a claim and without the renewals
// that the primary has confirmed. Their holders see that at their next renewal, stop, and say so.
// A holder that the standby has as it was goes on.
func TestPromotion(t *testing.T) {
	primary := servertest.StartKept(t, dbserver.Postgres)
	var dial atomic.Pointer[func(context.Context) (net.Conn, error)]
	to := func(b *servertest.Box) { f := b.Dial; dial.Store(&f) }
	to(primary)
	db := boxed(t, dbserver.Postgres, primary, func(ctx context.Context) (net.Conn, error) { return (*dial.Load())(ctx) })
	standby := primary.Standby(t, 512)
	behind := must[*sql.DB](t)(open(dbserver.Postgres, standby.DSN()))
	defer behind.Close()
	hold := func(ttl time.Duration) *uses.Holder {
		return must[*uses.Holder](t)(uses.Hold(t.Context(), db, ttl))
	}
	renews, kept := hold(6*time.Second), hold(10*time.Minute)
	// The standby has both claims.
	var token int64
	await.Until(t, "replication", func() bool {
		err := behind.QueryRowContext(t.Context(), "SELECT COALESCE(MIN(token), 0) FROM sortid_lease WHERE number IN ($1, $2)",
			renews.IDs.Lease().Number, kept.IDs.Lease().Number).Scan(&token)
		return err == nil && token == 1
	})
	// It receives no more, and the primary goes on.
	for _, statement := range []string{"ALTER SYSTEM SET primary_conninfo = ''", "SELECT pg_reload_conf()"} {
		database{db: behind}.exec(t, statement)
	}
	await.Until(t, "the end of replication", func() bool {
		var receivers int
		err := behind.QueryRowContext(t.Context(), "SELECT count(*) FROM pg_stat_wal_receiver").Scan(&receivers)
		return err == nil && receivers == 0
	})
	late := hold(6 * time.Second)
	cut := time.Now()
	await.Until(t, "a renewal", func() bool { return renews.Confirmed(cut) })
	primary.Kill(t)
	to(standby)
	database{db: behind}.exec(t, "SELECT pg_promote()")
	for name, h := range map[string]*uses.Holder{"the renewal is lost": renews, "the claim is lost": late} {
		await.Until(t, name, func() bool {
			_, events := h.Count(lease.Reverted)
			return events >= 3 && errors.Is(h.Failure(), lease.ErrReverted)
		})
		before, _ := h.Count(lease.Reverted)
		_, acquired := h.Count(lease.Acquired)
		await.Until(t, "more attempts", func() bool { _, events := h.Count(lease.Reverted); return events >= 8 })
		if made, _ := h.Count(lease.Reverted); made != before || acquired != 1 {
			t.Errorf("%s: %d IDs were made after the first refusal, and %d numbers claimed", name, made-before, acquired)
		}
	}
	fresh := hold(6 * time.Second)
	before, _ := kept.Count(lease.Reverted)
	await.Until(t, "IDs", func() bool { made, _ := kept.Count(lease.Reverted); return made > before })
	for _, h := range []*uses.Holder{renews, late, kept, fresh} {
		h.Fire(t)
	}
}
