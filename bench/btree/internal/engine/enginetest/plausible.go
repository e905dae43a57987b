package enginetest

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// plausible says which engines read a metric, and between which values it is.
type plausible struct {
	engines []string
	// shape is that of the tables that have it.
	shape engine.Shape
	// least and most bound it for [plausibleRows] rows with keys of 16 bytes in random order and
	// a payload of 100 bytes.
	least, most float64
}

// plausibleRows is the number of rows of the trees whose readings are bounded.
const plausibleRows = 5000

var (
	everyEngine = engine.Names()
	databases   = append([]string{engine.SQLite}, engine.Servers()...)
)

// readings holds the metrics that engines read.
var readings = map[string]plausible{
	metric.LeafPages:    {everyEngine, engine.Plain, 20, 400},
	metric.LeafFill:     {everyEngine, engine.Plain, 50, 95},
	metric.PageSplits:   {everyEngine, engine.Plain, 3, 100},
	metric.RangePages:   {everyEngine, engine.Plain, 3, 150},
	metric.RangeSkipped: {everyEngine, engine.Plain, 1e5, 1e8},
	metric.Neighbours:   {everyEngine, engine.Plain, 2, 400},
	metric.BytesPerRow:  {everyEngine, engine.Plain, 16, 400},
	metric.PagesRead:    {everyEngine, engine.Plain, 0, 5},
	metric.PageRequests: {databases, engine.Plain, 1, 50},
	metric.LogBytes:     {databases, engine.Plain, 116, 10_000},
	metric.PagesWritten: {[]string{engine.SQLite}, engine.Plain, .05, 5},
	metric.WholePages:   {engine.Servers(), engine.Plain, 0, 5},
	metric.FileBytes:    {engine.Servers(), engine.Plain, 116, 4000}, // with the space of an empty file
	metric.IndexBytes:   {databases, engine.Indexed, 3 * 8, 1000},
	metric.TotalBytes:   {databases, engine.Indexed, 116 + 3*8, 4000},
	metric.HotUpdates:   {[]string{engine.Postgres}, engine.Updated, 0, 100},
	metric.LeafError:    {[]string{engine.Simulator}, engine.Plain, 0, 20}, // of larger trees: the simulator's TestEstimate grows one
}

// program holds the metrics that the benchmark takes of every engine by itself: it measures
// times and counts events, or compares readings.
var program = []string{
	metric.RowsPerSecond, metric.ProcessorTime, metric.BufferHits, metric.TickWaits, metric.Duplicates, metric.Bloat,
	metric.RecentUpdates, metric.RecentUpdateReads, metric.RecentUpdateWrites, metric.RecentUpdateLog,
	metric.TransactionP50, metric.TransactionP95, metric.TransactionP99, metric.TransactionWorst, metric.TransactionAtCheckpoint,
	metric.Operations, metric.PointReadP50, metric.PointReadP99,
	metric.Page50P50, metric.Page50P99, metric.Page50Misses, metric.TimeRangeP50, metric.TimeRangeP99, metric.TimeRangeMisses,
	metric.OldReadP50, metric.OldReadMisses, metric.NewReadP50, metric.NewReadMisses,
}

// unread returns what is wrong with a table of readings for the metrics of a list: each must be
// read by an engine, within bounds, or taken by the program.
func unread(list []metric.Metric, table map[string]plausible) (wrong []string) {
	for _, m := range list {
		p, ok := table[m.Name]
		switch byProgram := slices.Contains(program, m.Name); {
		case ok == byProgram:
			wrong = append(wrong, fmt.Sprintf("%s: name the engines that read it with the least and the greatest plausible value, or the program: not both", m.Name))
		case ok && (len(p.engines) == 0 || p.least >= p.most):
			wrong = append(wrong, fmt.Sprintf("%s: no engine reads it, or no value is plausible: %+v", m.Name, p))
		}
	}
	return wrong
}

// implausible returns what is wrong with a reading of an engine, "" if nothing is.
func implausible(name, metricName string, r metric.Readings) string {
	p, v := readings[metricName], r.Get(metricName)
	_, is := r[metricName]
	switch reads := slices.Contains(p.engines, name); {
	case !reads && is && v.Missing == "":
		return fmt.Sprintf("%s reads %s as %v: add the engine to those that read it", name, metricName, v.Value)
	case !reads:
		return ""
	case !is || v.Missing != "":
		return fmt.Sprintf("%s does not read %s: %s", name, metricName, v.Missing)
	case !(v.Value >= p.least && v.Value <= p.most): // NaN is not plausible
		return fmt.Sprintf("%s reads %s as %v, want %v to %v", name, metricName, v.Value, p.least, p.most)
	}
	return ""
}

// Plausible grows a tree of each shape that the engine has, and tests each metric that engines
// read: the engines of the table must read a plausible value, and others none. This server does
// not show the metrics without, for which it must give a reason.
func (s Subject) Plausible(t *testing.T, without ...string) {
	t.Helper()
	for _, shape := range []engine.Shape{engine.Plain, engine.Indexed, engine.Updated} {
		spec := engine.Spec{Layout: s.Layout, Key: Wide, Payload: 100, Shape: shape}
		read := func(p plausible) bool { return p.shape == shape && slices.Contains(p.engines, s.Name) }
		if s.Check(spec) != nil && !slices.ContainsFunc(slices.Collect(maps.Values(readings)), read) {
			continue // a simulator has no such tables
		}
		tr := Prepare(t, s, spec)
		keys := Shuffled(s.Keys(1, plausibleRows))
		Insert(t, tr, keys, 100)
		if shape == engine.Updated {
			w := Writer(t, tr).(engine.Updater)
			for part := range slices.Chunk(keys, 100) {
				if err := w.Update(t.Context(), part); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
		}
		r := Measure(t, tr)
		if err := tr.Close(); err != nil {
			t.Fatal(err)
		}
		for name, p := range readings {
			switch {
			case p.shape != shape || name == metric.LeafError:
			case slices.Contains(without, name):
				if r.Get(name).Missing == "" {
					t.Errorf("%s: %s is %v, want the reason why it is missing", s.Name, name, r.Get(name).Value)
				}
			default:
				if wrong := implausible(s.Name, name, r); wrong != "" {
					t.Error(wrong)
				}
			}
		}
	}
}
