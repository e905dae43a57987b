package run

import (
	"context"
	"database/sql/driver"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// timedEngine is a full engine whose rows can be read in the order in which they came.
type timedEngine struct {
	*full
	specs   []engine.Spec
	tree    *timedTree
	shorter int // rows that each page lacks
}

func (e *timedEngine) Prepare(ctx context.Context, s engine.Spec) (engine.Tree, error) {
	t, err := e.full.Prepare(ctx, s)
	if err != nil {
		return nil, err
	}
	e.specs = append(e.specs, s)
	e.tree = &timedTree{fullTree: t.(*fullTree), engine: e, pages: make(map[int]int)}
	return e.tree, nil
}

type timedTree struct {
	*fullTree
	engine   *timedEngine
	analyzed int
	missed   float64
	pages    map[int]int // by their rows
}

func (t *timedTree) Analyze(context.Context) error { t.analyzed++; return nil }

func (t *timedTree) Misses(context.Context) (metric.Reading, error) {
	return metric.Value(t.missed), nil
}

func (t *timedTree) Back(_ context.Context, k driver.Valuer, rows int) (at, before engine.Place, ok bool, err error) {
	i := slices.Index(t.keys, text(k))
	return engine.Place{Key: i}, engine.Place{Key: i - rows}, i >= rows, nil
}

func (t *timedTree) PageReader(context.Context) (engine.PageReader, error) {
	return timedReader{t}, nil
}

type timedReader struct{ *timedTree }

// Page costs a miss for each ten rows.
func (r timedReader) Page(_ context.Context, before engine.Place, rows int) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if before.Key.(int) < rows {
		return 0, fmt.Errorf("row %d has no %d rows before it", before.Key, rows)
	}
	r.pages[rows]++
	r.missed += float64(rows) / 10
	return rows - r.engine.shorter, nil
}

func (r timedReader) Range(ctx context.Context, from, to engine.Place) (int, error) {
	return r.Page(ctx, to, to.Key.(int)-from.Key.(int))
}

func (timedReader) Close() error { return nil }

func timedConfig(t *testing.T, e *timedEngine, key string) *job {
	t.Helper()
	e.full = &full{}
	c := fullConfig(t, e.full, key)
	c.open = opening(e)
	c.stages[0][0].engine = "full"
	c.Scenarios, c.Rows = []trial.Scenario{trial.Pages}, []int{20_000}
	return c
}

// Pages and ranges are read, half as many of them untimed.
func TestPages(t *testing.T) {
	e := &timedEngine{}
	c := timedConfig(t, e, "wiji")
	c.Writers = []int{2}
	run := complete(t, c).Trials[0]
	n := pageCount(20_000)
	want := map[int]int{50: n * 3 / 2, metric.RangeRows: n / 5 * 3 / 2}
	if fmt.Sprint(e.tree.pages) != fmt.Sprint(want) || e.tree.analyzed != 1 {
		t.Errorf("pages by their rows: %v, want %v; analyzed %d times", e.tree.pages, want, e.tree.analyzed)
	}
	for name, want := range map[string]float64{
		metric.Page50Misses: 5, metric.TimeRangeMisses: 100,
	} {
		if got := reading(t, run.Readings, name); got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	for _, way := range timedReads {
		if p50 := reading(t, run.Readings, way.p50); p50 <= 0 || p50 > reading(t, run.Readings, way.p99) {
			t.Errorf("%s: half take %v µs, longer than 99 of 100", way.p50, p50)
		}
	}
}

// A quantile is the least time that so many of them do not exceed, in microseconds.
func TestQuantile(t *testing.T) {
	var times []time.Duration
	for i := range 200 {
		times = append(times, time.Duration(i+1)*time.Millisecond)
	}
	for q, want := range map[float64]float64{.5: 100_000, .99: 198_000} {
		if got := quantile(times, q); got != metric.Value(want) {
			t.Errorf("the quantile %v of 1 to 200 ms is %+v µs, want %v", q, got, want)
		}
		if got := quantile(times[:1], q); got != metric.Value(1000) {
			t.Errorf("the quantile %v of 1 ms is %+v µs", q, got)
		}
	}
}

// Keys that do not follow time have a column created, in this scenario only.
func TestDatedTables(t *testing.T) {
	for key, want := range map[string]bool{"wiji": false, "counter": false, "uuidv4": true} {
		e := &timedEngine{}
		c := timedConfig(t, e, key)
		c.Scenarios = []trial.Scenario{trial.Insert, trial.Update, trial.Pages}
		r := complete(t, c)
		for i, s := range e.specs {
			if scenario := r.Trials[i].Scenario; (s.Shape == engine.Dated) != (want && scenario == trial.Pages) {
				t.Errorf("%s, %s: the shape is %q", key, scenario, s.Shape)
			}
		}
		if noted := strings.Contains(strings.Join(r.Notes, " "), key+" keys do not follow time"); noted != want {
			t.Errorf("%s: %q", key, r.Notes)
		}
	}
}

// A reading that is impossible is blank with the reason, and a page that lacks rows fails the trial.
func TestPagesThatCannotBeRead(t *testing.T) {
	c := fullConfig(t, &full{}, "wiji")
	c.Scenarios = []trial.Scenario{trial.Pages}
	if got := complete(t, c).Trials[0].Readings[metric.Page50P50]; !strings.Contains(got.Missing, "full reads no rows") {
		t.Errorf("of a tree without pages by time: %+v", got)
	}
	c = timedConfig(t, &timedEngine{}, "wiji")
	c.Rows = []int{1}
	if got := complete(t, c).Trials[0].Readings[metric.TimeRangeMisses]; !strings.Contains(got.Missing, "too few rows") {
		t.Errorf("of one row: %+v", got)
	}
	r, err := timedConfig(t, &timedEngine{shorter: 1}, "wiji").run(t.Context())
	if err != nil || !strings.Contains(r.Stopped, "a page of 50 rows has 49") {
		t.Errorf("%q, %v", r.Stopped, err)
	}
}
