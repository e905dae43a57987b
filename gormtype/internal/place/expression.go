package place

import (
	"slices"
	"strings"
)

// node is an expression. Its index in the list of nodes stands for it, and 0 for none.
type node struct {
	kind       nodeKind
	isText     bool  // its value is a text: one that is taken from JSON, put together, written, cast, or has a collation
	first, end int   // its tokens
	last       int   // with an alias and what else is before the next comma, the last token
	query      int   // in which it is; of a queryNode, the query that it is
	parts      []int // the expressions of which it is made
	site       int   // that of the last value that is compared with it, or set in it
	cast       int   // the token of the type to which it is cast, or 0
}

type nodeKind uint8

const (
	otherNode  nodeKind = iota
	holderNode          // a placeholder, with its cast
	columnNode
	starNode
	groupNode // expressions in parentheses, between commas
	valueNode // one of its parts: a CASE, or a function that returns one of its arguments
	sumNode   // an operator behind a placeholder, whose other side is no ID
	queryNode
	arrayNode // with its elements
	tableNode // of an INSERT that names no columns
	textNode  // a text that is made of its parts
)

// level is the precedence of an operator.
type level uint8

const (
	noLevel level = iota
	orLevel
	andLevel
	compareLevel
	operatorLevel
)

var (
	// valueFunctions holds the functions that return one of their arguments.
	valueFunctions = wordsOf("COALESCE IFNULL NULLIF NVL MIN MAX LEAST GREATEST ANY_VALUE")
	// firstValues holds other functions whose result is a value of their first argument, or the third one.
	firstValues = wordsOf("LAG LEAD FIRST_VALUE LAST_VALUE NTH_VALUE VALUES")
	conditional = wordsOf("IF IIF ELT NVL2")
	// textFunctions holds the functions that take texts, besides those of JSON.
	textFunctions = wordsOf("CONCAT CONCAT_WS LOWER UPPER TRIM LTRIM RTRIM SUBSTR SUBSTRING REPLACE INSTR LOCATE POSITION STRPOS STARTS_WITH " +
		"FIND_IN_SET QUOTE UUID_TO_BIN IS_UUID LENGTH CHAR_LENGTH SPLIT_PART")
	// textResults holds the functions whose result is a text that they were given, besides those of JSON.
	textResults = wordsOf("CONCAT CONCAT_WS TRIM SUBSTR SUBSTRING SPLIT_PART BIN_TO_UUID")
	// textMakers holds the other functions that make a text of one.
	textMakers = wordsOf("LOWER UPPER LTRIM RTRIM REPLACE BTRIM LEFT RIGHT LPAD RPAD REVERSE QUOTE HEX TO_CHAR FORMAT LCASE UCASE MID SUBSTRING_INDEX INSERT REPEAT " +
		"REGEXP_REPLACE REGEXP_SUBSTR TO_BASE64 EXPORT_SET MAKE_SET NATURAL_SORT_KEY SFORMAT SOUNDEX GROUP_CONCAT STRING_AGG PRINTF UNISTR")
	// anyFunctions holds those that take values of each type, so that PostgreSQL does not know that of a placeholder.
	anyFunctions = wordsOf("CONCAT CONCAT_WS")
	pathSymbols  = wordsOf("-> ->> #> #>>")
	// reserved holds what begins no expression.
	reserved = wordsOf(`) ] , ; . AND OR XOR THEN WHEN ELSE END AS FROM WHERE JOIN LEFT RIGHT INNER CROSS FULL NATURAL STRAIGHT_JOIN GROUP ORDER BY HAVING
		LIMIT OFFSET FETCH UNION EXCEPT INTERSECT WINDOW FOR RETURNING COLLATE ASC DESC IS IN LIKE BETWEEN NULLS SET ON USING SELECT VALUES WITH INTO`)
	// functions holds those of these words that are also functions.
	functions = wordsOf("LEFT RIGHT VALUES")
	// transparent holds what can stand before a value without another meaning.
	transparent  = wordsOf("+ NOT BINARY DISTINCT ALL SYMMETRIC")
	suffixes     = wordsOf("COLLATE OVER FILTER")
	patternWords = wordsOf("LIKE ILIKE RLIKE REGEXP GLOB MATCH SIMILAR ~ ~* !~ !~*")
	compareWords = wordsOf("IS IN BETWEEN MEMBER")
	arrayWords   = wordsOf("ANY ALL SOME")
	arrays       = wordsOf("ARRAY ARRAY_AGG")
	nonValues    = wordsOf("NULL TRUE FALSE UNKNOWN")
	// typedLiterals holds types before a text.
	typedLiterals = wordsOf("INTERVAL DATE TIME TIMESTAMP TIMESTAMPTZ")
	// _ holds the other words that the parser compares.
	_ = wordsOf("CASE ROW CAST CONVERT LEADING TRAILING BOTH OF TO COUNT FIELD ARRAY")
)

