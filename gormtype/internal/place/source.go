package place

import (
	"slices"
	"strconv"
	"strings"
)

// Source is a table that a query reads or writes.
type Source struct {
	Schema, Table, Alias string
	// Query is the query in parentheses, or of WITH, that is the table, or -1.
	Query int
	names int // the group of the names of its columns, or 0
	texts int // the texts that are its columns, of a function of JSON that is the table, or 0
	user  int // the query that reads or writes it
}

// aliasEnds holds what else stands behind a table and is no alias.
var aliasEnds = wordsOf("OUTER FORCE USE IGNORE TABLESAMPLE DEFAULT PARTITION INDEXED")

// skippedWords holds what can stand before the name of a table.
var skippedWords = wordsOf("LATERAL ONLY OR IGNORE LOW_PRIORITY QUICK DELAYED HIGH_PRIORITY INTO")

// table parses a table, a query in its place, or joined tables.
func (s *Statement) table(isInsert bool) {
	s.nest()
	defer func() { s.depth-- }()
	for s.peek().in(skippedWords) {
		s.skip("OR") // of UPDATE OR REPLACE
		s.at++
	}
	src := Source{Query: -1, user: s.query}
	switch t := s.peek(); {
	case t.word == "(" && s.beginsQuery(s.at+1):
		s.at++
		src.Query = s.nodes[s.subquery()].query
	case t.word == "(":
		if src.Query = s.inner(); src.Query < 0 {
			return
		}
	case s.isName(t) && !t.in(reserved):
		s.tableName(&src)
		s.part()
		if isInsert {
			s.queries[s.query].columns = s.add(tableNode, s.at-1)
		} else if first := s.at - 1; s.peek().word == "(" { // a function
			list := s.group()
			if isJSON(src.Table) {
				src.texts = s.add(textNode, first)
				s.nodes[src.texts].parts, s.hasTexts = s.nodes[list].parts, true
			}
		}
	default:
		return
	}
	s.skip("AS")
	src.Alias = src.Table
	if t := s.peek(); s.isName(t) && !t.in(reserved|aliasEnds) {
		src.Alias = s.textOf(t)
		if s.at++; s.peek().word == "(" && src.Query >= 0 {
			src.names = s.group()
		}
	}
	s.sources = append(s.sources, src)
}

// part parses what names a part of a table before its alias: the partitions of MySQL, and the period of MariaDB.
func (s *Statement) part() {
	switch next := s.token(s.at + 1); {
	case s.peek().word == "PARTITION" && next.word == "(":
		s.at++
		s.group()
	case s.peek().word == "FOR" && strings.EqualFold(s.textOf(next), "SYSTEM_TIME"):
		s.at += 2
		switch {
		case s.skip("AS"):
			s.skip("OF")
			s.expression(operatorLevel)
		case s.skip("BETWEEN"), s.skip("FROM"):
			s.expression(operatorLevel)
			_ = s.skip("AND") || s.skip("TO")
			s.expression(operatorLevel)
		default:
			s.skip("ALL")
		}
	}
}

// inner parses joined tables in parentheses, or a UNION of queries in parentheses, which it returns.
func (s *Statement) inner() int {
	outer, first := s.query, len(s.sources)
	own := s.begin(outer, -1)
	s.query = own
	s.at++
	s.table(false)
	s.clauses(true)
	s.skip(")")
	isUnion := s.query != own
	s.query = outer
	for i, src := range s.sources[first:] {
		if src.user == own {
			if isUnion && src.Query >= 0 {
				s.takeOutputs(own, src.Query)
				s.complete = append(s.complete, own)
				return own
			}
			s.sources[first+i].user = outer
		}
	}
	return -1
}

// tableName parses the name of a table, or of a query of WITH.
func (s *Statement) tableName(src *Source) {
	src.Table = s.textOf(s.peek())
	s.at++
	for s.peek().word == "." {
		src.Schema, src.Table = src.Table, s.textOf(s.token(s.at+1))
		s.at += 2
	}
	for _, n := range s.named {
		if strings.EqualFold(n.Table, src.Table) && src.Schema == "" {
			src.Query, src.names = n.Query, n.names
		}
	}
}

