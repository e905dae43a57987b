package answer

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/reporttest"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// texts returns the verdicts of a result.
func texts(r trial.Result) []string {
	var list []string
	for _, v := range Of(r).Verdicts.List {
		list = append(list, v.Text())
	}
	return list
}

func TestVerdicts(t *testing.T) {
	want := []string{
		"PostgreSQL 18.6, 100,000 rows, payload of 100 bytes, 1 writer, one row per transaction, insert: UUIDv7, Wiji, SCRU160 and Ulid-Flake are as good as a counter in size, time, log and order. " +
			"UUIDv4 makes the index 26 % larger, takes 43 % longer (1.43x to 1.43x), reads 0.40 pages a row (a counter 0.00), writes 2.4x the log and leaves neighbouring pages 139 apart (a counter 1).",
		"PostgreSQL 18.6, 100,000 rows, payload of 100 bytes, 8 writers, batches of 1,000 rows, insert: The keys are compared with a counter of 8 writers, which beside a counter of one writer makes the index 43 % larger. " +
			"UUIDv7, Wiji, SCRU160 and Ulid-Flake are as good as a counter in size, time, log and order. " +
			"UUIDv4 makes the index 11 % smaller, takes 43 % longer (1.43x to 1.43x), reads 0.40 pages a row (a counter 0.00), writes 2.4x the log and leaves neighbouring pages 139 apart (a counter 1).",
		"PostgreSQL 18.6, 100,000 rows, payload of 100 bytes, 1 writer, batches of 100 rows, migration: UUIDv7, Wiji, SCRU160 and Ulid-Flake are as good as a counter in size, time, log and order. " +
			"UUIDv4 makes the index 16 % smaller, takes 43 % longer (1.43x to 1.43x), reads 0.40 pages a row (a counter 0.00), writes 2.4x the log and leaves neighbouring pages 139 apart (a counter 1).",
		"PostgreSQL 18.6, 100,000 rows, payload of 100 bytes, 1 writer, batches of 100 rows, pages: UUIDv7, Wiji, SCRU160 and Ulid-Flake are as good as a counter in size, time, log, order, pages of rows and ranges of time. " +
			"UUIDv4 makes the index 26 % larger, takes 43 % longer (1.43x to 1.43x), reads 0.40 pages a row (a counter 0.00), writes 2.4x the log and leaves neighbouring pages 139 apart (a counter 1).",
	}
	got := texts(reporttest.Rich())
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Errorf("verdict %d of %q", i, got)
		}
	}
}

// changed is a Sample whose readings of a key are the given ones in every block, and whose
// other readings are 100.
func changed(key string, values map[string]func(block int) float64) trial.Result {
	r := reporttest.Sample()
	for i, tr := range r.Trials {
		r.Trials[i].Readings = metric.Readings{
			metric.BytesPerRow: metric.Value(100), metric.RowsPerSecond: metric.Value(100), metric.PagesRead: metric.Value(1),
			metric.LogBytes: metric.Value(100), metric.Neighbours: metric.Value(1), metric.Bloat: metric.Value(1),
		}
		for name, v := range values {
			if tr.Key == key {
				r.Trials[i].Readings[name] = metric.Value(v(tr.Repeat))
			} else if _, ok := r.Trials[i].Readings[name]; !ok {
				r.Trials[i].Readings[name] = metric.Value(100)
			}
		}
	}
	return r
}

func always(v float64) func(int) float64 { return func(int) float64 { return v } }

// drifts is a value that differs a little from block to block.
func drifts(v float64) func(int) float64 {
	return func(block int) float64 { return v + float64(block)/1000 }
}

// swings is a value that is now twice and now half as much.
func swings(v float64) func(int) float64 {
	return func(block int) float64 { return v * []float64{2, .5}[block%2] }
}

