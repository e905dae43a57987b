// Package place finds what each placeholder of a finished statement is compared with, or sets.
package place

import "strconv"

// Statement is a statement of SQL that was read.
type Statement struct {
	sql      string
	dialect  Dialect
	read     int // bytes
	tokens   []token
	holders  []int // the tokens that are placeholders
	open     []group
	cases    []int // the CASEs of open groups
	queries  []query
	sources  []source
	named    []namedQuery // of WITH
	isBroken bool         // by a quote or comment that does not end
	steps    int          // pieces that were looked at, for the test that they are few
}

// group is what stands in parentheses, or the statement.
type group struct {
	at, list, start, commas int
	cases                   int // how many the groups around it have
	query                   int
	isFrom                  bool // behind FROM, where a comma begins a table
	isQuery                 bool
}

// query is a SELECT, INSERT, UPDATE or DELETE. Each part of a UNION is one.
type query struct {
	parent   int // the query around it, or -1
	at       int // its SELECT, or -1
	insert   int // the INSERT whose rows it makes, or -1
	isInsert bool
}

// source is a table of a query: the token before its name.
type source struct{ query, at int }

type namedQuery struct {
	name  string
	query int
}

// Read reads a whole statement. It takes the memory of s.
func (s *Statement) Read(sql string, d Dialect) {
	*s = Statement{sql: sql, dialect: d, tokens: s.tokens[:0], holders: s.holders[:0], cases: s.cases[:0], sources: s.sources[:0], named: s.named[:0],
		open: append(s.open[:0], group{at: -1, list: -1, start: -1, isQuery: true}), queries: append(s.queries[:0], query{parent: -1, at: -1, insert: -1})}
	for s.read < len(sql) && !s.isBroken {
		s.next()
	}
}

// Len returns the number of placeholders.
func (s *Statement) Len() int { return len(s.holders) }

// IsBroken reports whether the statement cannot be read: a quote or a comment does not end.
func (s *Statement) IsBroken() bool { return s.isBroken }

// Offsets returns where a placeholder stands, and the index of its argument.
func (s *Statement) Offsets(holder int) (start, end, argument int) {
	t := s.tokens[s.holders[holder]]
	if s.dialect != Postgres {
		return t.start, t.end, holder
	}
	n, _ := strconv.Atoi(s.sql[t.start+1 : t.end])
	return t.start, t.end, n - 1
}

// add adds a token, and links it with those before it.
func (s *Statement) add(t token) {
	g, at := &s.open[len(s.open)-1], len(s.tokens)
	t.list, t.query = g.list, g.query
	s.tokens = append(s.tokens, t)
	added := &s.tokens[at]
	switch {
	case t.kind == holderPiece:
		s.holders = append(s.holders, at)
	case t.kind == wordPiece:
		s.addWord(s.piece(at), g, at)
	case t.kind != symbolPiece:
	case s.sql[t.start] == '(':
		s.open = append(s.open, group{at: at, list: at, start: at, cases: len(s.cases), query: g.query})
	case s.sql[t.start] == ')':
		if len(s.open) == 1 {
			return
		}
		s.cases = s.cases[:g.cases]
		added.match, s.tokens[g.at].match = g.at, at
		s.open = s.open[:len(s.open)-1]
		outer := s.open[len(s.open)-1]
		added.list, added.query = outer.list, outer.query
	case s.sql[t.start] == ',':
		g.commas++
		added.first, added.commas, g.list = g.start, g.commas, at
		if g.isFrom {
			s.sources = append(s.sources, source{g.query, at})
		}
	case s.sql[t.start] == ';':
		g.query = s.begin(-1, -1)
	}
}

func (s *Statement) begin(parent, insert int) int {
	s.queries = append(s.queries, query{parent: parent, at: -1, insert: insert})
	return len(s.queries) - 1
}

