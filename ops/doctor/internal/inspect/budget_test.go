package inspect

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sortid/sortid/internal/finding"
	"github.com/sortid/sortid/ops/doctor/internal/idkind"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// slow is a database whose tables take time to answer.
type slow struct {
	source.Source
	tables         []*source.Table
	sample, figure func(table string) time.Duration
	sampled, read  []string
}

func (s *slow) Server() source.Server                                          { return source.Server{Product: "MySQL"} }
func (s *slow) Tables(context.Context, source.Filter) ([]*source.Table, error) { return s.tables, nil }
func (s *slow) Denied() []string                                               { return nil }
func (s *slow) Storage() source.Storage                                        { return source.Storage{PageSize: 16 << 10} }
func (s *slow) Runs(context.Context, *source.Table, source.Sample) []idkind.Run {
	return nil
}
func (s *slow) Statements() []source.Statement                             { return nil }
func (s *slow) Query(context.Context, string, func(*sql.Rows) error) error { return nil }

func (s *slow) Predict(context.Context, *source.Table, source.Index, source.Sample, source.Figure, source.Filling) source.Pages {
	return source.Pages{Leaves: source.Unknown("no rules"), All: source.Unknown("no rules")}
}
func (s *slow) Rewritten(context.Context, *source.Table, source.Sample, source.Figure) source.Figure {
	return source.Unknown("no rules")
}
func (s *slow) Grow(context.Context, *source.Table, source.Index, source.Sample, source.Figures) (random, ordered source.Grown) {
	return random, ordered
}

func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

func (s *slow) Sample(ctx context.Context, t *source.Table, _ []string) source.Sample {
	if err := wait(ctx, s.sample(t.Name)); err != nil {
		return source.Sample{Missing: "there was no time left to read it"}
	}
	s.sampled = append(s.sampled, t.Name)
	return sampleOf("id", randomTexts(20))
}

func (s *slow) Measure(ctx context.Context, t *source.Table, list []source.Index, _ source.Sample) []source.Figures {
	if wait(ctx, s.figure(t.Name)) == nil {
		s.read = append(s.read, t.Name)
	}
	u := source.Unknown("the server does not show it")
	return slices.Repeat([]source.Figures{{Entries: u, Bytes: u, Leaves: u, Fill: u}}, len(list))
}

func slowTables(n int) *slow {
	s := &slow{sample: func(string) time.Duration { return 0 }, figure: func(string) time.Duration { return 0 }}
	for i := range n {
		s.tables = append(s.tables, &source.Table{
			Name: fmt.Sprintf("t%02d", i), Rows: source.Unknown("nobody counted"), Columns: []source.Column{{Name: "id", Class: source.Text, Type: "char(36)"}},
			Indexes: []source.Index{{Name: "PRIMARY", Columns: []string{"id"}, Primary: true, Unique: true, Clustered: true}}, HasPrimary: true,
		})
	}
	return s
}

// inBudget examines a database in the budget of a run, on the clock of a bubble.
func inBudget(t *testing.T, s *slow) *Report {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), Budget)
	defer cancel()
	began := time.Now()
	r, err := examine(ctx, s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took > Budget {
		t.Errorf("it took %v", took)
	}
	return r
}

func findingsOf(r *Report, name finding.Name) (n int) {
	for _, f := range r.Findings {
		if f.Name == name {
			n++
		}
	}
	return n
}

// If the server is slow, all kinds are read before any figure, so that the report has all errors.
func TestErrorsComeFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := slowTables(100)
		s.sample = func(string) time.Duration { return 200 * time.Millisecond }
		s.figure = func(string) time.Duration { return time.Second }
		r := inBudget(t, s)
		if len(s.sampled) != 100 || len(r.Unread) != 0 || findingsOf(r, finding.TextKey) != 100 {
			t.Errorf("%d tables sampled, %d findings, %q not read", len(s.sampled), findingsOf(r, finding.TextKey), r.Unread)
		}
		if n := len(s.read); n < 15 || n == 100 || !slices.IsSorted(s.read) || s.read[0] != "t00" {
			t.Errorf("figures of %q", s.read)
		}
		if notes := strings.Join(r.Notes, "\n"); !strings.Contains(notes, "the indexes were not read of t") {
			t.Errorf("notes %s", notes)
		}
	})
}

// The tables for which no time is left are the last ones, and all are named.
func TestNotExaminedIsNamed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := slowTables(100)
		s.sample = func(string) time.Duration { return 900 * time.Millisecond }
		r := inBudget(t, s)
		if n := len(s.sampled); n < 25 || n+len(r.Unread) != 100 || findingsOf(r, finding.TextKey) != n {
			t.Errorf("%d tables sampled, %d findings, %d not read", n, findingsOf(r, finding.TextKey), len(r.Unread))
		}
		notes := strings.Join(r.Notes, "\n")
		for _, name := range r.Unread {
			if slices.Contains(s.sampled, name) || !strings.Contains(notes, name) {
				t.Errorf("%s was sampled, or is not named in %s", name, notes)
			}
		}
	})
}

// Tables that do not answer cost the others nothing.
func TestSilentTables(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := slowTables(100)
		s.sample = func(table string) time.Duration {
			if table < "t10" {
				return time.Hour
			}
			return 50 * time.Millisecond
		}
		r := inBudget(t, s)
		if len(s.sampled) != 90 || len(r.Unread) != 10 || len(s.read) != 90 {
			t.Errorf("%d tables sampled, %d measured, %q not read", len(s.sampled), len(s.read), r.Unread)
		}
	})
}
