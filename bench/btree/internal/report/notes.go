package report

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// width of a line of text.
const width = 80

// notes writes what a reader must know to judge the figures.
func notes(b *strings.Builder, r trial.Result, groups []summary.Group) {
	for _, n := range once(engineNotes(r)) {
		wrap(b, "Note: ", n)
	}
	for _, n := range r.Notes {
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
	for _, n := range estimates(groups) {
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
func events(r trial.Result, groups []summary.Group) []string {
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

// estimates tell which simulated trees were too large to follow, and how far their
// figures may be off.
func estimates(groups []summary.Group) []string {
	m := metricNamed(metric.LeafError)
	var out []string
	for _, g := range groups {
		for _, l := range g.Lines {
			if off := l.Metrics[m.Name].Median; off != nil {
				out = append(out, fmt.Sprintf("%s in %s (%s, %s): leaf pages, fill and splits are estimates; the standard error of the leaf pages is %s.",
					l.Label, count(g.Rows, "row"), g.Engine, g.Layout, m.Print(*off)))
			}
		}
	}
	return once(out)
}

// occurrences says how often the metric counted something of a key, per layout.
func occurrences(m metric.Metric, key string, groups []summary.Group) []string {
	type place struct{ engine, layout string }
	var places []place
	total, runs := make(map[place]float64), make(map[place]int)
	for _, g := range groups {
		for _, l := range g.Lines {
			n := l.Metrics[m.Name].Total()
			if l.Key != key || n == 0 {
				continue
			}
			p := place{g.Engine, g.Layout}
			if runs[p] == 0 {
				places = append(places, p)
			}
			total[p] += n
			runs[p] += l.Trials
		}
	}
	var times []string
	for _, p := range places {
		times = append(times, fmt.Sprintf("%s in %s (%s, %s)", m.Print(total[p]), count(runs[p], "run"), p.engine, p.layout))
	}
	return times
}

// gaps gives the reasons of blank cells, each once for an engine, under the names of
// their columns.
func gaps(groups []summary.Group) []string {
	type gap struct{ engine, why string }
	var out []string
	var order []gap
	layouts, metrics := make(map[gap][]string), make(map[gap][]string)
	for _, g := range groups {
		for _, l := range g.Lines {
			if l.Trials == 0 {
				out = append(out, fmt.Sprintf("%s (%s, %s): no run was finished.", l.Label, g.Engine, g.Layout))
			}
			for _, m := range metric.All() {
				at := gap{g.Engine, l.Metrics[m.Name].Missing}
				if at.why == "" {
					continue
				}
				if metrics[at] == nil {
					order = append(order, at)
				}
				layouts[at], metrics[at] = append(layouts[at], g.Layout), append(metrics[at], heading(m))
			}
		}
	}
	for _, at := range order {
		out = append(out, fmt.Sprintf("%s (%s): no %s: %s.", at.engine, strings.Join(once(layouts[at]), ", "), strings.Join(once(metrics[at]), ", "), at.why))
	}
	return once(out)
}

func engineNotes(r trial.Result) []string {
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
func circumstances(b *strings.Builder, r trial.Result) {
	s := r.Settings
	run := fmt.Sprintf("%s, %s, batches of %s, payload of %s", amounts(s.Rows, "row"), amounts(s.Writers, "writer"),
		list(s.Batch), amounts(s.Payload, "byte"))
	for _, part := range special(s) {
		run += ", " + part
	}
	wrap(b, "Run: ", fmt.Sprintf("%s; %d of %s in shuffled blocks, %.0f s", run, len(r.Trials), count(r.Planned, "run"), r.Seconds))
	for _, e := range r.Engines {
		name := e.Name + " " + e.Version
		if a := asked(e.BufferPool, e.Checkpoints); a != "" {
			name += ", " + a
		}
		wrap(b, "Database: ", name+", "+pairs(e.Settings))
		if e.Environment != nil {
			wrap(b, "Its machine: ", pairs(e.Environment))
		}
	}
	wrap(b, "Machine: ", pairs(r.Environment))
}

// special are the settings that are not the usual ones.
func special(s trial.Settings) []string {
	var parts []string
	add := func(is bool, format string, args ...any) {
		if is {
			parts = append(parts, fmt.Sprintf(format, args...))
		}
	}
	add(!slices.Equal(s.Generators, []trial.Generators{trial.GeneratorPerWriter}) && s.Generators != nil, "generators: %s", join(s.Generators, " or "))
	add(!slices.Equal(s.Make, []trial.Make{trial.MakeBatch}) && s.Make != nil, "keys made per %s", join(s.Make, " or "))
	add(s.BlockSize > 0, "blocks of %s", count(s.BlockSize, "key"))
	add(s.Rate > 0, "offered rate of %s rows/s", metricNamed(metric.RowsPerSecond).Print(s.Rate))
	add(s.Jump > 0, "%s from a clock that is a day ahead", count(s.Jump, "key"))
	add(s.Skew > 0, "clocks up to %v apart", time.Duration(s.Skew*float64(time.Millisecond)))
	return parts
}

func pairs(list []engine.Setting) string {
	var out []string
	for _, v := range list {
		out = append(out, v.Name+" "+v.Value)
	}
	return strings.Join(out, ", ")
}

// count writes a number of things.
func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return metricNamed(metric.LeafPages).Print(float64(n)) + " " + thing
}

// join joins values of an axis.
func join[T ~string](values []T, sep string) string {
	var list []string
	for _, v := range values {
		list = append(list, string(v))
	}
	return strings.Join(list, sep)
}

// list writes the values of an axis.
func list(values []int) string {
	var words []string
	for _, v := range values {
		words = append(words, metricNamed(metric.LeafPages).Print(float64(v)))
	}
	return strings.Join(words, " or ")
}

// amounts writes the values of an axis that counts things.
func amounts(values []int, thing string) string {
	if len(values) == 1 {
		return count(values[0], thing)
	}
	return list(values) + " " + thing + "s"
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
