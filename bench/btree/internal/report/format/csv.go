package format

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// CSV writes a line for each trial below a line of names: its coordinates, the seconds,
// and a column for each metric. A missing reading is empty, and the last column has the
// reasons.
func CSV(w io.Writer, r trial.Result) error {
	out := csv.NewWriter(w)
	head := []string{
		"engine", "layout", "scenario", "key", "width_bytes", "control", "writers", "generators", "batch", "make", "rows",
		"payload_bytes", "buffer_pool", "checkpoints", "repeat", "seconds",
	}
	for _, m := range metric.All() {
		head = append(head, m.Name)
	}
	if err := out.Write(append(head, "missing")); err != nil {
		return err
	}
	for _, t := range r.Trials {
		if err := out.Write(csvLine(t, r.Key(t.Key))); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

func csvLine(t trial.Trial, k trial.Key) []string {
	line := []string{
		t.Engine, t.Layout, string(t.Scenario), t.Key, strconv.Itoa(k.Width), k.Control, strconv.Itoa(t.Writers),
		strconv.Itoa(t.Generators), strconv.Itoa(t.Batch), string(t.Make), strconv.Itoa(t.Rows), strconv.Itoa(t.Payload), t.BufferPool, t.Checkpoints,
		strconv.Itoa(t.Repeat), exact(t.Seconds),
	}
	var missing []string
	for _, m := range metric.All() {
		v, ok := t.Readings[m.Name]
		switch {
		case ok && v.Missing == "":
			line = append(line, exact(v.Value))
			continue
		case ok:
			missing = append(missing, m.Name+": "+v.Missing)
		}
		line = append(line, "")
	}
	return append(line, strings.Join(missing, "; "))
}

// exact writes a value so that it reads back the same.
func exact(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
