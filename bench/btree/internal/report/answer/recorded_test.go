package answer

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/fixture"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

var update = flag.Bool("update", false, "write the golden values of the recorded results")

// recordings are results of real runs, from which what the benchmark measures no longer
// (deletions and foreign keys) was left out, and the sets of them that are read as one.
var recordings = []struct {
	golden string
	files  []string
}{
	{"axes", []string{"axes"}},                          // SQLite and the simulator: writers, batches, generators, ways to make keys
	{"scenarios", []string{"scenarios"}},                // every scenario, read while the tree grows
	{"tables", []string{"tables"}},                      // SQLite: rows that are updated, other indexes
	{"pools", []string{"pools"}},                        // pools of several sizes, two numbers of rows
	{"rate", []string{"rate"}},                          // an offered rate
	{"servers", []string{"servers"}},                    // PostgreSQL, MySQL and MariaDB: keys of the server
	{"conditions", []string{"conditions"}},              // the same with pools and checkpoints
	{"merged", []string{"pools", "rate", "conditions"}}, // one result of several
}

// The statistics, the verdicts and the values of pictures are those of the
// golden files, which do not depend on the names of types and fields.
func TestRecordedResults(t *testing.T) {
	for _, rec := range recordings {
		t.Run(rec.golden, func(t *testing.T) {
			var list []trial.Result
			for _, name := range rec.files {
				r, err := trial.Read(bytes.NewReader(fixture.Unzipped(t, recorded(name+".json.gz"))))
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				list = append(list, r)
			}
			r, err := trial.Merge(list...)
			if err != nil {
				t.Fatal(err)
			}
			got := recordedValues(r)
			name := rec.golden + ".golden.gz"
			if *update {
				zip(t, name, got)
				return
			}
			compareLines(t, got, fixture.Unzipped(t, recorded(name)))
		})
	}
}

func recorded(name string) string { return filepath.Join("testdata", "recorded", name) }

func zip(t *testing.T, name string, text []byte) {
	t.Helper()
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if _, err := z.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(recorded(name), b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// compareLines reports the first lines that differ.
func compareLines(t *testing.T, got, want []byte) {
	t.Helper()
	a, b := bufio.NewScanner(bytes.NewReader(got)), bufio.NewScanner(bytes.NewReader(want))
	a.Buffer(nil, 1<<20)
	b.Buffer(nil, 1<<20)
	lines := 0
	for differing := 0; differing < 10; {
		more, expected := a.Scan(), b.Scan()
		if !more && !expected {
			break
		}
		if lines++; a.Text() != b.Text() {
			differing++
			t.Errorf("line %d is\n%s\nwant\n%s", lines, a.Text(), b.Text())
		}
	}
	if lines < 100 {
		t.Errorf("there are %d lines: the golden file is all but empty", lines)
	}
}

// recordedValues writes all that is computed from a result, a line each.
func recordedValues(r trial.Result) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "result complete=%t trials=%d planned=%d\n", r.Complete, len(r.Trials), r.Planned)
	for _, e := range r.Engines {
		fmt.Fprintf(&b, "engine %s pool=%q checkpoints=%t layouts=%d simulated=%t\n", e.Name, e.BufferPool, e.Checkpoints == engine.SeveralCheckpoints, len(e.Layouts), e.Simulated)
	}
	a := Of(r)
	for _, g := range a.Groups {
		for _, l := range g.Lines {
			at := fmt.Sprintf("%s, %s, %s beside %s", conditionValues(g.Coordinates), g.Form, lineValues(l), g.Control)
			fmt.Fprintf(&b, "line %s: label=%q trials=%d\n", at, l.Label, l.Trials)
			for _, m := range metric.All() {
				if s, ok := l.Metrics[m.Name]; ok {
					fmt.Fprintf(&b, "stat %s, %s: %s\n", at, m.Name, statValues(s))
				}
			}
		}
	}
	for _, p := range mainPoints(a.Points) {
		fmt.Fprintf(&b, "main %s\n", conditionValues(p.Coordinates))
	}
	for _, p := range featured(a.Points) {
		fmt.Fprintf(&b, "featured %s\n", conditionValues(p.Coordinates))
		fmt.Fprintln(&b, verdictOf(p).Text())
	}
	for _, p := range a.Points {
		for _, g := range p.Groups {
			for _, l := range g.Lines {
				if l.Trials > 0 {
					at := conditionValues(p.Coordinates) + ", " + lineValues(l)
					verdictValues(&b, at, l)
					pictureValues(&b, at, a, p, l)
				}
			}
		}
	}
	return b.Bytes()
}

func conditionValues(p trial.Coordinates) string {
	return fmt.Sprintf("%s %s %s rows=%d payload=%d pool=%q checkpoints=%t writers=%d batch=%d",
		p.Engine, p.Layout, p.Scenario, p.Rows, p.Payload, p.BufferPool, p.Checkpoints == engine.SeveralCheckpoints, p.Writers, p.Batch)
}

func lineValues(l Line) string {
	return fmt.Sprintf("%s generators=%d make=%s", l.Key, l.Generators, l.Make)
}

func statValues(s Stat) string {
	return fmt.Sprintf("median=%s low=%s high=%s ratio=%s ratio_low=%s ratio_high=%s exact=%t finding=%q missing=%t total=%s spread=%q",
		pointed(s.Median), pointed(s.Low), pointed(s.High), pointed(s.Ratio), pointed(s.RatioLow), pointed(s.RatioHigh), s.Exact, s.Finding,
		s.Missing != "", exact(s.Total()), s.Spread())
}

func pointed(v *float64) string {
	if v == nil {
		return "none"
	}
	return exact(*v)
}

// verdictValues writes what a key's verdict rests on.
func verdictValues(b *bytes.Buffer, at string, l Line) {
	v := l.Judgement
	for _, c := range v.Comparisons {
		fmt.Fprintf(b, "comparison %s, %s: %s\n", at, c.Metric.Name, c.Finding)
	}
	fmt.Fprintf(b, "verdict %s: %q\n", at, v.Finding)
}

// exact writes a value so that it reads back the same.
func exact(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// pictureValues writes what the pictures of a key are drawn from.
func pictureValues(b *bytes.Buffer, at string, a *Answer, p Point, l Line) {
	if leaves, ok := a.Leaves(p, l); ok {
		h := fnv.New64a()
		fmt.Fprint(h, leaves.Page)
		fmt.Fprintf(b, "leaves %s: pages=%d rising=%s list=%x\n", at, leaves.Pages, exact(Rising(leaves)), h.Sum64())
	}
}
