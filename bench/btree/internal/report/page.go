package report

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	texttemplate "text/template"

	"github.com/sortid/sortid/bench/btree/internal/report/plot"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

//go:embed html
var pageFiles embed.FS

// Page writes the result as one HTML page for a browser: words, tables and pictures.
// It is self-contained: no network, no scripts. It follows the reader's choice of
// light or dark and fits a phone. A section is there if the result has the figures
// for it; the last one names what is not there, and what would give it.
func Page(w io.Writer, r trial.Result) error {
	css, err := stylesheet()
	if err != nil {
		return err
	}
	t, err := template.New("page.html.tmpl").Funcs(template.FuncMap{"prose": prose}).ParseFS(pageFiles, "html/page.html.tmpl")
	if err != nil {
		return err
	}
	d := newPageData(r)
	var b bytes.Buffer
	err = t.Execute(&b, pageView{
		Title: d.title(), Subtitle: d.subtitle(), Incomplete: d.incomplete(),
		CSS: template.CSS(css), Sections: d.sections(),
	})
	if err != nil {
		return err
	}
	_, err = w.Write(bytes.Map(printable, b.Bytes()))
	return err
}

// printable takes out control characters, which a server's words may have and a page
// may not.
func printable(r rune) rune {
	if r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 || r == 0xFFFE || r == 0xFFFF {
		return -1
	}
	return r
}

func stylesheet() (string, error) {
	t, err := texttemplate.ParseFS(pageFiles, "html/page.css")
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = t.Execute(&b, struct{ Light, Dark string }{plot.Light(), plot.Dark()})
	return b.String(), err
}

// pageView is what the template gets.
type pageView struct {
	Title, Subtitle, Incomplete string
	CSS                         template.CSS
	Sections                    []pageSection
}

// pageSection is one heading of the page.
type pageSection struct {
	ID, Title string
	Lead      []string
	Blocks    []pageBlock
	// pictures are the same panels for files.
	pictures []picture
}

// Columns reports whether the blocks may stand side by side: each is a chart and no
// more.
func (s pageSection) Columns() bool {
	return !slices.ContainsFunc(s.Blocks, func(b pageBlock) bool {
		return len(b.panels) != 1 || b.Small || b.Table != nil && !b.Folded
	})
}

// pageBlock is a part of a section; what it has not is left out.
type pageBlock struct {
	Heading, Subheading string
	Text                []string
	Legend              []pageLegend
	panels              []plot.Panel
	// Small is whether the panels are of the size plot.Small.
	Small bool
	List  []string
	Terms []pageTerm
	Table *pageTable
	// Folded is whether the table is opened by the reader: the same in figures as
	// the panels.
	Folded bool
	// Shut is whether all of the block is opened by the reader, but for its heading.
	Shut bool
}

// shut closes all blocks but the first: what they show is explained by that one, and the
// page stays short enough to be read on a phone.
func (s *pageSection) shut() {
	for i := range s.Blocks {
		s.Blocks[i].Shut = i > 0 && s.Blocks[i].Heading != ""
	}
}

// Panels returns the panels as svg elements.
func (b pageBlock) Panels() ([]template.HTML, error) {
	var list []template.HTML
	for _, p := range b.panels {
		var s strings.Builder
		if err := p.WriteInline(&s); err != nil {
			return nil, err
		}
		list = append(list, template.HTML(s.String()))
	}
	return list, nil
}

// pageLegend is a series in a legend.
type pageLegend struct{ series plot.Series }

// Name returns the series' name.
func (l pageLegend) Name() string { return l.series.Name }

// Swatch returns its sample.
func (l pageLegend) Swatch() (template.HTML, error) {
	var s strings.Builder
	err := plot.WriteSwatch(&s, l.series)
	return template.HTML(s.String()), err
}

func legendOf(series []plot.Series) []pageLegend {
	var list []pageLegend
	for _, s := range series {
		list = append(list, pageLegend{s})
	}
	return list
}

