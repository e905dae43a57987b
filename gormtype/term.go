package gormtype

import (
	"slices"
	"strings"
)

// termKind is what a term of a condition is.
type termKind uint8

const (
	symbolTerm termKind = iota // an operator or a punctuation mark
	wordTerm                   // a keyword, a number or a name, qualified or quoted
	textTerm                   // a quoted text
	markTerm                   // the placeholder of an argument
)

// term is a part of a condition in SQL: tokens that belong together, such as those of
// a qualified name.
type term struct {
	kind termKind
	text string // of a word without quotes, of a placeholder ? or @name
	nth  int    // of a placeholder ?, the number of its argument, from 0
}

func (t term) is(text string) bool { return t.kind != textTerm && strings.EqualFold(t.text, text) }

func (t term) isOneOf(texts ...string) bool {
	return slices.ContainsFunc(texts, t.is)
}

// isOperator reports whether a token is a character of a comparison.
func isOperator(token string) bool { return strings.Trim(token, "<>=!") == "" }

// terms splits a condition. It reports false for a subquery, whose names may be those of
// other tables, and for a text with a backslash, which may end elsewhere.
func terms(condition string, dl dialect) ([]term, bool) {
	list := tokens(condition, dl)
	result := make([]term, 0, len(list))
	for i := 0; i < len(list); i++ {
		t := term{kind: symbolTerm, text: list[i].text}
		switch c := t.text[0]; {
		case c == '?':
			// GORM counts the question marks in quotes and comments as well.
			t.kind, t.nth = markTerm, strings.Count(condition[:list[i].at], "?")
		case c == '@':
			t.kind = markTerm
		case c == '\'':
			t.kind = textTerm
			if strings.Contains(t.text, `\`) {
				return nil, false
			}
		case isWord(t.text):
			t.kind, t.text = wordTerm, unquoted(t.text)
			for i+2 < len(list) && list[i+1].text == "." && isWord(list[i+2].text) {
				t.text += "." + unquoted(list[i+2].text)
				i += 2
			}
			if t.is("SELECT") {
				return nil, false
			}
		case isOperator(t.text):
			for i+1 < len(list) && isOperator(list[i+1].text) {
				t.text += list[i+1].text
				i++
			}
		}
		result = append(result, t)
	}
	return result, true
}

// isWord reports whether a token is a name, a keyword or a number.
func isWord(token string) bool {
	c := token[0]
	return c == '"' || c == '`' || c == '[' && len(token) > 1 || isNameRune(rune(c)) && c != '@'
}
