package place

import "strings"

// Source is a table that a query reads or writes.
type Source struct {
	Table, Alias string
	// Query is the query in parentheses, or of WITH, that is the table, or -1.
	Query int
}

// Sources returns the tables of a query.
func (s *Statement) Sources(query int) (found []Source) {
	for _, src := range s.sources {
		if src.query == query {
			if next, ok := s.sourceAt(src.at + 1); ok {
				found = append(found, next)
			}
		}
	}
	return found
}

// Parent returns the query around a query, or -1.
func (s *Statement) Parent(query int) int { return s.queries[query].parent }

// Last returns the last query of the statement, whose rows it returns.
func (s *Statement) Last() int { return s.open[0].query }

var aliasEnds = wordsOf("ON USING WHERE SET LEFT RIGHT INNER CROSS FULL JOIN NATURAL GROUP ORDER HAVING LIMIT FOR VALUES SELECT RETURNING UNION AS " +
	"EXCEPT INTERSECT WINDOW OFFSET FETCH FORCE USE IGNORE TABLESAMPLE DEFAULT OUTER WITH")

func (s *Statement) sourceAt(at int) (src Source, ok bool) {
	for s.piece(at).is("LATERAL") || s.piece(at).is("ONLY") {
		at++
	}
	src.Query = -1
	switch t := s.piece(at); {
	case t.is("("):
		if at+1 >= len(s.tokens) || s.tokens[at].match < 0 || !s.isQuery(at+1) {
			return src, false
		}
		src.Query = s.tokens[at+1].query
		at = s.tokens[at].match + 1
	case t.isName():
		src.Table = t.text
		at++
		for s.piece(at).is(".") {
			src.Table = s.piece(at + 1).text
			at += 2
		}
		for _, n := range s.named {
			if strings.EqualFold(n.name, src.Table) && !s.piece(at-2).is(".") {
				src.Query = n.query
			}
		}
	default:
		return src, false
	}
	if s.piece(at).is("AS") {
		at++
	}
	src.Alias = src.Table
	if t := s.piece(at); t.isName() && !aliasEnds.has(t) {
		src.Alias = t.text
	}
	return src, true
}

// Output returns the column that a query returns under a name. isStar is true if the query
// returns all columns of its tables, one of which can have the name.
func (s *Statement) Output(query int, name string) (c Column, isStar, ok bool) {
	for _, item := range s.outputs(query) {
		found, shown, star := s.outputOf(item[0], item[1])
		isStar = isStar || star
		if strings.EqualFold(shown, name) {
			return found, false, found.Name != ""
		}
	}
	return c, isStar, isStar
}

// Only returns the column that is the only one that a query returns.
func (s *Statement) Only(query int) (c Column, ok bool) {
	items := s.outputs(query)
	if len(items) != 1 {
		return c, false
	}
	c, _, _ = s.outputOf(items[0][0], items[0][1])
	return c, c.Name != ""
}

// itemOf returns one of the columns that the query returns which begins at a token.
func (s *Statement) itemOf(first, index int) []Column {
	items := s.outputs(s.tokens[first].query)
	if index >= len(items) {
		return nil
	}
	start, end := items[index][0], items[index][1]
	if c, _, _ := s.outputOf(start, end); c.Name != "" {
		return []Column{c}
	}
	if valueFunctions.has(s.piece(start)) && s.piece(start+1).is("(") && s.tokens[start+1].match == end-1 {
		return s.columnsOf(start+2, end-1, -1)
	}
	return nil
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

// outputOf reads one of the columns that a query returns: the column, its name in the result, and
// whether it stands for all columns.
func (s *Statement) outputOf(start, end int) (c Column, shown string, isStar bool) {
	if end > start && s.piece(end-1).is("*") {
		return c, "", true
	}
	r := cursor{s, end}
	if !r.peek().isName() {
		return c, "", false
	}
	last := r.peek().text
	c, ok := r.column()
	if ok && r.left == start {
		return c, last, false
	}
	r = cursor{s, end - 1}
	if r.peek().is("AS") {
		r.back()
	}
	c, ok = r.column()
	if !ok || r.left != start {
		c = Column{}
	}
	return c, last, false
}
