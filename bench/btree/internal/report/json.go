// Package report shows a result: as a table for a person, as JSON, as CSV, in the Go
// benchmark format, and as a page with pictures for a browser.
package report

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/sortid/sortid/bench/btree/internal/bench"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/summary"
)

// document is the JSON form: the result, what its metrics mean, and what the
// statistics make of the runs. Only the result is read back.
type document struct {
	bench.Result
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
func JSON(w io.Writer, r bench.Result) error {
	d := document{Result: r, Confidence: summary.Confidence, Summary: summary.Of(r)}
	if d.Runs == nil {
		d.Runs = []bench.Trial{} // an empty list and not null, for those who loop
	}
	for _, m := range metric.All() {
		d.Metrics = append(d.Metrics, metricJSON{m.Name, m.Unit, m.Better, m.About})
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(d)
}

// ReadJSON reads what JSON wrote. A result of another schema version is an error.
func ReadJSON(r io.Reader) (bench.Result, error) {
	var res bench.Result
	if err := json.NewDecoder(r).Decode(&res); err != nil {
		return bench.Result{}, fmt.Errorf("report: this is not a saved result: %w", err)
	}
	if res.Schema != bench.Schema {
		return bench.Result{}, fmt.Errorf("report: the saved result has schema %d, and this program reads schema %d: use the program that wrote it", res.Schema, bench.Schema)
	}
	return res, nil
}
