package place

import (
	"strconv"
	"strings"
)

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
	argument   int  // the index of its value
	other      int  // the expression with which it is compared, or that it sets
	beside     int  // the expression with which a text that it is part of is compared, or that this sets, or 0
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

// parseTokens parses the tokens of the statement.
func (s *Statement) parseTokens() {
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
			t.argument = s.argumentOf(at, t.end)
			s.holders = append(s.holders, len(s.tokens))
		}
		s.tokens = append(s.tokens, t)
		at = t.end
	}
}

// argumentOf returns the index of the value of a placeholder, which can have a number. SQLite takes $1 for a name: its drivers
// agree on the value only if such names appear in the order of their numbers, and no other placeholder does.
func (s *Statement) argumentOf(start, end int) int {
	argument := s.Arguments
	if number := s.sql[start+1 : end]; number != "" {
		n, err := strconv.ParseUint(number, 10, 16)
		argument = max(int(n), 1) - 1
		s.isBroken = err != nil || n == 0 || s.dialect == SQLite && s.sql[start] == '$' && argument > s.Arguments
	}
	if len(s.holders) > 0 && s.sql[s.tokens[s.holders[0]].start] != s.sql[start] {
		s.isBroken = true
	}
	s.Arguments = max(s.Arguments, argument+1)
	return argument
}

// skipBlank returns the offset behind white space, or behind a comment.
func (s *Statement) skipBlank(at int) int {
	rest := s.sql[at:]
	switch {
	case strings.IndexByte(" \t\r\n\f\v", rest[0]) >= 0:
		return at + 1
	case s.beginsComment(rest):
		ends := "\n"
		if s.dialect == Postgres {
			ends = "\r\n"
		}
		end := strings.IndexAny(rest, ends)
		if end < 0 {
			end = len(rest)
		}
		return at + end
	case strings.HasPrefix(rest, "/*"):
		return s.pastComment(at)
	}
	return at
}

// pastComment returns the offset behind a comment between two marks. PostgreSQL has comments in comments. MySQL executes what
// is behind /*!, and so a placeholder there, if its version is not below a number: such a statement cannot be parsed.
func (s *Statement) pastComment(at int) int {
	end := s.past(at+2, "*/")
	switch {
	case s.isBroken:
	case s.dialect == Postgres:
		for inner := at + 2; !s.isBroken; inner += 2 {
			next := strings.Index(s.sql[inner:end], "/*")
			if next < 0 {
				break
			}
			inner += next
			end = s.past(end, "*/")
		}
	case s.dialect == MySQL:
		text := s.sql[at+2 : end]
		s.isBroken = (strings.HasPrefix(text, "!") || strings.HasPrefix(text, "M!")) && strings.ContainsAny(text, "?=<>(")
	}
	return end
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
		for s.dialect == SQLite && end < len(s.sql) && isDigit(s.sql[end]) {
			end++
		}
		return holderToken, end
	case c == '$' && s.dialect != MySQL:
		return s.dollar(start)
	case (c == ':' || c == '@') && s.dialect == SQLite: // a placeholder with a name, and no cast
		s.isBroken = end < len(s.sql) && IsNameByte(s.sql[end])
	case isDigit(c) || c == '.' && end < len(s.sql) && isDigit(s.sql[end]) && !s.isName(s.adjacent(start)): // 1.5
		for end < len(s.sql) && (IsNameByte(s.sql[end]) || s.sql[end] == '.') {
			end++
		}
		return wordToken, end
	case IsNameByte(c):
		for end < len(s.sql) && IsNameByte(s.sql[end]) {
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

// dollar parses a placeholder of PostgreSQL or SQLite, or a text between two tags.
func (s *Statement) dollar(start int) (tokenKind, int) {
	end := start + 1
	for end < len(s.sql) && isDigit(s.sql[end]) {
		end++
	}
	if end > start+1 {
		return holderToken, end
	}
	if s.isBroken = s.dialect == SQLite; s.isBroken { // a placeholder with a name
		return holderToken, end
	}
	for end < len(s.sql) && s.sql[end] != '$' && IsNameByte(s.sql[end]) {
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

// IsNameByte reports whether a byte can be part of a name.
func IsNameByte(c byte) bool {
	return c == '_' || c == '$' || c >= 0x80 || isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'z'
}
