package present

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sortid/sortid/doctor/internal/inspect"
	"github.com/sortid/sortid/internal/english"
)

// changes writes what each change would save, and the steps of the first ones.
func changes(b *strings.Builder, list []inspect.Change, most int) {
	if len(list) == 0 {
		return
	}
	b.WriteString("\nSavings of each change by itself:\n\n")
	rows := [][]string{{"", "change", "saves", "95 % interval", "of", "later"}}
	for i, c := range list[:min(len(list), most)] {
		row := []string{fmt.Sprint(i + 1), Title(c), "", "", Size(c.Now.Value), left(c)}
		if c.Saves.Known() {
			row[2], row[3] = saving(c)
		}
		rows = append(rows, row)
	}
	table(b, rows)
	english.WrapIndented(b, "", "", "later: what is left of it after random keys have split the pages again; blank if nothing splits them.")
	more(b, len(list)-most)
	b.WriteString("\nSteps:\n")
	steps(b, list[:min(len(list), most)])
}

// steps writes the steps of changes. A step that stands above is left out, and the statements of
// all but the first change that has some.
func steps(b *strings.Builder, list []inspect.Change) {
	var shown []string
	for i, c := range list {
		english.WrapIndented(b, fmt.Sprintf("%d. ", i+1), "   ", Title(c)+Pages(c))
		for _, s := range c.Steps {
			text := s.Text
			if s.Link != "" {
				text += " " + s.Link
			}
			if slices.Contains(shown, text) {
				continue
			}
			shown = append(shown, text)
			english.WrapIndented(b, "   - ", "     ", text)
			for _, code := range s.Code {
				english.WrapIndented(b, "       ", "         ", code)
			}
		}
	}
}

// saving writes what a change saves and its interval: a bound has none.
func saving(c inspect.Change) (saves, interval string) {
	if c.Saves.AtMost {
		return "at most " + Size(c.Saves.Value), ""
	}
	return Size(c.Saves.Value), Sizes(c.Saves.Low, c.Saves.High)
}

// left writes what a change still saves later, which is not less than nothing.
func left(c inspect.Change) string {
	f := c.Lasting
	f.Estimate, f.Value = false, max(0, f.Value)
	return Figure(f, Size)
}

// Title says what a change is of.
func Title(c inspect.Change) string {
	if c.Action == inspect.Rebuild {
		if c.Index == "" {
			return "rebuild " + c.Table
		}
		return "rebuild " + indexName(c.Table, c.Index)
	}
	return c.Table + "." + c.Column + ": " + c.Detail
}

// Pages says what a change saves in leaf pages, in the buffer pool and in money, and which
// indexes it makes smaller by an unknown amount.
func Pages(c inspect.Change) string {
	s := ""
	if c.LeafPages.Known() && c.LeafPages.Value >= 1 {
		s = fmt.Sprintf("; %s leaf pages less", count(c.LeafPages.Value))
	}
	if c.Cache.Known() {
		s += fmt.Sprintf("; inserts keep %s less in the buffer pool", Size(c.Cache.Value))
	}
	if len(c.NotCounted) > 0 {
		s += "; not counted: " + english.Join(c.NotCounted, ", ")
	}
	return s
}
