package run

import (
	"database/sql/driver"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

type number int

func (n number) Value() (driver.Value, error) { return int64(n), nil }

// The newest hundredth of the rows is kept, and old ones are of the first half.
func TestRowsToRead(t *testing.T) {
	newest := newLatest(1000)
	old := &reservoir{rng: rand.New(rand.NewPCG(1, 1)), any: make([]driver.Valuer, 0, 20), until: 500}
	for i := range 1000 {
		newest.offer(number(i))
		old.offer(number(i))
	}
	if len(newest.keys) != 10 || slices.ContainsFunc(newest.keys, func(k driver.Valuer) bool { return k.(number) < 990 }) {
		t.Errorf("the newest of 1000 rows are %v", newest.keys)
	}
	if len(old.any) != 20 || slices.ContainsFunc(old.any, func(k driver.Valuer) bool { return k.(number) >= 500 }) || !slices.ContainsFunc(old.any, func(k driver.Valuer) bool { return k.(number) >= 100 }) {
		t.Errorf("old ones of 1000 rows are %v", old.any)
	}
}

// Single rows are read after a migration, and after the plain inserts beside it: from a buffer pool that
// is too small for the table, random keys fetch pages for the newest rows, and ordered ones none.
func TestPointReads(t *testing.T) {
	p := trial.Plan{
		Engines: []string{engine.SQLite}, Keys: []string{"uuidv4", "uuidv7"}, Rows: []int{6_000}, Batch: []int{1000}, Repeats: 1,
		BufferPools: []string{"160kB"}, Scenarios: []trial.Scenario{trial.Insert, trial.Migration},
	}
	j, err := newJob(p.WithDefaults(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for _, done := range complete(t, j).Trials {
		if done.Layout != "clustered" {
			continue
		}
		read++
		misses, took := done.Readings.Get(metric.NewReadMisses), done.Readings.Get(metric.NewReadP50)
		if random := done.Key == "uuidv4"; misses.Missing != "" || took.Missing != "" || took.Value <= 0 || random != (misses.Value > 0.2) {
			t.Errorf("%s, %s: %+v pages for a new row in %+v µs", done.Scenario, done.Key, misses, took)
		}
		if old := done.Readings.Get(metric.OldReadMisses); old.Missing != "" || done.Readings.Get(metric.OldReadP50).Value <= 0 || old.Value < 0.2 {
			t.Errorf("%s, %s: %+v pages for an old row", done.Scenario, done.Key, old)
		}
	}
	if read != 6 {
		t.Errorf("%d trials", read)
	}
	alone := trial.Plan{Engines: []string{engine.SQLite}, Keys: []string{"uuidv4"}, Rows: []int{500}, Repeats: 1}
	if j, err = newJob(alone.WithDefaults(), Options{}); err != nil {
		t.Fatal(err)
	}
	for _, done := range complete(t, j).Trials {
		if _, ok := done.Readings[metric.NewReadMisses]; ok {
			t.Errorf("%+v has reads of single rows", done.Coordinates)
		}
	}
}
