package place

import "strings"

// Dialect says how a server writes placeholders, texts and comments.
type Dialect uint8

const (
	SQLite   Dialect = iota
	MySQL            // a backslash escapes a quote, and # begins a comment
	Postgres         // placeholders are numbered, and $tag$ begins a text
)

// token is a piece of a statement by its offsets.
type token struct {
	kind       tokenKind
	word       string // a known keyword in upper case, or a symbol
	sets       words  // to which the word belongs
	start, end int
	// Of a placeholder:
	other      int  // the expression with which it is compared, or that it sets
	role       Role // and how
	cast       int  // the token of the type to which the statement casts it, or 0
	isNullTest bool // IS NULL or IS NOT NULL is behind it, or behind its cast
	isMixed    bool // a query in FROM or WITH returns it, and it is compared with a column and with a text
}

// in reports whether a token is a word of a set.
func (t *token) in(set words) bool { return t.sets&set != 0 }

// theEnd is before the first token and behind the last one.
var theEnd token

type tokenKind uint8

const (
	noToken tokenKind = iota // the end
	symbolToken
	wordToken // a keyword, a name or a number
	nameToken // a name in quotes
	textToken
	holderToken // a placeholder
)

// words is a set of keywords, in upper case, and of symbols: a bit in those of a keyword.
type words uint32

type keyword struct {
	text string
	sets words
}

var (
	keywords  = map[string]keyword{}
	countSets int
)

func wordsOf(list string) words {
	set := words(1) << countSets
	countSets++
	for word := range strings.FieldsSeq(list) {
		keywords[word] = keyword{word, keywords[word].sets | set}
	}
	return set
}

// keywordOf returns what is known of a word. It does not allocate.
func keywordOf(word string) keyword {
	var upper [16]byte
	if len(word) > len(upper) {
		return keyword{}
	}
	for i := range len(word) {
		c := word[i]
		if 'a' <= c && c <= 'z' {
			c -= 'a' - 'A'
		}
		upper[i] = c
	}
	return keywords[string(upper[:len(word)])]
}

// symbols holds the operators of several characters, a longer one before its beginning.
var symbols = []string{"->>", "#>>", "!~*", "<=>", "->", "#>", "||", "&&", "::", ":=", "@>", "<@", "<=", ">=", "<>", "!=", "==", "!~", "~*"}

var comparisons = wordsOf("= == < > <= >= <> != <=>")

// readTokens reads the tokens of the statement.
func (s *Statement) readTokens() {
	for at := 0; at < len(s.sql) && !s.isBroken; {
		if next := s.skipBlank(at); next > at {
			at = next
			continue
		}
		t := token{start: at}
		t.kind, t.end = s.tokenAt(at)
		if s.isBroken {
			return
		}
		switch t.kind {
		case wordToken:
			known := keywordOf(s.sql[at:t.end])
			t.word, t.sets = known.text, known.sets
		case symbolToken:
			t.word = s.sql[at:t.end]
			t.sets = keywords[t.word].sets
		case holderToken:
			s.holders = append(s.holders, len(s.tokens))
		}
		s.tokens = append(s.tokens, t)
		at = t.end
	}
}

// skipBlank returns the offset behind white space, or behind a comment.
func (s *Statement) skipBlank(at int) int {
	rest := s.sql[at:]
	switch {
	case strings.IndexByte(" \t\r\n", rest[0]) >= 0:
		return at + 1
	case s.beginsComment(rest):
		end := strings.IndexByte(rest, '\n')
		if end < 0 {
			end = len(rest)
		}
		return at + end
	case strings.HasPrefix(rest, "/*"):
		return s.past(at+2, "*/")
	}
	return at
}

// tokenAt returns the kind and the end of the token that begins at an offset.
func (s *Statement) tokenAt(start int) (tokenKind, int) {
	end := start + 1
	switch c := s.sql[start]; {
	case c == '\'':
		return textToken, s.endOfText(start)
	case c == '"' && s.dialect == MySQL: // a text, unless the server is set to ANSI_QUOTES
		return nameToken, s.endOfText(start)
	case c == '"' || c == '`':
		return nameToken, s.past(end, s.sql[start:end])
	case c == '[' && s.dialect == SQLite && s.opensName(start):
		return nameToken, s.past(end, "]")
	case c == '?' && s.dialect != Postgres:
		s.isBroken = end < len(s.sql) && isDigit(s.sql[end]) // ?1 of SQLite
		return holderToken, end
	case c == '$' && s.dialect == Postgres:
		return s.dollar(start)
	case isDigit(c) || c == '.' && end < len(s.sql) && isDigit(s.sql[end]) && !s.isName(s.adjacent(start)): // 1.5
		for end < len(s.sql) && (isNameByte(s.sql[end]) || s.sql[end] == '.') {
			end++
		}
		return wordToken, end
	case isNameByte(c):
		for end < len(s.sql) && isNameByte(s.sql[end]) {
			end++
		}
		return wordToken, end
	}
	for _, symbol := range symbols {
		if symbol[0] == s.sql[start] && strings.HasPrefix(s.sql[start:], symbol) {
			end = start + len(symbol)
			break
		}
	}
	return symbolToken, end
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
func (s *Statement) dollar(start int) (tokenKind, int) {
	end := start + 1
	for end < len(s.sql) && isDigit(s.sql[end]) {
		end++
	}
	if end > start+1 {
		return holderToken, end
	}
	for end < len(s.sql) && s.sql[end] != '$' && isNameByte(s.sql[end]) {
		end++
	}
	if end == len(s.sql) || s.sql[end] != '$' {
		s.isBroken = true
		return textToken, end
	}
	return textToken, s.past(end+1, s.sql[start:end+1])
}

// adjacent returns the token that ends at an offset, or the end.
func (s *Statement) adjacent(start int) *token {
	if n := len(s.tokens); n > 0 && s.tokens[n-1].end == start {
		return &s.tokens[n-1]
	}
	return &theEnd
}

// opensName reports whether a bracket is of a name, and not of an array.
func (s *Statement) opensName(start int) bool {
	t := s.adjacent(start)
	return !s.isName(t) && t.word != "]" && t.word != ")"
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
	escapes := s.dialect == MySQL || strings.EqualFold(s.textOf(s.adjacent(start)), "E")
	for i := start + 1; i < len(s.sql); i++ {
		switch {
		case escapes && s.sql[i] == '\\':
			i++
		case s.sql[i] == s.sql[start]:
			return i + 1
		}
	}
	s.isBroken = true
	return len(s.sql)
}

// textOf returns what a token is in the statement, a name without its quotes.
func (s *Statement) textOf(t *token) string {
	if t.kind == nameToken {
		return s.sql[t.start+1 : t.end-1]
	}
	return s.sql[t.start:t.end]
}

// isName reports whether a token can be the name of a column or table.
func (s *Statement) isName(t *token) bool {
	return t.kind == nameToken || t.kind == wordToken && !isDigit(s.sql[t.start]) && s.sql[t.start] != '.'
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isNameByte(c byte) bool {
	return c == '_' || c == '$' || c >= 0x80 || isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'z'
}