var (
	clauseWords = wordsOf("SELECT FROM WHERE SET GROUP ORDER HAVING LIMIT RETURNING ON WITH RECURSIVE VALUES WINDOW OFFSET FETCH QUALIFY")
	fromEnds    = wordsOf("SELECT WHERE SET GROUP ORDER HAVING LIMIT RETURNING VALUES UNION EXCEPT INTERSECT WINDOW OFFSET FETCH")
	setWords    = wordsOf("UNION EXCEPT INTERSECT")
	caseWords   = wordsOf("WHEN THEN ELSE END")
)

func (s *Statement) addWord(p piece, g *group, at int) {
	before := s.piece(at - 1)
	if before.is(".") { // a column
		return
	}
	if clauseWords.has(p) {
		g.start, g.commas = at, 0
	}
	if fromEnds.has(p) {
		g.isFrom = false
	}
	switch {
	case p.is("BETWEEN"):
		g.list = at
	case p.is("AND") && g.list >= 0 && s.piece(g.list).is("BETWEEN"): // the next one is of the condition
		g.list = s.tokens[g.list].list
	case p.is("VALUES"):
		g.list = at
	case p.is("SELECT"):
		s.addSelect(g, at)
	case setWords.has(p):
		g.query = s.begin(s.queries[g.query].parent, s.queries[g.query].insert)
	case p.is("CONFLICT"), p.is("DUPLICATE"), p.is("RETURNING"): // whose columns are those of the INSERT
		if insert := s.queries[g.query].insert; insert >= 0 {
			g.query = insert
		}
	case p.is("UPDATE") && before.is("KEY"):
		g.start, g.commas = at, 0
	case p.is("CASE"):
		s.cases = append(s.cases, at)
	case caseWords.has(p) && len(s.cases) > g.cases:
		s.tokens[at].match = s.cases[len(s.cases)-1]
		if p.is("END") {
			s.cases = s.cases[:len(s.cases)-1]
		}
	default:
		s.addTable(p, before, g, at)
	}
	s.tokens[at].query = g.query
}

// addTable adds a table, if the word stands before one.
func (s *Statement) addTable(p, before piece, g *group, at int) {
	switch {
	case p.is("FROM") && g.isQuery && !before.is("DISTINCT"):
		g.isFrom = true
	case p.is("UPDATE") && !before.is("DO") && !before.is("FOR"):
		g.isFrom, g.isQuery = true, true
	case p.is("JOIN"), p.is("USING") && g.isQuery:
	case p.is("INTO"):
		s.queries[g.query].isInsert = true
	case p.is("DELETE"), p.is("INSERT"):
		g.isQuery = true
		return
	default:
		return
	}
	s.sources = append(s.sources, source{g.query, at})
}

// addSelect begins a query in parentheses, or the one whose rows an INSERT stores.
func (s *Statement) addSelect(g *group, at int) {
	g.isQuery = true
	switch own := &s.queries[g.query]; {
	case g.at >= 0 && g.at == at-1:
		g.query = s.begin(g.query, -1)
		if name := s.nameOf(g.at); name != "" {
			s.named = append(s.named, namedQuery{name, g.query})
		}
	case own.isInsert:
		g.query = s.begin(own.parent, g.query)
	}
	s.queries[g.query].at = at
}

// nameOf returns the name that WITH gives to the query in a parenthesis, or the empty text.
func (s *Statement) nameOf(open int) string {
	at := open - 1
	for s.piece(at).is("MATERIALIZED") || s.piece(at).is("NOT") {
		at--
	}
	if !s.piece(at).is("AS") {
		return ""
	}
	at--
	if s.piece(at).is(")") && s.tokens[at].match >= 0 {
		at = s.tokens[at].match - 1
	}
	name, before := s.piece(at), s.piece(at-1)
	if before.is(",") {
		before = s.piece(s.tokens[at-1].first)
	}
	if name.isName() && (before.is("WITH") || before.is("RECURSIVE")) {
		return name.text
	}
	return ""
}
