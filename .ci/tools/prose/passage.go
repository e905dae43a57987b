package main

import (
	"go/scanner"
	"go/token"
	"path"
	"regexp"
	"strconv"
	"strings"
)

// A passage is running text of a file: a paragraph, a comment, a string.
type passage struct {
	text  string
	lines []int // for each line of text, its number in the file
	title bool  // a heading or a row of a table
}

// line returns the number in the file of the line that holds the byte at offset.
func (p passage) line(offset int) int {
	return p.lines[strings.Count(p.text[:offset], "\n")]
}

// passages returns the prose of a file: comments and strings of Go, the whole of any
// other text.
func passages(name string, content []byte) []passage {
	switch path.Ext(name) {
	case ".go":
		return goPassages(content)
	case ".md":
		return paragraphs(string(content), 1, regexp.MustCompile(`^\s*>\s?`))
	default:
		return paragraphs(string(content), 1, regexp.MustCompile(`^\s*(?://+|--+|#+!?|/?\*+/?|<!--)\s?`))
	}
}

var (
	heading = regexp.MustCompile(`^\s*(?:#{1,6} |\|)`)
	fence   = regexp.MustCompile("^\\s*(?:```|~~~)")
)

// paragraphs splits text, whose first line has the given number, at its blank lines,
// headings, fences and rows of tables, and removes the comment marks that a line begins with.
func paragraphs(text string, first int, mark *regexp.Regexp) []passage {
	var (
		all   []passage
		lines []string
		now   passage
	)
	flush := func() {
		if len(lines) > 0 {
			now.text = strings.Join(lines, "\n")
			all = append(all, now)
		}
		lines, now = nil, passage{}
	}
	number := first
	for line := range strings.SplitSeq(text, "\n") {
		if mark != nil {
			line = mark.ReplaceAllString(line, "")
		}
		line = strings.TrimSuffix(line, "\r")
		switch title := heading.MatchString(line); {
		case strings.TrimSpace(line) == "", fence.MatchString(line):
			flush()
		case title:
			flush()
			lines, now = []string{line}, passage{lines: []int{number}, title: true}
			flush()
		default:
			lines, now.lines = append(lines, line), append(now.lines, number)
		}
		number++
	}
	flush()
	return all
}

// goPassages returns the comments and the strings of a Go file. Adjacent line comments
// are one text, and so are strings joined with +.
func goPassages(src []byte) []passage {
	fset := token.NewFileSet()
	file := fset.AddFile("", -1, len(src))
	var s scanner.Scanner
	s.Init(file, src, nil, scanner.ScanComments)
	var (
		all             []passage
		comment         []string
		begin, previous int // the first line of comment, and its last
		joined          passage
		adding          bool // a + follows the string
	)
	endComment := func() {
		if len(comment) > 0 {
			all = append(all, paragraphs(strings.Join(comment, "\n"), begin, nil)...)
		}
		comment = nil
	}
	endString := func() {
		if joined.lines != nil {
			all = append(all, joined)
		}
		joined, adding = passage{}, false
	}
	for {
		pos, tok, lit := s.Scan()
		line := file.Line(pos)
		switch {
		case tok == token.EOF:
			endComment()
			endString()
			return all
		case tok == token.COMMENT && strings.HasPrefix(lit, "//"):
			if len(comment) > 0 && line != previous+1 {
				endComment()
			}
			if len(comment) == 0 {
				begin = line
			}
			previous = line
			if directive.MatchString(lit) {
				lit = ""
			}
			comment = append(comment, strings.TrimPrefix(lit, "//"))
			continue
		case tok == token.COMMENT:
			endComment()
			all = append(all, paragraphs(strings.TrimSuffix(strings.TrimPrefix(lit, "/*"), "*/"), line, nil)...)
			continue
		case tok == token.SEMICOLON && lit == "\n":
			continue
		}
		endComment()
		switch {
		case tok == token.STRING:
			if !adding {
				endString()
			}
			joined.add(lit, line)
			adding = false
		case tok == token.ADD && joined.lines != nil:
			adding = true
		default:
			endString()
		}
	}
}

var directive = regexp.MustCompile(`^//(?:go|line|nolint|lint|export|extern)[: ]?\S*:`)

// add appends a string literal that begins on the given line.
func (p *passage) add(literal string, line int) {
	text, err := strconv.Unquote(literal)
	if err != nil {
		return // the scanner saw no complete literal
	}
	raw := literal[0] == '`'
	if p.lines == nil {
		p.lines = []int{line}
	} else if last := len(p.lines) - 1; p.lines[last] != line {
		text = "\n" + text // the next line of the source
		p.text += text
		p.lines = append(p.lines, line)
		p.count(text[1:], line, raw)
		return
	}
	p.text += text
	p.count(text, line, raw)
}

// count notes the line of each further line of text.
func (p *passage) count(text string, line int, raw bool) {
	for range strings.Count(text, "\n") {
		if raw {
			line++
		}
		p.lines = append(p.lines, line)
	}
}
