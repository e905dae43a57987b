// Package report shows a result: as a table for a person, as JSON, as CSV, in the Go
// benchmark format, and as a page with pictures for a browser.
package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// document is the JSON form: the result, what its metrics mean, and what the
// statistics make of the runs. Only the result is read back.
type document struct {
	trial.Result
	Metrics    []metricJSON    `json:"metrics"`
	Confidence float64         `json:"confidence"`
	Summary    []summary.Group `json:"summary"`
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
	if d.Trials == nil {
		d.Trials = []trial.Trial{} // an empty list and not null, for those who loop
	}
	for _, m := range metric.All() {
		d.Metrics = append(d.Metrics, metricJSON{m.Name, m.Unit, m.Better, m.About})
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(d)
}

// ReadJSON reads what JSON wrote. A result of another schema version is an error, and so
// is other JSON.
func ReadJSON(r io.Reader) (trial.Result, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return trial.Result{}, err
	}
	if err := isResult(text); err != nil {
		return trial.Result{}, fmt.Errorf("this is no result of this program: %w", err)
	}
	var res trial.Result
	if err := json.Unmarshal(text, &res); err != nil {
		return trial.Result{}, fmt.Errorf("report: this is not a saved result: %w", err)
	}
	if res.Schema != trial.Schema {
		return trial.Result{}, fmt.Errorf("report: the saved result has schema %d, and this program reads schema %d: use the program that wrote it", res.Schema, trial.Schema)
	}
	return res, nil
}

// isResult tells a result, of whatever version, from other JSON: of another version
// little is certain but that it says which one it is.
func isResult(text []byte) error {
	var fields map[string]json.RawMessage
	err := json.Unmarshal(text, &fields)
	if _, other := errors.AsType[*json.UnmarshalTypeError](err); other {
		return errors.New("it is JSON, but no object")
	}
	if err != nil {
		return err
	}
	for _, name := range []string{"schema", "settings"} {
		if _, ok := fields[name]; !ok {
			return fmt.Errorf("it has no %q: give a results.json that this program wrote", name)
		}
	}
	return nil
}
