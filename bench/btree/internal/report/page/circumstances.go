package page

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/report/answer"
	"github.com/sortid/sortid/internal/english"
)

// circumstances say how the values were measured.
func (d *data) circumstances() section {
	s := section{ID: "circumstances", Title: "Circumstances"}
	s.Blocks = append(s.Blocks, block{Heading: "Plan", Terms: d.planTerms()})
	if len(d.Environment) > 0 {
		s.Blocks = append(s.Blocks, block{Heading: "Machine", Terms: terms(d.Environment)})
	}
	for _, e := range d.Engines {
		s.Blocks = append(s.Blocks, d.engineBlock(e))
	}
	if t := d.keyTable(); len(t.Rows) > 0 {
		s.Blocks = append(s.Blocks, block{Heading: "Keys", Table: t})
	}
	s.fold()
	return s
}

func (d *data) keyTable() *table {
	t := answer.Table{Caption: "The kinds of key", Head: append(answer.Heads("", "key"), answer.Heads("text", "description", "column", "counter", "reason")...)}
	for _, k := range d.Keys {
		reason := ""
		if k.Added {
			reason = "added as the counter"
		}
		out := row{Cells: []cell{{Text: k.Name}}}
		for _, v := range []string{k.Title, k.Form, k.Control, reason} {
			out.Cells = append(out.Cells, cell{Text: v, Class: "text"})
		}
		t.Rows = append(t.Rows, out)
	}
	return &table{Table: t.NonEmpty(), Stack: true}
}

func terms(list []engine.Setting) []term {
	var out []term
	for _, v := range list {
		out = append(out, term{v.Name, v.Value})
	}
	return out
}

func (d *data) engineBlock(e engine.Description) block {
	b := block{Heading: strings.TrimSpace(e.Name + " " + e.Version)}
	var under []string
	if a := answer.Requested(e); a != "" {
		under = append(under, a)
	}
	if e.Simulated {
		under = append(under, "simulated: the values are computed, and there are no times")
	}
	b.Subheading = strings.Join(under, ", ")
	for _, l := range e.Layouts {
		if !slices.ContainsFunc(d.Points, func(p point) bool { return p.Engine == e.Name && p.Layout == l.Name }) {
			continue // it was not measured
		}
		b.Terms = append(b.Terms, term{"layout " + l.Name, joinNonEmpty(l.Title, abridged(l.About))})
	}
	b.Terms = append(append(b.Terms, terms(e.Settings)...), terms(e.Environment)...)
	return b
}

// abridged marks the declaration of a table as abridged: an engine gives it once for all
// forms of keys, without types and NOT NULL.
func abridged(about string) string {
	if strings.HasPrefix(about, "CREATE ") {
		return "abridged: " + about
	}
	return about
}

func joinNonEmpty(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "; " + b
}

func (d *data) planTerms() []term {
	s := d.Settings
	out := []term{{"started", d.Started.UTC().Format("2006-01-02 15:04:05 UTC")}, {"duration", fmt.Sprintf("%.0f s", d.Seconds)}}
	add := func(name, value string) {
		if value != "" {
			out = append(out, term{name, value})
		}
	}
	add("trials", fmt.Sprintf("%s of %s planned, in shuffled blocks", english.Integer(len(d.Trials)), english.Integer(d.Planned)))
	add("trials of each key", d.repeats())
	add("values", d.Plan)
	add("order seed", fmt.Sprint(s.Seed))
	return out
}

// repeats says how many trials the statistics rest on.
func (d *data) repeats() string {
	least, most := 0, 0
	for _, g := range d.Groups {
		for _, l := range g.Lines {
			if least == 0 || l.Trials < least {
				least = l.Trials
			}
			most = max(most, l.Trials)
		}
	}
	if least == most {
		return english.Integer(most)
	}
	return english.Integer(least) + " to " + english.Integer(most)
}
