// Package place finds the column of a placeholder in what stands before it in a statement.
package place

import "strings"

// Place is what a placeholder is compared with, or sets: the columns that stand before it
// in a statement. There are several in "COALESCE(a, b) = ?".
type Place struct {
	Columns  []Column
	IsInsert bool
	InTuple  bool
}

// Column is a column as a statement names it.
type Column struct{ Qualifier, Name string }

// Source is a table that a statement reads or writes.
type Source struct{ Table, Alias string }

// valueFunctions holds the functions that return one of their arguments.
var valueFunctions = []string{"COALESCE", "IFNULL", "NULLIF", "NVL", "MIN", "MAX", "LEAST", "GREATEST", "ANY_VALUE"}

// IsInList reports whether the next placeholder is, or begins, the list of an IN.
func IsInList(sql string) bool {
	sql = strings.TrimRight(sql, " ")
	sql = strings.TrimRight(strings.TrimSuffix(sql, "("), " ")
	n := len(sql) - 2
	return n >= 0 && strings.EqualFold(sql[n:], "IN") && (n == 0 || !isNameByte(sql[n-1]))
}

// Of finds the column of the next placeholder. It finds none if the end of the statement is
// no comparison with a column and no assignment to one.
func (s *Statement) Of() (p Place) {
	if s.isBroken {
		return p
	}
	r := cursor{s, len(s.tokens)}
	index, tuple := 0, -1 // of the placeholder in the innermost list, and in a tuple
	for {
		t := r.back()
		switch {
		case t.is(","):
			index += t.commas
			r.left = t.first + 1
		case t.is("("):
			before := r.peek()
			switch {
			case before.isOneOf("IN", "ANY", "ALL", "SOME"):
				r.back()
				if before.is("IN") {
					p.Columns = r.operand(tuple)
					return p
				}
			case before.isOneOf(valueFunctions...):
				r.back()
				index = 0
			case before.is("VALUES"), before.is(","), before.is("("), before.kind == operatorPiece:
				tuple, index, p.InTuple = index, 0, true
			default:
				return p
			}
		case t.is("VALUES"):
			if r.peek().is("(") { // id IN (VALUES (?))
				if r.back(); r.back().is("IN") {
					p.Columns = r.operand(tuple)
				}
				return p
			}
			p.IsInsert = true
			if end := r.left; r.skipGroup() {
				p.Columns = s.columnsOf(r.left+1, end-1, tuple)
			}
			return p
		case t.is("THEN") && t.match >= 0, t.is("ELSE") && t.match >= 0: // the CASE is what is compared or set
			r.left = t.match
		case t.is("WHEN") && t.match >= 0:
			if c, ok := s.caseOperand(t.match); ok {
				p.Columns = []Column{c}
			}
			return p
		case t.kind == operatorPiece && t.text != "<@" && t.text != "@>", t.is("IS"):
			p.Columns = r.operand(tuple)
			return p
		case t.is("NOT") && r.peek().is("IS"), t.is("FROM") && r.peek().is("DISTINCT"), t.is("DISTINCT"):
		case t.is("BETWEEN"):
			p.Columns = r.operand(-1)
			return p
		case t.is("AND") && t.list >= 0 && s.piece(t.list).is("BETWEEN"):
			r.left = t.list
			p.Columns = r.operand(-1)
			return p
		default:
			return p
		}
	}
}

// caseOperand returns the column between CASE and its first WHEN.
func (s *Statement) caseOperand(at int) (Column, bool) {
	end := at + 1
	for end < len(s.tokens) && (s.piece(end).isName() && !s.piece(end).is("WHEN") || s.piece(end).is(".")) {
		end++
	}
	r := cursor{s, end}
	c, ok := r.column()
	return c, ok && r.left == at+1
}

// operand returns the columns of the operand before a comparison. tuple is the index of
// the placeholder in a tuple, or -1.
func (r *cursor) operand(tuple int) []Column {
	if r.peek().isOneOf("NOT", "SYMMETRIC") {
		r.back()
	}
	if before := *r; before.back().isName() && before.peek().is("COLLATE") {
		before.back()
		*r = before
	}
	if !r.peek().is(")") {
		c, ok := r.column()
		if r.peek().is("+") { // a sign, which has no operand before it
			r.back()
		}
		if !ok || tuple > 0 || !r.peek().startsOperand() {
			return nil
		}
		return []Column{c}
	}
	end := r.left
	if !r.skipGroup() {
		return nil
	}
	first, last := r.left+1, end-1
	for last > first && r.s.piece(last-1).is(")") && r.s.tokens[last-1].match == first {
		first, last = first+1, last-1
	}
	switch {
	case r.peek().isOneOf(valueFunctions...):
		return r.s.columnsOf(first, last, -1)
	case !r.peek().startsOperand():
		return nil
	}
	return r.s.columnsOf(first, last, max(tuple, 0))
}

