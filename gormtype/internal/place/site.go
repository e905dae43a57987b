package place

import (
	"slices"
	"strings"
)

// Use is what a statement does with the value of a placeholder.
type Use uint8

// A greater Use says more.
const (
	Unknown   Use = iota
	TakesText     // it as a text, as a function of texts does
	Casts         // it to the type that Site names
	Compares      // with the columns
	Sets          // the columns
)

// Role is the part that a value has in its place.
type Role struct {
	Use Use
	// IsTyped is true if PostgreSQL infers by itself that the value has the type of the columns, or is a text.
	IsTyped bool
	// IsInner is true if the value stands within an expression that the column is compared with. MySQL
	// gives a placeholder there the type of a text.
	IsInner bool
	// IsArray is true if the value is the array of ANY or ALL.
	IsArray bool
	// IsPattern is true if the value is the pattern of LIKE and similar operators.
	IsPattern bool
	// Operator has the offsets of the operator before a list, as in "id = (?, ?)", or zeros.
	Operator [2]int
	isMade   bool // the value is what a query in FROM or WITH returns
	isText   bool // PostgreSQL takes a placeholder for a text, whatever it is compared with
}

// Site is the place of a placeholder in its statement.
type Site struct {
	Role
	// Columns holds the columns with which the value is compared, or that it sets. There are
	// several in "COALESCE(a, b) = ?".
	Columns []Column
	// Within holds the columns of the expression whose text is compared, as in "doc->>'a' = ?".
	Within []Column
	// Beside holds the columns of which one is compared with, or set to, a text that a function makes of the value.
	Beside []Column
	// Type is the type to which the statement casts the value, or that with which it is compared, in upper case.
	Type string
	// IsNullTest is true if IS NULL or IS NOT NULL is behind the value or its cast: any form of it will do.
	IsNullTest bool
	// Table is the table of an INSERT that names no columns, if the value is one of its rows. It has no name otherwise.
	Table Source
}

// Column is a column as a statement names it, in one of its queries.
type Column struct {
	Schema, Qualifier, Name string
	Query                   int
	IsOwn                   bool // of a table of the query, and not of one around it
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
	s.sites = append(s.sites[:0], Site{})
	for i, at := range s.holders {
		t := &s.tokens[at]
		holders[i] = Holder{Start: t.start, End: t.end, Argument: t.argument, Place: s.placeOf(t)}
	}
	return holders, s.sites
}

// placeOf returns the index of the site of a placeholder, which those share that are compared with the same.
func (s *Statement) placeOf(t *token) int {
	known := &s.nodes[t.other].site
	isOwn := t.cast > 0 || t.isNullTest || t.isMixed || t.beside > 0
	if !isOwn && s.sites[*known].Role == t.role && (*known > 0 || t.other == 0) {
		return *known
	}
	s.sites = append(s.sites, s.siteOf(t))
	made := len(s.sites) - 1
	if !isOwn {
		*known = made
	}
	return made
}

// siteOf returns the site of a placeholder.
func (s *Statement) siteOf(t *token) Site {
	site := Site{Role: t.role, IsNullTest: t.isNullTest}
	if t.beside > 0 {
		site.Beside = s.columns(t.beside, nil)
		if other := &s.nodes[t.beside]; other.kind == tableNode {
			site.Table = s.Sources(other.query)[0]
		}
	}
	switch other := &s.nodes[t.other]; {
	case t.isMixed:
		return Site{}
	case t.cast > 0 && (t.role.Use == Unknown || t.role.Use == Casts):
		site.Use, site.Type = Casts, s.typeOf(t.cast)
	case t.role.Use == Unknown && t.isNullTest:
		site.Use = TakesText
	case t.role.Use == Casts:
		site.Type = s.typeOf(s.castOf(t.other))
	case t.role.Use == TakesText:
		site.Within = s.namesIn(other)
	case other.kind == tableNode:
		site.Table = s.Sources(other.query)[0]
	default:
		site.Columns = s.columns(t.other, nil)
	}
	return site
}

// meeting is an expression, and with what it is compared, or what it sets.
type meeting struct {
	value, other int
	isAmong      bool // other is not a tuple, but one of its parts
	role         Role
}

// meet notes with what an expression is compared, or what it sets.
func (s *Statement) meet(value, other int, role Role) {
	s.meetings = append(s.meetings, meeting{value, other, false, role})
}

// among notes that an expression is compared with one of the parts of another one, or is such a part.
func (s *Statement) among(value, other int, role Role) {
	s.meetings = append(s.meetings, meeting{value, other, true, role})
}

// settle tells the placeholders that can be the value of an expression with what it is compared.
func (s *Statement) settle(m meeting) {
	if m.isAmong || !s.isTuple(m.other) {
		s.give(m.value, m.other, m.role)
		return
	}
	isQuery := s.nodes[m.value].kind == queryNode
	m.role.IsInner, m.role.isText = m.role.IsInner || isQuery, m.role.isText || isQuery
	values := s.tuple(m.value)
	for i, part := range s.tuple(m.other) {
		if i < len(values) {
			s.settle(meeting{values[i], part, false, m.role})
		}
	}
}

// mostHops is how many columns are followed to the queries that return them, for one meeting. A recursive query
// returns its own.
const mostHops = 64

