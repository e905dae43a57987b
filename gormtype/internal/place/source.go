package place

import "strings"

// Source is a table that a query reads or writes.
type Source struct {
	Table, Alias string
	// Query is the query in parentheses, or of WITH, that is the table, or -1.
	Query int
	// names is the parenthesis of the names of its columns, or -1.
	names int
}

// Sources returns the tables of a query.
func (s *Statement) Sources(query int) (found []Source) {
	for _, src := range s.sources {
		if src.query == query {
			if next, ok := s.sourceAt(src.at+1, query); ok {
				found = append(found, next)
			}
		}
	}
	return found
}

// Parent returns the query around a query, or -1.
func (s *Statement) Parent(query int) int { return s.queries[query].parent }

// Last returns the query whose rows the statement returns: of a UNION, the first part.
func (s *Statement) Last() int {
	last := s.open[0].query
	if union := s.queries[last].union; union >= 0 {
		return union
	}
	return last
}

// Result returns what the statement returns, as a table.
func (s *Statement) Result() Source { return Source{Query: s.Last(), names: -1} }

var aliasEnds = wordsOf("ON USING WHERE SET LEFT RIGHT INNER CROSS FULL JOIN NATURAL GROUP ORDER HAVING LIMIT FOR VALUES SELECT RETURNING UNION AS " +
	"STRAIGHT_JOIN EXCEPT INTERSECT WINDOW OFFSET FETCH FORCE USE IGNORE TABLESAMPLE DEFAULT OUTER WITH")

func (s *Statement) sourceAt(at, query int) (src Source, ok bool) {
	at = s.skipWords(at)
	src.Query, src.names = -1, -1
	switch t := s.piece(at); {
	case s.isQuery(at):
		return src, false
	case t.is("("):
		if at+1 >= len(s.tokens) || s.tokens[at].match < 0 || !s.isQuery(at+1) {
			return src, false
		}
		src.Query = s.tokens[at+1].query
		at = s.tokens[at].match + 1
	case t.isName():
		at = s.readTable(&src, at, query)
	default:
		return src, false
	}
	if s.piece(at).is("AS") {
		at++
	}
	src.Alias = src.Table
	if t := s.piece(at); t.isName() && !aliasEnds.has(t) {
		src.Alias = t.text
		if s.piece(at+1).is("(") && src.Query >= 0 {
			src.names = at + 1
		}
	}
	return src, true
}

// readTable reads the name of a table, or of a query of WITH, and returns the token behind it.
func (s *Statement) readTable(src *Source, at, query int) int {
	src.Table = s.piece(at).text
	at++
	isQualified := s.piece(at).is(".")
	for s.piece(at).is(".") {
		src.Table = s.piece(at + 1).text
		at += 2
	}
	for _, n := range s.named {
		if strings.EqualFold(n.name, src.Table) && !isQualified && (n.isRecursive || !s.isWithin(query, n.query)) {
			src.Query, src.names = n.query, n.names
		}
	}
	return at
}

// skipWords returns the token behind the words that can stand before the name of a table.
func (s *Statement) skipWords(at int) int {
	for skippedWords.has(s.piece(at)) {
		if s.piece(at).is("OR") { // UPDATE OR REPLACE
			at++
		}
		at++
	}
	return at
}

// skippedWords holds what can stand before the name of a table.
var skippedWords = wordsOf("LATERAL ONLY OR IGNORE LOW_PRIORITY QUICK DELAYED HIGH_PRIORITY INTO")

// Output returns the columns that the query of a source can return under a name: those of an item, or
// of the tables of which it returns all columns.
func (s *Statement) Output(src Source, name string) (found []Column) {
	items := s.outputs(src.Query)
	index := s.indexOf(src, name)
	for i, item := range items {
		_, shown, isStar := s.outputOf(item)
		switch {
		case isStar:
			found = append(found, s.starOf(item, src.Query, name))
		case index < 0 && strings.EqualFold(shown, name):
			index = i
		}
	}
	if index < 0 {
		return found
	}
	found = nil
	for q := range s.queries { // the parts of a UNION
		if q == src.Query || s.queries[q].union == src.Query {
			found = append(found, s.item(q, index)...)
		}
	}
	return found
}

// indexOf returns the index of a name in the list of columns that a table has, or -1.
func (s *Statement) indexOf(src Source, name string) int {
	if src.names < 0 {
		return -1
	}
	for i := src.names + 1; i < len(s.tokens) && !s.piece(i).is(")"); i++ {
		if t := s.piece(i); t.isName() && strings.EqualFold(t.text, name) {
			return (i - src.names - 1) / 2
		}
	}
	return -1
}

// starOf returns the column of a name in the table of which an item returns all columns.
func (s *Statement) starOf(item [2]int, query int, name string) Column {
	c := Column{Name: name, Query: query}
	if item[1]-item[0] >= 3 && s.piece(item[1]-2).is(".") {
		c.Qualifier = s.piece(item[1] - 3).text
	}
	return c
}

// Only returns the columns that the only item can be which a query returns.
func (s *Statement) Only(query int) []Column {
	if len(s.outputs(query)) != 1 {
		return nil
	}
	return s.item(query, 0)
}

// itemOf returns the columns of one of the items that the query returns which begins at a token.
func (s *Statement) itemOf(first, index int) []Column { return s.item(s.tokens[first].query, index) }

func (s *Statement) item(query, index int) []Column {
	items := s.outputs(query)
	if index >= len(items) {
		return nil
	}
	columns, _, _ := s.outputOf(items[index])
	return columns
}

// outputs returns the tokens of each column that a query returns.
func (s *Statement) outputs(query int) (items [][2]int) {
	at := s.queries[query].at + 1
	if at == 0 {
		return nil
	}
	if s.piece(at).is("DISTINCT") || s.piece(at).is("ALL") {
		at++
	}
	for start := at; ; at++ {
		t := s.piece(at)
		if t.is("(") && s.tokens[at].match > at {
			at = s.tokens[at].match
			continue
		}
		if t.kind != noPiece && !t.is(",") && !outputEnds.has(t) {
			continue
		}
		items = append(items, [2]int{start, at})
		if !t.is(",") {
			return items
		}
		start = at + 1
	}
}

var outputEnds = wordsOf("FROM UNION EXCEPT INTERSECT WHERE ORDER LIMIT ; ) INTO GROUP")

// outputOf reads one of the items that a query returns: the columns that it can be, its name in the
// result, and whether it stands for all columns.
func (s *Statement) outputOf(item [2]int) (columns []Column, shown string, isStar bool) {
	start, end := item[0], item[1]
	if end > start && s.piece(end-1).is("*") {
		return nil, "", true
	}
	last := s.piece(end - 1)
	if last.isName() {
		shown = last.text
	}
	for range 2 { // with the last name as a part of the item, and as its alias
		r := cursor{s, end}
		if c, ok := r.column(); ok && r.left == start {
			return []Column{c}, shown, false
		}
		r = cursor{s, end}
		if columns = r.columns(-1); r.left == start {
			return columns, shown, false
		}
		if !last.isName() || last.is("END") {
			break
		}
		if end--; s.piece(end - 1).is("AS") {
			end--
		}
	}
	return nil, shown, false
}
