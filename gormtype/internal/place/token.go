package place

import "strings"

// Dialect says how a server writes placeholders, texts and comments.
type Dialect uint8

const (
	SQLite   Dialect = iota
	MySQL            // a backslash escapes a quote, and # begins a comment
	Postgres         // placeholders are numbered, and $tag$ begins a text
)

// token is a piece of a statement by its offsets, with its links to others.
type token struct {
	kind       pieceKind
	start, end int
	match      int // the other parenthesis, or the CASE of WHEN, THEN and ELSE
	list       int // the last comma, parenthesis, BETWEEN or VALUES of the group before the token
	first      int // of a comma, the parenthesis or the word of the clause that begins its list
	commas     int // of a comma, how many there are in the list so far
	query      int // the query in which it is
}

// pieceKind is what a piece of a statement is.
type pieceKind uint8

const (
	noPiece pieceKind = iota
	symbolPiece
	comparisonPiece
	wordPiece // a keyword, a name or a number
	namePiece // a name in quotes
	textPiece
	holderPiece // a placeholder
)

type piece struct {
	kind pieceKind
	text string // of a name without quotes
}

func (t piece) is(text string) bool {
	return (t.kind == wordPiece || t.kind == symbolPiece) && len(t.text) == len(text) && strings.EqualFold(t.text, text)
}

// words is a set of keywords, in upper case.
type words map[string]bool

func wordsOf(list string) words {
	w := words{}
	for word := range strings.FieldsSeq(list) {
		w[word] = true
	}
	return w
}

const longestWord = 32

// has reports whether the piece is one of the words. It does not allocate.
func (w words) has(t piece) bool {
	if t.kind != wordPiece && t.kind != symbolPiece || len(t.text) > longestWord {
		return false
	}
	var upper [longestWord]byte
	for i := range len(t.text) {
		c := t.text[i]
		if 'a' <= c && c <= 'z' {
			c -= 'a' - 'A'
		}
		upper[i] = c
	}
	return w[string(upper[:len(t.text)])]
}

// isName reports whether the piece can be the name of a column or table.
func (t piece) isName() bool {
	return t.kind == namePiece || t.kind == wordPiece && (t.text[0] < '0' || t.text[0] > '9')
}

func (s *Statement) piece(i int) piece {
	if i < 0 || i >= len(s.tokens) {
		return piece{}
	}
	s.steps++
	t := &s.tokens[i]
	if t.kind == namePiece {
		return piece{t.kind, s.sql[t.start+1 : t.end-1]}
	}
	return piece{t.kind, s.sql[t.start:t.end]}
}

// symbols holds the operators of several characters, a longer one before its beginning.
var symbols = []string{"->>", "#>>", "!~*", "<=>", "->", "#>", "||", "&&", "::", ":=", "@>", "<@", "<=", ">=", "<>", "!=", "==", "!~", "~*"}

func isComparison(symbol string) bool {
	switch symbol {
	case "=", "==", "<", ">", "<=", ">=", "<>", "!=", "<=>":
		return true
	}
	return false
}

// next reads one piece, or skips white space and comments.
func (s *Statement) next() {
	start, rest := s.read, s.sql[s.read:]
	switch {
	case strings.IndexByte(" \t\r\n", rest[0]) >= 0:
		s.read++
		return
	case s.beginsComment(rest):
		end := strings.IndexByte(rest, '\n')
		if end < 0 {
			end = len(rest)
		}
		s.read += end
		return
	case strings.HasPrefix(rest, "/*"):
		if to := s.past(start+2, "*/"); !s.isBroken {
			s.read = to
		}
		return
	}
	kind, end := s.pieceAt(start)
	if s.isBroken {
		return
	}
	s.read = end
	s.add(token{kind: kind, start: start, end: end, match: -1, list: -1, first: -1})
}

// pieceAt returns the kind and the end of the piece that begins at an offset.
func (s *Statement) pieceAt(start int) (pieceKind, int) {
	end := start + 1
	switch c := s.sql[start]; {
	case strings.IndexByte("'\"`[", c) >= 0 && (c != '[' || s.opensName()):
		return s.quotedAt(start)
	case c == '?' && s.dialect != Postgres:
		s.isBroken = end < len(s.sql) && isDigit(s.sql[end]) // ?1 of SQLite
		return holderPiece, end
	case c == '$' && s.dialect == Postgres:
		return s.dollar(start)
	case isNameByte(c):
		for end < len(s.sql) && isNameByte(s.sql[end]) {
			end++
		}
		return wordPiece, end
	}
	for _, symbol := range symbols {
		if strings.HasPrefix(s.sql[start:], symbol) {
			end = start + len(symbol)
			break
		}
	}
	if isComparison(s.sql[start:end]) {
		return comparisonPiece, end
	}
	return symbolPiece, end
}

// quotedAt returns the kind and the end of a text or of a name in quotes.
func (s *Statement) quotedAt(start int) (pieceKind, int) {
	switch s.sql[start] {
	case '\'':
		return textPiece, s.endOfText(start)
	case '[':
		return namePiece, s.past(start+1, "]")
	}
	return namePiece, s.past(start+1, s.sql[start:start+1])
}

// beginsComment reports whether a comment begins that ends with the line. MySQL takes -- for two
// signs before anything but white space.
func (s *Statement) beginsComment(rest string) bool {
	if s.dialect != MySQL {
		return strings.HasPrefix(rest, "--")
	}
	return rest[0] == '#' || strings.HasPrefix(rest, "--") && (len(rest) == 2 || rest[2] <= ' ')
}

// dollar reads a placeholder of PostgreSQL, or a text between two tags.
func (s *Statement) dollar(start int) (pieceKind, int) {
	end := start + 1
	for end < len(s.sql) && isDigit(s.sql[end]) {
		end++
	}
	if end > start+1 {
		return holderPiece, end
	}
	for end < len(s.sql) && s.sql[end] != '$' && isNameByte(s.sql[end]) {
		end++
	}
	if end == len(s.sql) || s.sql[end] != '$' {
		s.isBroken = true
		return textPiece, end
	}
	return textPiece, s.past(end+1, s.sql[start:end+1])
}

// opensName reports whether a bracket is of a name, and not of an array.
func (s *Statement) opensName() bool {
	if n := len(s.tokens); n > 0 && s.tokens[n-1].end == s.read {
		t := s.piece(n - 1)
		return !t.isName() && !t.is("]") && !t.is(")")
	}
	return true
}

// past returns the offset behind the next end.
func (s *Statement) past(from int, end string) int {
	i := strings.Index(s.sql[from:], end)
	s.isBroken = i < 0
	return from + i + len(end)
}

// endOfText returns the offset behind a text. A quote in it that is doubled ends one text and
// begins another.
func (s *Statement) endOfText(start int) int {
	escapes := s.dialect == MySQL
	if n := len(s.tokens); n > 0 && s.tokens[n-1].end == start && s.piece(n-1).is("E") {
		escapes = true
	}
	for i := start + 1; i < len(s.sql); i++ {
		switch {
		case escapes && s.sql[i] == '\\':
			i++
		case s.sql[i] == '\'':
			return i + 1
		}
	}
	s.isBroken = true
	return len(s.sql)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isNameByte(c byte) bool {
	return c == '_' || c == '$' || c >= 0x80 || isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'z'
}
