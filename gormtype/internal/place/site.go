package place

import "strings"

// Use is what a statement does with the value of a placeholder.
type Use uint8

const (
	Unknown  Use = iota
	Compares     // with the columns
	Sets         // the columns
	Reads        // it as a text, as a function of texts does
	Casts        // it to the type that Site names
)

// Site is the place of a placeholder in its statement.
type Site struct {
	Use Use
	// Columns holds the columns with which the value is compared, or that it sets. There are
	// several in "COALESCE(a, b) = ?".
	Columns []Column
	// Within holds the columns of the expression whose text is compared, as in "doc->>'a' = ?".
	Within []Column
	// Type is the type of a cast, in upper case.
	Type string
	// IsInner is true if the value stands within an expression that the column is compared with. MySQL
	// gives a placeholder there the type of a text.
	IsInner bool
	// IsArray is true if the value is the array of ANY or ALL.
	IsArray bool
	// IsPattern is true if the value is the pattern of LIKE and similar operators.
	IsPattern bool
	// IsWhole is true if the value is one of a whole row: of an INSERT that names no columns.
	IsWhole bool
	// Table is the table of such an INSERT.
	Table string
	// List identifies the list in which the value is a member. It is -1 outside of lists.
	List int
	// Operator has the offsets of the operator before a list, as in "id = (?, ?)", or zeros.
	Operator [2]int
}

// Column is a column as a statement names it, in one of its queries.
type Column struct {
	Qualifier, Name string
	Query           int
}

var (
	// valueFunctions holds the functions that return one of their arguments.
	valueFunctions = wordsOf("COALESCE IFNULL NULLIF NVL MIN MAX LEAST GREATEST ANY_VALUE")
	// valueResults holds other functions whose result is one of their arguments.
	valueResults = wordsOf("IF IIF LAG LEAD FIRST_VALUE LAST_VALUE NTH_VALUE VALUES")
	arrayWords   = wordsOf("ANY ALL SOME")
	patternWords = wordsOf("LIKE ILIKE RLIKE REGEXP GLOB MATCH TO ~ ~* !~ !~*") // SIMILAR TO
	// textFunctions holds the functions that read texts, besides those of JSON.
	textFunctions = wordsOf("CONCAT CONCAT_WS LOWER UPPER TRIM LTRIM RTRIM SUBSTR SUBSTRING REPLACE INSTR LOCATE POSITION STRPOS STARTS_WITH " +
		"FIND_IN_SET QUOTE UUID_TO_BIN IS_UUID LENGTH CHAR_LENGTH SPLIT_PART")
	// textResults holds the functions whose result is a text that they were given, besides those of JSON.
	textResults = wordsOf("CONCAT CONCAT_WS TRIM SUBSTR SUBSTRING SPLIT_PART BIN_TO_UUID")
	pathSymbols = wordsOf("-> ->> #> #>>")
)

// Site returns the place of a placeholder.
func (s *Statement) Site(holder int) Site {
	at := s.holders[holder]
	name, end := s.castOf(at)
	site, siblings := s.behind(at)
	if site.Use == Unknown {
		site.Columns = s.following(at, end)
		if len(site.Columns) == 0 && siblings >= 0 && s.tokens[siblings].match > siblings {
			site.Columns = s.columnsOf(siblings+1, s.tokens[siblings].match, -1)
		}
		switch {
		case len(site.Columns) > 0:
			site.Use = Compares
		case name != "":
			site.Use, site.Type = Casts, name
		default:
			s.besideText(&site, end)
		}
	}
	return site
}

// castOf returns the type to which the statement casts the value itself, and the token behind the
// value.
func (s *Statement) castOf(at int) (name string, end int) {
	switch {
	case s.piece(at + 1).is("::"):
		end = at + 3
		if m := s.piece(end); m.is("(") && s.tokens[end].match > end {
			end = s.tokens[end].match + 1
		}
	case s.piece(at+1).is("AS") && s.piece(at-1).is("(") && s.piece(at-2).is("CAST"):
		end = at + 1
	default:
		return "", at + 1
	}
	return strings.ToUpper(s.piece(at + 2).text), end
}

