package table

import (
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/report/grid"
	"github.com/sortid/sortid/bench/btree/internal/report/verdict"
	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/internal/english"
)

// switches writes what ordered keys for new rows bring to tables with random keys, "" if the result
// has nothing of it.
func switches(list []trial.Switch) string {
	if len(list) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteByte('\n')
	english.Wrap(&b, "", verdict.SwitchTitle(list[0]))
	b.WriteString(strings.Join(render(withoutBands(grid.Switch(list)), keysWidth), "\n") + "\n")
	for _, s := range list {
		english.Wrap(&b, "", verdict.Switch(s))
	}
	return b.String()
}

// withoutBands returns a table that has each band in the first row below it, which takes fewer lines.
func withoutBands(t grid.Table) grid.Table {
	rows := t.Rows
	t.Rows = nil
	band := ""
	for _, r := range rows {
		if r.Band != "" {
			band = r.Band
			continue
		}
		first := &r.Cells[0]
		if first.Text = "  " + first.Text; band != "" {
			first.Text, band = band+", "+strings.TrimSpace(first.Text), ""
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}
