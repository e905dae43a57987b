package format

import (
	"encoding/csv"
	"io"

	"github.com/sortid/sortid/bench/btree/internal/report/grid"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// CSV writes a line for each trial below a line of names.
func CSV(w io.Writer, r trial.Result) error {
	out := csv.NewWriter(w)
	t := grid.Trials(r)
	for _, cells := range append([]grid.Row{{Cells: t.Head}}, t.Rows...) {
		var line []string
		for _, c := range cells.Cells {
			line = append(line, c.Text)
		}
		if err := out.Write(line); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