// behind reads the place from what stands before the placeholder.
func (s *Statement) behind(at int) (site Site, siblings int) {
	site.List = -1
	r := cursor{s, at}
	index, tuple := 0, -1 // of the placeholder in the innermost list, and in a tuple
	siblings = -1         // the parenthesis of a function whose arguments are values of one kind
	for {
		t := r.back()
		switch {
		case t.is(","):
			index += s.tokens[r.left].commas
			r.left = s.tokens[r.left].first + 1
		case t.is("("):
			open, before := r.left, r.peek()
			switch {
			case before.is("IN"):
				r.back()
				if tuple < 0 {
					site.List = open
				}
				return s.compared(site, r.operand(tuple), r.left), -1
			case arrayWords.has(before):
				r.back()
				site.IsArray = true
			case valueFunctions.has(before), index > 0 && (before.is("IF") || before.is("IIF")):
				r.back()
				site.IsInner = true
				if siblings < 0 {
					siblings = open
				}
				index = 0
			case before.kind == comparisonPiece && tuple < 0 && !s.piece(open-2).is(")"): // a list: id = (?, ?)
				op := s.tokens[open-1]
				site.List, site.Operator = open, [2]int{op.start, op.end}
			case before.is("VALUES"), before.is(","), before.is("("), before.kind == comparisonPiece:
				tuple, index = index, 0
			case before.is("ROW"):
				r.back()
				tuple, index = index, 0
				if r.peek().is(",") && s.tokens[r.left-1].first >= 0 {
					r.left = s.tokens[r.left-1].first + 1
				}
			case before.isName() && s.isTextFunction(before):
				site.Use = Reads
				return site, -1
			default:
				return site, siblings
			}
		case t.is("VALUES"):
			return s.inserted(site, r, tuple), -1
		case t.is("SELECT"):
			if insert := s.queries[s.tokens[r.left].query].insert; insert >= 0 {
				return s.selected(site, insert, index), -1
			}
			if open := r.left - 1; s.piece(open).is("(") { // ref = (SELECT ?)
				r.left, site.IsInner = open, true
				switch before := r.back(); {
				case before.is("IN"), before.kind == comparisonPiece:
					return s.compared(site, r.operand(index), r.left), -1
				}
			}
			return site, siblings
		case (t.is("THEN") || t.is("ELSE")) && s.tokens[r.left].match >= 0: // the CASE is what is compared or set
			site.IsInner = true
			r.left = s.tokens[r.left].match
		case t.is("WHEN") && s.tokens[r.left].match >= 0:
			if site.Columns = s.caseOperand(s.tokens[r.left].match); len(site.Columns) > 0 {
				site.Use = Compares
			}
			return site, -1
		case t.kind == comparisonPiece, t.is("IS"):
			return s.compared(site, r.operand(tuple), r.left), -1
		case patternWords.has(t):
			site.IsPattern = true
			if r.peek().is("NOT") || r.peek().is("SIMILAR") {
				r.back()
			}
			return s.compared(site, r.operand(-1), r.left), -1
		case t.is("||") && s.dialect == MySQL: // OR
			return site, siblings
		case t.is("||"), pathSymbols.has(t):
			site.Use = Reads
			return site, -1
		case t.is("NOT") && r.peek().is("IS"), t.is("FROM") && r.peek().is("DISTINCT"), t.is("DISTINCT"), t.is("BINARY"):
		case t.is("BETWEEN"):
			return s.compared(site, r.operand(-1), r.left), -1
		case t.is("AND") && s.betweenOf(r.left) >= 0:
			r.left = s.betweenOf(r.left)
			return s.compared(site, r.operand(-1), r.left), -1
		default:
			return site, siblings
		}
	}
}

// betweenOf returns the BETWEEN to which an AND belongs, or -1.
func (s *Statement) betweenOf(and int) int {
	if list := s.tokens[and].list; list >= 0 && s.piece(list).is("BETWEEN") {
		return list
	}
	return -1
}

// compared completes the place of a value that is compared with, or assigned to, the operand that
// was read. left is the first token of the operand.
func (s *Statement) compared(site Site, o operand, left int) Site {
	site.Columns = o.columns
	switch {
	case len(o.columns) > 0:
		site.Use = Compares
		if before := s.piece(left - 1); (site.List < 0 || site.Operator[1] > 0) && (before.is("SET") || before.is(",") && s.isAssignment(left-1) || before.is("UPDATE")) {
			site.Use = Sets
		}
	case s.isTextExpression(o.first, o.end):
		site.Use, site.Within = Reads, s.namesIn(o.first, o.end)
	}
	return site
}

// isAssignment reports whether a comma is one between assignments.
func (s *Statement) isAssignment(comma int) bool {
	first := s.piece(s.tokens[comma].first)
	return first.is("SET") || first.is("UPDATE")
}

