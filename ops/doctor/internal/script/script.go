// Package script writes a script of SQL for a client of the server or for a tool that runs
// migrations.
package script

import (
	"fmt"
	"strings"
)

// Script is a list of comments and statements. The zero value is empty.
type Script struct{ parts []part }

// part is a comment or a statement.
type part struct {
	text    string
	comment bool
	framing bool // whether the statement begins or ends the transaction of the whole script
}

// Comment adds lines of a comment.
func (s *Script) Comment(format string, args ...any) {
	s.parts = append(s.parts, part{text: Comment(format, args...), comment: true})
}

// Statement adds a statement, which is written without its delimiter. A statement that is empty adds nothing.
func (s *Script) Statement(format string, args ...any) {
	if text := strings.TrimSuffix(strings.TrimSpace(fmt.Sprintf(format, args...)), ";"); text != "" {
		s.parts = append(s.parts, part{text: text})
	}
}

// Framing adds a statement that begins or ends the one transaction of the script. Tools that begin one
// by themselves do without it.
func (s *Script) Framing(text string) { s.parts = append(s.parts, part{text: text, framing: true}) }

// Blank adds an empty line.
func (s *Script) Blank() { s.parts = append(s.parts, part{text: "\n", comment: true}) }

// Statements returns the statements, without comments.
func (s *Script) Statements() []string {
	var list []string
	for _, p := range s.parts {
		if !p.comment {
			list = append(list, p.text)
		}
	}
	return list
}

// Comment returns a text as lines of a comment, with empty lines where it has some.
func Comment(format string, args ...any) string {
	var b strings.Builder
	for line := range strings.Lines(fmt.Sprintf(format, args...)) {
		if line = strings.TrimSuffix(line, "\n"); line != "" {
			line = "-- " + line
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}