func TestSentences(t *testing.T) {
	for want, values := range map[string]map[string]func(int) float64{
		"UUIDv4 and Ulid-Flake are as good as a counter in size, bloat, time, pages read, log and order.":                                          {},
		"UUIDv4 is as good as a counter in size, bloat, pages read, log and order; not enough runs for time (0.50x to 2.00x).":                     {metric.RowsPerSecond: swings(100)},
		"UUIDv4 is as good as a counter in size, bloat, pages read and order; not enough runs for time (0.50x to 2.00x) and log (0.50x to 2.00x).": {metric.RowsPerSecond: swings(100), metric.LogBytes: swings(100)},
		"UUIDv4 is as good as a counter in bloat, time, pages read, log and order; not enough runs for size (0.50x to 2.00x).":                     {metric.BytesPerRow: swings(100)},
		"UUIDv4 makes the index 39 % larger.":                                                                {metric.BytesPerRow: always(139)},
		"UUIDv4 makes the index 2.1x as large.":                                                              {metric.BytesPerRow: always(210)},
		"UUIDv4 makes the index 20 % smaller; not enough runs for time (0.50x to 2.00x).":                    {metric.BytesPerRow: always(80), metric.RowsPerSecond: swings(100)},
		"UUIDv4 makes the index 20 % smaller.":                                                               {metric.BytesPerRow: always(80)},
		"UUIDv4 makes the other indexes 28 % larger.":                                                        {metric.IndexBytes: always(128)},
		"UUIDv4 grows to 1.24x the leaf pages of the first fill (a counter 1.00x).":                          {metric.Bloat: always(1.24)},
		"UUIDv4 takes 28 % longer.":                                                                          {metric.RowsPerSecond: always(78)},
		"UUIDv4 takes 31 % more processor time (1.31x to 1.31x); not enough runs for time (0.50x to 2.00x).": {metric.RowsPerSecond: swings(100), metric.ProcessorTime: drifts(131)},
		"UUIDv4 takes 28 % longer; not enough runs for processor time (0.50x to 2.00x).":                     {metric.RowsPerSecond: always(78), metric.ProcessorTime: swings(100)},
		"UUIDv4 takes 4.0x as long.":                                                                         {metric.RowsPerSecond: always(25)},
		"UUIDv4 takes 50 % less time.":                                                                       {metric.RowsPerSecond: always(200)},
		"UUIDv4 reads 13x the pages.":                                                                        {metric.PagesRead: always(13.2)},
		"UUIDv4 writes 1.5x the pages.":                                                                      {metric.PagesWritten: always(150)},
		"UUIDv4 writes 14x the pages.":                                                                       {metric.PagesWritten: always(1400)},
		"UUIDv4 writes 60 % more log; not enough runs for time (0.50x to 2.00x).":                            {metric.LogBytes: always(160), metric.RowsPerSecond: swings(100)},
		"leaves neighbouring pages 290 apart (a counter 1).":                                                 {metric.Neighbours: always(290)},
		"UUIDv4 and Ulid-Flake are as good as a counter in size, bloat, time, pages read, log and order. ":   nil,
	} {
		r := changed("uuidv4", values)
		if values == nil { // an order that reading ahead makes good
			r, want = changed("uuidv4", map[string]func(int) float64{metric.Neighbours: always(12)}), strings.TrimSpace(want)
		}
		list := texts(r)
		if len(list) != 1 || !strings.HasPrefix(list[0], "db 1.2, 1,000 rows, payload of 100 bytes, 2 writers, batches of 10 rows: ") || !strings.Contains(list[0], want) {
			t.Errorf("%q does not say %q", list, want)
		}
	}
}

// Every result, also a small, stopped or hostile one, has verdicts without gaps.
func TestVerdictOfEveryResult(t *testing.T) {
	for name, r := range reporttest.All() {
		for _, s := range texts(r) {
			if strings.Contains(s, "NaN") || strings.Contains(s, "  ") && name != "hostile" || strings.HasSuffix(s, ": ") {
				t.Errorf("%s: %q", name, s)
			}
		}
	}
}

// In a window of several writers the keys are compared with a counter of as many, and that with
// a counter of one writer.
func TestWindow(t *testing.T) {
	for want, sizes := range map[string]func(block int) float64{
		"The keys are compared with a counter of 2 writers, which beside a counter of one writer makes the index 50 % larger. UUIDv4 is as good as a counter in size, bloat, time, pages read, log and order.": always(150),
		"The keys are compared with a counter of 2 writers, which beside a counter of one writer makes the index 50 % larger. UUIDv4 makes the index 20 % larger.":                                             always(180),
		"not enough runs for size (0.93x to 0.99x).": func(block int) float64 { return 140 + float64(block) },
		"UUIDv4 makes the index 33 % smaller.":       always(100),
		"not enough runs for size (0.50x to 2.00x).": swings(150),
	} {
		r := changed("uuidv4", map[string]func(int) float64{metric.BytesPerRow: sizes})
		r.Keys = r.Keys[:2]
		for _, tr := range r.Trials {
			if tr.Key == "counter" {
				tr.Writers = 1
				r.Trials = append(r.Trials, tr)
			}
		}
		for i, tr := range r.Trials {
			if tr.Key == "counter" && tr.Writers > 1 {
				readings := maps.Clone(tr.Readings)
				readings[metric.BytesPerRow] = metric.Value(150)
				r.Trials[i].Readings = readings
			}
		}
		r.Settings.Writers = []int{1, 2}
		if list := texts(r); len(list) != 1 || !strings.Contains(list[0], want) || !strings.HasPrefix(list[0], "db 1.2, 1,000 rows, payload of 100 bytes, 2 writers, batches of 10 rows: ") {
			t.Errorf("%q does not say %q", list, want)
		}
	}
}