// deepest is how many expressions and tables can be in each other.
const deepest = 4000

// token returns the token at an index.
func (s *Statement) token(at int) *token {
	s.steps++
	if at < 0 || at >= len(s.tokens) {
		return &theEnd
	}
	return &s.tokens[at]
}

func (s *Statement) peek() *token { return s.token(s.at) }

// skip skips a token if it is the word, and reports whether it was.
func (s *Statement) skip(word string) bool {
	found := s.peek().word == word
	if found {
		s.at++
	}
	return found
}

// add adds an expression that begins at a token and ends before the next one.
func (s *Statement) add(kind nodeKind, first int) int {
	s.nodes = append(s.nodes, node{kind: kind, first: first, end: s.at, query: s.query})
	return len(s.nodes) - 1
}

// expression parses an expression whose operators have at least a level. It returns 0 if none begins
// at the cursor.
func (s *Statement) expression(lowest level) int {
	left := s.operand()
	for left > 0 {
		switch level := s.level(); {
		case level < lowest || level == noLevel:
			return left
		case level == compareLevel:
			left = s.comparison(left)
		default:
			left = s.operation(left, level)
		}
	}
	return 0
}

// level returns the level of the operator at the cursor. MySQL writes || for OR and && for AND, and
// SQLite the latter.
func (s *Statement) level() level {
	t, next := s.peek(), s.token(s.at+1)
	if t.word == "NOT" {
		t, next = next, s.token(s.at+2)
	}
	switch {
	case t.word == "OR", t.word == "XOR", t.word == "||" && s.dialect == MySQL:
		return orLevel
	case t.word == "AND", t.word == "&&" && s.dialect != Postgres:
		return andLevel
	case t.word == "IN" && next.word != "(" && s.dialect != SQLite: // POSITION(? IN a)
	case t.in(comparisons), t.in(compareWords), t.in(patternWords):
		return compareLevel
	case t.kind == symbolToken && t.word != "(" && !t.in(reserved):
		return operatorLevel
	}
	return noLevel
}

// operation parses an operator that is no comparison, and what is behind it.
func (s *Statement) operation(left int, own level) int {
	op := s.peek()
	s.at++
	right := s.expression(own + 1)
	n := s.add(otherNode, s.nodes[left].first)
	isJoin := op.word == "||" && own == operatorLevel
	switch {
	case isJoin:
		s.takesText(left, true)
		s.takesText(right, true)
		s.nodes[n].kind, s.nodes[n].parts = textNode, []int{left, right}
	case op.in(pathSymbols):
		s.takesText(right, true)
		s.nodes[n].kind, s.nodes[n].parts = textNode, []int{left}
	case own < operatorLevel:
		return n
	case s.nodes[left].kind == holderNode, s.nodes[left].kind == sumNode:
		s.nodes[n].kind, s.nodes[n].parts = sumNode, []int{left}
	}
	s.nodes[n].isText = isJoin || op.in(pathSymbols) || s.isTextPart(left) || s.isTextPart(right)
	return n
}

// isTextPart reports whether an operand of an operator is a text that is not written there.
func (s *Statement) isTextPart(n int) bool {
	return s.nodes[n].isText && s.tokens[s.nodes[n].first].kind != textToken
}

