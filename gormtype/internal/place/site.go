package place

import (
	"slices"
	"strconv"
	"strings"
)

// Use is what a statement does with the value of a placeholder.
type Use uint8

const (
	Unknown  Use = iota
	Compares     // with the columns
	Sets         // the columns
	Reads        // it as a text, as a function of texts does
	Casts        // it to the type that Site names
)

// Role is the part that a value has in its place.
type Role struct {
	Use Use
	// IsInner is true if the value stands within an expression that the column is compared with. MySQL
	// gives a placeholder there the type of a text.
	IsInner bool
	// IsArray is true if the value is the array of ANY or ALL.
	IsArray bool
	// IsPattern is true if the value is the pattern of LIKE and similar operators.
	IsPattern bool
	// Operator has the offsets of the operator before a list, as in "id = (?, ?)", or zeros.
	Operator [2]int
}

// Site is the place of a placeholder in its statement.
type Site struct {
	Role
	// Columns holds the columns with which the value is compared, or that it sets. There are
	// several in "COALESCE(a, b) = ?".
	Columns []Column
	// Within holds the columns of the expression whose text is compared, as in "doc->>'a' = ?".
	Within []Column
	// Type is the type of a cast, in upper case.
	Type string
	// IsNullTest is true if IS NULL or IS NOT NULL is behind the value or its cast: any form of it will do.
	IsNullTest bool
	// Table is the table of an INSERT that names no columns, if the value is one of its rows.
	Table string
}

// Column is a column as a statement names it, in one of its queries.
type Column struct {
	Qualifier, Name string
	Query           int
}

// Holder is a placeholder of a statement.
type Holder struct {
	Start, End int
	Argument   int // the index of its value
	Place      int // the index of its site, which the members of a list share
}

// Holders returns the placeholders in their order, and their sites.
func (s *Statement) Holders() ([]Holder, []Site) {
	holders := make([]Holder, len(s.holders))
	for i, at := range s.holders {
		t := &s.tokens[at]
		holders[i] = Holder{Start: t.start, End: t.end, Argument: i, Place: t.place}
		if s.dialect == Postgres {
			n, _ := strconv.Atoi(s.sql[t.start+1 : t.end])
			holders[i].Argument = n - 1
		}
		if t.place > 0 || t.cast == 0 && !t.isNullTest {
			continue
		}
		site := Site{Role: Role{Use: Reads}, IsNullTest: t.isNullTest}
		if t.cast > 0 {
			site.Use, site.Type = Casts, strings.ToUpper(s.textOf(s.token(t.cast)))
		}
		holders[i].Place = len(s.sites)
		s.sites = append(s.sites, site)
	}
	return holders, s.sites
}

// meet tells the placeholders that can be the value of an expression with what it is compared, or what
// it sets.
func (s *Statement) meet(value, other int, role Role) {
	if value == 0 || other == 0 {
		return
	}
	if !s.isTuple(other) {
		if s.takes(value) {
			s.give(value, s.siteOf(other, role))
		}
		return
	}
	role.IsInner = role.IsInner || s.nodes[value].kind == queryNode
	values := s.tuple(value)
	for i, part := range s.tuple(other) {
		if i < len(values) {
			s.meet(values[i], part, role)
		}
	}
}

// siteOf returns the site of what is compared with an expression, or set in it: 0 if that is unknown.
func (s *Statement) siteOf(other int, role Role) int {
	if known := s.nodes[other].site; known > 0 && s.sites[known].Role == role {
		return known
	}
	made := s.newSite(role, s.columns(other, nil), other)
	s.nodes[other].site = made
	return made
}

// newSite adds a site with columns, or beside a text.
func (s *Statement) newSite(role Role, columns []Column, other int) int {
	site := Site{Role: role, Columns: columns}
	if len(columns) == 0 {
		if !s.nodes[other].isText {
			return 0
		}
		site.Use, site.Within = Reads, s.namesIn(s.nodes[other])
	}
	s.sites = append(s.sites, site)
	return len(s.sites) - 1
}

// readSite is the site of a value that is read as a text, and unknownSite that of one of which nothing is known.
const unknownSite, readSite = 0, 1

// reads says that a value is read as a text.
func (s *Statement) reads(n int) { s.give(n, readSite) }

// give gives a site to the placeholders that can be the value of an expression. A column is better
// known than a text.
func (s *Statement) give(n, site int) {
	if n == 0 || site == unknownSite {
		return
	}
	if own := &s.nodes[n]; own.kind == holderNode {
		made, t := &s.sites[site], &s.tokens[own.first]
		if len(made.Columns) > 0 || made.Table != "" || len(s.sites[t.place].Columns) == 0 {
			t.place = site
		}
		return
	}
	if kind := s.nodes[n].kind; kind == valueNode || kind == queryNode {
		site = s.inner(site)
	}
	for _, part := range s.values(n) {
		s.give(part, site)
	}
}

// inner returns the site of a value within an expression that has a site.
func (s *Statement) inner(site int) int {
	inner := s.sites[site]
	if inner.IsInner || inner.Use == Reads {
		return site
	}
	inner.IsInner = true
	s.sites = append(s.sites, inner)
	return len(s.sites) - 1
}

// values returns the parts of which one is the value of an expression, or the members of a list.
func (s *Statement) values(n int) []int {
	switch own := &s.nodes[n]; own.kind {
	case groupNode, valueNode, sumNode:
		return own.parts
	case queryNode:
		return s.returned(own.query, 0)
	}
	return nil
}

// returned returns a column that a query returns, and those of the other parts of a UNION.
func (s *Statement) returned(query, index int) (found []int) {
	for i, q := range s.queries {
		if (i == query || q.union == query) && index < len(q.outputs) {
			found = append(found, q.outputs[index])
		}
	}
	return found
}

// takes reports whether a placeholder can be the value of an expression.
func (s *Statement) takes(n int) bool {
	return s.nodes[n].kind == holderNode || slices.ContainsFunc(s.values(n), s.takes)
}

// columns appends the columns that can be the value of an expression.
func (s *Statement) columns(n int, found []Column) []Column {
	if own := &s.nodes[n]; own.kind == columnNode {
		return append(found, s.column(own.end-1, own.query))
	}
	for _, part := range s.values(n) {
		found = s.columns(part, found)
	}
	return found
}

// column returns the column whose name is a token: of schema.table.column, with the table.
func (s *Statement) column(at, query int) Column {
	c := Column{Name: s.textOf(s.token(at)), Query: query}
	if s.token(at-1).word == "." {
		c.Qualifier = s.textOf(s.token(at - 2))
	}
	return c
}

// namesIn returns the columns that an expression names.
func (s *Statement) namesIn(n node) (found []Column) {
	for at := n.first; at < n.end; at++ {
		if next := s.token(at + 1).word; s.isName(s.token(at)) && next != "(" && next != "." {
			found = append(found, s.column(at, n.query))
		}
	}
	return found
}

// tuple returns the values of a tuple, or the only one in parentheses or of a query.
func (s *Statement) tuple(n int) []int {
	if kind := s.nodes[n].kind; kind == groupNode || kind == queryNode {
		return s.nodes[n].parts
	}
	return nil
}

func (s *Statement) isTuple(n int) bool { return len(s.tuple(n)) > 1 }
