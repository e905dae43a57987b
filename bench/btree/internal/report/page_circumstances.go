package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
)

// circumstances say under which conditions the figures were taken.
func (d *pageData) circumstances() pageSection {
	s := pageSection{ID: "circumstances", Title: "Circumstances"}
	s.Blocks = append(s.Blocks, pageBlock{Heading: "Plan", Terms: d.planTerms()})
	if len(d.r.Environment) > 0 {
		s.Blocks = append(s.Blocks, pageBlock{Heading: "Machine", Terms: terms(d.r.Environment)})
	}
	for _, e := range d.r.Engines {
		s.Blocks = append(s.Blocks, engineBlock(e))
	}
	t := pageTable{Caption: "What each is, and what it is compared with", Stack: true, Head: head("key", "<what it is", "<column", "<compared with", "<there because")}
	for _, k := range d.r.Keys {
		row := []pageCell{{Text: k.Name}}
		for _, v := range []string{k.Title, k.Form, k.Control, added(k.Added)} {
			row = append(row, pageCell{Text: v, Class: "text"})
		}
		t.Rows = append(t.Rows, pageRow{Cells: row})
	}
	t.dropEmpty()
	if len(t.Rows) > 0 {
		s.Blocks = append(s.Blocks, pageBlock{Heading: "Keys", Table: &t})
	}
	s.shut()
	return s
}

// added says why a key is there that nobody named. Of the others a result does not tell
// whether they were named or are the usual ones.
func added(control bool) string {
	if control {
		return "added as a yardstick"
	}
	return ""
}

func terms(list []engine.Setting) []pageTerm {
	var out []pageTerm
	for _, v := range list {
		out = append(out, pageTerm{v.Name, v.Value})
	}
	return out
}

func engineBlock(e engine.Description) pageBlock {
	b := pageBlock{Heading: strings.TrimSpace(e.Name + " " + e.Version)}
	var under []string
	if a := asked(e.BufferPool, e.Checkpoints); a != "" {
		under = append(under, a)
	}
	if e.Simulated {
		under = append(under, "simulated: its figures are computed and exact, its times say nothing about a database")
	}
	b.Subheading = strings.Join(under, ", ")
	for _, l := range e.Layouts {
		b.Terms = append(b.Terms, pageTerm{"layout " + l.Name, joinText(l.Title, inShort(l.About))})
	}
	b.Terms = append(b.Terms, terms(e.Settings)...)
	if len(e.Environment) > 0 {
		b.Terms = append(b.Terms, terms(e.Environment)...)
	}
	return b
}

// inShort marks a table's declaration for what it is: an engine describes it for all
// forms of keys at once, without the types and NOT NULL that it has.
func inShort(about string) string {
	if strings.HasPrefix(about, "CREATE ") {
		return "in short, " + about
	}
	return about
}

func joinText(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "; " + b
}

func (d *pageData) planTerms() []pageTerm {
	s := d.r.Settings
	out := []pageTerm{{"started", d.r.Started.UTC().Format("2006-01-02 15:04:05 UTC")}, {"took", fmt.Sprintf("%.0f s", d.r.Seconds)}}
	add := func(name, value string) {
		if value != "" {
			out = append(out, pageTerm{name, value})
		}
	}
	add("runs", fmt.Sprintf("%s of %s planned, in shuffled blocks", commas(len(d.r.Trials)), commas(d.r.Planned)))
	add("runs of one key at one point", d.repeats())
	add("scenarios", join(s.Scenarios, ", "))
	add("rows", list(s.Rows))
	add("writers", list(s.Writers))
	add("generators", join(s.Generators, ", "))
	add("batch", list(s.Batch))
	add("keys made per", join(s.Make, ", "))
	if s.BlockSize > 0 {
		add("block of keys", commas(s.BlockSize))
	}
	add("payload", amounts(s.Payload, "byte"))
	add("page cache asked for", named(s.BufferPools, "the usual"))
	add("checkpoints asked for", named(s.Checkpoints, "none"))
	if s.Rate > 0 {
		add("offered rate", commas(int(s.Rate))+" rows/s")
	}
	if s.Jump > 0 {
		add("keys from the clock ahead", commas(s.Jump))
	}
	if s.Skew > 0 {
		add("clocks apart", fmt.Sprintf("%g ms", s.Skew))
	}
	add("order seed", fmt.Sprint(s.Seed))
	return out
}

// repeats says how many runs the statistics rest on.
func (d *pageData) repeats() string {
	least, most := 0, 0
	for _, g := range d.groups {
		for _, l := range g.Lines {
			if least == 0 || l.Trials < least {
				least = l.Trials
			}
			most = max(most, l.Trials)
		}
	}
	if least == most {
		return commas(most)
	}
	return commas(least) + " to " + commas(most)
}

// named joins values, the empty one under a name.
func named(values []string, empty string) string {
	var list []string
	for _, v := range values {
		if v == "" {
			v = empty
		}
		list = append(list, v)
	}
	return strings.Join(list, ", ")
}

// gapSection names what is not shown and why, and what a reader must know.
func (d *pageData) gapSection(absent []string) pageSection {
	s := pageSection{ID: "notes", Title: "Notes, and what is not shown"}
	var known []string
	known = append(known, d.r.Notes...)
	known = append(known, engineNotes(d.r)...)
	known = append(known, events(d.r, d.groups)...)
	known = append(known, estimates(d.groups)...)
	if slices.ContainsFunc(d.scenes, d.besideServer) {
		known = append(known, "Where a server was measured, what was simulated under the same circumstances has no verdict and no pictures of its own: its figures are under “All figures” and “Measured against simulated”.")
	}
	if fewRuns(d.groups) {
		known = append(known, fmt.Sprintf("Where rows/s has no ±, there are too few repeats for an interval at %.0f %%, or to tell keys apart: -repeat 6 is enough.", 100*summary.Confidence))
	}
	for _, b := range []pageBlock{
		{Heading: "To judge the figures", List: once(known)},
		{Heading: "Blank, and why", List: gaps(d.groups)},
		{Heading: "Not in this report", List: absent},
	} {
		if len(b.List) > 0 {
			s.Blocks = append(s.Blocks, b)
		}
	}
	if len(s.Blocks) == 0 {
		s.Lead = []string{"There is nothing to add: every section has its figures, and no reading is missing."}
	}
	return s
}

// why gives the reasons that runs themselves give for a part of their detail that is
// not there, or else the remedy.
func (d *pageData) why(part, remedy string) string {
	var reasons []string
	for _, t := range d.r.Trials {
		if t.Detail != nil && t.Detail.Missing[part] != "" {
			reasons = append(reasons, fmt.Sprintf("%s says: %s.", t.Engine, strings.TrimSuffix(t.Detail.Missing[part], ".")))
		}
	}
	if len(reasons) > 0 {
		return strings.Join(once(reasons), " ")
	}
	return remedy
}
