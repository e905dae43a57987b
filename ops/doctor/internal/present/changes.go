package present

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sortid/sortid/internal/english"
	"github.com/sortid/sortid/ops/doctor/internal/inspect"
	"github.com/sortid/sortid/ops/doctor/internal/source"
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

// growthTitle is above the table of growthRows.
const growthTitle = "New rows with random and with ordered keys, after as many rows again:"

// growthLegend explains the table.
const growthLegend = "pages: the leaf pages that 1,000 rows of one writer change, and read if they are not in the buffer pool; 95 % intervals."

// growthRows returns the rows of a table of what other keys of new rows bring, the first of which is
// its head, and why that is not known of some keys. Without changes to ordered keys there are none.
func growthRows(list []inspect.Change) (rows [][]string, missing []string) {
	rows = [][]string{{"key", "new keys", "size", "fill", "pages"}}
	for _, c := range list {
		g := c.Growth
		if g == nil {
			continue
		}
		key := c.Table + "." + c.Column
		if why := g.Ordered.Bytes.Missing; why != "" {
			missing = append(missing, key+": what new rows with ordered keys bring is not known: "+why+".")
			continue
		}
		for i, x := range []source.Grown{g.Random, g.Ordered} {
			row := []string{[]string{key, ""}[i], []string{g.From, g.To}[i], SizeWithin(x.Bytes), "", within(x.Touched, count, "")}
			if x.Fill.Known() {
				row[3] = within(x.Fill, func(v float64) string { return fmt.Sprintf("%.0f", v) }, " %")
			}
			rows = append(rows, row)
		}
	}
	if len(rows) == 1 {
		rows = nil
	}
	return rows, missing
}

// growth writes the table of growthRows, with so many keys.
func growth(b *strings.Builder, list []inspect.Change, most int) {
	rows, missing := growthRows(list)
	if rows != nil {
		b.WriteString("\n" + growthTitle + "\n\n")
		keys := len(rows) / 2
		table(b, rows[:1+2*min(keys, most)])
		more(b, keys-most)
		english.WrapIndented(b, "", "", growthLegend)
	}
	for _, why := range missing[:min(len(missing), most)] {
		english.Wrap(b, "", why)
	}
}

// within writes a value and its interval.
func within(f source.Figure, write func(float64) string, unit string) string {
	return write(f.Value) + " (" + write(f.Low) + "–" + write(f.High) + ")" + unit
}

// SizeWithin writes a number of bytes and its interval, in one unit if it is one.
func SizeWithin(f source.Figure) string {
	value, interval := Size(f.Value), Sizes(f.Low, f.High)
	i := strings.LastIndexByte(interval, ' ')
	if number, ok := strings.CutSuffix(value, interval[i:]); ok {
		return number + " (" + interval[:i] + ")" + interval[i:]
	}
	return value + " (" + interval + ")"
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

// treeName names an index, or the table whose rows are in none.
func treeName(x inspect.Tree) string {
	if x.Index == "" {
		return x.Table
	}
	return indexName(x.Table, x.Index)
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
		var names []string
		for _, x := range c.NotCounted {
			names = append(names, treeName(x))
		}
		s += "; not counted: " + strings.Join(names, ", ")
	}
	return s
}
