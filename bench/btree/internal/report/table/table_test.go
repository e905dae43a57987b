package table

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/answer"
	"github.com/sortid/sortid/bench/btree/internal/report/reporttest"
	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/internal/english"
)

func shown(t *testing.T, r trial.Result) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, answer.Of(r)); err != nil {
		t.Fatal(err)
	}
	for line := range strings.SplitSeq(b.String(), "\n") {
		if utf8.RuneCountInString(line) > english.Width {
			t.Errorf("%d columns: %s", utf8.RuneCountInString(line), line)
		}
		if strings.TrimRight(line, " ") != line || strings.ContainsRune(line, '\x1b') {
			t.Errorf("spaces at the end or an escape: %q", line)
		}
	}
	return b.String()
}

func TestTable(t *testing.T) {
	s := shown(t, reporttest.Sample())
	for _, want := range []string{
		`(?m)^16-byte$`, `(?m)^64-bit integer$`,
		`(?m)^counter +1,005 ±0% +2004\.5µs +3,005`, // the median of 1000 to 1009 is 1004.5
		`(?m)^uuidv4 +2,005 ±0% +4004\.5µs +6,005`,
		`(?m)^  /counter +2\.00x +2\.00x`,
		`(?m)^  /counter-bigint `,
		`Note: db \(clustered\): no read/row: nobody counted\.`,
		`Note: counter was added as the counter of the 16-byte keys`,
		`Note: Judge it well\.`,
		`page_size 4096`, `batches of 10`, `2 writers`, `1,000 rows`,
		`Note: uuidv4 with\s+1,000\s+rows\s+\(db,\s+clustered\):\s+leaf\s+pages,\s+fill\s+and\s+splits\s+are\s+estimates;`,
		`Note: uuidv4 used up its tick [^.]* 200,045 in 10\s+trials`,
	} {
		if !regexp.MustCompile(want).MatchString(s) {
			t.Errorf("the table has no %q:\n%s", want, s)
		}
	}
	if strings.Contains(s, "INCOMPLETE") || strings.Contains(s, "the same command with") {
		t.Errorf("a complete result is called less:\n%s", s)
	}
}

// A metric that no run of a layout has is no column of its table, nor of the legend;
// and one that another metric makes needless is a column only where that is missing.
func TestTableColumns(t *testing.T) {
	log, read := regexp.MustCompile(`(?m)^log B/row: `), regexp.MustCompile(`(?m)^read/row: `)
	s := shown(t, reporttest.Sample())
	if log.MatchString(s) || read.MatchString(s) {
		t.Errorf("the table has a column too many:\n%s", s)
	}
	r := reporttest.Sample()
	for i := range r.Trials {
		r.Trials[i].Readings[metric.PagesWritten] = metric.Missing("written later")
		r.Trials[i].Readings[metric.PagesRead] = metric.Value(1)
		for _, wide := range []string{metric.RangePages, metric.ProcessorTime} { // their values take much space
			delete(r.Trials[i].Readings, wide)
		}
	}
	s = shown(t, r)
	if !log.MatchString(s) || !read.MatchString(s) || regexp.MustCompile(`(?m)^written/row:`).MatchString(s) {
		t.Errorf("the table has other columns:\n%s", s)
	}
}

// Columns that do not fit a line follow in another table: none is left out.
func TestTableWithAllColumns(t *testing.T) {
	r := reporttest.Sample()
	for i := range r.Trials {
		for _, m := range metric.All() {
			r.Trials[i].Readings[m.Name] = metric.Value(float64(1000 * (i + 1)))
		}
	}
	s := shown(t, r)
	for _, m := range metric.All() {
		if m.Head == "" || m.Unless != "" || m.Phase != "" {
			continue
		}
		if !strings.Contains(s, "\n"+answer.LegendHeading(m)+": ") {
			t.Errorf("%s is no column of\n%s", m.Name, s)
		}
	}
}

func TestTableIncomplete(t *testing.T) {
	s := shown(t, reporttest.Incomplete())
	for _, want := range []string{`^INCOMPLETE: 2 of 40 planned trials finished: interrupted`, `ulidflake \(db, clustered\): no trial was finished`, `with\s+-repeat\s+9,`} {
		if !regexp.MustCompile(want).MatchString(s) {
			t.Errorf("the table has no %q:\n%s", want, s)
		}
	}
	r := reporttest.Incomplete()
	r.Trials = nil
	if s := shown(t, r); !strings.Contains(s, "INCOMPLETE: 0 of 40") || !strings.Contains(s, "Nothing was measured") {
		t.Errorf("nothing measured reads\n%s", s)
	}
}

// Conditions are those that were requested: an engine's notes say whether it had them.
func TestConditionsWereRequested(t *testing.T) {
	s := strings.Join(strings.Fields(shown(t, reporttest.Requested())), " ")
	if n := strings.Count(s, "buffer pool of 64MB requested, no checkpoints requested"); n != 4 || strings.Contains(s, "with checkpoints") {
		t.Errorf("%d places of the table say that conditions were requested:\n%s", n, s)
	}
}
