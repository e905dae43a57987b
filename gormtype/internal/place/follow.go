package place

import (
	"cmp"
	"slices"
)

// Leads reports whether the next placeholder begins an operand, so that the column with which
// it is compared can follow, as in "? = id".
func (s *Statement) Leads() bool {
	at := len(s.tokens) - 1
	if s.isBroken || at >= 0 && !s.piece(at).startsOperand() {
		return false
	}
	if at >= 0 && s.piece(at).is(",") {
		at = s.tokens[at].first
	}
	if at >= 0 && s.piece(at).is("(") {
		if at--; s.peek(at).is(",") {
			at = s.tokens[at].first
		}
	}
	// A member of a list is compared with what stands before it, or stored.
	return !s.peek(at).isOneOf("IN", "VALUES")
}

// Following returns the columns with which a placeholder is compared that stand behind it in
// the statement, and the offset at which they end. end is that of the placeholder.
func (s *Statement) Following(end int) (columns []Column, until int) {
	at := s.tokenAt(end)
	if at == 0 || at == len(s.tokens) || s.isBroken {
		return nil, 0
	}
	tuple := -1
	for s.peek(at).isOneOf(",", ")") {
		open, index := s.tokens[at-1].list, 0
		if open >= 0 && s.piece(open).is(",") {
			open, index = s.tokens[open].first, s.tokens[open].commas
		}
		if open <= 0 || !s.piece(open).is("(") || s.tokens[open].match < at || s.isQuery(open+1) {
			return nil, 0
		}
		at = s.tokens[open].match + 1
		switch before := s.piece(open - 1); {
		case before.isOneOf(valueFunctions...) && s.peek(open-2).startsOperand():
		case !before.startsOperand(), tuple > 0 || tuple == 0 && index > 0: // of a tuple in another
			return nil, 0
		case tuple < 0:
			tuple = index
		}
	}
	isOperator := s.peek(at).kind == operatorPiece
	if s.peek(at).is("IS") {
		at++
		isOperator = true // SQLite compares columns by IS
	}
	if s.peek(at).is("NOT") {
		at++
	}
	first := at + 1
	switch t := s.peek(at); {
	case t.kind == operatorPiece && t.text != "<@" && t.text != "@>":
		columns, at = s.operandAt(first, tuple)
	case t.is("DISTINCT"):
		columns, at = s.operandAt(first+1, tuple)
	case isOperator && !t.isOneOf("NULL", "TRUE", "FALSE", "UNKNOWN"):
		columns, at = s.operandAt(at, tuple)
	case t.is("IN") && s.peek(first).is("(") && s.tokens[first].match > first:
		if at = s.tokens[first].match; !s.isQuery(first + 1) {
			columns = s.columnsOf(first+1, at, -1)
		}
	case t.is("BETWEEN"):
		var more []Column
		if columns, at = s.operandAt(first, -1); s.peek(at).is("AND") {
			more, at = s.operandAt(at+1, -1)
		}
		columns = append(columns, more...)
	}
	if len(columns) == 0 {
		return nil, 0
	}
	return columns, s.tokens[min(at, len(s.tokens))-1].end
}

// tokenAt returns the first token that starts at an offset or behind it.
func (s *Statement) tokenAt(offset int) int {
	at, _ := slices.BinarySearchFunc(s.tokens, offset, func(t token, offset int) int { return cmp.Compare(t.start, offset) })
	return at
}

// isQuery reports whether a query begins at a token, and no column.
func (s *Statement) isQuery(at int) bool {
	return s.peek(at).isOneOf("SELECT", "VALUES", "WITH", "TABLE")
}

// peek returns the piece with an index, or none.
func (s *Statement) peek(at int) piece {
	if at < 0 || at >= len(s.tokens) {
		return piece{}
	}
	return s.piece(at)
}

// operandAt returns the columns of the operand that begins at a token, and the token behind it.
// tuple is the index of the column in a tuple, or -1.
func (s *Statement) operandAt(first, tuple int) (columns []Column, next int) {
	at := first
	if t := s.peek(at); t.isOneOf(valueFunctions...) && s.peek(at+1).is("(") {
		first, at, tuple = at+1, at+1, -1
	}
	switch {
	case s.peek(at).is("(") && s.tokens[at].match > at:
		at = s.tokens[at].match
		if !s.isQuery(first + 1) {
			columns = s.columnsOf(first+1, at, tuple)
		}
		at++
	case tuple <= 0:
		for s.peek(at).isName() && s.peek(at+1).is(".") {
			at += 2
		}
		at++
		columns = s.columnsOf(first, min(at, len(s.tokens)), -1)
	}
	if !s.peek(at).endsOperand() {
		return nil, at
	}
	return columns, at
}

// endsOperand reports whether a column before the piece is a whole operand.
func (t piece) endsOperand() bool {
	return t.kind == noPiece || t.isOneOf(")", ",", ";", "AND", "OR", "XOR", "THEN", "WHEN", "ELSE", "END", "AS", "FROM", "WHERE", "JOIN", "LEFT",
		"RIGHT", "INNER", "CROSS", "FULL", "GROUP", "ORDER", "HAVING", "LIMIT", "OFFSET", "FETCH", "UNION", "EXCEPT", "INTERSECT", "WINDOW",
		"FOR", "RETURNING", "COLLATE", "ASC", "DESC", "IS", "NULLS", "SET", "ON")
}
