package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// windows writes the leaf fill by writers and batch, the window of keys in flight, where
// a result has several of them: what the tables of the points say one by one.
func windows(b *strings.Builder, r trial.Result, groups []summary.Group) {
	seen := make(map[trial.Coordinates]bool)
	for _, g := range groups {
		at := g.Coordinates
		at.Writers, at.Batch = 0, 0
		if seen[at] {
			continue
		}
		seen[at] = true
		window(b, r, slices.DeleteFunc(slices.Clone(groups), func(o summary.Group) bool {
			p := o.Coordinates
			p.Writers, p.Batch = 0, 0
			return p != at
		}))
	}
}

// frame is one size of the window.
type frame struct{ writers, batch int }

// window writes one of these tables. One that is wider than a line is left out.
func window(b *strings.Builder, r trial.Result, groups []summary.Group) {
	frames, labels, fills := fillsOf(groups)
	if len(frames) < 2 {
		return
	}
	fill := metricNamed(metric.LeafFill)
	t := table.NewWriter()
	t.SetStyle(style())
	header := table.Row{"key"}
	for _, f := range frames {
		header = append(header, fmt.Sprintf("%d x\n%d", f.writers, f.batch))
	}
	t.AppendHeader(header)
	t.SetColumnConfigs(alignments(len(header)))
	for _, l := range labels {
		row := table.Row{l}
		for _, f := range frames {
			cell := ""
			if v, ok := fills[l][f]; ok {
				cell = fill.Print(v)
			}
			row = append(row, cell)
		}
		t.AppendRow(row)
	}
	lines := rendered(t)
	if slices.ContainsFunc(lines, func(s string) bool { return utf8.RuneCountInString(s) > width }) {
		return
	}
	p := groups[0].Coordinates
	wrap(b, "", place(r, p)+", leaf fill by writers x batch"+differences(r, p, false))
	b.WriteString(strings.Join(lines, "\n") + "\n\n")
}

// fillsOf returns the medians of the leaf fill, and the frames and keys that have one.
func fillsOf(groups []summary.Group) (frames []frame, labels []string, fills map[string]map[frame]float64) {
	fills = make(map[string]map[frame]float64)
	for _, g := range groups {
		f := frame{g.Writers, g.Batch}
		for _, l := range g.Lines {
			s := l.Metrics[metric.LeafFill]
			if s.Median == nil {
				continue
			}
			if fills[l.Label] == nil {
				fills[l.Label] = make(map[frame]float64)
				labels = append(labels, l.Label)
			}
			if !slices.Contains(frames, f) {
				frames = append(frames, f)
			}
			fills[l.Label][f] = *s.Median
		}
	}
	slices.SortFunc(frames, func(a, b frame) int {
		return cmp.Or(cmp.Compare(a.writers, b.writers), cmp.Compare(a.batch, b.batch))
	})
	return frames, labels, fills
}
