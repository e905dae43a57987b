package present

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/sortid/sortid/internal/english"
)

// table writes rows in columns. The widest columns are cut until a row fits the line.
func table(b *strings.Builder, rows [][]string) {
	widths := make([]int, len(rows[0]))
	for _, r := range rows {
		for i, cell := range r {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for sum(widths)+2*(len(widths)-1) > english.Width {
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
