package place

import "slices"

var (
	clauseWords = wordsOf("SELECT FROM WHERE SET GROUP ORDER HAVING LIMIT RETURNING ON WITH VALUES WINDOW OFFSET FETCH QUALIFY UNION EXCEPT INTERSECT INTO FOR ;")
	tableWords  = wordsOf("FROM JOIN STRAIGHT_JOIN")
	fromEnds    = wordsOf("WHERE SET GROUP ORDER HAVING LIMIT WINDOW OFFSET FETCH QUALIFY")
	// partStarts holds what can stand before a part of a UNION in parentheses.
	partStarts = wordsOf("( ) UNION EXCEPT INTERSECT ALL DISTINCT")
	// _ holds the other words of clauses that the parser compares.
	_ = wordsOf("VALUE UPDATE INSERT REPLACE CONFLICT DUPLICATE KEY DO RECURSIVE MATERIALIZED")
)

// beginsQuery reports whether a query begins at a token, and no expression.
func (s *Statement) beginsQuery(at int) bool {
	switch s.token(at).word {
	case "SELECT", "VALUES", "WITH":
		return true
	}
	return false
}

// subquery parses a query in parentheses, behind the one that opens.
func (s *Statement) subquery() int {
	first, outer := s.at-1, s.query
	s.query = s.begin(outer, -1)
	own := s.query
	s.clauses(false)
	s.skip(")")
	s.query = outer
	s.complete = append(s.complete, own)
	n := s.add(queryNode, first)
	s.nodes[n].query = own
	return n
}

// clauses parses the clauses of a query, and of those that follow it, to the parenthesis that ends them.
func (s *Statement) clauses(isFrom bool) {
	for {
		at := s.at
		t := s.peek()
		isFrom = isFrom && !t.in(fromEnds)
		switch {
		case t.kind == noToken, t.word == ")":
			return
		case t.word == "," && isFrom, t.in(tableWords), t.word == "USING" && (s.token(at+1).word != "(" || s.beginsQuery(at+2)): // of a DELETE or MERGE
			s.at++
			s.table(false)
			isFrom = true
		case t.word == "UPDATE":
			isFrom = s.update()
		case !s.clause(t):
			before := s.token(at - 1)
			n := s.expression(orLevel)
			if (before.kind == noToken || before.in(partStarts)) && s.nodes[n].kind == queryNode {
				s.takeOutputs(s.query, s.nodes[n].query)
			}
		}
		if s.at == at { // nothing has parsed the word
			s.at++
		}
	}
}

// clause parses a clause that is no FROM, and reports whether there is one.
func (s *Statement) clause(t *token) bool {
	switch t.word {
	case "WITH":
		s.with()
	case "SELECT":
		if own := &s.queries[s.query]; own.isInsert {
			s.query = s.begin(own.parent, s.query)
		}
		s.selects()
	case "INSERT", "REPLACE", "INTO":
		if s.token(s.at+1).word == "(" && !s.queries[s.query].isInsert { // a function
			return false
		}
		s.insert()
	case "VALUES", "VALUE":
		if t.word == "VALUE" && !(s.queries[s.query].isInsert && s.token(s.at+1).word == "(") { // a name
			return false
		}
		s.at++
		s.rows()
	case "SET":
		s.at++
		s.assignments()
	case "UNION", "EXCEPT", "INTERSECT":
		s.at++
		_ = s.skip("ALL") || s.skip("DISTINCT")
		s.unite()
	case "CONFLICT", "DUPLICATE": // whose columns are those of the INSERT
		s.toInsert()
		s.at++
	case "RETURNING":
		s.toInsert()
		s.queries[s.query].hasRows = true
		s.selects()
	case ";":
		if s.at++; s.peek().kind != noToken {
			s.query = s.begin(-1, -1)
		}
	default:
		return false
	}
	return true
}

// toInsert goes back from the rows of an INSERT to it.
func (s *Statement) toInsert() {
	if insert := s.queries[s.query].insert; insert >= 0 {
		s.query = insert
	}
}

// unite begins the next part of a UNION.
func (s *Statement) unite() {
	own := s.queries[s.query]
	first := s.query
	if own.union >= 0 {
		first = own.union
	}
	last := s.query
	s.query = s.begin(own.parent, own.insert)
	s.queries[s.query].union, s.queries[last].next = first, s.query
}

// expand replaces all columns of a query in FROM, if it is the only table, by what it returns.
func (s *Statement) expand(query int) {
	own := &s.queries[query]
	if len(own.outputs) != 1 || s.nodes[own.outputs[0]].kind != starNode {
		return
	}
	if from := s.Sources(query); len(from) == 1 && from[0].Query >= 0 && from[0].names == 0 {
		s.takeOutputs(query, from[0].Query)
		outputs := slices.Clone(own.outputs)
		for i, n := range outputs {
			if s.nodes[n].kind == holderNode { // which is a text there
				outputs[i] = s.either(n, n)
			}
		}
		own.outputs = outputs
	}
}

