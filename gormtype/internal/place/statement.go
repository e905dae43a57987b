package place

import "strings"

// Statement is what is read of a statement while it is built. Each call of Read reads only
// what was added, so that all placeholders of a long statement take linear time.
type Statement struct {
	// MySQL says that a backslash escapes a quote, and that # begins a comment.
	MySQL bool

	sql      string
	read     int // bytes
	tokens   []token
	open     []group // the statement, and the parentheses that are open at its end
	sources  []int   // the tokens before the tables of open groups
	cases    []int   // the CASEs of open groups
	isBroken bool    // by a quote or comment that does not end
	steps    int     // pieces that were looked at, for the test that they are few
}

// group is what stands in parentheses.
type group struct {
	at, list, start, commas int
	sources, cases          int // how many the groups around it have
	from                    int // how many sources are before its last SELECT
	isFrom                  bool
}

// token is a piece of a statement by its offsets.
type token struct {
	kind       pieceKind
	start, end int
	links
}

// links holds the indexes of other tokens, or -1.
type links struct {
	match  int // the other parenthesis, or the CASE of WHEN, THEN and ELSE
	list   int // the last comma, parenthesis, BETWEEN or VALUES of the group before the token
	first  int // of a comma, the parenthesis or VALUES before its list
	commas int // of a comma, how many there are in the list so far
}

// pieceKind is what a piece of a statement is.
type pieceKind uint8

const (
	noPiece pieceKind = iota
	symbolPiece
	operatorPiece // a comparison
	wordPiece     // a keyword, a name, a number or a placeholder of PostgreSQL
	namePiece     // a name in quotes
	textPiece
)

type piece struct {
	kind pieceKind
	text string // of a name without quotes
	links
}

func (t piece) is(text string) bool {
	return t.kind != namePiece && t.kind != textPiece && strings.EqualFold(t.text, text)
}

func (t piece) isOneOf(texts ...string) bool {
	//nolint:modernize // slices.ContainsFunc would allocate, once for each piece of a list
	for _, text := range texts {
		if t.is(text) {
			return true
		}
	}
	return false
}

// isName reports whether the piece can be the name of a column or table.
func (t piece) isName() bool {
	return t.kind == namePiece || t.kind == wordPiece && t.text[0] != '$' && (t.text[0] < '0' || t.text[0] > '9')
}

func (s *Statement) piece(i int) piece {
	s.steps++
	t := s.tokens[i]
	if t.kind == namePiece {
		return piece{t.kind, s.sql[t.start+1 : t.end-1], t.links}
	}
	return piece{t.kind, s.sql[t.start:t.end], t.links}
}

// Read reads the statement so far. It begins again if that is another one. The comparison
// costs nothing while a strings.Builder has not moved the statement.
func (s *Statement) Read(sql string) {
	if len(sql) < len(s.sql) || sql[:len(s.sql)] != s.sql || len(s.open) == 0 {
		s.Reset()
	}
	s.sql = sql
	for s.read < len(sql) && !s.isBroken {
		s.next()
	}
}

// Reset forgets the statement, and keeps the memory.
func (s *Statement) Reset() {
	*s = Statement{MySQL: s.MySQL, tokens: s.tokens[:0], sources: s.sources[:0], cases: s.cases[:0],
		open: append(s.open[:0], group{at: -1, list: -1, start: -1})}
}

// next reads one piece.
func (s *Statement) next() {
	start, kind := s.read, symbolPiece
	end := start + 1
	switch c := s.sql[start]; {
	case strings.IndexByte(" \t\r\n", c) >= 0:
		s.read++
		return
	case strings.HasPrefix(s.sql[start:], "--"), s.MySQL && c == '#':
		s.skipPast(start, "\n")
		return
	case strings.HasPrefix(s.sql[start:], "/*"):
		s.skipPast(start+2, "*/")
		return
	case c == '\'':
		kind, end = textPiece, s.endOfText(start)
	case c == '"' || c == '`':
		kind, end = namePiece, s.past(end, s.sql[start:end])
	case c == '[' && s.opensName():
		kind, end = namePiece, s.past(end, "]")
	case isNameByte(c):
		kind = wordPiece
		for end < len(s.sql) && isNameByte(s.sql[end]) {
			end++
		}
	case strings.IndexByte("<>=!@", c) >= 0:
		kind = operatorPiece
		for end < len(s.sql) && strings.IndexByte("<>=!@", s.sql[end]) >= 0 {
			end++
		}
	}
	if s.isBroken {
		return
	}
	s.read = end
	s.add(token{kind, start, end, links{match: -1, list: -1, first: -1}})
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

func (s *Statement) skipPast(from int, end string) {
	if to := s.past(from, end); !s.isBroken {
		s.read = to
	}
}

// endOfText returns the offset behind a text. A quote in it that is doubled ends one text and
// begins another.
func (s *Statement) endOfText(start int) int {
	escapes := s.MySQL
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

// add adds a token, and links it with those before it.
func (s *Statement) add(t token) {
	g, at := &s.open[len(s.open)-1], len(s.tokens)
	t.list = g.list
	s.tokens = append(s.tokens, t)
	added := &s.tokens[at]
	p := s.piece(at)
	switch {
	case p.is("("):
		s.open = append(s.open, group{at: at, list: at, start: at, sources: len(s.sources), cases: len(s.cases), from: len(s.sources)})
	case p.is(")"):
		if len(s.open) == 1 {
			return
		}
		s.sources, s.cases = s.sources[:g.sources], s.cases[:g.cases]
		added.match, s.tokens[g.at].match = g.at, at
		s.open = s.open[:len(s.open)-1]
		added.list = s.open[len(s.open)-1].list
	case p.is(","):
		g.commas++
		added.first, added.commas, g.list = g.start, g.commas, at
		if g.isFrom {
			s.sources = append(s.sources, at)
		}
	case p.kind == wordPiece:
		s.addWord(p, g, at)
	}
}

func (s *Statement) addWord(p piece, g *group, at int) {
	before := piece{}
	if at > 0 {
		before = s.piece(at - 1)
	}
	switch {
	case before.is("."): // a column
	case p.is("BETWEEN"):
		g.list = at
	case p.is("AND") && g.list >= 0 && s.piece(g.list).is("BETWEEN"): // the next one is of the condition
		g.list = s.tokens[g.list].list
	case p.is("VALUES"):
		g.list, g.start, g.commas, g.isFrom = at, at, 0, false
	case p.is("FROM") && !before.is("DISTINCT"), p.is("JOIN"), p.is("INTO"), p.is("UPDATE") && !before.isOneOf("KEY", "DO", "FOR"):
		s.sources = append(s.sources, at)
		g.isFrom = !p.is("INTO")
	case p.is("SELECT"):
		g.isFrom, g.from = false, len(s.sources)
	case p.isOneOf("CONFLICT", "DUPLICATE"): // whose columns are those of the INSERT
		g.isFrom, g.from = false, g.sources
	case p.isOneOf("WHERE", "SET", "GROUP", "ORDER", "HAVING", "LIMIT", "UNION"):
		g.isFrom = false
	case p.is("CASE"):
		s.cases = append(s.cases, at)
	case p.isOneOf("WHEN", "THEN", "ELSE", "END") && len(s.cases) > g.cases:
		s.tokens[at].match = s.cases[len(s.cases)-1]
		if p.is("END") {
			s.cases = s.cases[:len(s.cases)-1]
		}
	}
}

func isNameByte(c byte) bool {
	return c == '_' || c == '$' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}
