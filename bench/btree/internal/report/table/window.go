package table

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/bench/btree/internal/report/words"
	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/internal/english"
)

// withoutWindow returns coordinates without the window of keys in flight: the writers and
// the batch.
func withoutWindow(c trial.Coordinates) trial.Coordinates {
	c.Writers, c.Batch = 0, 0
	return c
}

// windows writes the leaf fill by writers and batch in one table, if a result has several
// of them.
func windows(b *strings.Builder, r trial.Result, groups []summary.Group) {
	seen := make(map[trial.Coordinates]bool)
	for _, g := range groups {
		at := withoutWindow(g.Coordinates)
		if seen[at] {
			continue
		}
		seen[at] = true
		window(b, r, slices.DeleteFunc(slices.Clone(groups), func(o summary.Group) bool { return withoutWindow(o.Coordinates) != at }))
	}
}

// frame is a window of keys in flight.
type frame struct{ writers, batch int }

// window writes one of these tables, unless it is wider than a line.
func window(b *strings.Builder, r trial.Result, groups []summary.Group) {
	frames, labels, fills := mediansOf(metric.LeafFill, groups)
	if len(frames) < 2 {
		return
	}
	t := table.NewWriter()
	t.SetStyle(style())
	header := table.Row{"key"}
	for _, f := range frames {
		header = append(header, fmt.Sprintf("%d x\n%d", f.writers, f.batch))
	}
	t.AppendHeader(header)
	t.SetColumnConfigs(alignments(len(header)))
	appendWindow(t, metric.LeafFill, frames, labels, fills)
	lines := rendered(t)
	if tooWide(lines) {
		return
	}
	at := groups[0].Coordinates
	english.Wrap(b, "", words.Place(r, at)+", leaf fill by writers x batch"+words.Differences(r, at, false))
	b.WriteString(strings.Join(lines, "\n") + "\n\n")
}

// appendWindow appends a row for each label with its values by frame.
func appendWindow(t table.Writer, name string, frames []frame, labels []string, values map[string]map[frame]float64) {
	for _, l := range labels {
		row := table.Row{l}
		for _, f := range frames {
			cell := ""
			if v, ok := values[l][f]; ok {
				cell = metric.Named(name).Print(v)
			}
			row = append(row, cell)
		}
		t.AppendRow(row)
	}
}

// mediansOf returns the medians of a metric, and the windows and labels that have one.
func mediansOf(name string, groups []summary.Group) (frames []frame, labels []string, values map[string]map[frame]float64) {
	values = make(map[string]map[frame]float64)
	for _, g := range groups {
		f := frame{g.Writers, g.Batch}
		for _, l := range g.Lines {
			s := l.Metrics[name]
			if s.Median == nil {
				continue
			}
			if values[l.Label] == nil {
				values[l.Label] = make(map[frame]float64)
				labels = append(labels, l.Label)
			}
			if !slices.Contains(frames, f) {
				frames = append(frames, f)
			}
			values[l.Label][f] = *s.Median
		}
	}
	slices.SortFunc(frames, func(a, b frame) int {
		return cmp.Or(cmp.Compare(a.writers, b.writers), cmp.Compare(a.batch, b.batch))
	})
	return frames, labels, values
}
