package lease_test

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/ops/lease"
)

// The environment variables that make the test binary a process of a fleet.
const (
	childVariable = "SORTID_LEASE_CHILD" // the DSN
	kindVariable  = "SORTID_LEASE_KIND"  // the kind of server
)

// fleetTTL is the time to live of the claims of a fleet.
const fleetTTL = 3 * time.Second

// child claims numbers and makes IDs until SIGTERM. A claim, or its release, fails if a busy
// server does not answer in time: then the process begins again, as if it was restarted.
func child(kind, dsn string) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	db, err := open(dbserver.Kind(kind), dsn)
	if err != nil {
		return err
	}
	defer db.Close()
	for ctx.Err() == nil {
		err := makeIDs(ctx, db)
		if err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
	}
	return nil
}

// makeIDs claims a number and makes IDs until the end of ctx. It writes a line for each ID: the
// ID, its number, the token, and the time at which New was called.
func makeIDs(ctx context.Context, db *sql.DB) error {
	ids, err := lease.Acquire(ctx, db, lease.Snowish(), lease.Config{TTL: fleetTTL})
	if err != nil {
		return errors.Join(err, ctx.Err())
	}
	out := bufio.NewWriter(os.Stdout)
	for ctx.Err() == nil {
		held, at := ids.Lease(), time.Now().UnixNano()
		x, err := ids.New()
		if errors.Is(err, lease.ErrLost) || errors.Is(err, lease.ErrAhead) {
			time.Sleep(10 * time.Millisecond)
			continue
		}
		if err != nil {
			return err
		}
		if held == ids.Lease() {
			fmt.Fprintln(out, uint64(x), held.Number, held.Token, at)
		}
		if err := out.Flush(); err != nil {
			return err
		}
		time.Sleep(time.Millisecond)
	}
	return ids.Close()
}
