package progress

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"

	"github.com/vbauerster/mpb/v8/decor"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/run"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// screen collects what a bar draws.
type screen struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *screen) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// waitFor returns when the text was drawn.
func waitFor(t *testing.T, s *screen, text string) {
	t.Helper()
	for began := time.Now(); time.Since(began) < 2*time.Minute; time.Sleep(refresh / 10) {
		if strings.Contains(s.String(), text) {
			return
		}
	}
	t.Fatalf("%q was never drawn:\n%q", text, s)
}

// The bar follows the rows: it shows the trial, how much is done and how much
// time is left; and at the end the line is empty again.
func TestBar(t *testing.T) {
	s := new(screen)
	b := &bar{out: s}
	b.Begin(run.Size{Trials: 4, Rows: 400, Repeats: 2})
	waitFor(t, s, "btree: 4 trials, 400 rows")
	waitFor(t, s, "starting")
	b.Start(trial.Coordinates{Engine: "sqlite", Layout: "clustered", Key: "wiji", Scenario: "insert", Repeat: 1})
	waitFor(t, s, "2/2 sqlite clustered wiji")
	b.Rows(60)
	b.Rows(40)
	waitFor(t, s, "25 %")
	b.Done(trial.Trial{Coordinates: trial.Coordinates{Engine: "sqlite", Layout: "clustered", Key: "wiji"}})
	waitFor(t, s, "btree: first trial: sqlite, clustered, wiji")
	b.Start(trial.Coordinates{Engine: "sqlite", Layout: "clustered", Key: "wiji", Scenario: "migration"})
	waitFor(t, s, "1/2 sqlite clustered wiji migration")
	b.Rows(300)
	waitFor(t, s, "100 %")
	waitFor(t, s, "left")
	b.End()
	drawn := s.String()
	for _, line := range strings.FieldsFunc(drawn, func(r rune) bool { return r == '\n' || r == '\x1b' }) {
		if n := len([]rune(line)); n > 80 {
			t.Errorf("%d columns: %q", n, line)
		}
	}
	// The cursor is where it was, and everything below it is erased.
	if !strings.HasSuffix(drawn, "\x1b[J") {
		t.Errorf("the end of what is drawn is %q", drawn[max(0, len(drawn)-40):])
	}
}

// On a narrow terminal the label is cut first, and the figures stay.
func TestNarrow(t *testing.T) {
	b := &bar{plan: run.Size{Repeats: 2}}
	for _, started := range []bool{false, true} {
		if started {
			b.Start(trial.Coordinates{Engine: "postgres", Layout: "secondary", Key: "server-uuidv7", Scenario: "secondary"})
		}
		for columns, want := range map[int]int{0: 1, 10: 1, 18: 1, 20: 2, 30: 12, 50: 32, 57: 39, 80: 39, 200: 39} {
			label := b.label(decor.Statistics{AvailableWidth: columns})
			if n := len([]rune(label)); n > want || started && n != want || !strings.HasSuffix(label, " ") {
				t.Errorf("in %d columns the label has %d, want %d: %q", columns, n, want, label)
			}
		}
	}
}

// A log gets the estimate, the first trial's result, and a line from time to time.
func TestLines(t *testing.T) {
	said := make(chan string, 1000)
	l := &lines{line: func(s string) { said <- s }, every: time.Millisecond}
	l.Begin(run.Size{Trials: 8, Rows: 800, Repeats: 2})
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
	// Without a row or without a plan nothing is divided by nothing.
	for _, l := range []*lines{{}, {plan: run.Size{Trials: 1, Rows: 10}}} {
		if got := l.text(time.Minute); strings.Contains(got, "left") {
			t.Errorf("got %q", got)
		}
	}
}

// Without a terminal nothing is drawn.
func TestNoTerminal(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, w := range []io.Writer{f, new(bytes.Buffer)} {
		if l, ok := For(w, nil).(*lines); !ok || l.every != 10*time.Second {
			t.Errorf("there is no line every ten seconds without a terminal: %+v", l)
		}
	}
}
