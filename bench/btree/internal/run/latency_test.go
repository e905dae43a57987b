package run

import (
	"context"
	"database/sql/driver"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// Quantiles of several clients together are those of the sorted list of all, to a thousandth.
func TestDurations(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var all []time.Duration
	lists := []durations{newDurations(), {}, newDurations()}
	for i := range 10_000 {
		d := time.Duration(1000 * rng.ExpFloat64() * float64(time.Microsecond))
		if i == 5000 {
			d = 3 * time.Second // a stall
		}
		all = append(all, max(d, 1))
		lists[i%2*2].add(d)
	}
	slices.Sort(all)
	sum := merged(lists)
	if n := sum.TotalCount(); n != int64(len(all)) {
		t.Errorf("%d durations, want %d", n, len(all))
	}
	for _, share := range []float64{.5, .95, .99, 1} {
		got, want := sum.micros(share).Value, quantile(all, share).Value
		if got < .999*want || got > 1.001*want {
			t.Errorf("a share of %v takes up to %v µs, want %v", share, got, want)
		}
	}
	for _, d := range []time.Duration{0, -1, 2 * longest} {
		one := newDurations()
		if one.add(d); one.TotalCount() != 1 {
			t.Errorf("%v is not counted", d)
		}
	}
	for _, none := range []durations{{}, newDurations()} {
		if got := none.micros(.5); got.Missing == "" {
			t.Errorf("of nothing half take up to %v", got.Value)
		}
	}
}

// idle is a writer that does nothing.
type idle struct{ engine.Updater }

func (idle) Insert(context.Context, []driver.Valuer, engine.Replace) error { return nil }
func (idle) Update(context.Context, []driver.Valuer) error                 { return nil }

// Each transaction is counted once.
func TestTransactionsAreCounted(t *testing.T) {
	source := key.Random(key.Form{Width: 16}).Open(1, key.Options{}).Writer(0)
	w := &writing{Writer: idle{}, source: source, batch: 100, report: func(int) {}, took: newDurations()}
	if err := w.all(t.Context(), 1001); err != nil || w.took.TotalCount() != 11 {
		t.Errorf("%d transactions of 100 rows insert 1001, %v", w.took.TotalCount(), err)
	}
	if err := w.update(t.Context(), make([]driver.Valuer, 250)); err != nil || w.took.TotalCount() != 11+3 {
		t.Errorf("%d transactions after 250 rows more were updated, %v", w.took.TotalCount(), err)
	}
	w.took = durations{} // of untimed rows
	if err := w.all(t.Context(), 10); err != nil || w.took.Histogram != nil {
		t.Errorf("untimed rows: %v, %v", w.took, err)
	}
}

// The times of the transactions of one client are within the trial's. They are of the timed rows: those that
// are updated, or inserted after the random ones.
func TestTransactions(t *testing.T) {
	for scenario, transactions := range map[trial.Scenario]float64{trial.Insert: 10, trial.Migration: 5, trial.Update: 10} {
		t.Run(string(scenario), func(t *testing.T) {
			p := trial.Plan{Engines: []string{"sqlite"}, Keys: []string{"uuidv4"}, Rows: []int{1000}, Repeats: 1, Scenarios: []trial.Scenario{scenario}}.WithDefaults()
			j, err := newJob(p, Options{})
			if err != nil {
				t.Fatal(err)
			}
			r, err := j.run(t.Context())
			if err != nil || !r.Complete {
				t.Fatalf("%v, %s", err, r.Stopped)
			}
			for _, done := range r.Trials {
				var last float64
				for _, name := range []string{metric.TransactionP50, metric.TransactionP95, metric.TransactionP99, metric.TransactionWorst} {
					v := done.Readings.Get(name)
					if v.Missing != "" || v.Value < last || v.Value > 1.001e6*done.Seconds {
						t.Errorf("%s: %+v after %v, of a trial of %v s", name, v, last, done.Seconds)
					}
					last = v.Value
				}
				if half := done.Readings.Get(metric.TransactionP50).Value; half*transactions/2 > 1.001e6*done.Seconds {
					t.Errorf("half of %v transactions take %v µs or more, and all %v s", transactions, half, done.Seconds)
				}
			}
		})
	}
}
