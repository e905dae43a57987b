// Package place finds the column of a placeholder in what stands before it in a statement.
package place

import (
	"slices"
	"strings"
)

// Place is what a placeholder is compared with, or sets: the columns that stand before it
// in a statement. There are several in "COALESCE(a, b) = ?".
type Place struct {
	Columns  []Column
	IsInsert bool
	InTuple  bool
}

// Column is a column as a statement names it.
type Column struct{ Qualifier, Name string }

// maxPlace is how much of a statement Of reads: enough for tuples of some hundred
// members.
const maxPlace = 8192

// valueFunctions are the functions that return one of their arguments.
var valueFunctions = []string{"COALESCE", "IFNULL", "NULLIF", "NVL", "MIN", "MAX", "LEAST", "GREATEST", "ANY_VALUE"}

// Of reads the end of a statement, behind which the next placeholder is written. It
// finds nothing if that is no comparison with a column and no assignment to one.
func Of(sql string) (p Place) {
	r := reader{sql[max(0, len(sql)-maxPlace):]}
	index, tuple := 0, -1 // of the placeholder in the innermost list, and in a tuple
	for {
		t := r.back()
		switch {
		case t.is(","):
			index++
			if !r.skipMember() {
				return p
			}
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
			p.IsInsert = true
			if end := r.sql; r.skipGroup() {
				p.Columns = columnsOf(strings.TrimSpace(end[len(r.sql):]), tuple)
			}
			return p
		case t.kind == operatorPiece && t.text != "<@" && t.text != "@>", t.is("IS"):
			p.Columns = r.operand(tuple)
			return p
		case t.is("NOT") && r.peek().is("IS"), t.is("FROM") && r.peek().is("DISTINCT"), t.is("DISTINCT"):
		case t.is("BETWEEN"), t.is("AND") && r.skipMember() && r.back().is("BETWEEN"):
			p.Columns = r.operand(-1)
			return p
		default:
			return p
		}
	}
}

// IsInList reports whether the next placeholder is, or begins, the list of an IN.
func IsInList(sql string) bool {
	r := reader{sql[max(0, len(sql)-16):]}
	before := r.back()
	if before.is("(") {
		before = r.back()
	}
	return before.is("IN")
}

// operand returns the columns of the operand before a comparison. tuple is the index of
// the placeholder in a tuple, or -1.
func (r *reader) operand(tuple int) []Column {
	if r.peek().isOneOf("NOT", "SYMMETRIC") {
		r.back()
	}
	if !r.peek().is(")") {
		c, ok := r.column()
		if !ok || tuple > 0 || !r.peek().startsOperand() {
			return nil
		}
		return []Column{c}
	}
	end := r.sql
	if !r.skipGroup() {
		return nil
	}
	group := strings.TrimSpace(end[len(r.sql):])
	switch {
	case r.peek().isOneOf(valueFunctions...):
		return columnsOf(group, -1)
	case !r.peek().startsOperand():
		return nil
	}
	return columnsOf(group, max(tuple, 0))
}

// columnsOf returns the columns of a list in parentheses: the one with an index, or all.
func columnsOf(list string, index int) []Column {
	var found []Column
	for i, m := range membersOf(list) {
		inner := reader{m}
		if c, ok := inner.column(); ok && inner.peek().kind == noPiece && (index < 0 || i == index) {
			found = append(found, c)
		}
	}
	return found
}

// membersOf splits a list in parentheses.
func membersOf(list string) []string {
	r := reader{strings.TrimSuffix(list, ")")}
	var members []string
	for {
		end := r.sql
		if !r.skipMember() {
			return nil
		}
		members = append(members, end[len(r.sql):])
		if !r.back().is(",") {
			slices.Reverse(members)
			return members
		}
	}
}

// startsOperand reports whether a column behind the piece is a whole operand.
func (t piece) startsOperand() bool {
	return t.kind == noPiece || t.isOneOf("(", ",", "AND", "OR", "XOR", "NOT", "WHERE", "ON", "HAVING", "WHEN", "SET", "SELECT", "BY", "THEN",
		"ELSE", "UPDATE", "CASE", "DISTINCT", "RETURNING", "USING")
}

// pieceKind is what a piece of a statement is.
type pieceKind uint8

const (
	noPiece pieceKind = iota
	symbolPiece
	operatorPiece // a comparison
	wordPiece     // a keyword, a name, a number or a placeholder of PostgreSQL
	namePiece     // a name in quotes
	textPiece
)

type piece struct {
	kind pieceKind
	text string // of a name without quotes
}

