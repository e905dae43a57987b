package report

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/answer"
	"github.com/sortid/sortid/bench/btree/internal/report/reporttest"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// Writing one form changes nothing in the answer that the others are written from.
func TestFormsShareAnAnswer(t *testing.T) {
	written := func(r Report, f func(Report, io.Writer) error) string {
		var b bytes.Buffer
		if err := f(r, &b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	list := append([]form{{name: "verbose", write: Report.Verbose}}, forms...)
	shared := Of(reporttest.Rich())
	for range 2 {
		for _, f := range list {
			if written(shared, f.write) != written(Of(reporttest.Rich()), f.write) {
				t.Errorf("%s: the answer is another one after others were written", f.name)
			}
		}
		if _, err := (Dir{path: t.TempDir()}).WritePictures(shared); err != nil {
			t.Fatal(err)
		}
	}
}

// The terminal, the page and the pictures write a rate of too few trials in the same way, and say so; a
// rate of enough trials has its interval in each.
func TestFew(t *testing.T) {
	for _, c := range []struct {
		trials      int // of UUIDv4
		few, enough string
	}{{1, "(71,549)", "71,549"}, {5, "(71,551)", "71,551"}, {6, "(71,552)", "71,552"}, {10, "(71,554)", "71,554"}} {
		r := reporttest.Sample()
		r.Trials = slices.DeleteFunc(r.Trials, func(one trial.Trial) bool { return one.Key == "uuidv4" && one.Repeat >= c.trials })
		for _, one := range r.Trials {
			if one.Key == "uuidv4" {
				one.Readings[metric.RowsPerSecond] = metric.Value(float64(71_549 + one.Repeat))
			}
		}
		for name, text := range allForms(t, Of(r)) {
			few := c.trials < 6
			if got := strings.Contains(text, c.few); got != few {
				t.Errorf("%d trials, %s: it has %s: %v", c.trials, name, c.few, got)
			}
			if got := strings.Contains(strings.ReplaceAll(text, c.few, ""), c.enough); got == few {
				t.Errorf("%d trials, %s: it has %s: %v", c.trials, name, c.enough, got)
			}
			if got := strings.Contains(text, answer.FewNote); got != few {
				t.Errorf("%d trials, %s: it explains the parentheses: %v", c.trials, name, got)
			}
			if got := strings.Contains(text, "stroke-dasharray"); got != (few && !strings.HasPrefix(name, "terminal")) {
				t.Errorf("%d trials, %s: a bar is empty: %v", c.trials, name, got)
			}
		}
	}
}

// allForms returns what a report looks like: in the terminal, as a page and as its picture.
func allForms(t *testing.T, r Report) map[string]string {
	t.Helper()
	var brief, verbose, html bytes.Buffer
	dir := t.TempDir()
	_, err := Dir{path: dir}.WritePictures(r)
	for _, err := range []error{err, r.Write(&brief, Table), r.Verbose(&verbose), r.Write(&html, HTML)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	picture, err := os.ReadFile(filepath.Join(dir, "answer-db-clustered.svg"))
	if err != nil {
		t.Fatal(err)
	}
	return map[string]string{"terminal": brief.String(), "terminal, all": verbose.String(), "page": html.String(), "picture": string(picture)}
}
