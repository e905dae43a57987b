package report

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"golang.org/x/perf/benchfmt"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// sample is a result of two widths with six repeats, one reading missing.
func sample() trial.Result {
	r := trial.Result{
		Schema: trial.Schema, Complete: true, Planned: 24,
		Started: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Seconds: 12.5,
		Settings:    trial.Settings{Rows: []int{1000}, Writers: []int{2}, Batch: []int{10}, Repeats: 6, Payload: []int{100}, Seed: 1<<64 - 1},
		Environment: []engine.Setting{{Name: "goos", Value: "plan9"}, {Name: "cpu", Value: "a  slow one"}, {Name: "gomaxprocs", Value: "2"}},
		Engines: []engine.Description{{
			Name: "db", Version: "1.2", Notes: []string{"Judge it well."},
			Layouts:  []engine.Layout{{Name: "clustered", Title: "rows in the tree", About: "a table"}},
			Settings: []engine.Setting{{Name: "page_size", Value: "4096"}},
		}},
		Keys: []trial.Key{
			{Name: "seq16", Title: "sequential", Width: 16, Form: "16-byte", Control: "seq16", Added: true},
			{Name: "uuidv4", Title: "random", Width: 16, Form: "16-byte", Control: "seq16"},
			{Name: "bigint", Title: "sequential", Width: 8, Form: "64-bit integer", Control: "bigint"},
			{Name: "ulidflake", Title: "by time", Width: 8, Form: "64-bit integer", Control: "bigint"},
		},
	}
	for block := range 6 {
		for i, k := range r.Keys {
			readings := make(metric.Readings)
			for j, m := range metric.All() {
				if m.Phase != "" {
					continue // of runs that these are not
				}
				readings[m.Name] = metric.Value(float64((i+1)*(j+1)*1000 + block))
			}
			readings[metric.PagesRead] = metric.Missing("nobody counted")
			readings[metric.TickWaits] = metric.Value(float64((i+1)*10_000 + block))
			r.Trials = append(r.Trials, trial.Trial{
				Coordinates: trial.Coordinates{
					Engine: "db", Layout: "clustered", Key: k.Name, Repeat: block, Scenario: "insert", Writers: 2, Generators: 1, Batch: 10,
					Make: "batch", Rows: 1000, Payload: 100, Checkpoints: "none",
				},
				Seconds: float64(i+1) / 8, Readings: readings,
			})
		}
	}
	return r
}

func incomplete() trial.Result {
	r := sample()
	r.Complete, r.Stopped, r.Interrupted, r.Trials = false, "interrupted", true, r.Trials[:2]
	return r
}

func TestJSONRoundTrip(t *testing.T) {
	for name, in := range map[string]trial.Result{"complete": sample(), "incomplete": incomplete()} {
		var b bytes.Buffer
		if err := JSON(&b, in); err != nil {
			t.Fatal(err)
		}
		out, err := ReadJSON(&b)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(in, out) {
			t.Errorf("%s: got back\n%+v\nwant\n%+v", name, out, in)
		}
	}
}

func TestJSONSummary(t *testing.T) {
	var b bytes.Buffer
	if err := JSON(&b, sample()); err != nil {
		t.Fatal(err)
	}
	var d struct {
		Complete bool
		Summary  []struct {
			Control string
			Keys    []struct {
				Key     string
				Trials  int
				Metrics map[string]struct {
					Median  *float64
					Ratio   *float64 `json:"ratio_to_control"`
					Missing string
				}
			}
		}
	}
	if err := json.Unmarshal(b.Bytes(), &d); err != nil {
		t.Fatal(err)
	}
	if !d.Complete || len(d.Summary) != 2 || d.Summary[0].Control != "seq16" {
		t.Fatalf("got %+v", d)
	}
	line := d.Summary[0].Keys[1]
	pages := line.Metrics[metric.LeafPages]
	if line.Key != "uuidv4" || line.Trials != 6 || *pages.Median != 4002.5 || *pages.Ratio != 4002.5/2002.5 {
		t.Errorf("got %+v", line)
	}
	if line.Metrics[metric.PagesRead].Missing != "nobody counted" {
		t.Error("the reason of a missing reading is not in the summary")
	}
}

