package concurrency

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/integration_test/internal/sample"
)

// sliceRows is how many rows a way inserts until it is another's turn: those of the flag,
// or two batches a writer, and not so few that the readings in between take longer.
func sliceRows() int { return cmp.Or(*sliceFlag, max(2**batchFlag, 500)**writersFlag) }

// contestant is a way with its own database and its results so far.
type contestant struct {
	way
	engine  engine
	db      *sql.DB
	dsn     string
	base    *contestant // the speeds are relative to its rate
	writers []batchFunc
	clients []*client
	leave   func() error // closes the way's own pool of connections

	rates, speeds []float64 // of each slice
	fills, logs   []float64 // of each turn
	log           float64   // bytes in this turn
}

// inTurns lets the ways of an engine grow their trees slice by slice in turns, so
// that whatever else the machine does meets all of them, and reports the medians.
func inTurns(b *testing.B, e engine, all []way) {
	ways := selected(b, all)
	server := e.open(b)
	var contestants []*contestant
	for _, w := range ways {
		c := &contestant{way: w, engine: e}
		c.db, c.dsn = database(b, server)
		able, err := c.prepare(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		if able {
			contestants = append(contestants, c)
		} else {
			b.Logf("%s is left out: the server says no to %s", w.name, w.needs)
		}
	}
	for _, c := range contestants {
		i := slices.IndexFunc(contestants, func(other *contestant) bool { return other.name == baseOf(c.way, all) })
		if i < 0 {
			b.Fatalf("%s has no way to compare with", c.name)
		}
		c.base = contestants[i]
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range *turnsFlag {
		if err := turn(b.Context(), contestants, rng); err != nil {
			b.Fatal(err)
		}
	}
	for _, c := range contestants {
		b.Run(c.name, func(b *testing.B) {
			b.ReportMetric(0, "ns/op") // the medians are over the turns, not over b.N
			b.ReportMetric(sample.Median(c.fills), "fill%")
			b.ReportMetric(sample.Median(c.rates), "rows/s")
			b.ReportMetric(sample.Median(c.speeds), "speed")
			low, high := sample.Interval(c.speeds)
			b.ReportMetric(low, "speed-low")
			b.ReportMetric(high, "speed-high")
			b.ReportMetric(sample.Median(c.logs), "log-B/row")
		})
	}
}

// turn grows one tree for each way. Rows are rounded up to whole slices.
func turn(ctx context.Context, all []*contestant, rng *rand.Rand) (err error) {
	defer func() {
		for _, c := range all {
			err = errors.Join(err, c.end())
		}
	}()
	for _, c := range all {
		if err := c.begin(ctx); err != nil {
			return err
		}
	}
	slice, rows := sliceRows(), 0
	for ; rows < *rowsFlag; rows += slice {
		for _, i := range rng.Perm(len(all)) {
			rate, err := all[i].insert(ctx, slice)
			if err != nil {
				return err
			}
			all[i].rates = append(all[i].rates, rate)
		}
		for _, c := range all {
			last := len(c.rates) - 1
			c.speeds = append(c.speeds, c.rates[last]/c.base.rates[last])
		}
	}
	for _, c := range all {
		fill, err := c.engine.fill(ctx, c.db, rows)
		if err != nil {
			return err
		}
		c.fills, c.logs = append(c.fills, fill), append(c.logs, c.log/float64(rows))
	}
	return nil
}

// prepare makes the database ready, and reports whether the server can do it.
func (c *contestant) prepare(ctx context.Context) (able bool, err error) {
	if err := c.engine.prepare(ctx, c.db); err != nil || c.needs == "" {
		return err == nil, err
	}
	err = c.db.QueryRowContext(ctx, c.needs).Scan(&able)
	return able, err
}

// begin makes an empty table and fresh writers.
func (c *contestant) begin(ctx context.Context) error {
	n := cmp.Or(c.way.writers, *writersFlag)
	c.log = 0
	if joined, err := c.join(ctx, n); joined {
		return errors.Join(err, c.engine.plant(ctx, c.db, c.columns))
	}
	c.writers = c.open(n)
	for range n {
		client, err := newClient(ctx, c.db)
		if err != nil {
			return err
		}
		c.clients = append(c.clients, client)
	}
	return c.engine.plant(ctx, c.db, c.columns)
}

// end closes the writers' connections.
func (c *contestant) end() error {
	if c.leave != nil {
		err := c.leave()
		c.leave, c.clients = nil, nil
		return err
	}
	var errs []error
	for _, client := range c.clients {
		errs = append(errs, client.close())
	}
	c.clients = nil
	return errors.Join(errs...)
}

// insert lets the writers insert a slice side by side, and returns the rows a
// second.
func (c *contestant) insert(ctx context.Context, rows int) (float64, error) {
	before, err := c.engine.log(ctx, c.db)
	if err != nil {
		return 0, err
	}
	took, err := sideBySide(ctx, c.clients, c.writers, rows, *batchFlag)
	if err != nil {
		return 0, err
	}
	after, err := c.engine.log(ctx, c.db)
	c.log += after - before
	return float64(rows) / took.Seconds(), err
}

// sideBySide shares the rows among the writers and waits for the last of them.
func sideBySide(ctx context.Context, clients []*client, writers []batchFunc, rows, batch int) (time.Duration, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wg sync.WaitGroup
	began := time.Now()
	for i, write := range writers {
		wg.Go(func() {
			for left := rows*(i+1)/len(writers) - rows*i/len(writers); left > 0; left -= min(left, batch) {
				if err := write(ctx, clients[i], min(left, batch)); err != nil {
					cancel(err)
					return
				}
			}
		})
	}
	wg.Wait()
	return time.Since(began), context.Cause(ctx)
}

// database returns a pool on a new database, and its DSN.
func database(b *testing.B, server *dbserver.Server) (*sql.DB, string) {
	b.Helper()
	d, err := server.NewDatabase(b.Context(), "concurrency", dbserver.DatabaseOptions{})
	if err != nil {
		b.Fatal(err)
	}
	db, err := d.Connect()
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := errors.Join(db.Close(), d.Close()); err != nil {
			b.Error(err)
		}
	})
	return db, d.DSN
}