func (t piece) is(text string) bool {
	return t.kind != namePiece && t.kind != textPiece && strings.EqualFold(t.text, text)
}

func (t piece) isOneOf(texts ...string) bool {
	//nolint:modernize // slices.ContainsFunc would allocate, once for each piece of a list
	for _, text := range texts {
		if t.is(text) {
			return true
		}
	}
	return false
}

// isName reports whether the piece can be the name of a column or table.
func (t piece) isName() bool {
	return t.kind == namePiece || t.kind == wordPiece && t.text[0] != '$' && (t.text[0] < '0' || t.text[0] > '9')
}

// reader reads a statement from its end.
type reader struct{ sql string }

// back returns the last piece, and removes it.
func (r *reader) back() piece {
	r.sql = strings.TrimRight(r.sql, " \t\r\n")
	if r.sql == "" {
		return piece{}
	}
	end := len(r.sql) - 1
	start, kind := end, symbolPiece
	switch c := r.sql[end]; {
	case c == '"' || c == '`':
		kind, start = namePiece, strings.LastIndexByte(r.sql[:end], c)
	case c == '\'':
		kind, start = textPiece, strings.LastIndexByte(r.sql[:end], c)
	case c == ']':
		kind, start = namePiece, strings.LastIndexByte(r.sql, '[')
	case isNameByte(c):
		kind = wordPiece
		for start > 0 && isNameByte(r.sql[start-1]) {
			start--
		}
	case strings.IndexByte("<>=!@", c) >= 0:
		kind = operatorPiece
		for start > 0 && strings.IndexByte("<>=!@", r.sql[start-1]) >= 0 {
			start--
		}
	}
	if start < 0 { // a quote that was opened before
		r.sql = ""
		return piece{}
	}
	t := piece{kind, r.sql[start : end+1]}
	if kind == namePiece {
		t.text = r.sql[start+1 : end]
	}
	r.sql = r.sql[:start]
	return t
}

func isNameByte(c byte) bool {
	return c == '_' || c == '$' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

func (r reader) peek() piece { return r.back() }

// column reads a name, which may be qualified.
func (r *reader) column() (c Column, ok bool) {
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
func (r *reader) skipGroup() bool {
	depth := 0
	for {
		switch t := r.back(); {
		case t.kind == noPiece:
			return false
		case t.is(")"):
			depth++
		case t.is("("):
			depth--
			if depth == 0 {
				return true
			}
		}
	}
}

// skipMember removes a member of a list, up to the comma or parenthesis before it, or the
// first operand of BETWEEN.
func (r *reader) skipMember() bool {
	for n := 0; ; n++ {
		t := r.peek()
		switch {
		case t.is(",") || t.is("(") || t.isOneOf("BETWEEN", "VALUES") || t.kind == noPiece:
			return n > 0
		case t.is(")"):
			if !r.skipGroup() {
				return false
			}
		default:
			r.back()
		}
	}
}

// Source is a table that a statement reads or writes.
type Source struct{ Table, Alias string }

// Sources returns the tables before the end of a statement, those of the innermost
// subquery that is not closed there: the last one first.
func Sources(sql string) []Source {
	r := reader{sql}
	var next [4]piece // the pieces behind the one that was read
	var found []Source
	for {
		var t piece
		if r.peek().is(")") {
			if !r.skipGroup() {
				return found
			}
			t = piece{symbolPiece, "()"}
		} else {
			t = r.back()
		}
		switch {
		case t.kind == noPiece:
			return found
		case t.is("(") && next[0].is("SELECT"):
			return found
		case t.isOneOf("FROM", "JOIN", "UPDATE", "INTO") && next[0].isName():
			found = append(found, newSource(next))
		}
		copy(next[1:], next[:])
		next[0] = t
	}
}

func newSource(next [4]piece) Source {
	s := Source{Table: next[0].text}
	rest := next[1:]
	if rest[0].is(".") {
		s.Table, rest = rest[1].text, rest[2:]
	}
	if rest[0].is("AS") && len(rest) > 1 {
		rest = rest[1:]
	}
	s.Alias = s.Table
	if t := rest[0]; t.isName() && !t.isOneOf("ON", "USING", "WHERE", "SET", "LEFT", "RIGHT", "INNER", "CROSS", "FULL", "JOIN", "NATURAL", "GROUP",
		"ORDER", "HAVING", "LIMIT", "FOR", "VALUES", "SELECT", "RETURNING", "UNION", "AS") {
		s.Alias = t.text
	}
	return s
}