// inserted returns the place of a value behind VALUES.
func (s *Statement) inserted(site Site, r cursor, tuple int) Site {
	if r.peek().is("(") { // id IN (VALUES (?))
		if r.back(); r.back().is("IN") {
			return s.compared(site, r.operand(tuple), r.left)
		}
		return site
	}
	site.Use = Sets
	if end := r.left; r.skipGroup() {
		site.Columns = s.columnsOf(r.left+1, end-1, tuple)
		return site
	}
	return s.whole(site, s.tokens[r.left].query)
}

// selected returns the place of a value that is one of the columns of a SELECT whose rows an INSERT stores.
func (s *Statement) selected(site Site, insert, index int) Site {
	site.Use, site.IsInner = Sets, true
	for _, src := range s.sources {
		if src.query != insert {
			continue
		}
		at := src.at + 1
		for skippedWords.has(s.piece(at)) {
			if s.piece(at).is("OR") {
				at++
			}
			at++
		}
		for s.piece(at + 1).is(".") {
			at += 2
		}
		if open := at + 1; s.piece(open).is("(") && s.tokens[open].match > open && !s.isQuery(open+1) {
			site.Columns = s.columnsOf(open+1, s.tokens[open].match, index)
			return site
		}
	}
	return s.whole(site, insert)
}

func (s *Statement) whole(site Site, query int) Site {
	for _, src := range s.Sources(query) {
		site.IsWhole, site.Table = true, src.Table
	}
	if !site.IsWhole {
		site.Use = Unknown
	}
	return site
}

func (s *Statement) isTextFunction(name piece) bool {
	return textFunctions.has(name) || isJSON(name)
}

func isJSON(name piece) bool {
	return len(name.text) > 4 && (strings.EqualFold(name.text[:4], "JSON") || len(name.text) > 7 && strings.EqualFold(name.text[:7], "TO_JSON"))
}

// isTextExpression reports whether the operand between two tokens is a text: one that is read from
// JSON, put together, or written.
func (s *Statement) isTextExpression(first, end int) bool {
	if first < 0 || first >= end {
		return false
	}
	for i := first; i < end; i++ {
		t := s.piece(i)
		switch {
		case pathSymbols.has(t), t.is("||") && s.dialect != MySQL:
			return true
		case t.is("::") && IsTextType(s.piece(i+1).text):
			return true
		case t.is("("):
			if m := s.tokens[i].match; m > i {
				if name := s.piece(i - 1); i > first && (textResults.has(name) || isJSON(name) || name.is("CAST") && s.castsToText(m)) {
					return true
				}
				i = m
			}
		}
	}
	return end == first+1 && s.piece(first).kind == textPiece
}

// castsToText reports whether a CAST that ends with a parenthesis is one to a text.
func (s *Statement) castsToText(end int) bool {
	for at := end - 1; at > s.tokens[end].match; at-- {
		if s.piece(at).is(")") && s.tokens[at].match > 0 {
			at = s.tokens[at].match
			continue
		}
		if s.piece(at).is("AS") {
			return IsTextType(s.piece(at + 1).text)
		}
	}
	return false
}

// IsTextType reports whether a type is one of texts.
func IsTextType(name string) bool {
	switch strings.ToUpper(name) {
	case "TEXT", "CHAR", "VARCHAR", "CHARACTER", "NCHAR", "NVARCHAR", "CITEXT":
		return true
	}
	return false
}

// namesIn returns the columns that an expression names.
func (s *Statement) namesIn(first, end int) (found []Column) {
	for at := first; at < end; at++ {
		if !s.piece(at).isName() || s.piece(at+1).is("(") || s.piece(at+1).is(".") {
			continue
		}
		r := cursor{s, at + 1}
		if c, ok := r.column(); ok {
			found = append(found, c)
		}
	}
	return found
}

// besideText completes the place of a value that is compared with a text behind it, or is a part of one.
func (s *Statement) besideText(site *Site, at int) {
	next := s.piece(at)
	if next.is("||") && s.dialect != MySQL || next.is("MEMBER") && s.piece(at+1).is("OF") {
		site.Use = Reads
		return
	}
	if next.kind != comparisonPiece {
		return
	}
	first := at + 1
	end := first
	for end < len(s.tokens) && !s.isEnd(s.piece(end)) {
		if m := s.tokens[end].match; s.piece(end).is("(") && m > end {
			end = m
		}
		end++
	}
	if s.isTextExpression(first, end) {
		site.Use, site.Within = Reads, s.namesIn(first, end)
	}
}

// caseOperand returns the columns between CASE and its first WHEN.
func (s *Statement) caseOperand(at int) []Column {
	columns, end := s.operandAt(at+1, -1)
	if !s.piece(end).is("WHEN") {
		return nil
	}
	return columns
}
