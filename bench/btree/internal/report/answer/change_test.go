package answer

import (
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// Keys are shown after random ones and alone, those that have trials, without the counter and
// without random keys alone. Columns are of what one of them has, and of the log only if no pages are known.
func TestChanges(t *testing.T) {
	line := func(key string, trials int, values map[string]float64) Line {
		l := Line{Coordinates: trial.Coordinates{Key: key}, Label: key, Trials: trials, Metrics: map[string]Stat{}}
		for name, v := range values {
			l.Metrics[name] = Stat{Median: &v}
		}
		return l
	}
	at := func(s trial.Scenario, rows int, lines ...Line) Point {
		narrow := Group{Control: "narrow", Lines: []Line{line("narrow", 1, nil), line("ulidflake", 1, nil)}}
		return Point{Coordinates: trial.Coordinates{Scenario: s, Rows: rows}, Groups: []Group{narrow, {Control: "counter", Lines: append([]Line{line("counter", 1, map[string]float64{metric.ProcessorTime: 7})}, lines...)}}}
	}
	pages := map[string]float64{metric.BytesPerRow: 40, metric.PagesWritten: 2, metric.LogBytes: 300, metric.OldReadP50: 4000, metric.ProcessorTime: 0}
	log := map[string]float64{metric.BytesPerRow: 30, metric.LogBytes: 200, metric.PagesWritten: 0, metric.FileBytes: 9}
	for name, c := range map[string]struct {
		after, alone Point
		want         []string
	}{
		"by pages": {
			at(trial.Migration, 10, line(random, 1, pages), line("wiji", 1, log), line("ksuid", 0, pages)), at(trial.Insert, 10, line(random, 1, pages), line("wiji", 1, log)),
			[]string{"new rows | bytes /row | written /row | old: ms", "uuidv4 on uuidv4 | 40.0 | 2.000 | (4.00)", "wiji on uuidv4 | 30.0 | 0.000 | ", "wiji alone | 30.0 | 0.000 | "},
		},
		"by the log": {
			at(trial.Migration, 10, line(random, 1, log)), at(trial.Insert, 10, line(random, 1, log), line("wiji", 1, log)),
			[]string{"new rows | bytes /row | log B/row", "uuidv4 on uuidv4 | 30.0 | 200", "wiji alone | 30.0 | 200"},
		},
		"of other rows":         {at(trial.Migration, 10, line(random, 1, log)), at(trial.Insert, 20, line("wiji", 1, log)), nil},
		"of an insert":          {at(trial.Insert, 10, line(random, 1, log)), at(trial.Insert, 10, line("wiji", 1, log)), nil},
		"without random keys":   {at(trial.Migration, 10, line("wiji", 1, log)), at(trial.Insert, 10, line("wiji", 1, log)), nil},
		"of random keys, alone": {at(trial.Migration, 10, line("wiji", 1, log)), at(trial.Insert, 10, line(random, 1, log), line("wiji", 1, log)), []string{"new rows | bytes /row | log B/row", "wiji alone | 30.0 | 200"}},
	} {
		var got []string
		for _, table := range changes([]Point{c.alone}, []Verdict{{Title: "db", Point: c.after}}) {
			got = append(got, written(table)[1:]...)
		}
		sameLines(t, name, got, c.want)
	}
}
