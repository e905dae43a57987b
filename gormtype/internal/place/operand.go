package place

// operand is what stands on the other side of a comparison: columns, or the tokens of an expression.
type operand struct {
	columns    []Column
	first, end int
}

// cursor reads the pieces of a statement backwards.
type cursor struct {
	s    *Statement
	left int // pieces
}

// back returns the last piece, and removes it.
func (r *cursor) back() piece {
	if r.left <= 0 {
		return piece{}
	}
	r.left--
	return r.s.piece(r.left)
}

func (r cursor) peek() piece { return r.back() }

// column reads a name, which may be qualified.
func (r *cursor) column() (c Column, ok bool) {
	t := r.back()
	if !t.isName() {
		return c, false
	}
	c.Name, c.Query = t.text, r.s.tokens[r.left].query
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
func (r *cursor) skipGroup() bool {
	if !r.peek().is(")") || r.s.tokens[r.left-1].match < 0 {
		return false
	}
	r.left = r.s.tokens[r.left-1].match
	return true
}

// operand reads the operand before a comparison. tuple is the index of the placeholder in a
// tuple, or -1.
func (r *cursor) operand(tuple int) (o operand) {
	if t := r.peek(); t.is("NOT") || t.is("SYMMETRIC") {
		r.back()
	}
	if before := *r; before.back().isName() && before.peek().is("COLLATE") {
		before.back()
		*r = before
	}
	o.end = r.left
	whole := *r
	o.columns = r.columns(tuple)
	if o.columns == nil {
		*r = whole
		r.skipExpression()
	}
	o.first = r.left
	return o
}

// columns reads a column, or the columns in parentheses, in a CASE or in a function of values.
func (r *cursor) columns(tuple int) []Column {
	switch t := r.peek(); {
	case t.is("END") && r.s.tokens[r.left-1].match >= 0:
		end := r.left - 1
		r.left = r.s.tokens[end].match
		return r.s.resultsOf(r.left, end)
	case t.is(")"):
		return r.groupColumns(tuple)
	}
	c, ok := r.column()
	if r.peek().is("+") || r.peek().is("BINARY") { // a sign, which has no operand before it
		r.back()
	}
	if !ok || tuple > 0 || !r.startsOperand() {
		return nil
	}
	return []Column{c}
}

// groupColumns reads the columns in parentheses.
func (r *cursor) groupColumns(tuple int) []Column {
	end := r.left
	if !r.skipGroup() {
		return nil
	}
	s := r.s
	first, last := r.left+1, end-1
	for last > first && s.piece(last-1).is(")") && s.tokens[last-1].match == first {
		first, last = first+1, last-1
	}
	switch before := r.peek(); {
	case s.isQuery(first):
		return s.itemOf(first, max(tuple, 0))
	case valueFunctions.has(before), valueResults.has(before):
		r.back()
		return s.columnsOf(first, last, -1)
	case !r.startsOperand():
		return nil
	}
	return s.columnsOf(first, last, max(tuple, 0))
}

// resultsOf returns the columns that are results of a CASE.
func (s *Statement) resultsOf(first, end int) (columns []Column) {
	for at := first + 1; at < end; at++ {
		if t := s.piece(at); (t.is("THEN") || t.is("ELSE")) && s.tokens[at].match == first {
			found, _ := s.operandAt(at+1, -1)
			columns = append(columns, found...)
		}
	}
	return columns
}

// skipExpression removes the operand before a comparison, whatever it is.
func (r *cursor) skipExpression() {
	for r.left > 0 && !r.startsOperand() {
		if !r.skipGroup() {
			r.back()
		}
	}
}

// columnsOf returns the columns of a list, without its parentheses: the one with an index, or all.
func (s *Statement) columnsOf(first, last, index int) []Column {
	var found []Column
	start, i := first, 0
	for at := first; at <= last; at++ {
		if at < last && s.piece(at).is("(") && s.tokens[at].match > at {
			at = s.tokens[at].match
			continue
		}
		if at < last && !s.piece(at).is(",") {
			continue
		}
		r := cursor{s, at}
		isValue := nonValues.has(r.peek())
		if c, ok := r.column(); ok && !isValue && r.left == start && (index < 0 || i == index) {
			found = append(found, c)
		}
		start, i = at+1, i+1
	}
	return found
}

// following returns the columns with which a placeholder is compared that stand behind it. end is
// the token behind the value.
func (s *Statement) following(holder, end int) (columns []Column) {
	at := end
	if !s.leads(holder) {
		return nil
	}
	switch before := s.piece(holder - 1); {
	case before.is("CASE") && s.piece(at).is("WHEN"):
		columns, _ = s.operandAt(at+1, -1)
		return columns
	case (before.is("THEN") || before.is("ELSE")) && s.tokens[holder-1].match >= 0:
		if at = s.endOf(s.tokens[holder-1].match, at); at < 0 {
			return nil
		}
	}
	tuple := -1
	for s.piece(at).is(",") || s.piece(at).is(")") {
		var ok bool
		if at, tuple, ok = s.outOfGroup(at, tuple); !ok {
			return nil
		}
	}
	return s.comparedBehind(at, tuple)
}

// outOfGroup returns the token behind the group in which a value is, and the index of the value in a
// tuple. It returns false for a group that is no operand.
func (s *Statement) outOfGroup(at, tuple int) (next, index int, ok bool) {
	open := s.tokens[at-1].list
	if open >= 0 && s.piece(open).is(",") {
		open, index = s.tokens[open].first, s.tokens[open].commas
	}
	if open <= 0 || !s.piece(open).is("(") || s.tokens[open].match < at || s.isQuery(open+1) {
		return 0, 0, false
	}
	next = s.tokens[open].match + 1
	before := cursor{s, open}
	switch {
	case valueFunctions.has(before.peek()) && (&cursor{s, open - 1}).startsOperand():
		return next, tuple, true
	case !before.startsOperand(), tuple > 0 || tuple == 0 && index > 0: // of a tuple in another
		return 0, 0, false
	case tuple < 0:
		tuple = index
	}
	return next, tuple, true
}

// endOf returns the token behind the END of a CASE, or -1.
func (s *Statement) endOf(first, at int) int {
	for ; at < len(s.tokens); at++ {
		if s.piece(at).is("END") && s.tokens[at].match == first {
			return at + 1
		}
	}
	return -1
}

// comparedBehind returns the columns behind the operator at a token.
func (s *Statement) comparedBehind(at, tuple int) (columns []Column) {
	isOperator := false
	if s.piece(at).is("IS") {
		at++
		isOperator = true // SQLite compares columns by IS
	}
	if s.piece(at).is("NOT") {
		at++
	}
	first := at + 1
	switch t := s.piece(at); {
	case t.kind == comparisonPiece && arrayWords.has(s.piece(first)): // ? = ANY(SELECT id …)
		columns, _ = s.operandAt(first+1, tuple)
	case t.kind == comparisonPiece:
		columns, _ = s.operandAt(first, tuple)
	case t.is("DISTINCT"):
		columns, _ = s.operandAt(first+1, tuple)
	case isOperator && !nonValues.has(t):
		columns, _ = s.operandAt(at, tuple)
	case t.is("IN") && s.piece(first).is("(") && s.tokens[first].match > first:
		if s.isQuery(first + 1) {
			columns = s.itemOf(first+1, max(tuple, 0))
		} else {
			columns = s.columnsOf(first+1, s.tokens[first].match, -1)
		}
	case t.is("BETWEEN"):
		var more []Column
		if columns, at = s.operandAt(first, -1); s.piece(at).is("AND") {
			more, _ = s.operandAt(at+1, -1)
		}
		columns = append(columns, more...)
	}
	return columns
}

var nonValues = wordsOf("NULL TRUE FALSE UNKNOWN")

// leads reports whether a placeholder begins an operand.
func (s *Statement) leads(at int) bool {
	if !(&cursor{s, at}).startsOperand() {
		return false
	}
	at--
	if s.piece(at).is(",") {
		at = s.tokens[at].first
	}
	if s.piece(at).is("(") {
		if at--; s.piece(at).is(",") {
			at = s.tokens[at].first
		}
	}
	// A member of a list is compared with what stands before it, or stored.
	return !s.piece(at).is("IN") && !s.piece(at).is("VALUES")
}

// isQuery reports whether a query begins at a token, and no column.
func (s *Statement) isQuery(at int) bool {
	t := s.piece(at)
	return t.is("SELECT") || t.is("VALUES") || t.is("WITH") || t.is("TABLE")
}

// operandAt returns the columns of the operand that begins at a token, and the token behind it.
// tuple is the index of the column in a tuple, or -1.
func (s *Statement) operandAt(first, tuple int) (columns []Column, next int) {
	at := first
	if valueFunctions.has(s.piece(at)) && s.piece(at+1).is("(") {
		first, at, tuple = at+1, at+1, -1
	}
	switch {
	case s.piece(at).is("(") && s.tokens[at].match > at:
		at = s.tokens[at].match
		if s.isQuery(first + 1) {
			columns = s.itemOf(first+1, max(tuple, 0))
		} else {
			columns = s.columnsOf(first+1, at, tuple)
		}
		at++
	case tuple <= 0:
		for s.piece(at).isName() && s.piece(at+1).is(".") {
			at += 2
		}
		at++
		columns = s.columnsOf(first, min(at, len(s.tokens)), -1)
	}
	if t := s.piece(at); t.kind != noPiece && !s.isEnd(t) {
		return nil, at
	}
	return columns, at
}

var (
	// endsOperand holds what stands behind a whole operand.
	endsOperand = wordsOf(`) , ; AND OR XOR THEN WHEN ELSE END AS FROM WHERE JOIN LEFT RIGHT INNER CROSS FULL GROUP ORDER HAVING LIMIT OFFSET
		FETCH UNION EXCEPT INTERSECT WINDOW FOR RETURNING COLLATE ASC DESC IS NULLS SET ON`)
	// startsOperand holds what stands before one.
	startsOperand = wordsOf("( , AND OR XOR NOT WHERE ON HAVING WHEN SET SELECT BY THEN ELSE UPDATE CASE DISTINCT RETURNING USING")
)

// startsOperand reports whether what stands behind the cursor begins an operand.
func (r *cursor) startsOperand() bool {
	t := r.peek()
	return t.kind == noPiece || startsOperand.has(t) || r.s.isLogical(t)
}

// isEnd reports whether the piece stands behind a whole operand.
func (s *Statement) isEnd(t piece) bool { return endsOperand.has(t) || s.isLogical(t) }

// isLogical reports whether the piece is what MySQL writes for OR and AND.
func (s *Statement) isLogical(t piece) bool {
	return t.is("&&") && s.dialect != Postgres || t.is("||") && s.dialect == MySQL
}