// columnsOf returns the columns of a list, without its parentheses: the one with an index, or all.
func (s *Statement) columnsOf(first, last, index int) []Column {
	var found []Column
	start, i := first, 0
	for at := first; at <= last; at++ {
		if at < last && s.piece(at).is("(") && s.tokens[at].match > at {
			at = s.tokens[at].match
			continue
		}
		if at < last && !s.piece(at).is(",") {
			continue
		}
		r := cursor{s, at}
		if c, ok := r.column(); ok && r.left == start && (index < 0 || i == index) {
			found = append(found, c)
		}
		start, i = at+1, i+1
	}
	return found
}

// Subquery returns the parenthesis of the innermost subquery that is not closed at the end of
// the statement, or -1.
func (s *Statement) Subquery() (at int) {
	at, _ = s.subquery()
	return at
}

// subquery returns the same, and how many tables stand before the SELECT.
func (s *Statement) subquery() (at, from int) {
	for i := len(s.open) - 1; i > 0; i-- {
		if at := s.open[i].at; s.peek(at + 1).is("SELECT") {
			return at, s.open[i].from
		}
	}
	if len(s.open) == 0 {
		return -1, 0
	}
	return -1, s.open[0].from
}

// QueryEnd returns the offset at which the query ends that has the offset in it. at is the
// parenthesis of its subquery, or -1.
func (s *Statement) QueryEnd(at, offset int) int {
	end := len(s.tokens)
	if at >= 0 && s.tokens[at].match >= 0 {
		end = s.tokens[at].match
	}
	for i := s.tokenAt(offset); i < end; i++ {
		switch t := s.piece(i); {
		case t.is("(") && t.match > i:
			i = t.match
		case t.isOneOf("UNION", "EXCEPT", "INTERSECT", ";"):
			return s.tokens[i].start
		}
	}
	if end < len(s.tokens) {
		return s.tokens[end].start
	}
	return len(s.sql)
}

// Sources returns the tables before the end of the statement, those of the innermost
// subquery that is not closed there: the last one first.
func (s *Statement) Sources() []Source {
	_, first := s.subquery()
	var found []Source
	for i := len(s.sources) - 1; i >= first; i-- {
		var next [5]piece
		for j := range next {
			next[j] = s.peek(s.sources[i] + 1 + j)
		}
		if next[0].isName() {
			found = append(found, newSource(next))
		}
	}
	return found
}

func newSource(next [5]piece) Source {
	s := Source{Table: next[0].text}
	rest := next[1:]
	if rest[0].is(".") {
		s.Table, rest = rest[1].text, rest[2:]
	}
	if rest[0].is("AS") {
		rest = rest[1:]
	}
	s.Alias = s.Table
	if t := rest[0]; t.isName() && !t.isOneOf("ON", "USING", "WHERE", "SET", "LEFT", "RIGHT", "INNER", "CROSS", "FULL", "JOIN", "NATURAL", "GROUP",
		"ORDER", "HAVING", "LIMIT", "FOR", "VALUES", "SELECT", "RETURNING", "UNION", "AS") {
		s.Alias = t.text
	}
	return s
}

// cursor reads the pieces of a statement from its end.
type cursor struct {
	s    *Statement
	left int // pieces
}

// back returns the last piece, and removes it.
func (r *cursor) back() piece {
	if r.left == 0 {
		return piece{}
	}
	r.left--
	return r.s.piece(r.left)
}

func (r cursor) peek() piece { return r.back() }

// column reads a name, which may be qualified.
func (r *cursor) column() (c Column, ok bool) {
	t := r.back()
	if !t.isName() {
		return c, false
	}
	c.Name = t.text
	for first := true; r.peek().is("."); first = false {
		r.back()
		t := r.back()
		if !t.isName() {
			return c, false
		}
		if first { // of schema.table.column, the table
			c.Qualifier = t.text
		}
	}
	return c, true
}

// skipGroup removes a group in parentheses.
func (r *cursor) skipGroup() bool {
	t := r.peek()
	if !t.is(")") || t.match < 0 {
		return false
	}
	r.left = t.match
	return true
}

// startsOperand reports whether a column behind the piece is a whole operand.
func (t piece) startsOperand() bool {
	return t.kind == noPiece || t.isOneOf("(", ",", "AND", "OR", "XOR", "NOT", "WHERE", "ON", "HAVING", "WHEN", "SET", "SELECT", "BY", "THEN",
		"ELSE", "UPDATE", "CASE", "DISTINCT", "RETURNING", "USING")
}
