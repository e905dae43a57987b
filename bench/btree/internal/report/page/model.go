package page

import (
	"html/template"
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/report/answer"
	"github.com/sortid/sortid/bench/btree/internal/report/plot"
)

// section is one heading of the page with what is below it.
type section struct {
	ID, Title string
	Lead      []string
	Blocks    []block
	// pictures holds the panels of the blocks, for files.
	pictures []Picture
}

// fold closes all blocks but the first, which explains them, so that the page stays short.
func (s *section) fold() {
	for i := range s.Blocks {
		s.Blocks[i].Shut = i > 0 && s.Blocks[i].Heading != ""
	}
}

// block is a part of a section. The page leaves out what is empty.
type block struct {
	Heading, Subheading string
	Text                []string
	Legend              []legend
	panels              []plot.Panel
	// others holds panels of keys of other widths than the most frequent one. The page shows
	// them when the reader asks for them.
	others []plot.Panel
	// Small reports whether the panels have the size plot.Small.
	Small bool
	List  []string
	Terms []term
	Table *table
	// More continues Table with the columns that do not fit beside one another.
	More []*table
	// Folded hides the table until the reader opens it.
	Folded bool
	// Shut hides the whole block but its heading until the reader opens it.
	Shut bool
}

// add adds a panel, of keys of the most frequent width or of others.
func (b *block) add(p plot.Panel, widest bool) {
	if widest {
		b.panels = append(b.panels, p)
	} else {
		b.others = append(b.others, p)
	}
}

// settle shows the panels of other keys if there are none of the most frequent width.
func (b *block) settle() {
	if len(b.panels) == 0 {
		b.panels, b.others = b.others, nil
	}
}

// Panels returns the panels as svg elements.
func (b block) Panels() ([]template.HTML, error) { return inline(b.panels) }

// Others returns the panels of keys of other widths as svg elements.
func (b block) Others() ([]template.HTML, error) { return inline(b.others) }

func inline(panels []plot.Panel) ([]template.HTML, error) {
	var list []template.HTML
	for _, p := range panels {
		var s strings.Builder
		if err := p.WriteInline(&s); err != nil {
			return nil, err
		}
		list = append(list, template.HTML(s.String()))
	}
	return list, nil
}

// legend is the entry of a series in a legend.
type legend struct{ series plot.Series }

// Name returns the name of the series.
func (l legend) Name() string { return l.series.Name }

// Swatch returns a sample of the series.
func (l legend) Swatch() (template.HTML, error) {
	var s strings.Builder
	err := plot.WriteSwatch(&s, l.series)
	return template.HTML(s.String()), err
}

// legendOf returns the legend of series, each name once.
func legendOf(series []plot.Series) []legend {
	var list []legend
	for _, s := range series {
		if !slices.ContainsFunc(list, func(have legend) bool { return have.Name() == s.Name }) {
			list = append(list, legend{s})
		}
	}
	return list
}

// term is a name with its value.
type term struct{ Name, Value string }

// table is a table of the page.
type table struct {
	answer.Table
	// Folded reports whether the block that hides the table shows its caption.
	Folded bool
	// Stack makes a narrow screen show each row as a list of its cells.
	Stack bool
}

type (
	row  = answer.Row
	cell = answer.Cell
)

// split moves the columns behind the first ones to further tables, each with the names of the rows.
func (t *table) split(columns int) (more []*table) {
	whole := t.Table
	for at := columns; at < len(whole.Head); at += columns - 1 {
		more = append(more, &table{Table: whole.Pick(between(at, min(at+columns-1, len(whole.Head)))), Folded: t.Folded, Stack: t.Stack})
	}
	t.Table = whole.Pick(between(1, min(columns, len(whole.Head))))
	return more
}

// between returns the numbers from one to before another.
func between(from, to int) (list []int) {
	for i := from; i < to; i++ {
		list = append(list, i)
	}
	return list
}

// dropNotes leaves only the notes that say that there is a difference.
func (t *table) dropNotes() {
	for _, r := range t.Rows {
		for i, c := range r.Cells {
			if i < 2 || c.Mark == answer.Equivalent || c.Mark == answer.Undecided {
				r.Cells[i].Note = ""
			}
		}
	}
}
