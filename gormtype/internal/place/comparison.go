package place

// comparison parses an operator that compares, and what is behind it.
func (s *Statement) comparison(left int) int {
	op := s.at
	if s.skip("NOT") {
		op++
	}
	t := s.peek()
	s.at++
	switch {
	case t.word == "IS":
		s.is(left)
	case t.word == "IN":
		s.members(left, false)
	case t.word == "BETWEEN":
		s.between(left)
	case t.word == "MEMBER":
		s.skip("OF")
		s.takesText(left, true)
		list := s.expression(operatorLevel)
		n := s.add(textNode, op)
		s.nodes[n].parts = []int{list}
		s.meet(n, left, Role{Use: Compares})
	case t.in(patternWords):
		s.skip("TO") // SIMILAR TO
		s.meet(s.expression(operatorLevel), left, Role{Use: Compares, IsPattern: true})
	case s.peek().in(arrayWords) && s.token(s.at+1).word == "(":
		s.at++
		s.members(left, true)
	default:
		role := Role{Use: Compares}
		right := s.expression(operatorLevel)
		if s.nodes[right].kind == groupNode && s.isTuple(right) && !s.isTuple(left) {
			role.Operator = [2]int{s.tokens[op].start, s.tokens[op].end}
		}
		s.compare(left, right, role)
	}
	return s.add(otherNode, s.nodes[left].first)
}

// compare tells the placeholders of both sides what the other side is. Behind an operator, a list can
// be in the place of a value, as GORM writes it.
func (s *Statement) compare(left, right int, role Role) {
	s.meet(right, left, role)
	if !s.isTuple(left) || s.isTuple(right) {
		s.meet(left, right, Role{Use: Compares})
	}
}

// is parses what is behind IS.
func (s *Statement) is(left int) {
	s.skip("NOT")
	switch t := s.peek(); {
	case t.word == "NULL":
		s.at++
		if n := s.nodes[left]; n.kind == holderNode {
			s.tokens[n.first].isNullTest = true
		}
	case t.word == "DISTINCT":
		s.at++
		s.skip("FROM")
		s.compare(left, s.expression(operatorLevel), Role{Use: Compares})
	case t.in(nonValues):
		s.at++
	default: // SQLite compares columns by IS
		s.compare(left, s.expression(operatorLevel), Role{Use: Compares})
	}
}

// members parses the list or the query behind IN, or the array or the query behind ANY.
func (s *Statement) members(left int, isArray bool) {
	if s.peek().word != "(" {
		s.member(left)
		return
	}
	right := s.group()
	if s.nodes[right].kind == queryNode {
		s.compare(left, right, Role{Use: Compares})
		return
	}
	parts := s.nodes[right].parts
	for _, part := range parts {
		s.meet(part, left, Role{Use: Compares, IsArray: isArray})
		if s.nodes[left].kind == holderNode && !isArray { // ? IN (?, a): the rest of the list says more
			s.among(part, right, Role{Use: Compares, isText: true})
		}
	}
	if !s.isTuple(left) {
		s.among(left, right, Role{Use: Compares})
	}
}

// member parses the name of a table behind IN, as SQLite has it, which can be that of a query of WITH.
func (s *Statement) member(left int) {
	first, src := s.at, Source{Query: -1}
	if !s.isName(s.peek()) {
		return
	}
	if s.tableName(&src); src.Query >= 0 {
		n := s.add(queryNode, first)
		s.nodes[n].query = src.Query
		s.compare(left, n, Role{Use: Compares})
	}
}

// between parses the limits behind BETWEEN.
func (s *Statement) between(left int) {
	role := Role{Use: Compares}
	low, high := s.expression(operatorLevel), 0
	if s.skip("AND") {
		high = s.expression(operatorLevel)
	}
	s.meet(low, left, role)
	s.meet(high, left, role)
	both := s.add(groupNode, s.at)
	s.nodes[both].parts = []int{low, high}
	s.among(left, both, role)
}
