package gormtype

import "slices"

// comparedColumns returns, for each term, the name of the column that the condition
// compares it with by =, <>, <, >, IN or BETWEEN, if the term is a placeholder, or the
// empty text. The terms around a comparison make sure that neither the name nor the
// argument is part of a larger expression.
func comparedColumns(list []term) []string {
	columns := make([]string, len(list))
	for i, t := range list {
		if !begins(list, i) {
			continue
		}
		switch t.kind {
		case wordTerm:
			for _, at := range operands(list, i+1) {
				columns[at] = t.text
			}
		case markTerm: // ? = column
			if i+2 < len(list) && isComparison(list[i+1]) && list[i+2].kind == wordTerm && ends(list, i+3) {
				columns[i] = list[i+2].text
			}
		}
	}
	return columns
}

// begins reports whether an expression begins with a term.
func begins(list []term, i int) bool {
	return i == 0 || list[i-1].isOneOf("(", ",", "AND", "OR", "NOT", "ON", "WHERE", "HAVING", "WHEN")
}

// ends reports whether an expression ends before a term.
func ends(list []term, i int) bool {
	return i >= len(list) || list[i].isOneOf(")", ",", "AND", "OR", "THEN", "JOIN", "LEFT", "RIGHT", "INNER", "FULL", "CROSS", "NATURAL", "WHERE")
}

func isComparison(t term) bool {
	return t.kind == symbolTerm && slices.Contains([]string{"=", "==", "<>", "!=", "<", "<=", ">", ">=", "<=>"}, t.text)
}

// operands returns the placeholders with which a column is compared whose name is before
// the term i.
func operands(list []term, i int) []int {
	if i < len(list) && isComparison(list[i]) {
		return operand(list, i+1)
	}
	if i < len(list) && list[i].is("NOT") {
		i++
	}
	switch {
	case i >= len(list) || list[i].kind != wordTerm:
		return nil
	case list[i].is("IN"):
		return append(operand(list, i+1), members(list, i+1)...)
	case list[i].is("BETWEEN") && i+2 < len(list) && list[i+2].is("AND"):
		return append(marks(list, i+1, i+2), operand(list, i+3)...)
	}
	return nil
}

// operand returns the placeholder ? or (?) at the term i.
func operand(list []term, i int) []int {
	if i+2 < len(list) && list[i].is("(") && list[i+1].kind == markTerm && list[i+2].is(")") && ends(list, i+3) {
		return []int{i + 1}
	}
	if i < len(list) && ends(list, i+1) {
		return marks(list, i, i+1)
	}
	return nil
}

// members returns the placeholders of a list (?, ?) of two or more members at the
// term i.
func members(list []term, i int) []int {
	if i >= len(list) || !list[i].is("(") {
		return nil
	}
	start := i + 1
	for i = start; i+1 < len(list) && list[i].kind != symbolTerm; i += 2 {
		switch {
		case list[i+1].is(","):
		case list[i+1].is(")") && i > start && ends(list, i+2):
			return marks(list, start, i+1)
		default:
			return nil
		}
	}
	return nil
}

// marks returns the placeholders among the terms from i to before end.
func marks(list []term, i, end int) []int {
	var found []int
	for ; i < end; i++ {
		if list[i].kind == markTerm {
			found = append(found, i)
		}
	}
	return found
}