// nest enters an expression or a table. Behind the deepest one, the statement ends.
func (s *Statement) nest() {
	if s.depth++; s.depth > deepest {
		s.isBroken = true
		s.at = len(s.tokens)
	}
}

// operand parses what stands before or behind an operator, with the casts, subscripts and windows
// behind it.
func (s *Statement) operand() int {
	s.nest()
	n := s.prefix()
	for n > 0 {
		at := s.at
		switch t := s.peek(); {
		case t.word == "::":
			n = s.castTo(n)
		case t.word == "[" && s.token(at-1).end == t.start:
			s.group()
			n = s.element(n)
		case t.in(suffixes) && s.token(at+1).word == "(":
			s.at++
			s.group()
		case t.in(suffixes) && !s.token(at+1).in(reserved): // of a name
			s.at += 2
			if value := &s.nodes[s.bare(n)]; t.word == "COLLATE" && value.kind == holderNode { // SQLite compares by it
				value.isText = value.isText || s.dialect == MySQL
			}
		}
		if s.at == at {
			break
		}
	}
	s.depth--
	return n
}

// prefix parses an operand without what follows it. It returns 0 if none begins at the cursor.
func (s *Statement) prefix() int {
	first, t, next := s.at, s.peek(), s.token(s.at+1)
	isTyped := next.kind == textToken && next.start > t.end && (s.dialect == Postgres || t.in(typedLiterals)) // uuid '…'
	isLiteral := isTyped || next.kind == textToken && next.start == t.end                                     // x'00ff'
	switch {
	case t.kind == noToken, t.in(reserved) && !(t.in(functions) && next.word == "("):
		return 0
	case t.word == "(":
		n := s.group()
		for own := s.nodes[n]; own.kind == groupNode && len(own.parts) == 1 && s.nodes[own.parts[0]].kind == groupNode; own = s.nodes[n] {
			n = own.parts[0] // a tuple
		}
		return n
	case t.word == "[":
		s.group()
		return s.add(otherNode, first)
	case t.word == "ARRAY" && next.word == "[":
		s.at++
		list := s.nodes[s.group()].parts
		return s.array(s.add(otherNode, first), list)
	case t.word == "CASE":
		return s.caseOf()
	case t.in(transparent):
		s.at++
		return s.operand()
	case t.word == "ROW" && next.word == "(":
		s.at++
		return s.group()
	case s.isName(t) && !isLiteral:
		return s.name()
	}
	n := s.single()
	if isTyped {
		s.nodes[n].cast = first
	}
	return n
}

// single parses a token that is an operand, or a sign and its operand.
func (s *Statement) single() int {
	first, t := s.at, s.peek()
	s.at++
	switch {
	case t.kind == holderToken:
		return s.add(holderNode, first)
	case t.word == "*":
		return s.add(starNode, first)
	case t.kind == symbolToken:
		s.operand()
	}
	for s.peek().kind == textToken { // it goes on, or stands behind the x of x'00ff'
		s.at++
	}
	n := s.add(otherNode, first)
	s.nodes[n].isText = t.kind == textToken
	return n
}

// name parses a column, which may be qualified, all columns, or a function with its arguments.
func (s *Statement) name() int {
	first := s.at
	s.at++
	for s.peek().word == "." {
		s.at += 2
	}
	switch last := s.token(s.at - 1); {
	case s.peek().word == "(":
		return s.call(first)
	case last.word == "*":
		return s.add(starNode, first)
	case !s.isName(last), first == s.at-1 && last.in(nonValues):
		return s.add(otherNode, first)
	}
	return s.add(columnNode, first)
}

