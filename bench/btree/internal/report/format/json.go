// Package format writes a result for programs as JSON.
package format

import (
	"encoding/json"
	"io"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/bench/btree/internal/report/verdict"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// document is the JSON form: the result, the meaning of its metrics, and its statistics.
// trial.Read reads the result only.
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
