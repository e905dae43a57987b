package btreebench

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report"
	"github.com/sortid/sortid/bench/btree/internal/report/format"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// Result holds the trials of a plan and the circumstances of the measurement. It comes from
// Run, Load or Merge; a zero or nil Result is empty.
type Result struct{ r trial.Result }

// result returns the content of a Result that may be nil.
func (r *Result) result() trial.Result {
	if r == nil {
		return trial.Result{}
	}
	return r.r
}

// checkFilled returns an error if the Result is empty.
func (r *Result) checkFilled() error {
	if r.result().Schema == 0 {
		return errors.New("the result is empty: take it from Run, Load or Merge")
	}
	return nil
}

// Complete reports whether every planned trial was finished.
func (r *Result) Complete() bool { return r.result().Complete }

// Stopped returns the reason why the plan was not finished, "" if it was.
func (r *Result) Stopped() string { return r.result().Stopped }

// Interrupted reports whether the plan was stopped by the end of its context, and not by a
// failure.
func (r *Result) Interrupted() bool { return r.result().Interrupted }

// Planned returns the number of planned trials.
func (r *Result) Planned() int { return r.result().Planned }

// Notes returns sentences about the plan that a reader must know, such as what was left out
// and why.
func (r *Result) Notes() []string { return slices.Clone(r.result().Notes) }

// Trials returns the finished trials, in the order in which they ran.
func (r *Result) Trials() []Trial { return slices.Clone(r.result().Trials) }

// Metric describes one measured quantity.
type Metric struct {
	// Name is its name in Trial.Readings.
	Name string
	// Unit is its unit in the Go benchmark format.
	Unit string
	// HigherIsBetter reports which way it improves.
	HigherIsBetter bool
	// About says what is counted, and per what.
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
	// Table is the answer as text for a terminal of 80 columns: a verdict and a table for
	// each database.
	Table Format = report.Table
	// Verbose is such text with all tables, notes and settings.
	Verbose Format = report.Verbose
	// JSON is the whole result, which Load reads.
	JSON Format = report.JSON
	// GoBench is the Go benchmark format, for benchstat.
	GoBench Format = report.GoBench
	// CSV has a line for each trial.
	CSV Format = report.CSV
	// HTML is a self-contained page with pictures.
	HTML Format = report.HTML
)

// Formats returns all formats.
func Formats() []Format { return typed[Format](report.Forms()) }

// Write writes the result in a format. The error of an unknown format lists the formats.
func (r *Result) Write(w io.Writer, f Format) error {
	if err := r.checkFilled(); err != nil {
		return err
	}
	return report.Write(w, string(f), r.r)
}

// Dir is a directory for the files of a Result. It comes from OpenDir; the zero Dir is not
// open.
type Dir struct{ dir report.Dir }

// OpenDir makes the directory if it does not exist, and checks before a long measurement
// that files can be written into it. A directory that holds results or pictures is
// refused: they may be all that is left of another measurement.
func OpenDir(path string) (Dir, error) {
	d, err := report.OpenDir(path)
	return Dir{d}, err
}

// Discard removes the directories that OpenDir made, if they are empty. It is for a Dir
// into which nothing was saved.
func (d Dir) Discard() { d.dir.Discard() }

// Save writes the result as results.json and as the page results.html. It returns the names
// of the files that it wrote, also beside an error. Each file appears whole or not at all.
// For a result without trials it writes nothing and returns no names and no error.
func (d Dir) Save(r *Result) ([]string, error) {
	if err := r.checkFilled(); err != nil {
		return nil, err
	}
	return d.dir.Write(r.r)
}

// SavePictures writes the pictures of the page as SVG and PNG, and returns their names as
// Save does.
func (d Dir) SavePictures(r *Result) ([]string, error) {
	if err := r.checkFilled(); err != nil {
		return nil, err
	}
	return d.dir.WritePictures(r.r)
}

// Load reads what Write wrote as JSON. It returns an error if the text is not such a result
// or has another schema version.
func Load(r io.Reader) (*Result, error) {
	res, err := format.ReadJSON(r)
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
		first, second := names[twice.First], names[twice.Second]
		if first == second {
			return nil, fmt.Errorf("%s is named twice: name it once", first)
		}
		return nil, fmt.Errorf("%s and %s both have the trials that began at %s: name one of them", first, second, twice.Started.Format(time.RFC3339))
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

// Merge returns the trials of several results as one result. Trials of an engine become
// repeats of one another only if the engine had the same version and settings and ran on
// the same machine; otherwise the later engine gets a name with a number, such as
// postgres-2, and a note says why.
//
// It returns an error if there is no result, if one is empty, and if two contain the same
// trials, which would count as repeats.
func Merge(results ...*Result) (*Result, error) {
	var list []trial.Result
	for i, r := range results {
		if err := r.checkFilled(); err != nil {
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
