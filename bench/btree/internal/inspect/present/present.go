// Package present writes the report of an inspection for people and for programs.
package present

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/sortid/sortid/bench/btree/internal/inspect"
	"github.com/sortid/sortid/bench/btree/internal/inspect/idkind"
	"github.com/sortid/sortid/bench/btree/internal/inspect/source"
	"github.com/sortid/sortid/bench/btree/internal/report/words"
)

// Width is how many characters a line has at most.
const Width = 80

// JSON writes the report as JSON.
func JSON(w io.Writer, r *inspect.Report) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// Statements writes the statements of a dry run.
func Statements(w io.Writer, list []source.Statement) error {
	var b strings.Builder
	for _, s := range list {
		note := "  -- only without -dry-run"
		if s.Sent > 0 {
			note = ""
		}
		fmt.Fprintf(&b, "%s;%s\n", s.Text, note)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Terminal writes the report as tables of at most 80 characters.
func Terminal(w io.Writer, r *inspect.Report) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s, %s: %s with IDs in %s with keys\n\n", r.Server.Product, r.Server.Version, r.Server.Database,
		words.Count(len(r.Columns), "column"), words.Count(r.Tables, "table"))
	rows := [][]string{{"column", "key", "type", "holds", "sure"}}
	for _, c := range r.Columns {
		rows = append(rows, []string{c.Table + "." + c.Name, words.Join(c.Roles, ", "), c.Type, Holds(c.IDs), sure(c.IDs)})
	}
	if len(r.Columns) > 0 {
		table(&b, rows)
	}
	for _, n := range r.Notes {
		wrap(&b, "Note: "+n, "  ")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Holds says which IDs there are, such as "UUIDv4 70 %, UUIDv7 30 %, UUID text".
func Holds(r idkind.Result) string {
	total := r.Unfit
	for _, p := range r.Parts {
		total += p.Values
	}
	var list []string
	for _, p := range r.Parts {
		s := p.String()
		if p.Values < total {
			s += fmt.Sprintf(" %.0f %%", 100*float64(p.Values)/float64(total))
		}
		list = append(list, s)
	}
	if r.Prefix != "" {
		list = append(list, "prefix "+r.Prefix)
	}
	if r.Form.IsText() {
		list = append(list, string(r.Form))
	}
	return strings.Join(list, ", ")
}

func sure(r idkind.Result) string {
	p := r.Parts[0]
	return fmt.Sprintf("%s (%s)", p.Sureness(), words.Integer(p.Values))
}

// table writes rows in columns. The widest columns are cut until a row fits the line.
func table(b *strings.Builder, rows [][]string) {
	widths := make([]int, len(rows[0]))
	for _, r := range rows {
		for i, cell := range r {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for sum(widths)+2*(len(widths)-1) > Width {
		widest := 0
		for i, n := range widths {
			if n > widths[widest] {
				widest = i
			}
		}
		widths[widest]--
	}
	for n, r := range rows {
		var line strings.Builder
		for i, cell := range r {
			fmt.Fprintf(&line, "%-*s  ", widths[i], cut(cell, widths[i]))
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
		if n == 0 {
			b.WriteString(strings.Repeat("-", sum(widths)+2*(len(widths)-1)) + "\n")
		}
	}
}

func sum(list []int) int {
	n := 0
	for _, v := range list {
		n += v
	}
	return n
}

// cut shortens a text to so many characters.
func cut(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:n-1]) + "…"
}

// wrap writes a text in lines; all but the first begin with an indent.
func wrap(b *strings.Builder, s, indent string) {
	line := ""
	for word := range strings.FieldsSeq(s) {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > Width {
			b.WriteString(line + "\n")
			line = indent + word
			continue
		}
		if line != "" && line != indent {
			line += " "
		}
		line += word
	}
	b.WriteString(line + "\n")
}