// takeOutputs makes a query return what another one returns, under its names.
func (s *Statement) takeOutputs(query, of int) {
	s.queries[query].outputs, s.queries[query].isValues = s.queries[of].outputs, s.queries[of].isValues
}

// unify makes one expression of what the parts of a UNION return in a column.
func (s *Statement) unify(first int) {
	own := s.queries[first]
	if own.union >= 0 || own.next == 0 {
		return
	}
	outputs, known := slices.Clone(own.outputs), len(s.meetings)
	for i, n := range outputs {
		if s.nodes[n].kind == starNode {
			break
		}
		if own.isRecursive { // PostgreSQL asks the first part alone for the type
			outputs[i] = s.either(n, n)
		}
		for q := own.next; q > 0; q = s.queries[q].next { // and otherwise one after the other
			if others := s.queries[q].outputs; i < len(others) {
				outputs[i] = s.either(n, outputs[i], others[i])
			}
		}
	}
	if own.isRecursive { // a part can return the column itself: what is compared with it says more
		s.meetings = slices.Concat(s.meetings[known:], s.meetings[:known])
	}
	s.queries[first].outputs, s.queries[first].next = outputs, 0 // once: a query in parentheses is complete twice
}

// either makes an expression that is one of the parts, with the name of another one.
func (s *Statement) either(name int, parts ...int) int {
	s.nodes = append(s.nodes, s.nodes[name])
	n := len(s.nodes) - 1
	s.returns(n, parts)
	return n
}

// update parses what is behind UPDATE, and reports whether it is tables.
func (s *Statement) update() bool {
	before := s.token(s.at - 1).word
	s.at++
	switch before {
	case "KEY":
		s.isUpsert = true
		s.assignments()
	case "DO", "FOR", "ON":
	default:
		s.table(false)
		return true
	}
	return false
}

// assignments parses what an UPDATE or an upsert sets.
func (s *Statement) assignments() {
	for {
		target := s.operand()
		if target == 0 || !s.peek().in(comparisons) && s.peek().word != ":=" {
			return
		}
		s.at++
		s.meet(s.expression(orLevel), target, Role{Use: Sets})
		s.rest()
		if !s.skip(",") {
			return
		}
	}
}

// rest parses what is left of an assignment behind words that are unknown, such as AT TIME ZONE.
func (s *Statement) rest() {
	for {
		at, t := s.at, s.peek()
		if t.kind == noToken || t.word == "," || t.word == ")" || t.word == "WHEN" || t.in(clauseWords) {
			return
		}
		if s.expression(orLevel); s.at == at {
			s.at++
		}
	}
}

// selects parses the columns that a query returns, behind SELECT or RETURNING.
func (s *Statement) selects() {
	own := s.query
	s.at++
	if (s.skip("DISTINCT") || s.skip("ALL")) && s.skip("ON") && s.peek().word == "(" {
		s.group()
	}
	if list := s.list(clauseWords); s.queries[own].outputs == nil {
		s.queries[own].outputs = list
	}
}

// insert parses the table and the columns of an INSERT, and its rows in parentheses.
func (s *Statement) insert() {
	s.at++
	own := s.query
	s.queries[own].isInsert, s.queries[own].hasRows = true, true
	if s.peek().word != "(" { // WHEN NOT MATCHED THEN INSERT (…)
		s.table(true)
	}
	if s.peek().word == "(" && !s.beginsQuery(s.at+1) {
		s.queries[own].columns = s.group()
	}
	if s.peek().word == "(" && s.beginsQuery(s.at+1) {
		s.at++
		n := s.subquery()
		s.queries[s.nodes[n].query].insert = own
	}
}

// rows parses the rows of VALUES, and what they set in the columns of an INSERT.
func (s *Statement) rows() {
	for {
		s.skip("ROW")
		if s.peek().word != "(" {
			return
		}
		row := s.nodes[s.group()].parts
		if own := &s.queries[s.query]; own.isInsert {
			s.store(row, s.query, false)
		} else {
			if own.outputs != nil {
				s.unite()
			}
			own = &s.queries[s.query]
			own.outputs, own.isValues = row, true
		}
		if !s.skip(",") {
			break
		}
	}
	if own := s.query; s.queries[own].isInsert && s.skip("AS") { // the name of a new row, which MySQL has
		row := Source{Alias: s.textOf(s.peek()), Query: s.begin(own, -1), user: own}
		s.queries[row.Query].outputs = s.nodes[s.queries[own].columns].parts
		if s.at++; s.peek().word == "(" {
			row.names = s.group()
		}
		s.sources = append(s.sources, row)
	}
}

// store says what the values of a row set.
func (s *Statement) store(row []int, insert int, isInner bool) {
	role := Role{Use: Sets, IsInner: isInner}
	columns := s.queries[insert].columns
	for i, value := range row {
		if s.nodes[columns].kind == tableNode {
			s.among(value, columns, role)
		} else if list := s.nodes[columns].parts; i < len(list) {
			s.meet(value, list[i], role)
		}
	}
}
