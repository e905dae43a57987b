package place

import (
	"slices"
	"strings"
)

// Source is a table that a query reads or writes.
type Source struct {
	Table, Alias string
	// Query is the query in parentheses, or of WITH, that is the table, or -1.
	Query int
	names int // the group of the names of its columns, or 0
	user  int // the query that reads or writes it
}

// aliasEnds holds what else stands behind a table and is no alias.
var aliasEnds = wordsOf("OUTER FORCE USE IGNORE TABLESAMPLE DEFAULT PARTITION INDEXED")

// skippedWords holds what can stand before the name of a table.
var skippedWords = wordsOf("LATERAL ONLY OR IGNORE LOW_PRIORITY QUICK DELAYED HIGH_PRIORITY INTO")

// table reads a table, a query in its place, or joined tables.
func (s *Statement) table(isInsert bool) {
	s.nest()
	defer func() { s.depth-- }()
	for s.peek().in(skippedWords) {
		if s.skip("OR") { // UPDATE OR REPLACE
			s.at++
			continue
		}
		s.at++
	}
	src := Source{Query: -1, user: s.query}
	switch t := s.peek(); {
	case t.word == "(" && s.beginsQuery(s.at+1):
		s.at++
		src.Query = s.nodes[s.subquery()].query
	case t.word == "(":
		own, first := s.query, len(s.sources)
		s.at++
		s.table(false)
		s.clauses(true)
		s.skip(")")
		isUnion := s.query != own // of queries in parentheses, of which the first is the table
		s.query = own
		i := slices.IndexFunc(s.sources[first:], func(part Source) bool { return part.user == own })
		if !isUnion || i < 0 {
			return
		}
		src.Query = s.sources[first+i].Query
	case s.isName(t) && !t.in(reserved):
		s.tableName(&src)
		if isInsert {
			s.queries[s.query].columns = s.add(tableNode, s.at-1)
		} else if s.peek().word == "(" { // a function
			s.group(false)
		}
	default:
		return
	}
	s.skip("AS")
	src.Alias = src.Table
	if t := s.peek(); s.isName(t) && !t.in(reserved|aliasEnds) {
		src.Alias = s.textOf(t)
		if s.at++; s.peek().word == "(" && src.Query >= 0 {
			src.names = s.group(false)
		}
	}
	s.sources = append(s.sources, src)
}

// tableName reads the name of a table, or of a query of WITH.
func (s *Statement) tableName(src *Source) {
	src.Table = s.textOf(s.peek())
	s.at++
	isQualified := s.peek().word == "."
	for s.peek().word == "." {
		src.Table = s.textOf(s.token(s.at + 1))
		s.at += 2
	}
	for _, n := range s.named {
		if strings.EqualFold(n.Table, src.Table) && !isQualified {
			src.Query, src.names = n.Query, n.names
		}
	}
}

// with reads the queries of WITH. Only one that is RECURSIVE can name itself: another one names the
// table.
func (s *Statement) with() {
	s.at++
	isRecursive := s.skip("RECURSIVE")
	for s.isName(s.peek()) && (s.token(s.at+1).word == "AS" || s.token(s.at+1).word == "(") {
		n := Source{Table: s.textOf(s.peek())}
		if s.at++; s.peek().word == "(" {
			n.names = s.group(false)
		}
		for s.skip("AS") || s.skip("NOT") || s.skip("MATERIALIZED") {
		}
		if !s.skip("(") {
			return
		}
		n.Query = len(s.queries)
		if isRecursive {
			s.named = append(s.named, n)
		}
		if s.subquery(); !isRecursive {
			s.named = append(s.named, n)
		}
		if !s.skip(",") {
			return
		}
	}
}

// Sources returns the tables of a query.
func (s *Statement) Sources(query int) (found []Source) {
	for _, src := range s.sources {
		if src.user == query {
			found = append(found, src)
		}
	}
	return found
}

// Parent returns the query around a query, or -1.
func (s *Statement) Parent(query int) int { return s.queries[query].parent }

// Result returns what the statement returns, as a table: of a UNION, the first part.
func (s *Statement) Result() Source {
	src := Source{Query: s.query}
	if union := s.queries[s.query].union; union >= 0 {
		src.Query = union
	}
	return src
}

// Output returns the columns that the query of a source can return under a name: those of an item, or
// of the tables of which it returns all columns. The empty name is that of the only item.
func (s *Statement) Output(src Source, name string) (found []Column) {
	outputs := s.queries[src.Query].outputs
	index := s.indexOf(src, name)
	if name == "" && len(outputs) == 1 {
		return s.item(src.Query, 0)
	}
	for i, n := range outputs {
		last := s.token(s.nodes[n].last)
		switch {
		case s.nodes[n].kind == starNode:
			c := s.column(s.nodes[n].end-1, src.Query)
			c.Name = name
			found = append(found, c)
		case index < 0 && s.isName(last) && strings.EqualFold(s.textOf(last), name):
			index = i
		}
	}
	if index < 0 {
		return found
	}
	return s.item(src.Query, index)
}

// Mentioned returns the columns from which the only item of the statement's result is made, also within
// functions, and whether it is one of them as it is. Keywords are among those within functions. A number
// of rows is made of none.
func (s *Statement) Mentioned() (found []Column, isOne bool) {
	query := s.Result().Query
	outputs := s.queries[query].outputs
	if len(outputs) != 1 {
		return nil, false
	}
	if found = s.item(query, 0); len(found) > 0 {
		return found, true
	}
	n := &s.nodes[outputs[0]]
	if s.token(n.first).word == "COUNT" {
		return nil, false
	}
	return s.namesIn(n), false
}

// indexOf returns the index of a name in the list of columns that a table has, or -1.
func (s *Statement) indexOf(src Source, name string) int {
	return slices.IndexFunc(s.nodes[src.names].parts, func(n int) bool {
		return strings.EqualFold(s.textOf(s.token(s.nodes[n].first)), name)
	})
}

// item returns the columns that an item of a query can be.
func (s *Statement) item(query, index int) (found []Column) {
	for _, n := range s.returned(query, index) {
		found = s.columns(n, found)
	}
	return found
}
