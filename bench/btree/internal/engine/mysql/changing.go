package mysql

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/client"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// Settle returns the readings of Measure, which reads the table's file.
func (t *tree) Settle(ctx context.Context) (metric.Readings, error) { return t.Measure(ctx) }

// Vacuum waits for the purge, which removes the entries of deleted rows from the trees.
func (t *tree) Vacuum(ctx context.Context) error { return t.engine.awaitPurge(ctx) }

// The purge of a server without other work takes some milliseconds. It waits for
// transactions of other clients that may still see the rows.
const (
	purgeInterval = 5 * time.Millisecond
	purgePatience = time.Minute
)

// awaitPurge waits until the purge has done all transactions that are committed. It takes
// the number of the next transaction, and makes transactions with greater numbers for the
// purge until it has done one of them.
func (e *Engine) awaitPurge(ctx context.Context) error {
	next, _, err := e.purged(ctx)
	if err != nil {
		return err
	}
	if err := e.execute(ctx, "CREATE TABLE IF NOT EXISTS purged (id INT PRIMARY KEY, n INT NOT NULL) ENGINE = InnoDB", "INSERT IGNORE INTO purged VALUES (1, 0)"); err != nil {
		return err
	}
	for began := time.Now(); time.Since(began) < purgePatience; {
		if err := e.execute(ctx, "UPDATE purged SET n = n + 1"); err != nil {
			return err
		}
		_, done, err := e.purged(ctx)
		if err != nil || done > next {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(purgeInterval):
		}
	}
	return fmt.Errorf("%s: InnoDB has not purged the deleted rows within %v: end transactions that are open on the server", e.Errors.Name, purgePatience)
}

// execute makes transactions for the purge.
func (e *Engine) execute(ctx context.Context, statements ...string) error {
	for _, q := range statements {
		if _, err := e.ExecContext(ctx, q); err != nil {
			return e.Explain("cannot make a transaction for the purge", err)
		}
	}
	return nil
}

// purgeLine matches lines of SHOW ENGINE INNODB STATUS: the number of the next transaction, and
// the number below which the purge has done all transactions.
var purgeLine = regexp.MustCompile(`Trx id counter (\d+)\s+Purge done for trx's n:o < (\d+)`)

// purged returns the number of the next transaction, and the one below which the purge has
// done all.
func (e *Engine) purged(ctx context.Context) (next, done uint64, err error) {
	var status string
	err = e.QueryRowContext(ctx, "SHOW ENGINE INNODB STATUS").Scan(new(string), new(string), &status)
	if e.Is(err, client.Refused) {
		return 0, 0, &engine.Missing{Reason: e.Reason("the progress of InnoDB's purge cannot be read, for which the account needs the privilege PROCESS", err)}
	}
	if err != nil {
		return 0, 0, e.Explain("cannot read the progress of InnoDB's purge", err)
	}
	m := purgeLine.FindStringSubmatch(status)
	if m == nil {
		return 0, 0, &engine.Missing{Reason: "SHOW ENGINE INNODB STATUS does not show the progress of the purge"}
	}
	next, err = strconv.ParseUint(m[1], 10, 64)
	done, failed := strconv.ParseUint(m[2], 10, 64)
	return next, done, errors.Join(err, failed)
}
