package english

import (
	"strings"
	"unicode/utf8"
)

// Width is the number of columns of a line.
const Width = 80

// Wrap writes a paragraph that starts with a label and whose further lines are indented by
// two columns.
func Wrap(b *strings.Builder, label, s string) { WrapIndented(b, label, "  ", s) }

// WrapIndented is [Wrap] with another indent.
func WrapIndented(b *strings.Builder, label, indent, s string) {
	col := utf8.RuneCountInString(label)
	b.WriteString(label)
	for i, word := range wordsKeepingPercent(s) {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case col+1+n > Width:
			b.WriteString("\n" + indent)
			col = len(indent)
		default:
			b.WriteByte(' ')
			col++
		}
		b.WriteString(word)
		col += n
	}
	b.WriteByte('\n')
}

// wordsKeepingPercent returns the words of a text. A percent sign belongs to the number before it.
func wordsKeepingPercent(s string) []string {
	var list []string
	for word := range strings.FieldsSeq(s) {
		if n := len(list); n > 0 && strings.HasPrefix(word, "%") {
			list[n-1] += " " + word
		} else {
			list = append(list, word)
		}
	}
	return list
}
