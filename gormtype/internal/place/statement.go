// Package place finds what each placeholder of a finished statement is compared with, or sets.
package place

// Statement is a statement of SQL that was parsed.
type Statement struct {
	Arguments int // the number of values that the placeholders need
	sql       string
	dialect   Dialect
	tokens    []token
	holders   []int // the tokens that are placeholders
	nodes     []node
	stack     []int // the expressions of lists that are being parsed
	parts     []int // and of those that were
	sites     []Site
	meetings  []meeting
	complete  []int // the queries in parentheses, an inner one before the one around it
	queries   []query
	sources   []Source
	named     []Source // the queries of WITH
	isBroken  bool     // by a quote or comment that does not end, or by a placeholder that is not parsed
	at        int      // the next token
	query     int      // in which it is
	isUpsert  bool     // behind ON DUPLICATE KEY UPDATE
	hasTexts  bool     // a function of JSON is a table
	depth     int      // of expressions
	hops      int      // columns that were followed, for one meeting
	steps     int      // tokens that were looked at, for the test that they are few
}

// query is a SELECT, INSERT, UPDATE or DELETE. Each part of a UNION is one.
type query struct {
	parent      int // the query around it, or -1
	insert      int // the INSERT whose rows it makes, or -1
	union       int // the first part of a UNION of which it is a part, or -1
	next        int // the next part, or 0
	isInsert    bool
	isRecursive bool   // of WITH
	hasRows     bool   // which the names old, new or excluded mean: of an INSERT, or behind RETURNING
	isValues    bool   // rows of VALUES, whose columns are column1, column2
	columns     int    // of an INSERT, the group of them or the table
	outputs     []int  // the columns that it returns
	sources     [2]int // where its tables begin and end
}

// Parse parses a whole statement, and reports whether it could: a quote or a comment may not end, and a placeholder have a
// name. It takes the memory of s.
func (s *Statement) Parse(sql string, d Dialect) bool {
	*s = Statement{sql: sql, dialect: d, tokens: s.tokens[:0], holders: s.holders[:0], queries: s.queries[:0], sources: s.sources[:0], named: s.named[:0],
		stack: s.stack[:0], parts: s.parts[:0], nodes: append(s.nodes[:0], node{}), sites: s.sites, meetings: s.meetings[:0], complete: s.complete[:0]}
	s.begin(-1, -1)
	if s.parseTokens(); s.isBroken {
		return false
	}
	for s.peek().kind != noToken {
		s.clauses(false)
		s.at++ // behind a parenthesis that is not open
	}
	s.finish()
	return !s.isBroken
}

// finish tells the placeholders what they meet, when all tables and queries are known.
func (s *Statement) finish() {
	s.sortSources()
	for i := range s.queries {
		s.complete = append(s.complete, i)
	}
	for _, i := range s.complete {
		s.expand(i)
		s.unify(i)
	}
	for _, own := range s.queries {
		if own.insert >= 0 && own.union < 0 {
			s.store(own.outputs, own.insert, true)
		}
	}
	for _, m := range s.meetings {
		s.settle(m)
	}
}

// begin adds a query.
func (s *Statement) begin(parent, insert int) int {
	s.queries = append(s.queries, query{parent: parent, insert: insert, union: -1})
	return len(s.queries) - 1
}
