package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/bench"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/summary"
)

// width of a line of text.
const width = 80

// notes writes what a reader must know to judge the figures.
func notes(b *strings.Builder, r bench.Result, groups []summary.Group) {
	for _, n := range once(engineNotes(r)) {
		wrap(b, "Note: ", n)
	}
	for _, k := range r.Keys {
		if k.Added {
			wrap(b, "Note: ", fmt.Sprintf("%s was added: it is what the %s keys are compared with.", k.Name, k.Form))
		}
	}
	for _, n := range events(r, groups) {
		wrap(b, "Note: ", n)
	}
	for _, n := range gaps(groups) {
		wrap(b, "Note: ", n)
	}
	if fewRuns(groups) {
		wrap(b, "Note: ", fmt.Sprintf("too few repeats for an interval at %.0f%%, or to tell keys apart: 6 are enough.", 100*summary.Confidence))
	}
}

// events tell what keys did that is worth a word but no column.
func events(r bench.Result, groups []summary.Group) []string {
	var out []string
	for _, m := range metric.All() {
		for _, k := range r.Keys {
			if times := occurrences(m, k.Name, groups); m.Note != "" && times != nil {
				out = append(out, fmt.Sprintf("%s %s: %s. That takes time, which is in rows/s.", k.Name, m.Note, strings.Join(times, ", ")))
			}
		}
	}
	return out
}

// occurrences says how often the metric counted something of a key, per layout.
func occurrences(m metric.Metric, key string, groups []summary.Group) []string {
	var times []string
	for _, g := range groups {
		for _, l := range g.Lines {
			if n := l.Metrics[m.Name].Total(); l.Key == key && n > 0 {
				times = append(times, fmt.Sprintf("%s in %s (%s, %s)", m.Print(n), count(l.Runs, "run"), g.Engine, g.Layout))
			}
		}
	}
	return times
}

// gaps gives the reasons of blank cells, each once.
func gaps(groups []summary.Group) []string {
	var out []string
	for _, g := range groups {
		for _, l := range g.Lines {
			if l.Runs == 0 {
				out = append(out, fmt.Sprintf("%s (%s, %s): no run was finished.", l.Key, g.Engine, g.Layout))
			}
			for _, m := range metric.All() {
				if why := l.Metrics[m.Name].Missing; why != "" {
					out = append(out, fmt.Sprintf("%s (%s): no %s: %s.", g.Engine, g.Layout, m.Name, why))
				}
			}
		}
	}
	return once(out)
}

func engineNotes(r bench.Result) []string {
	var out []string
	for _, e := range r.Engines {
		out = append(out, e.Notes...)
	}
	return out
}

// once returns the list without what was there before.
func once(list []string) []string {
	var out []string
	for _, s := range list {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

func fewRuns(groups []summary.Group) bool {
	for _, g := range groups {
		for _, l := range g.Lines {
			if s := l.Metrics[metric.RowsPerSecond]; s.Median != nil && s.Low == nil {
				return true
			}
		}
	}
	return false
}

func metricNamed(name string) metric.Metric {
	all := metric.All()
	return all[slices.IndexFunc(all, func(m metric.Metric) bool { return m.Name == name })]
}

// circumstances writes under which conditions the figures were taken.
func circumstances(b *strings.Builder, r bench.Result) {
	s := r.Settings
	wrap(b, "Run: ", fmt.Sprintf("%s, %s, batches of %d, payload of %s; %d of %s in shuffled blocks, %.0f s",
		count(s.Rows, "row"), count(s.Writers, "writer"), s.Batch, count(s.Payload, "byte"), len(r.Runs), count(r.Planned, "run"), r.Seconds))
	for _, e := range r.Engines {
		var settings []string
		for _, v := range e.Settings {
			settings = append(settings, v.Name+" "+v.Value)
		}
		wrap(b, "Database: ", fmt.Sprintf("%s %s, %s", e.Name, e.Version, strings.Join(settings, ", ")))
	}
	var env []string
	for _, v := range r.Environment {
		env = append(env, v.Name+" "+v.Value)
	}
	wrap(b, "Machine: ", strings.Join(env, ", "))
}

// count writes a number of things.
func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return metricNamed(metric.LeafPages).Print(float64(n)) + " " + thing
}

// wrap writes a paragraph that starts with a label, its further lines indented.
func wrap(b *strings.Builder, label, s string) {
	col := len(label)
	b.WriteString(label)
	for i, word := range strings.Fields(s) {
		n := len([]rune(word))
		switch {
		case i == 0:
		case col+1+n > width:
			b.WriteString("\n  ")
			col = 2
		default:
			b.WriteByte(' ')
			col++
		}
		b.WriteString(word)
		col += n
	}
	b.WriteByte('\n')
}
