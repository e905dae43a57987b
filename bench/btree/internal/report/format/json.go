// Package format writes a result for programs as JSON, and reads it back.
package format

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/bench/btree/internal/report/verdict"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// document is the JSON form: the result, the meaning of its metrics, and its statistics.
// ReadJSON reads the result only.
type document struct {
	trial.Result
	Metrics    []metricJSON      `json:"metrics"`
	Confidence float64           `json:"confidence"`
	Verdicts   []verdict.Verdict `json:"verdicts"`
	Summary    []summary.Group   `json:"summary"`
}

type metricJSON struct {
	Name   string           `json:"name"`
	Unit   string           `json:"unit"`
	Better metric.Direction `json:"better"`
	About  string           `json:"about"`
}

// JSON writes the result with its summary as one indented JSON object.
func JSON(w io.Writer, r trial.Result) error {
	d := document{Result: r, Confidence: summary.Confidence, Summary: summary.Of(r)}
	d.Verdicts = verdict.Of(r, d.Summary)
	if d.Trials == nil {
		d.Trials = []trial.Trial{} // [] is easier to read than null
	}
	for _, m := range metric.All() {
		d.Metrics = append(d.Metrics, metricJSON{m.Name, m.Unit, m.Better, m.About})
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(d)
}

// ReadJSON reads what JSON wrote. It returns an error if the text is not such a result or
// has another schema version.
func ReadJSON(r io.Reader) (trial.Result, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return trial.Result{}, err
	}
	if err := checkJSON(text); err != nil {
		return trial.Result{}, fmt.Errorf("not a btree results file: %w: give a results.json that btree wrote", err)
	}
	var res trial.Result
	if err := json.Unmarshal(text, &res); err != nil {
		return trial.Result{}, fmt.Errorf("not a btree results file: %w: give a results.json that btree wrote", err)
	}
	if res.Schema != trial.Schema {
		return trial.Result{}, fmt.Errorf("the results file has schema %d, and this program reads schema %d: use the program that wrote it", res.Schema, trial.Schema)
	}
	return res, nil
}

// ReadFiles reads saved results and merges them.
func ReadFiles(names ...string) (trial.Result, error) {
	var list []trial.Result
	for _, name := range names {
		r, err := readFile(name)
		if _, named := errors.AsType[*fs.PathError](err); named {
			return trial.Result{}, err
		}
		if err != nil {
			return trial.Result{}, fmt.Errorf("%s: %w", name, err)
		}
		list = append(list, r)
	}
	r, err := trial.Merge(list...)
	if twice, ok := errors.AsType[*trial.TwiceError](err); ok {
		first, second := names[twice.First], names[twice.Second]
		if first == second {
			return trial.Result{}, fmt.Errorf("%s is named twice: name it once", first)
		}
		return trial.Result{}, fmt.Errorf("%s and %s both have the trials that began at %s: name one of them", first, second, twice.Started.Format(time.RFC3339))
	}
	return r, err
}

func readFile(name string) (trial.Result, error) {
	f, err := os.Open(name)
	if err != nil {
		return trial.Result{}, err
	}
	defer f.Close()
	return ReadJSON(f)
}

// checkJSON tells a result of any schema version from other JSON.
func checkJSON(text []byte) error {
	var fields map[string]json.RawMessage
	err := json.Unmarshal(text, &fields)
	if _, other := errors.AsType[*json.UnmarshalTypeError](err); other {
		return errors.New("the JSON is not an object")
	}
	if err != nil {
		return err
	}
	for _, name := range []string{"schema", "settings"} {
		if _, ok := fields[name]; !ok {
			return fmt.Errorf("it has no %q", name)
		}
	}
	return nil
}
