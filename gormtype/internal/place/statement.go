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
	at       int // its SELECT or RETURNING, or -1
	insert   int // the INSERT whose rows it makes, or -1
	union    int // the first part of a UNION of which it is a part, or -1
	isInsert bool
}

// source is a table of a query: the token before its name.
type source struct{ query, at int }

type namedQuery struct {
	name  string
	query int
	names int // the parenthesis of the list of columns, or -1
	// isRecursive is true if the query can name itself. Another one names the table.
	isRecursive bool
}

// Read reads a whole statement. It takes the memory of s.
func (s *Statement) Read(sql string, d Dialect) {
	*s = Statement{sql: sql, dialect: d, tokens: s.tokens[:0], holders: s.holders[:0], cases: s.cases[:0], sources: s.sources[:0], named: s.named[:0],
		open: append(s.open[:0], group{at: -1, list: -1, start: -1, isQuery: true}), queries: append(s.queries[:0], query{parent: -1, at: -1, insert: -1, union: -1})}
	for s.read < len(sql) && !s.isBroken {
		s.next()
	}
}

// IsBroken reports whether the statement cannot be read: a quote or a comment does not end.
func (s *Statement) IsBroken() bool { return s.isBroken }

// offsets returns where a placeholder stands, and the index of its argument.
func (s *Statement) offsets(holder int) (start, end, argument int) {
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
		isFrom := s.isTable(g, at)
		if isFrom { // of joined tables; a query is none, see sourceAt
			s.sources = append(s.sources, source{g.query, at})
		}
		s.open = append(s.open, group{at: at, list: at, start: at, cases: len(s.cases), query: g.query, isFrom: isFrom})
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

// isTable reports whether a parenthesis stands in the place of a table.
func (s *Statement) isTable(g *group, open int) bool {
	before := s.piece(open - 1)
	return g.isFrom && (before.is("FROM") || before.is("JOIN") || before.is(",") || before.is("("))
}

func (s *Statement) begin(parent, insert int) int {
	s.queries = append(s.queries, query{parent: parent, at: -1, insert: insert, union: -1})
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
	if clauseWords.has(p) && s.isClause(p, before, g) {
		g.start, g.commas = at, 0
	}
	if fromEnds.has(p) {
		g.isFrom = false
	}
	switch {
	case p.is("BETWEEN"), p.is("VALUES") && g.start == at:
		g.list = at
	case p.is("AND") && g.list >= 0 && s.piece(g.list).is("BETWEEN"): // the next one is of the condition
		g.list = s.tokens[g.list].list
	case p.is("UPDATE") && before.is("KEY"):
		g.start, g.commas = at, 0
	case !s.addCase(p, g, at) && !s.addQuery(p, g, at):
		s.addTable(p, before, g, at)
	}
	s.tokens[at].query = g.query
}

// addCase links a word of a CASE with it, and reports whether it is one.
func (s *Statement) addCase(p piece, g *group, at int) bool {
	switch {
	case p.is("CASE"):
		s.cases = append(s.cases, at)
	case caseWords.has(p) && len(s.cases) > g.cases:
		s.tokens[at].match = s.cases[len(s.cases)-1]
		if p.is("END") {
			s.cases = s.cases[:len(s.cases)-1]
		}
	default:
		return false
	}
	return true
}

// addQuery begins a query, or goes on with another one, and reports whether the word does so.
func (s *Statement) addQuery(p piece, g *group, at int) bool {
	switch {
	case p.is("SELECT"):
		s.addSelect(g, at)
	case setWords.has(p):
		first := g.query
		if union := s.queries[first].union; union >= 0 {
			first = union
		}
		g.query = s.begin(s.queries[g.query].parent, s.queries[g.query].insert)
		s.queries[g.query].union = first
	case p.is("CONFLICT"), p.is("DUPLICATE"), p.is("RETURNING"): // whose columns are those of the INSERT
		if insert := s.queries[g.query].insert; insert >= 0 {
			g.query = insert
		}
		if p.is("RETURNING") && s.queries[g.query].at < 0 {
			s.queries[g.query].at = at
		}
	default:
		return false
	}
	return true
}

// isClause reports whether a word begins a clause, and is no part of one.
func (s *Statement) isClause(p, before piece, g *group) bool {
	switch {
	case p.is("FROM"), p.is("ON"):
		return !before.is("DISTINCT")
	case p.is("VALUES"):
		function := s.piece(g.at - 1) // VALUES(a) of ON DUPLICATE KEY UPDATE
		return !s.piece(g.start).is("UPDATE") && !valueFunctions.has(function) && !valueResults.has(function)
	case p.is("WITH"):
		return before.kind == noPiece || before.is("(") || before.is(";") || before.is(")") || before.isName() && g.start < 0
	}
	return true
}

// addTable adds a table, if the word stands before one.
func (s *Statement) addTable(p, before piece, g *group, at int) {
	switch {
	case p.is("FROM") && g.isQuery && !before.is("DISTINCT"):
		g.isFrom = true
	case p.is("UPDATE") && !before.is("DO") && !before.is("FOR"):
		g.isFrom, g.isQuery = true, true
	case p.is("JOIN"), p.is("STRAIGHT_JOIN"), p.is("USING") && g.isQuery:
	case p.is("INTO") && !s.queries[g.query].isInsert, (p.is("INSERT") || p.is("REPLACE")) && (before.kind == noPiece || beginsStatement.has(before)):
		s.queries[g.query].isInsert = true
	case p.is("DELETE"):
		g.isQuery = true
		return
	default:
		return
	}
	s.sources = append(s.sources, source{g.query, at})
}

// beginsStatement holds what can stand before a statement, besides nothing.
var beginsStatement = wordsOf("; ( ) EXPLAIN")

// addSelect begins a query in parentheses, or the one whose rows an INSERT stores.
func (s *Statement) addSelect(g *group, at int) {
	g.isQuery = true
	switch own := &s.queries[g.query]; {
	case g.at >= 0 && g.at == at-1:
		insert := -1
		if before := s.piece(g.at - 1); own.isInsert && own.at < 0 && (before.is(")") || before.isName() && !clauseWords.has(before)) && s.isRows(g.at) {
			insert = g.query
		}
		g.query = s.begin(g.query, insert)
		if n := s.namedAt(g.at); n.name != "" {
			n.query = g.query
			s.named = append(s.named, n)
		}
	case own.isInsert:
		g.query = s.begin(own.parent, g.query)
	}
	s.queries[g.query].at = at
}

// isRows reports whether a parenthesis behind the table or the columns of an INSERT has its rows.
func (s *Statement) isRows(open int) bool {
	at := open - 1
	if s.piece(at).is(")") && s.tokens[at].match >= 0 {
		at = s.tokens[at].match - 1
	}
	for s.piece(at - 1).is(".") {
		at -= 2
	}
	return s.piece(at-1).is("INTO") || s.piece(at-1).is("INSERT") || s.piece(at-1).is("REPLACE")
}

// namedAt returns the name that WITH gives to the query in a parenthesis. It is empty if it gives
// none.
func (s *Statement) namedAt(open int) (n namedQuery) {
	n.names = -1
	at := open - 1
	for s.piece(at).is("MATERIALIZED") || s.piece(at).is("NOT") {
		at--
	}
	if !s.piece(at).is("AS") {
		return n
	}
	at--
	if s.piece(at).is(")") && s.tokens[at].match >= 0 {
		n.names = s.tokens[at].match
		at = n.names - 1
	}
	t, before := s.piece(at), s.piece(at-1)
	if before.is(",") && s.tokens[at-1].first >= 0 {
		before = s.piece(s.tokens[at-1].first)
	}
	if t.isName() && (before.is("WITH") || before.is("RECURSIVE")) {
		n.name, n.isRecursive = t.text, before.is("RECURSIVE")
	}
	return n
}

// isWithin reports whether a query is another one, a part of it, or in it.
func (s *Statement) isWithin(query, other int) bool {
	for ; query >= 0; query = s.queries[query].parent {
		if query == other || s.queries[query].union == other {
			return true
		}
	}
	return false
}
