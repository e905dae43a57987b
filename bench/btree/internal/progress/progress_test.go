package progress

import (
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/run"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// A log gets the size of the plan, the first trial's result, and a line from time to time.
func TestLines(t *testing.T) {
	said := make(chan string, 1000)
	l := &lines{line: func(s string) { said <- s }, every: time.Millisecond}
	l.Begin(run.Size{Trials: 8, Rows: 800})
	if got, want := <-said, "8 trials, 800 rows"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	l.Start(trial.Coordinates{})
	if got, want := <-said, "0 of 8 trials, 0 of 800 rows"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	l.Rows(100)
	l.Rows(100)
	l.Done(trial.Trial{
		Coordinates: trial.Coordinates{Engine: "sqlite", Layout: "index", Key: "wiji"},
		Readings:    metric.Readings{metric.RowsPerSecond: metric.Value(12_345), metric.LeafPages: metric.Missing("no"), metric.LeafFill: metric.Value(87.3)},
	})
	l.Done(trial.Trial{})
	const want, result = "2 of 8 trials, 200 of 800 rows (25 %), about 1 s left", "first trial: sqlite, index, wiji, rows/s 12,345, leaf fill 87.3%"
	last, results := "", 0
	for began := time.Now(); last != want && time.Since(began) < 2*time.Minute; {
		if last = <-said; last == result {
			results++
		}
		if strings.ContainsFunc(last, unicode.IsControl) {
			t.Errorf("there is a control character in %q", last)
		}
	}
	if last != want {
		t.Errorf("got %q, want %q", last, want)
	}
	if results != 1 {
		t.Errorf("the result of the first trial is there %d times", results)
	}
	l.End()
	for len(said) > 0 {
		<-said
	}
	if l.text(2*time.Hour) != "2 of 8 trials, 200 of 800 rows (25 %), about 6 h 0 min left" || !strings.HasSuffix(l.text(10*time.Minute), "about 30 min left") {
		t.Errorf("got %q and %q", l.text(2*time.Hour), l.text(10*time.Minute))
	}
	limited := &lines{plan: run.Size{Trials: 40, Rows: 4000, First: 2, Each: 3, Timed: true, For: 3 * time.Minute}}
	for done, want := range []string{"0 trials, 0 rows; 2 more before the first answer", "1 trials, 0 rows; 1 more before the first answer", "2 trials, 0 rows, at most about 2 min left"} {
		limited.trials.Store(int64(done))
		if got := limited.text(time.Minute); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	limited.each.Store(2)
	for after, want := range map[time.Duration]string{2 * time.Minute: "2 trials, 0 rows, at most about 60 s left", 3 * time.Minute: "2 trials, 0 rows; 1 combination without a trial"} {
		if got := limited.text(after); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	timed := &lines{line: func(s string) { said <- s }, every: time.Hour}
	timed.Begin(run.Size{Engines: []string{"sim", "sqlite"}, Each: 84, Timed: true, For: time.Minute})
	timed.End()
	if got, want := <-said, "measuring sim and sqlite until everything is decided, at most about 60 s and a trial of each of 84 combinations"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	// Without a row or without a plan nothing is divided by nothing.
	for _, l := range []*lines{{}, {plan: run.Size{Trials: 1, Rows: 10}}} {
		if got := l.text(time.Minute); strings.Contains(got, "left") {
			t.Errorf("got %q", got)
		}
	}
}
