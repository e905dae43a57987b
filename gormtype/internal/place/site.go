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
	// IsNullTest is true if IS NULL or IS NOT NULL is behind the value or its cast: any form of it will do.
	IsNullTest bool
	// Table is the table of an INSERT that names no columns, if the value is one of its rows.
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

// site returns the place of the placeholder at a token.
func (s *Statement) site(at int) Site {
	name, end := s.castOf(at)
	site, siblings := s.behind(at)
	if site.Use == Unknown {
		site.IsNullTest = s.isNullTest(end) || s.piece(end).is("AS") && s.isNullTest(s.tokens[at-1].match+1)
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

// search reads the place of a placeholder from what stands before it.
type search struct {
	cursor
	site  Site
	index int // of the placeholder in the innermost list
	tuple int // and in a tuple, or -1
	// siblings is the parenthesis of a function whose arguments are values of one kind, or -1.
	siblings int
}

// behind reads the place from what stands before the placeholder.
func (s *Statement) behind(at int) (site Site, siblings int) {
	q := search{cursor: cursor{s, at}, site: Site{List: -1}, tuple: -1, siblings: -1}
	for !q.step() {
	}
	return q.site, q.siblings
}

// step reads the next piece, and reports whether the place is found, or none.
func (q *search) step() bool {
	s := q.s
	t := q.back()
	switch {
	case t.is(","):
		q.index += s.tokens[q.left].commas
		q.left = s.tokens[q.left].first + 1
		return false
	case t.is("("):
		return q.open()
	case t.is("VALUES"):
		q.site, q.siblings = s.inserted(q.site, q.cursor, q.tuple), -1
		return true
	case t.is("SELECT"):
		return q.selects()
	case t.kind == comparisonPiece, t.is("IS"):
		return q.compare(q.tuple)
	case patternWords.has(t):
		q.site.IsPattern = true
		if q.peek().is("NOT") || q.peek().is("SIMILAR") {
			q.back()
		}
		return q.compare(-1)
	case caseWords.has(t) && s.tokens[q.left].match >= 0:
		return q.inCase(t)
	case t.is("BETWEEN"):
		return q.compare(-1)
	case t.is("AND") && s.betweenOf(q.left) >= 0:
		q.left = s.betweenOf(q.left)
		return q.compare(-1)
	}
	return q.symbol(t)
}

// symbol reads a piece that is no operator of a comparison.
func (q *search) symbol(t piece) bool {
	switch {
	case t.is("||") && q.s.dialect == MySQL: // OR
		return true
	case t.is("||"), pathSymbols.has(t):
		q.site.Use, q.siblings = Reads, -1
		return true
	case t.is("NOT") && q.peek().is("IS"), t.is("FROM") && q.peek().is("DISTINCT"), t.is("DISTINCT"), t.is("BINARY"):
		return false
	}
	return true
}

// compare reads the operand before an operator.
func (q *search) compare(tuple int) bool {
	o := q.operand(tuple)
	q.site, q.siblings = q.s.compared(q.site, o, q.left), -1
	return true
}

// open reads what stands before a parenthesis.
func (q *search) open() bool {
	s := q.s
	open, before := q.left, q.peek()
	switch {
	case before.is("IN"):
		q.back()
		if q.tuple < 0 {
			q.site.List = open
		}
		return q.compare(q.tuple)
	case arrayWords.has(before):
		q.back()
		q.site.IsArray = true
	case valueFunctions.has(before), q.index > 0 && (before.is("IF") || before.is("IIF")):
		q.back()
		q.site.IsInner = true
		if q.siblings < 0 {
			q.siblings = open
		}
		q.index = 0
	case before.kind == comparisonPiece && q.tuple < 0 && !s.piece(open-2).is(")"): // a list: id = (?, ?)
		op := s.tokens[open-1]
		q.site.List, q.site.Operator = open, [2]int{op.start, op.end}
	case before.is("VALUES"), before.is(","), before.is("("), before.kind == comparisonPiece:
		q.tuple, q.index = q.index, 0
	case before.is("ROW"):
		q.row()
	default:
		if before.isName() && s.isTextFunction(before) {
			q.site.Use, q.siblings = Reads, -1
		}
		return true
	}
	return false
}

// row reads the ROW before a tuple.
func (q *search) row() {
	q.back()
	q.tuple, q.index = q.index, 0
	if q.peek().is(",") && q.s.tokens[q.left-1].first >= 0 {
		q.left = q.s.tokens[q.left-1].first + 1
	}
}

// selects reads the SELECT of whose columns the value is one: the rows of an INSERT, or a value that
// is compared, as in "ref = (SELECT ?)".
func (q *search) selects() bool {
	s := q.s
	if insert := s.queries[s.tokens[q.left].query].insert; insert >= 0 {
		q.site, q.siblings = s.selected(q.site, insert, q.index), -1
		return true
	}
	if open := q.left - 1; s.piece(open).is("(") {
		q.left, q.site.IsInner = open, true
		if before := q.back(); before.is("IN") || before.kind == comparisonPiece {
			return q.compare(q.index)
		}
	}
	return true
}

// inCase reads a word of the CASE in which the value is. The CASE is what is compared or set.
func (q *search) inCase(t piece) bool {
	first := q.s.tokens[q.left].match
	if !t.is("WHEN") {
		q.site.IsInner = true
		q.left = first
		return t.is("END")
	}
	q.siblings = -1
	if q.site.Columns = q.s.caseOperand(first); len(q.site.Columns) > 0 {
		q.site.Use = Compares
	}
	return true
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
		at := s.skipWords(src.at + 1)
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
		site.Table = src.Table
	}
	if site.Table == "" {
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
		case pathSymbols.has(t), t.is("||") && s.dialect != MySQL, t.is("::") && IsTextType(s.piece(i+1).text):
			return true
		case t.is("(") && s.tokens[i].match > i:
			if i > first && s.returnsText(i) {
				return true
			}
			i = s.tokens[i].match
		}
	}
	return end == first+1 && s.piece(first).kind == textPiece
}

// returnsText reports whether the function whose arguments begin with a parenthesis returns a text.
func (s *Statement) returnsText(open int) bool {
	name := s.piece(open - 1)
	return textResults.has(name) || isJSON(name) || name.is("CAST") && s.castsToText(s.tokens[open].match)
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
	if next.is("||") && s.dialect != MySQL || next.is("MEMBER") && s.piece(at+1).is("OF") || site.IsNullTest {
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

// isNullTest reports whether IS NULL or IS NOT NULL begins at a token.
func (s *Statement) isNullTest(at int) bool {
	return s.piece(at).is("IS") && (s.piece(at+1).is("NULL") || s.piece(at+1).is("NOT") && s.piece(at+2).is("NULL"))
}

// caseOperand returns the columns between CASE and its first WHEN.
func (s *Statement) caseOperand(at int) []Column {
	columns, end := s.operandAt(at+1, -1)
	if !s.piece(end).is("WHEN") {
		return nil
	}
	return columns
}