// A verdict that lacks runs says how many may tell, and one that has them says nothing.
func TestHint(t *testing.T) {
	r := reporttest.Sample()
	if a := Of(r); a.Verdicts.Hint != "" || len(a.Undecided()) > 0 {
		t.Errorf("a result with all its trials: %q", a.Verdicts.Hint)
	}
	r.Trials = slices.DeleteFunc(r.Trials, func(tr trial.Trial) bool { return tr.Repeat > 2 })
	for _, c := range []struct {
		plan trial.Plan
		end  string
	}{
		{trial.Plan{Engines: []string{"mysql"}}, "-for 3m."}, // 2 minutes were not enough
		{trial.Plan{Engines: []string{"mysql"}, Repeats: 3}, "-repeat 9, which takes some 38 s."},
		{trial.Plan{Repeats: 3, For: time.Minute}, "-repeat 9, which takes some 38 s."},
	} {
		r.Settings = c.plan.WithDefaults()
		a := Of(r)
		if got, want := a.Verdicts.Hint, "What is not decided may be by 9 trials of each key: run the same command with "+c.end; got != want || len(a.Undecided()) != 6 /* two keys, and their counters with two writers and with one */ {
			t.Errorf("three of the trials of %+v: %q, want %q", c.plan, got, want)
		}
	}
}

// Of time and processor time one decides: then no trial is asked for.
func TestOneTimeDecides(t *testing.T) {
	for _, c := range []struct {
		time, processor func(int) float64
		open            bool
	}{{swings(100), drifts(131), false}, {swings(100), always(100), false}, {always(78), swings(100), false}, {swings(100), swings(100), true}} {
		r := changed("uuidv4", map[string]func(int) float64{metric.RowsPerSecond: c.time, metric.ProcessorTime: c.processor})
		if a := Of(r); len(a.Undecided()) > 0 != c.open || a.Verdicts.Hint != "" != c.open {
			t.Errorf("open: %v, hint %q, want %v", a.Undecided(), a.Verdicts.Hint, c.open)
		}
	}
}

// Rows that are read are a cost, too.
func TestReads(t *testing.T) {
	for _, c := range []struct {
		key, counter map[string]float64
		want         string
	}{
		{
			map[string]float64{metric.Page50P50: 200, metric.TimeRangeP50: 130}, map[string]float64{metric.Page50P50: 100, metric.TimeRangeP50: 100},
			"UUIDv4 takes 2.0x as long for 50 rows by time (2.00x to 2.00x) and takes 30 % longer for 1,000 rows by time (1.30x to 1.30x).",
		},
	} {
		r := changed("", nil)
		for i, tr := range r.Trials {
			values := c.counter
			if tr.Key == "uuidv4" {
				values = c.key
			}
			for name, v := range values {
				r.Trials[i].Readings[name] = metric.Value(v + float64(tr.Repeat)/1000)
			}
		}
		if got := strings.Join(texts(r), " "); !strings.Contains(got, c.want) {
			t.Errorf("%q is not in %s", c.want, got)
		}
	}
}

// Updates of recent rows are a cost, too: by the pages written, or by the log where these are
// not known.
func TestRecentUpdates(t *testing.T) {
	r := changed("uuidv4", map[string]func(int) float64{metric.RecentUpdateWrites: always(9.8), metric.RecentUpdateLog: always(200)})
	for _, c := range []struct{ missing, want string }{
		{"", "UUIDv4 writes 9.8x the pages for updates of recent rows."},
		{metric.RecentUpdateWrites, "UUIDv4 writes 2.0x the log for updates of recent rows."},
	} {
		for i := range r.Trials {
			if tr := r.Trials[i]; tr.Key != "uuidv4" {
				tr.Readings[metric.RecentUpdateWrites], tr.Readings[metric.RecentUpdateLog] = metric.Value(1), metric.Value(100)
			}
			delete(r.Trials[i].Readings, c.missing)
		}
		if got := strings.Join(texts(r), " "); !strings.Contains(got, c.want) {
			t.Errorf("%q is not in %s", c.want, got)
		}
	}
}
