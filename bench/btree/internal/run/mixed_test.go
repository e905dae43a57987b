package run

import (
	"context"
	"database/sql/driver"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine/enginetest"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// noting notes the keys that are read.
type noting struct {
	keys []driver.Valuer
	err  error
}

func (n *noting) Read(_ context.Context, k driver.Valuer) error {
	n.keys = append(n.keys, k)
	return n.err
}

// numberOf returns the number of a key of enginetest.Seq.
func numberOf(t *testing.T, k driver.Valuer) int {
	t.Helper()
	b, err := key.Append(nil, k)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, v := range b {
		n = n<<8 | int(v)
	}
	return n
}

// A writer reads as many rows as it inserts, of those that are there: every other one of the last ones, the
// others of all.
func TestMixing(t *testing.T) {
	const stored, recent, batch = 1000, 20, 10
	r := &noting{}
	m := &mixing{PointReader: r, rng: rand.New(rand.NewPCG(1, 2)), stored: enginetest.Seq(key.Bytes, 1, stored), recent: recent, took: newDurations()}
	parts := make(map[int]int)
	for round := range 200 {
		from := stored + 1 + round*batch
		r.keys = nil
		if err := m.read(t.Context(), enginetest.Seq(key.Bytes, from, batch)); err != nil || len(r.keys) != batch {
			t.Fatalf("%d reads, %v", len(r.keys), err)
		}
		last := from + batch - 1
		for i, k := range r.keys {
			n := numberOf(t, k)
			if n < 1 || n > last || i%2 == 0 && n <= last-recent {
				t.Fatalf("read %d of round %d is of row %d of %d", i, round, n, last)
			}
			if i%2 == 1 {
				parts[10*(n-1)/last]++
			}
		}
	}
	for part := range 10 { // a tenth of 1000 reads, of which a fifth is more than six standard deviations off
		if n := parts[part]; n < 40 || n > 160 {
			t.Errorf("%d of 1000 reads are in tenth %d of the rows", n, part)
		}
	}
	if n := m.took.TotalCount(); n != 2000 {
		t.Errorf("%d reads were timed, want 2000", n)
	}
	r.err = errors.New("gone")
	if err := m.read(t.Context(), enginetest.Seq(key.Bytes, 1, 1)); !errors.Is(err, r.err) {
		t.Errorf("got %v", err)
	}
}

// A mixed load is of the second half of the rows; the first rows that are read are of the first half.
func TestMixedLoad(t *testing.T) {
	p := trial.Plan{Engines: []string{"sqlite", "sim"}, Keys: []string{"uuidv4"}, Rows: []int{1000}, Writers: []int{2}, Batch: []int{10}, Repeats: 1, Scenarios: []trial.Scenario{trial.Mixed}}.WithDefaults()
	j, err := newJob(p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := j.run(t.Context())
	if err != nil || !r.Complete || len(r.Notes) == 0 {
		t.Fatalf("%v, %s, notes %q", err, r.Stopped, r.Notes)
	}
	for _, done := range r.Trials {
		if done.Engine != "sqlite" {
			t.Fatalf("a trial of %s", done.Engine)
		}
		rows := done.Readings.Get(metric.RowsPerSecond)
		if got := done.Readings.Get(metric.Operations); got.Missing != "" || got.Value != 2*rows.Value || rows.Value != 500/done.Seconds {
			t.Errorf("%+v operations/s and %+v rows/s in %v s", got, rows, done.Seconds)
		}
		p50, p99 := done.Readings.Get(metric.PointReadP50), done.Readings.Get(metric.PointReadP99)
		if p50.Missing != "" || p50.Value <= 0 || p99.Value < p50.Value {
			t.Errorf("reads take %+v and %+v", p50, p99)
		}
		// Two clients read 250 rows each, one after the other.
		if p50.Value*125 > 1.001e6*done.Seconds {
			t.Errorf("half of the reads take %v µs or more, and all %v s", p50.Value, done.Seconds)
		}
	}
}
