package report

import (
	"encoding/json"
	"io"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/answer"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// document is the JSON form: the result, the meaning of its metrics, and its statistics.
// trial.Read reads the result only.
type document struct {
	trial.Result
	Metrics    []metricJSON     `json:"metrics"`
	Confidence float64          `json:"confidence"`
	Verdicts   []answer.Verdict `json:"verdicts"`
	Summary    []answer.Group   `json:"summary"`
}

type metricJSON struct {
	Name   string           `json:"name"`
	Unit   string           `json:"unit"`
	Better metric.Direction `json:"better"`
	About  string           `json:"about"`
}

// writeJSON writes the result with its summary as one indented JSON object.
func (r Report) writeJSON(w io.Writer) error {
	d := document{Result: r.Result, Confidence: answer.Confidence, Verdicts: r.Verdicts.List, Summary: r.Groups}
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
