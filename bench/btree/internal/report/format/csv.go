package format

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// CSV writes a line for each trial below a line of names: the layout, the coordinate of each
// axis, the form of the key, the seconds, and a column for each metric. A missing reading is empty, and the last column has the
// reasons.
func CSV(w io.Writer, r trial.Result) error {
	out := csv.NewWriter(w)
	var head []string
	for _, a := range trial.Axes() {
		head = append(head, a.Column)
	}
	head = append(head, "layout", "width_bytes", "control", "repeat", "seconds")
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
	var line []string
	for _, a := range trial.Axes() {
		line = append(line, a.Cell(t.Coordinates))
	}
	line = append(line, t.Layout, strconv.Itoa(k.Width), k.Control, strconv.Itoa(t.Repeat), exact(t.Seconds))
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