// pageTerm is a name with what it stands for.
type pageTerm struct{ Name, Value string }

// pageTable is a table.
type pageTable struct {
	Caption string
	Head    []pageCell
	Rows    []pageRow
	// Stack is whether a narrow screen shows each row as a list of its cells.
	Stack bool
}

// dropEmpty takes out the columns that no row has anything in.
func (t *pageTable) dropEmpty() {
	for i := len(t.Head) - 1; i > 0; i-- {
		if slices.ContainsFunc(t.Rows, func(r pageRow) bool { return i < len(r.Cells) && r.Cells[i].Text != "" }) {
			continue
		}
		t.Head = slices.Delete(t.Head, i, i+1)
		for j, r := range t.Rows {
			if i < len(r.Cells) {
				t.Rows[j].Cells = slices.Delete(r.Cells, i, i+1)
			}
		}
	}
}

// pageRow is a row of cells, or a Band: a heading across the table.
type pageRow struct {
	Band  string
	Cells []pageCell
}

// pageCell is a cell, with a word below its text.
type pageCell struct {
	Text, Note, Class string
}

// Classes returns the cell's classes: an empty cell is one that a list leaves out.
func (c pageCell) Classes() string {
	if c.Text == "" && c.Note == "" {
		return strings.TrimSpace(c.Class + " empty")
	}
	return c.Class
}

// head makes the cells of a table's head; a name that starts with < is of a column of
// text.
func head(names ...string) []pageCell {
	var list []pageCell
	for _, n := range names {
		c := pageCell{Text: strings.TrimPrefix(n, "<")}
		if c.Text != n {
			c.Class = "text"
		}
		list = append(list, c)
	}
	return list
}

// sections returns the page's sections, without those that there is nothing for.
func (d *pageData) sections() []pageSection {
	var list []pageSection
	var absent []string
	for _, build := range []func() (pageSection, string){
		d.verdict, d.order, d.comparison, d.histograms, d.cost, d.windows, d.curve, d.pools, d.latency, d.scenarios, d.residuals,
	} {
		s, why := build()
		if len(s.Blocks) > 0 {
			if s.ID != "verdict" { // whose sentences are what the page is for
				s.shut()
			}
			list = append(list, s)
		}
		if why != "" {
			absent = append(absent, why)
		}
	}
	return append(list, d.circumstances(), d.gapSection(absent))
}

// title names the databases, and the trees that were simulated.
func (d *pageData) title() string {
	var real, trees []string
	for _, e := range d.r.Engines {
		if !e.Simulated {
			real = append(real, e.Name)
		}
	}
	for _, sc := range d.scenes {
		if d.engine(sc.Engine).Simulated {
			trees = append(trees, sc.Layout)
		}
	}
	var parts []string
	if len(real) > 0 {
		parts = append(parts, "on "+joined(once(real)))
	}
	if len(trees) > 0 {
		parts = append(parts, "on "+joined(once(trees))+", simulated")
	}
	return strings.TrimSpace("What a key costs " + strings.Join(parts, ", and "))
}

func (d *pageData) subtitle() string {
	var parts []string
	if !d.r.Started.IsZero() {
		parts = append(parts, "Measured on "+d.r.Started.UTC().Format("2 January 2006"))
	}
	parts = append(parts, fmt.Sprintf("%s of %s", count(len(d.r.Trials), "run"), count(len(d.r.Keys), "kind")+" of key"))
	return strings.Join(parts, ", ") + ". Each run filled an empty B+ tree; its pages, its log and its times are compared with those of sequential keys of the same width."
}

func (d *pageData) incomplete() string {
	if d.r.Complete {
		return ""
	}
	s := fmt.Sprintf("%d of %s were made", len(d.r.Trials), count(d.r.Planned, "planned run"))
	if d.r.Stopped != "" {
		s += ": " + d.r.Stopped
	}
	return s + ". What was measured until then is shown."
}

// joined writes names as a list in a sentence.
func joined(names []string) string {
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}