// with parses the queries of WITH. Only one that is RECURSIVE can name itself: another one names the
// table.
func (s *Statement) with() {
	s.at++
	isRecursive := s.skip("RECURSIVE")
	for s.isName(s.peek()) && (s.token(s.at+1).word == "AS" || s.token(s.at+1).word == "(") {
		n := Source{Table: s.textOf(s.peek())}
		if s.at++; s.peek().word == "(" {
			n.names = s.group()
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
		s.subquery()
		if s.queries[n.Query].isRecursive = isRecursive; !isRecursive {
			s.named = append(s.named, n)
		}
		if !s.skip(",") {
			return
		}
	}
}

// sortSources brings the tables of a query together.
func (s *Statement) sortSources() {
	slices.SortStableFunc(s.sources, func(a, b Source) int { return a.user - b.user })
	for i, src := range s.sources {
		own := &s.queries[src.user].sources
		if own[1] == 0 {
			own[0] = i
		}
		own[1] = i + 1
	}
}

// Queries returns the number of queries.
func (s *Statement) Queries() int { return len(s.queries) }

// Sources returns the tables of a query.
func (s *Statement) Sources(query int) []Source {
	own := s.queries[query].sources
	return s.sources[own[0]:own[1]]
}

// made returns the expression that a query in FROM or WITH returns as a column.
func (s *Statement) made(n int) []int {
	if s.hops++; s.hops > mostHops || len(s.queries) == 1 && !s.hasTexts {
		return nil
	}
	own := &s.nodes[n]
	c := s.column(own.end-1, own.query)
	for query := own.query; query >= 0; query = s.queries[query].parent {
		isTable := false // which can have a column of the name
		for _, src := range s.Sources(query) {
			if c.Qualifier != "" && !strings.EqualFold(c.Qualifier, src.Alias) {
				continue
			}
			if isTable = isTable || src.Query < 0; src.texts > 0 && (c.Qualifier != "" || len(s.Sources(query)) == 1 || s.namesText(src.texts, c.Name)) {
				return []int{src.texts}
			} else if src.Query < 0 {
				continue
			}
			if i := s.indexOf(src, c.Name); i >= 0 {
				return s.queries[src.Query].outputs[i : i+1]
			}
		}
		if isTable {
			break
		}
	}
	return nil
}

// namesText reports whether a function of JSON that is a table has a column of a name: one behind COLUMNS, or one of json_each.
func (s *Statement) namesText(texts int, name string) bool {
	if s.dialect == SQLite {
		return strings.EqualFold(name, "value") || strings.EqualFold(name, "key") || strings.EqualFold(name, "atom")
	}
	own := &s.nodes[texts]
	return slices.ContainsFunc(s.tokens[own.first:own.end], func(t token) bool { return s.isName(&t) && strings.EqualFold(s.textOf(&t), name) })
}

// Written returns the table of the INSERT, or of another statement with RETURNING, that a query is or is in. ok is false if
// there is none.
func (s *Statement) Written(query int) (table Source, ok bool) {
	for ; query >= 0; query = s.queries[query].parent {
		if from := s.Sources(query); s.queries[query].hasRows && len(from) > 0 {
			return from[0], true
		}
	}
	return table, false
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

// Returns reports whether the query of a source returns an item under a name, and whether it returns all columns of tables.
func (s *Statement) Returns(src Source, name string) (isItem, isAll bool) {
	outputs := s.queries[src.Query].outputs
	return s.indexOf(src, name) >= 0, slices.ContainsFunc(outputs, func(n int) bool { return s.nodes[n].kind == starNode })
}

// Output returns the columns that the query of a source can return under a name: those of an item, or
// of the tables of which it returns all columns. The empty name is that of the only item.
func (s *Statement) Output(src Source, name string) (found []Column) {
	outputs := s.queries[src.Query].outputs
	index := s.indexOf(src, name)
	if name == "" && len(outputs) == 1 {
		index = 0
	}
	if index >= 0 {
		return s.item(outputs[index])
	}
	for _, n := range outputs {
		if s.nodes[n].kind == starNode {
			c := s.column(s.nodes[n].end-1, src.Query)
			c.Name, c.IsOwn = name, true
			found = append(found, c)
		}
	}
	return found
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
	if found = s.item(outputs[0]); len(found) > 0 {
		return found, true
	}
	n := &s.nodes[outputs[0]]
	if s.token(n.first).word == "COUNT" {
		return nil, false
	}
	return s.namesIn(n), false
}

// item returns the columns of which a query returns one as it is.
func (s *Statement) item(n int) []Column {
	if s.nodes[n].kind == arrayNode {
		return nil
	}
	return s.columns(n, nil)
}

// Alias returns the columns that a query returns under the name of a column, which its clauses can use.
func (s *Statement) Alias(c Column, query int) []Column {
	if i := s.indexOf(Source{Query: query}, c.Name); i >= 0 && c.Qualifier == "" {
		return s.item(s.queries[query].outputs[i])
	}
	return nil
}

// indexOf returns the index of the item that the query of a source returns under a name, or -1.
func (s *Statement) indexOf(src Source, name string) int {
	outputs := s.queries[src.Query].outputs
	index := slices.IndexFunc(s.nodes[src.names].parts, func(n int) bool {
		return strings.EqualFold(s.textOf(s.token(s.nodes[n].first)), name)
	})
	if index < 0 {
		index = slices.IndexFunc(outputs, func(n int) bool {
			last := s.token(s.nodes[n].last)
			return s.nodes[n].kind != starNode && s.isName(last) && strings.EqualFold(s.textOf(last), name)
		})
	}
	if number, isNumber := strings.CutPrefix(strings.ToLower(name), "column"); index < 0 && isNumber && s.queries[src.Query].isValues {
		if n, err := strconv.ParseUint(number, 10, 16); err == nil {
			index = int(n) - 1
		}
	}
	if index >= len(outputs) {
		return -1
	}
	return index
}
