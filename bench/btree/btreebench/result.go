package btreebench

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// Result is what was measured, and under which circumstances. It comes from Run, Load
// or Merge: a zero or nil one holds nothing.
type Result struct{ r trial.Result }

// result returns what is in it.
func (r *Result) result() trial.Result {
	if r == nil {
		return trial.Result{}
	}
	return r.r
}

// errNothing is that of a Result that holds nothing.
var errNothing = errors.New("there is no result in it: take one from Run, Load or Merge")

// filled returns an error unless there is a result.
func (r *Result) filled() error {
	if r.result().Schema == 0 {
		return errNothing
	}
	return nil
}

// Complete reports whether every planned run was made.
func (r *Result) Complete() bool { return r.result().Complete }

// Stopped says why the plan was not finished; "" if it was.
func (r *Result) Stopped() string { return r.result().Stopped }

// Interrupted reports whether the plan was stopped by the end of its context, and not
// by a failure.
func (r *Result) Interrupted() bool { return r.result().Interrupted }

// Planned is how many runs there were to be.
func (r *Result) Planned() int { return r.result().Planned }

// Notes are what a reader must know of the plan, a sentence each: what was left out
// of it and why.
func (r *Result) Notes() []string { return slices.Clone(r.result().Notes) }

// Trials returns the finished trials, in the order in which they ran.
func (r *Result) Trials() []Trial { return slices.Clone(r.result().Trials) }

// Metric describes one measured quantity.
type Metric struct {
	// Name is its name in Trial.Readings.
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

var writers = map[Format]func(io.Writer, trial.Result) error{
	Table: report.Table, JSON: report.JSON, GoBench: report.GoBench, CSV: report.CSV, HTML: report.Page,
}

// Write writes the result. An unknown format is an error that lists the formats.
func (r *Result) Write(w io.Writer, f Format) error {
	write, ok := writers[f]
	if !ok {
		return fmt.Errorf("there is no format %q: choose from %s", f, strings.Join(names(Formats()), ", "))
	}
	if err := r.filled(); err != nil {
		return err
	}
	return write(w, r.r)
}

// Dir is a directory for results that was found fit for them. It comes from OpenDir: the
// zero Dir is none.
type Dir struct {
	files report.Files
	open  bool
	made  []string // directories that were not there, the lowest first
}

// OpenDir makes the directory if it is not there, and makes sure before a long run
// that results can be written into it. A directory that already holds results is
// refused: they may be all that is left of another run.
func OpenDir(dir string) (Dir, error) {
	d := Dir{made: absent(dir)}
	var err error
	if d.files, err = report.OpenFiles(dir); err != nil {
		d.Discard()
		return Dir{}, err
	}
	d.open = true
	return d, nil
}

// absent returns the directory and those above it that are not there.
func absent(dir string) (list []string) {
	if dir == "" {
		return nil
	}
	for at := filepath.Clean(dir); ; at = filepath.Dir(at) {
		if _, err := os.Lstat(at); !errors.Is(err, fs.ErrNotExist) || at == filepath.Dir(at) {
			return list
		}
		list = append(list, at)
	}
}

// Discard removes the directories that OpenDir made, as far as nothing is in them: it is
// for a Dir that nothing was saved in.
func (d Dir) Discard() {
	for _, name := range d.made {
		if os.Remove(name) != nil {
			return // there is something in it, and it stays
		}
	}
}

// Save writes the result in every format but the table, with its pictures, and
// returns the names of the files that it wrote, also beside an error. A file appears
// whole or not at all. Of a result without a run nothing is written: there are no names
// then, and no error.
func (d Dir) Save(r *Result) ([]string, error) {
	if !d.open {
		return nil, errors.New("there is no directory to save into: take one from OpenDir")
	}
	if err := r.filled(); err != nil {
		return nil, err
	}
	if len(r.r.Trials) == 0 {
		return nil, nil
	}
	return d.files.Write(r.r)
}

// Load reads what Write wrote as JSON. A result of another version of that form is an
// error, and so is other JSON.
func Load(r io.Reader) (*Result, error) {
	res, err := report.ReadJSON(r)
	if err != nil {
		return nil, err
	}
	return &Result{res}, nil
}

// LoadFiles reads saved results and merges them, with an error where Merge has one.
func LoadFiles(names ...string) (*Result, error) {
	var list []*Result
	for _, name := range names {
		r, err := loadFile(name)
		if _, named := errors.AsType[*fs.PathError](err); named {
			return nil, err
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		list = append(list, r)
	}
	r, err := Merge(list...)
	if twice, ok := errors.AsType[*trial.TwiceError](err); ok {
		if names[twice.First] == names[twice.Second] {
			return nil, fmt.Errorf("%s is named twice: name it once", names[twice.First])
		}
		return nil, fmt.Errorf("%s and %s both have the runs that began at %s: name one of them", names[twice.First], names[twice.Second], twice.Started.Format(time.RFC3339))
	}
	return r, err
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
//
// Runs that are in two of the results are an error, also where a result was merged from
// others that have them: counted twice they would pass for repeats. So is a result that
// holds nothing, and no result at all.
func Merge(results ...*Result) (*Result, error) {
	var list []trial.Result
	for i, r := range results {
		if err := r.filled(); err != nil {
			return nil, fmt.Errorf("result %d of %d: %w", i+1, len(results), err)
		}
		list = append(list, r.r)
	}
	r, err := trial.Merge(list...)
	if err != nil {
		return nil, err
	}
	return &Result{r}, nil
}
