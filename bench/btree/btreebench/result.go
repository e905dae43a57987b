package btreebench

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/bench"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report"
)

// Result is what was measured, and under which circumstances.
type Result struct{ r bench.Result }

// Complete reports whether every planned run was made.
func (r *Result) Complete() bool { return r.r.Complete }

// Stopped says why the plan was not finished; "" if it was.
func (r *Result) Stopped() string { return r.r.Stopped }

// Interrupted reports whether the plan was stopped by the end of its context, and not
// by a failure.
func (r *Result) Interrupted() bool { return r.r.Interrupted }

// Planned is how many runs there were to be.
func (r *Result) Planned() int { return r.r.Planned }

// Notes are what a reader must know of the plan, a sentence each: what was left out
// of it and why.
func (r *Result) Notes() []string { return slices.Clone(r.r.Notes) }

// Measurements returns the finished runs, in the order in which they were made.
func (r *Result) Measurements() []Measurement {
	list := make([]Measurement, 0, len(r.r.Runs))
	for _, t := range r.r.Runs {
		i := slices.IndexFunc(r.r.Keys, func(k bench.Key) bool { return k.Name == t.Key })
		var k bench.Key
		if i >= 0 {
			k = r.r.Keys[i]
		}
		list = append(list, measurement(t, k))
	}
	return list
}

// Metric describes one measured quantity.
type Metric struct {
	// Name is its name in Measurement.Values.
	Name string
	// Unit is its unit in the Go benchmark format.
	Unit string
	// HigherIsBetter says which way it improves.
	HigherIsBetter bool
	// About says what is counted, over what.
	About string
}

// Metrics returns every metric, in the order of the tables.
func Metrics() []Metric {
	var list []Metric
	for _, m := range metric.All() {
		list = append(list, Metric{m.Name, m.Unit, m.Better == metric.Higher, m.About})
	}
	return list
}

// Format is a form that a Result can be written in.
type Format string

// The formats.
const (
	// Table is for a person who reads text in 80 columns.
	Table Format = "table"
	// JSON is the whole result, which Load reads back.
	JSON Format = "json"
	// GoBench is the Go benchmark format, for benchstat.
	GoBench Format = "bench"
	// CSV has a line for each run.
	CSV Format = "csv"
	// HTML is one page with pictures, which needs no network.
	HTML Format = "html"
)

// Formats returns all formats.
func Formats() []Format { return []Format{Table, JSON, GoBench, CSV, HTML} }

var writers = map[Format]func(io.Writer, bench.Result) error{
	Table: report.Table, JSON: report.JSON, GoBench: report.GoBench, CSV: report.CSV, HTML: report.Page,
}

// Write writes the result. An unknown format is an error that lists the formats.
func (r *Result) Write(w io.Writer, f Format) error {
	write, ok := writers[f]
	if !ok {
		return fmt.Errorf("there is no format %q: choose from %s", f, strings.Join(names(Formats()), ", "))
	}
	return write(w, r.r)
}

// Dir is a directory for results that was found fit for them.
type Dir struct{ files report.Files }

// OpenDir makes the directory if it is not there, and makes sure before a long run
// that results can be written into it. A directory that already holds results is
// refused: they may be all that is left of another run.
func OpenDir(dir string) (Dir, error) {
	f, err := report.OpenFiles(dir)
	if err != nil {
		return Dir{}, err
	}
	return Dir{f}, nil
}

// Save writes the result in every format but the table, with its pictures, and
// returns the names of the files that it wrote, also beside an error. A file appears
// whole or not at all.
func (d Dir) Save(r *Result) ([]string, error) { return d.files.Write(r.r) }

// Load reads what Write wrote as JSON. A result of another version of that form is an
// error.
func Load(r io.Reader) (*Result, error) {
	res, err := report.ReadJSON(r)
	if err != nil {
		return nil, err
	}
	return &Result{res}, nil
}

// LoadFiles reads saved results and merges them.
func LoadFiles(names ...string) (*Result, error) {
	var list []*Result
	for _, name := range names {
		r, err := loadFile(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		list = append(list, r)
	}
	return Merge(list...)
}

func loadFile(name string) (*Result, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Load(f)
}

// Merge returns the runs of several results as one. Runs of a database count as
// repeats of one another only if it ran in the same version, with the same settings
// and on the same machine; else the later one is another database, with a number
// after its name, and a note says so.
func Merge(results ...*Result) (*Result, error) {
	var list []bench.Result
	for _, r := range results {
		list = append(list, r.r)
	}
	r, err := bench.Merge(list...)
	if err != nil {
		return nil, err
	}
	return &Result{r}, nil
}