func TestReadJSONRefuses(t *testing.T) {
	for _, s := range []string{"", "{", "{}", `{"schema": 99}`, `[]`} {
		if r, err := ReadJSON(strings.NewReader(s)); err == nil || r.Planned != 0 {
			t.Errorf("%q was read", s)
		}
	}
}

func TestGoBenchParses(t *testing.T) {
	for name, in := range map[string]trial.Result{"complete": sample(), "incomplete": incomplete()} {
		var b bytes.Buffer
		if err := GoBench(&b, in); err != nil {
			t.Fatal(err)
		}
		reader := benchfmt.NewReader(&b, "results")
		n := 0
		lines := slices.Clone(in.Trials)
		slices.SortStableFunc(lines, func(a, b trial.Trial) int {
			order := []string{"seq16", "bigint", "uuidv4", "ulidflake"}
			return slices.Index(order, a.Key) - slices.Index(order, b.Key)
		})
		for reader.Scan() {
			switch rec := reader.Result().(type) {
			case *benchfmt.SyntaxError:
				t.Errorf("%s: %v", name, rec)
			case *benchfmt.Result:
				run := lines[n]
				n++
				if !strings.Contains(rec.Name.String(), "/key="+run.Key+"/") || rec.Iters != run.Rows {
					t.Errorf("%s: %s with %d rows for %+v", name, rec.Name, rec.Iters, run)
				}
				for _, m := range metric.All() {
					want := run.Readings.Get(m.Name) // missing, where the run has none
					got, ok := rec.Value(m.Unit)
					if ok != (want.Missing == "") || ok && got != want.Value {
						t.Errorf("%s: %s is %v, %v, want %+v", name, m.Unit, got, ok, want)
					}
				}
				if got, ok := rec.Value("sec/op"); !ok || math.Abs(got*run.Readings.Get(metric.RowsPerSecond).Value-1) > 1e-9 {
					t.Errorf("%s: %v seconds per row", name, got)
				}
				if got := rec.GetConfig("complete"); got != map[bool]string{true: "true", false: "false"}[in.Complete] {
					t.Errorf("%s: complete is %q", name, got)
				}
				if got := rec.GetConfig("cpu"); got != "a slow one" {
					t.Errorf("%s: cpu is %q", name, got)
				}
			}
		}
		if err := reader.Err(); err != nil || n != len(in.Trials) {
			t.Errorf("%s: %d of %d runs were read, %v", name, n, len(in.Trials), err)
		}
		for _, m := range metric.All() {
			if u := reader.Units().Get(m.Unit, "better"); u == nil || u.Value != string(m.Better) {
				t.Errorf("%s: better of %s is %v", name, m.Unit, u)
			}
		}
	}
}

func shown(t *testing.T, r trial.Result) string {
	t.Helper()
	var b bytes.Buffer
	if err := Table(&b, r); err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(b.String(), "\n") {
		if utf8.RuneCountInString(line) > width {
			t.Errorf("%d columns: %s", utf8.RuneCountInString(line), line)
		}
		if strings.TrimRight(line, " ") != line || strings.ContainsRune(line, '\x1b') {
			t.Errorf("spaces at the end or an escape: %q", line)
		}
	}
	return b.String()
}