// call parses the arguments of a function.
func (s *Statement) call(first int) int {
	name, mark := s.token(s.at-1), len(s.nodes)
	list := s.group()
	arguments := s.nodes[list].parts
	switch s.token(s.nodes[list].first + 1).word {
	case "SELECT", "WITH": // ARRAY(SELECT …)
		arguments = []int{list}
	case "LEADING", "TRAILING", "BOTH": // TRIM(BOTH ? FROM ?)
		arguments = s.holdersFrom(mark)
	}
	isJSON := isJSON(s.textOf(name))
	for _, part := range arguments {
		switch {
		case isJSON:
			s.takesText(part, false)
		case name.in(textFunctions): // beside a column of bytes, it is none
			s.among(part, list, Role{Use: TakesText, IsTyped: !name.in(anyFunctions)})
		}
	}
	n := s.add(otherNode, first)
	s.nodes[n].isText = isJSON || name.in(textResults)
	if isJSON || name.in(textResults|textMakers) || name.word == "CONVERT" && s.convertsToText(arguments) {
		s.nodes[n].kind, s.nodes[n].parts = textNode, arguments
	}
	switch {
	case len(arguments) == 0:
	case name.word == "CAST" && s.token(s.nodes[arguments[0]].end).word == "AS":
		return s.typed(arguments[0], first, s.nodes[arguments[0]].end+1)
	case name.in(valueFunctions):
		s.returns(n, arguments)
	case name.in(conditional):
		s.returns(n, arguments[1:])
	case name.in(firstValues):
		s.returns(n, append(arguments[:1:1], arguments[min(2, len(arguments)):]...))
	case name.in(arrays):
		return s.array(n, arguments[:1])
	case name.word == "FIELD":
		for _, part := range arguments[1:] {
			s.compare(arguments[0], part, Role{Use: Compares})
		}
	}
	return n
}

// holdersFrom returns the placeholders among the expressions from one on.
func (s *Statement) holdersFrom(first int) (holders []int) {
	for n := first; n < len(s.nodes); n++ {
		if s.nodes[n].kind == holderNode {
			holders = append(holders, n)
		}
	}
	return holders
}

// convertsToText reports whether CONVERT makes a text: CONVERT(?, CHAR), or CONVERT(? USING utf8mb4).
func (s *Statement) convertsToText(arguments []int) bool {
	if len(arguments) == 1 {
		end := s.nodes[arguments[0]].end
		return s.token(end).word == "USING" && !strings.EqualFold(s.textOf(s.token(end+1)), "binary")
	}
	return len(arguments) == 2 && IsTextType(s.textOf(s.token(s.nodes[arguments[1]].first)))
}

// array makes an expression an array.
func (s *Statement) array(n int, elements []int) int {
	s.nodes[n].kind, s.nodes[n].parts = arrayNode, elements
	s.among(n, n, Role{Use: Compares})
	return n
}

// element returns an element of an array, which is the expression, behind its subscript.
func (s *Statement) element(array int) int {
	first := s.nodes[array].first
	array = s.bare(array)
	n := s.add(otherNode, first)
	if own := s.nodes[array]; own.kind == arrayNode {
		s.nodes[n].kind, s.nodes[n].parts = valueNode, own.parts
	}
	return n
}

// returns makes an expression one that returns one of the parts, which have the same type.
func (s *Statement) returns(n int, parts []int) {
	if slices.ContainsFunc(parts, func(part int) bool { return s.nodes[part].kind == arrayNode }) {
		return
	}
	s.nodes[n].kind, s.nodes[n].parts = valueNode, parts
	s.among(n, n, Role{Use: Compares})
	s.nodes[n].isText = s.nodes[n].isText || slices.ContainsFunc(parts, func(part int) bool { return s.nodes[part].isText })
}

func isJSON(name string) bool {
	name = strings.ToUpper(name[:min(len(name), len("TO_JSON"))])
	return len(name) > len("JSON") && strings.HasPrefix(name, "JSON") || name == "TO_JSON"
}

// IsTextType reports whether a type is one of texts.
func IsTextType(name string) bool {
	switch strings.ToUpper(name) {
	case "TEXT", "CHAR", "VARCHAR", "CHARACTER", "NCHAR", "NVARCHAR", "CITEXT":
		return true
	}
	return false
}

