package table

import (
	"io"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/report/answer"
	"github.com/sortid/sortid/internal/english"
)

// Brief writes the answer on a screen: a verdict for each scenario and database, and tables of
// at most eight columns. It fits 80 columns and has no colours. Write has the rest.
func Brief(w io.Writer, a *answer.Answer) error {
	var b strings.Builder
	if beginning(&b, a) {
		fill(&b, a)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// screen is the number of lines that Brief writes at most, besides what a switch of keys brings.
const screen = 40

const rest = "\nThe rest: -v (all tables, notes and settings), -out DIR (page and JSON).\n"

// fill writes the verdicts, the tables of a change or else the first one of a verdict, and the others
// that the screen has room for.
func fill(b *strings.Builder, a *answer.Answer) {
	var tables []string
	for _, t := range a.Changes {
		tables = append(tables, titled(t.Caption, fittedTable(t))+few(t))
	}
	first := max(1, len(tables)) // tables of a change say more than the verdicts do
	for _, v := range a.Databases.List {
		tables = append(tables, verdictTable(a, v))
	}
	if len(tables) > 0 {
		head := strings.Join(tables[:first], "")
		b.WriteString(verdicts(a.Databases, screen-height(b.String()+head+rest)))
		b.WriteString(head)
		tables = tables[first:]
	}
	for _, t := range tables {
		if height(b.String()+t+rest) > screen {
			break
		}
		b.WriteString(t)
	}
	switches(b, a.Switches)
	b.WriteString(rest)
}

func height(s string) int { return strings.Count(s, "\n") }

// verdicts returns the verdicts in so many lines: in full if they fit, else the short ones
// that fit.
func verdicts(list answer.Verdicts, most int) string {
	var full strings.Builder
	for _, v := range list.List {
		english.Wrap(&full, "", v.Text())
	}
	if list.Hint != "" {
		english.Wrap(&full, "", list.Hint)
	}
	if height(full.String()) <= most {
		return full.String()
	}
	var short, one strings.Builder
	for i, v := range list.List {
		one.Reset()
		english.Wrap(&one, "", v.Short())
		if height(short.String()+one.String()) >= most {
			english.Wrap(&short, "", "And with -v "+english.Count(len(list.List)-i, "more verdict")+".")
			break
		}
		short.WriteString(one.String())
	}
	return short.String()
}

const (
	// mostColumns is the number of metrics in a table of Brief, beside the keys.
	mostColumns = 7
	// keysWidth is the width of the column of keys.
	keysWidth = 27
)

// verdictTable returns the table of a verdict below its title.
func verdictTable(a *answer.Answer, v answer.Verdict) string {
	p := v.Point
	lines, fit := fitted(p.BriefColumns(), mostColumns, func(list columns) []string { return render(p.Shared(list), keysWidth) })
	s := titled(v.Title+": "+a.Layout(p.Engine, p.Layout).Title, lines) + few(p.Shared(fit))
	if why := p.Unread(); why != "" {
		var b strings.Builder
		english.Wrap(&b, "", "No leaf pages, fill and bytes were read: "+why+".")
		s += b.String()
	}
	return s
}

// fittedTable returns the lines of a table, with the columns that Brief has room for.
func fittedTable(t answer.Table) []string {
	lines, _ := fitted(t.Columns, mostColumns, func(list columns) []string { return render(t.Only(list), keysWidth) })
	return lines
}

// few returns the line below a table that explains the parentheses in it, "" if it has none.
func few(t answer.Table) string {
	if !t.Few() {
		return ""
	}
	return answer.FewNote + "\n"
}

// titled returns the lines of a table below a title.
func titled(title string, lines []string) string {
	var b strings.Builder
	b.WriteByte('\n')
	english.Wrap(&b, "", title)
	return b.String() + strings.Join(lines, "\n") + "\n"
}

// switches writes what ordered keys for new rows bring to tables with random keys.
func switches(b *strings.Builder, s answer.Switches) {
	if len(s.List) == 0 {
		return
	}
	b.WriteString(titled(s.Title, render(withoutBands(s.Table), keysWidth)))
	for _, one := range s.List {
		english.Wrap(b, "", one.Sentence)
	}
}

// withoutBands returns a table that has each band in the first row below it, which takes fewer lines.
func withoutBands(t answer.Table) answer.Table {
	rows := t.Rows
	t.Rows = nil
	band := ""
	for _, r := range rows {
		if r.Band != "" {
			band = r.Band
			continue
		}
		name := r.Cells[0].Text
		if band != "" {
			name, band = band+", "+name, ""
		} else {
			name = "  " + name
		}
		t.Rows = append(t.Rows, answer.Row{Cells: append([]answer.Cell{{Text: name}}, r.Cells[1:]...)})
	}
	return t
}