func TestTable(t *testing.T) {
	s := shown(t, sample())
	for _, want := range []string{
		`(?m)^16-byte$`, `(?m)^64-bit integer$`,
		`(?m)^seq16 +1,003 ±0% +2,003`, // the median of 1000 to 1005 is 1002.5
		`(?m)^uuidv4 +2,003 ±0% +4,003`,
		`(?m)^  /seq16 +2\.00x +2\.00x`,
		`(?m)^  /bigint `,
		`Note: db \(clustered\): no read/row: nobody counted\.`,
		`Note: seq16 was added`,
		`Note: Judge it well\.`,
		`page_size 4096`, `batches of 10`, `2 writers`, `1,000 rows`,
		`Note: uuidv4 in 1,000\s+rows\s+\(db,\s+clustered\):\s+leaf\s+pages,\s+fill\s+and\s+splits\s+are\s+estimates;`,
		`Note: uuidv4 used up its tick [^.]* 120,015 in 6\s+runs`,
	} {
		if !regexp.MustCompile(want).MatchString(s) {
			t.Errorf("the table has no %q:\n%s", want, s)
		}
	}
	if strings.Contains(s, "INCOMPLETE") || strings.Contains(s, "too few repeats") {
		t.Errorf("a complete result is called less:\n%s", s)
	}
}

// A metric that no run of a layout has is no column of its table, nor of the legend;
// and one that another metric makes needless is a column only where that is missing.
func TestTableColumns(t *testing.T) {
	log, read := regexp.MustCompile(`(?m) +log$`), regexp.MustCompile(`(?m)^read/row: `)
	s := shown(t, sample())
	if log.MatchString(s) || read.MatchString(s) {
		t.Errorf("the table has a column too many:\n%s", s)
	}
	r := sample()
	for i := range r.Trials {
		r.Trials[i].Readings[metric.PagesWritten] = metric.Missing("written later")
		r.Trials[i].Readings[metric.PagesRead] = metric.Value(1)
	}
	s = shown(t, r)
	if !log.MatchString(s) || !read.MatchString(s) || regexp.MustCompile(`(?m)^written/row:`).MatchString(s) {
		t.Errorf("the table has other columns:\n%s", s)
	}
}

func TestTableIncomplete(t *testing.T) {
	s := shown(t, incomplete())
	for _, want := range []string{`^INCOMPLETE: 2 of 24 runs, interrupted`, `ulidflake \(db, clustered\): no run was finished`, `too few repeats`} {
		if !regexp.MustCompile(want).MatchString(s) {
			t.Errorf("the table has no %q:\n%s", want, s)
		}
	}
	r := incomplete()
	r.Trials = nil
	if s := shown(t, r); !strings.Contains(s, "INCOMPLETE: 0 of 24") || !strings.Contains(s, "Nothing was measured") {
		t.Errorf("nothing measured reads\n%s", s)
	}
}

func TestTimes(t *testing.T) {
	for q, want := range map[float64]string{0.004: "0.00x", 0.36: "0.36x", 9.99: "9.99x", 9.999: "10.0x", 12.34: "12.3x", 99.96: "100x", 640: "640x", 1234: "1.2kx"} {
		if got := times(q); got != want {
			t.Errorf("times(%v) = %s, want %s", q, got, want)
		}
	}
}

func TestFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	f, err := OpenFiles(dir)
	if err != nil {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("opening left %v", left)
	}
	names, err := f.Write(sample())
	if err != nil || len(names) < 4 {
		t.Fatalf("wrote %v, %v", names, err)
	}
	if left, _ := os.ReadDir(dir); len(left) != len(names) {
		t.Errorf("there is %v, want %v", left, names)
	}
	for _, name := range []string{JSONFile, GoBenchFile, CSVFile, PageFile} {
		if !slices.Contains(names, filepath.Join(dir, name)) {
			t.Errorf("%s is not among %v", name, names)
		}
	}
	saved, err := os.Open(filepath.Join(dir, JSONFile))
	if err != nil {
		t.Fatal(err)
	}
	defer saved.Close()
	if r, err := ReadJSON(saved); err != nil || !reflect.DeepEqual(r, sample()) {
		t.Errorf("the saved result is another one: %v", err)
	}
	if _, err := OpenFiles(dir); err == nil || !strings.Contains(err.Error(), JSONFile) {
		t.Errorf("a directory with results was taken: %v", err)
	}
	file := filepath.Join(dir, JSONFile)
	if _, err := OpenFiles(file); err == nil {
		t.Error("a file was taken for a directory")
	}
}