// group parses expressions between commas in parentheses or brackets, or a query. VALUES is a function
// where an upsert sets columns.
func (s *Statement) group() int {
	first := s.at
	s.at++
	if s.beginsQuery(s.at) && !(s.isUpsert && s.peek().word == "VALUES") {
		return s.subquery()
	}
	list := s.list(0)
	_ = s.skip(")") || s.skip("]")
	n := s.add(groupNode, first)
	s.nodes[n].parts, s.nodes[n].isText = list, len(list) == 1 && s.nodes[list[0]].isText
	return n
}

// list parses expressions between commas, to the end of the parenthesis or a word that ends the list. The
// first one behind a comma counts: others are behind words that are unknown, such as ORDER BY in an aggregate.
func (s *Statement) list(ends words) []int {
	mark, part := len(s.stack), 0
	for start := s.at; ; {
		at := s.at
		t := s.peek()
		isEnd := t.kind == noToken || t.word == ")" || t.word == "]" || t.in(ends)
		switch {
		case t.word == ",", isEnd && at > start:
			if part == 0 {
				part = s.add(otherNode, at)
			}
			s.nodes[part].last = at - 1
			s.stack = append(s.stack, part)
			part = 0
		case !isEnd:
			if n := s.expression(orLevel); part == 0 {
				part = n
			}
		}
		if isEnd {
			break
		}
		if s.at == at { // a comma, or nothing has parsed the word
			s.at++
		}
	}
	s.parts = append(s.parts, s.stack[mark:]...)
	list := s.parts[len(s.parts)-len(s.stack)+mark:]
	s.stack = s.stack[:mark]
	return slices.Clip(list)
}

// bare returns an expression without the parentheses around it.
func (s *Statement) bare(n int) int {
	for s.nodes[n].kind == groupNode && len(s.nodes[n].parts) == 1 {
		n = s.nodes[n].parts[0]
	}
	return n
}

// caseOf parses a CASE. Its values are compared with the conditions behind WHEN.
func (s *Statement) caseOf() int {
	first := s.at
	s.at++
	operand := s.expression(orLevel)
	var results []int
	for at := first; s.at > at && !s.skip("END"); {
		at = s.at
		isCondition := s.skip("WHEN")
		isResult := s.skip("THEN") || s.skip("ELSE")
		switch n := s.expression(orLevel); {
		case isCondition:
			s.meet(n, operand, Role{Use: Compares})
			s.meet(operand, n, Role{Use: Compares, isText: true})
		case isResult && n > 0:
			results = append(results, n)
		case n == 0 && s.at == at && s.peek().kind != noToken && s.peek().word != ")": // an unknown word
			s.at++
		}
	}
	n := s.add(otherNode, first)
	s.returns(n, results)
	return n
}

// castTo parses a type behind two colons. A placeholder takes it with it.
func (s *Statement) castTo(n int) int {
	s.at += 2
	name := s.at - 1
	for s.peek().word == "(" || s.peek().word == "[" { // of a length, and of an array
		s.group()
	}
	if s.peek().word == "WITH" && strings.EqualFold(s.textOf(s.token(s.at+1)), "TIME") { // ZONE
		s.at += 3
	}
	return s.typed(n, s.nodes[n].first, name)
}

// typed returns a value that is cast to a type. first is the first token of the cast.
func (s *Statement) typed(n, first, name int) int {
	n = s.bare(n)
	isText := IsTextType(s.textOf(s.token(name)))
	switch own := &s.nodes[n]; own.kind {
	case holderNode:
		own.end = s.at
		if t := &s.tokens[own.first]; t.cast == 0 { // the innermost one
			t.cast = name
		}
	case arrayNode:
	default:
		value := n
		n = s.add(otherNode, first)
		if isText {
			s.nodes[n].kind, s.nodes[n].parts = textNode, []int{value}
		}
	}
	s.nodes[n].cast, s.nodes[n].isText = name, isText
	return n
}

// castOf returns the token of the type to which an expression, or a part that can be its value, is cast, or 0.
func (s *Statement) castOf(n int) int {
	cast := s.nodes[n].cast
	for _, part := range s.values(n) {
		cast = max(cast, s.castOf(part))
	}
	return cast
}