// give gives the other side to the placeholders that can be the value of an expression.
func (s *Statement) give(value, other int, role Role) {
	s.hops = 0
	role.IsArray = role.IsArray || s.nodes[other].kind == arrayNode
	hasColumn := s.nodes[other].kind == tableNode || s.has(other, columnNode)
	if hasColumn && role.Use != TakesText {
		s.putBeside(value, other)
		role.IsTyped = !role.isText && (role.Use == Sets || s.isTyped(other))
		s.hops = 0 // a recursive query took them all
	}
	switch own := s.nodes[other]; {
	case role.Use == TakesText:
		s.pass(value, other, role)
	case !s.has(value, holderNode):
	case hasColumn:
		s.pass(value, other, role)
	case own.isText && value != other:
		s.pass(value, other, Role{Use: TakesText, IsTyped: true})
	case s.castOf(other) > 0:
		s.pass(value, other, Role{Use: Casts})
	}
}

// typeOf returns the name of the type that a token is.
func (s *Statement) typeOf(cast int) string { return strings.ToUpper(s.textOf(s.token(cast))) }

// takesText notes that a value is taken as a text.
func (s *Statement) takesText(value int, isTyped bool) {
	s.meet(value, 0, Role{Use: TakesText, IsTyped: isTyped})
}

// putBeside tells the placeholders of which a text is made with what it is compared.
func (s *Statement) putBeside(n, other int) {
	own := &s.nodes[n]
	if own.kind == holderNode && own.isText {
		s.tokens[own.first].beside = other
	}
	if own.kind != textNode {
		for _, part := range s.values(n) {
			s.putBeside(part, other)
		}
		return
	}
	for _, part := range own.parts {
		if part = s.bare(part); s.nodes[part].kind == holderNode {
			s.tokens[s.nodes[part].first].beside = other
		}
		s.putBeside(part, other)
	}
}

// isTyped reports whether PostgreSQL knows the type of an expression by itself: that of a placeholder and of a text that is
// written is unknown. A query that returns one makes a text of it.
func (s *Statement) isTyped(n int) bool {
	own := &s.nodes[n]
	switch parts := s.values(n); {
	case own.cast > 0:
		return true
	case own.kind == holderNode:
		return s.tokens[own.first].cast > 0
	case own.kind == valueNode, own.kind == arrayNode:
		return slices.ContainsFunc(parts, s.isTyped)
	case len(parts) > 0:
		return !slices.ContainsFunc(parts, func(part int) bool { return !s.isTyped(part) })
	}
	t := s.token(own.first)
	return own.kind != otherNode || own.end-own.first > 1 || t.kind != textToken && !t.in(nonValues)
}

// pass passes the role to the placeholders in an expression. A column is better known than a text.
func (s *Statement) pass(n, other int, role Role) {
	switch own := &s.nodes[n]; own.kind {
	case holderNode:
		t := &s.tokens[own.first]
		t.isMixed = t.isMixed || role.isMade && t.role.Use != Unknown && (t.role.Use == TakesText) != (role.Use == TakesText)
		if role.Use >= t.role.Use {
			t.other, t.role = other, role
			t.role.IsInner = role.IsInner || t.cast > 0
		}
		return
	case columnNode:
		role.IsInner, role.isMade, role.IsTyped = true, true, role.Use == TakesText
	case queryNode:
		role.IsInner, role.IsTyped = role.Use != TakesText, role.Use == TakesText
	case valueNode:
		role.IsInner, role.IsTyped = role.Use != TakesText, role.Use == TakesText || s.isTyped(n)
	case arrayNode:
		role.IsArray, role.IsTyped = false, role.Use == TakesText || s.isTyped(n)
	}
	for _, part := range s.values(n) {
		s.pass(part, other, role)
	}
}

// values returns the parts of which one is the value of an expression, or the members of a list.
func (s *Statement) values(n int) []int {
	switch own := &s.nodes[n]; own.kind {
	case groupNode, valueNode, sumNode, arrayNode:
		return own.parts
	case queryNode:
		outputs := s.queries[own.query].outputs
		return outputs[:min(len(outputs), 1)]
	case columnNode:
		return s.made(n)
	}
	return nil
}

// has reports whether an expression of a kind can be the value of another one.
func (s *Statement) has(n int, kind nodeKind) bool {
	return s.nodes[n].kind == kind || slices.ContainsFunc(s.values(n), func(part int) bool { return s.has(part, kind) })
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

// column returns the column whose name is a token.
func (s *Statement) column(at, query int) Column {
	c := Column{Qualifier: s.qualifier(at), Name: s.textOf(s.token(at)), Query: query}
	if c.Qualifier != "" {
		c.Schema = s.qualifier(at - 2)
	}
	return c
}

// qualifier returns the name before the period before a token, or the empty text.
func (s *Statement) qualifier(at int) string {
	if s.token(at-1).word != "." {
		return ""
	}
	return s.textOf(s.token(at - 2))
}

// namesIn returns the columns that an expression names.
func (s *Statement) namesIn(n *node) (found []Column) {
	for at := n.first; at < n.end; at++ {
		if next := s.token(at + 1).word; s.isName(s.token(at)) && next != "(" && next != "." {
			found = append(found, s.column(at, n.query))
		}
	}
	return found
}

// tuple returns the values of a tuple, or the only one in parentheses or of a query.
func (s *Statement) tuple(n int) []int {
	switch own := &s.nodes[n]; own.kind {
	case groupNode:
		return own.parts
	case queryNode:
		return s.queries[own.query].outputs
	}
	return nil
}

func (s *Statement) isTuple(n int) bool { return len(s.tuple(n)) > 1 }
