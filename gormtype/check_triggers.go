package gormtype

import (
	"slices"
	"strings"
)

// liveTrigger is a trigger on a table.
type liveTrigger struct {
	name string
	// condition is the condition on which the trigger fires, in SQL.
	condition string
	// body is the source of what it does.
	body string
	// before is true if the trigger can change the row that is stored.
	before bool
}

// judgeTriggers reports triggers that replace an ID that a statement sets.
func (c *checker) judgeTriggers(t target, triggers []liveTrigger) {
	for _, trigger := range triggers {
		r := triggerReader{dialect: c.dialect, table: bareName(t.table), column: t.field.DBName, source: trigger.body}
		expression := r.rewrites(trigger)
		if expression == "" {
			continue
		}
		remedy := "assign COALESCE(NEW." + t.field.DBName + ", …), which keeps an ID, or drop the trigger"
		if c.dialect == sqlite {
			remedy = "let the trigger run only WHEN NEW." + t.field.DBName + " IS NULL, or drop it"
		}
		c.report(t, RewritingTrigger, "the trigger "+trigger.name+" assigns "+expression+" to the column, also in a row that has an ID", remedy)
	}
}

// triggerReader looks for assignments in the source of a trigger, which is a simple
// program: it understands IF, CASE, SET, UPDATE and the assignments of PL/pgSQL.
type triggerReader struct {
	dialect       dialect
	table, column string
	source        string
	list          []token
	branches      []branch // those around the place
}

// branch is a branch of an IF or CASE.
type branch struct {
	isCase    bool
	condition []token
	negated   bool // the branch is the ELSE
}

// rewrites returns the expression that the trigger assigns to the column although the
// row may have a value there, and is empty if there is none.
func (r *triggerReader) rewrites(trigger liveTrigger) string {
	if r.isGuard(tokens(trigger.condition, r.dialect), false) {
		return ""
	}
	r.list = tokens(r.source, r.dialect)
	for i := 0; i < len(r.list); i++ {
		next, value := r.statement(i, trigger.before)
		if len(value) > 0 && !r.keeps(value) && !slices.ContainsFunc(r.branches, r.isGuarding) {
			return r.excerpt(value)
		}
		i = max(i, next)
	}
	return ""
}

// statement reads the token at a place. It returns the last token that it read, and what
// is assigned to the column.
func (r *triggerReader) statement(i int, before bool) (last int, value []token) {
	t := r.list[i]
	switch {
	case t.is("IF") || t.is("ELSIF") || t.is("ELSEIF") || t.is("WHEN"):
		return r.condition(i), nil
	case t.is("CASE"):
		r.branches = append(r.branches, branch{isCase: true})
	case t.is("ELSE") && len(r.branches) > 0:
		top := &r.branches[len(r.branches)-1]
		top.negated = true
	case t.is("END"):
		return r.end(i), nil
	case t.is("INTO") && before && r.isNew(i+1):
		start := i
		for !r.isStart(start) {
			start--
		}
		return i + 3, r.list[start : i+4]
	case !r.isStart(i):
	case t.is("UPDATE"):
		return r.update(i)
	case t.is("SET") && before:
		return r.assignments(i + 1)
	case before && r.isNew(i):
		return r.assignments(i)
	}
	return i, nil
}

// condition reads the condition of an IF or of a WHEN in a CASE.
func (r *triggerReader) condition(i int) (last int) {
	then := r.until(i+1, "THEN", ";")
	if then == len(r.list) || !r.list[then].is("THEN") {
		return i // the function IF, or IF EXISTS
	}
	b := branch{condition: r.list[i+1 : then]}
	switch n := len(r.branches); {
	case r.list[i].is("IF"):
		r.branches = append(r.branches, b)
	case n > 0 && r.branches[n-1].isCase == r.list[i].is("WHEN"): // no WHEN of an EXCEPTION
		b.isCase = r.branches[n-1].isCase
		r.branches[n-1] = b
	}
	return then
}

// end leaves a branch: an END IF, or the END of a CASE.
func (r *triggerReader) end(i int) (last int) {
	n := len(r.branches)
	if i+1 < len(r.list) && r.list[i+1].is("IF") {
		r.branches = r.branches[:max(0, n-1)]
		return i + 1
	}
	if n > 0 && r.branches[n-1].isCase {
		r.branches = r.branches[:n-1]
		if i+1 < len(r.list) && r.list[i+1].is("CASE") {
			return i + 1
		}
	}
	return i
}

// isStart reports whether a statement begins at a place.
func (r *triggerReader) isStart(i int) bool {
	if i == 0 {
		return true
	}
	p := r.list[i-1]
	return p.text == ";" || p.is("BEGIN") || p.is("THEN") || p.is("ELSE") || p.is("LOOP") || p.is("DO")
}

// isNew reports whether NEW and the column are at a place.
func (r *triggerReader) isNew(i int) bool {
	return i+2 < len(r.list) && r.list[i].is("NEW") && r.list[i+1].text == "." && r.list[i+2].names(r.column)
}

// assignments reads "NEW.a = x, NEW.b = y" up to the end of the statement.
func (r *triggerReader) assignments(i int) (last int, value []token) {
	end := r.until(i, ";")
	for i < end {
		next := r.until(i, ",", ";")
		if r.isNew(i) && i+4 < next && (r.list[i+3].text == "=" || r.list[i+3].text == ":=") {
			value = r.list[i+4 : next]
		}
		i = next + 1
	}
	return end - 1, value
}

// update reads an UPDATE of the trigger's own table.
func (r *triggerReader) update(i int) (last int, value []token) {
	end := r.until(i, ";")
	set := min(r.until(i, "SET", ";"), end)
	isOwn := slices.ContainsFunc(r.list[i+1:set], func(t token) bool { return t.names(r.table) })
	where := min(r.until(set, "WHERE", ";"), end)
	if !isOwn || where < end && r.isGuard(r.list[where+1:end], false) {
		return end - 1, nil
	}
	for i = set + 1; i < where; {
		next := min(r.until(i, ",", ";", "WHERE"), where)
		if equals := r.until(i, "="); equals < next-1 && r.list[equals-1].names(r.column) {
			value = r.list[equals+1 : next]
		}
		i = next + 1
	}
	return end - 1, value
}

// until returns the place of the first of some words outside parentheses, from a place
// on, or the end of the source.
func (r *triggerReader) until(i int, words ...string) int {
	return until(r.list, i, words...)
}

func until(list []token, i int, words ...string) int {
	depth := 0
	for ; i < len(list); i++ {
		switch list[i].text {
		case "(":
			depth++
		case ")":
			depth--
		}
		if depth <= 0 && slices.ContainsFunc(words, list[i].is) {
			return i
		}
	}
	return len(list)
}

func (r *triggerReader) isGuarding(b branch) bool { return r.isGuard(b.condition, b.negated) }

// isGuard reports whether a condition is true, or with negated false, only where the row
// has no ID: it compares the column with NULL or with a constant.
func (r *triggerReader) isGuard(condition []token, negated bool) bool {
	for len(condition) > 0 {
		or := until(condition, 0, "OR")
		// All parts of an OR have to be guards, but one of them is enough if all are false.
		if r.comparesMissing(condition[:or], negated) == negated {
			return negated
		}
		if or == len(condition) {
			return !negated
		}
		condition = condition[or+1:]
	}
	return false
}

func (r *triggerReader) comparesMissing(part []token, negated bool) bool {
	if !r.refers(part) || slices.ContainsFunc(part, func(t token) bool { return t.is("OLD") }) {
		return false
	}
	for i, t := range part {
		var previous, next token
		if i > 0 {
			previous = part[i-1]
		}
		if i+1 < len(part) {
			next = part[i+1]
		}
		switch {
		case t.is("NULL") && previous.is("NOT"), t.text == ">" && previous.text == "<", t.text == "=" && previous.text == "!":
			return negated
		case t.is("NULL") && previous.is("IS"), t.is("ISNULL"), t.text == "=" && !next.is("NEW"):
			return !negated
		}
	}
	return false
}

// refers reports whether tokens contain the column, of the new row or without a row.
func (r *triggerReader) refers(list []token) bool {
	for i, t := range list {
		if t.names(r.column) && (i < 2 || list[i-1].text != "." || list[i-2].is("NEW") || list[i-2].names(r.table)) {
			return true
		}
	}
	return false
}

// keeps reports whether an expression is the ID of the row if it has one.
func (r *triggerReader) keeps(value []token) bool {
	for len(value) > 0 && value[0].text == "(" && value[len(value)-1].text == ")" {
		value = value[1 : len(value)-1]
	}
	if len(value) == 3 && (value[0].is("NEW") || value[0].is("OLD")) {
		return value[2].names(r.column)
	}
	switch {
	case len(value) < 4:
	case value[0].is("COALESCE") || value[0].is("IFNULL") || value[0].is("NVL"):
		return r.refers(value[2:until(value, 2, ",")])
	case value[0].is("IF") || value[0].is("IIF"):
		return r.isChoice(value[2:until(value, 2, ",")])
	case value[0].is("CASE") && value[1].is("WHEN"):
		return r.isChoice(value[2:until(value, 2, "THEN")])
	}
	return false
}

// isChoice reports whether a condition separates rows with an ID from rows without.
func (r *triggerReader) isChoice(condition []token) bool {
	return r.isGuard(condition, false) || r.isGuard(condition, true)
}

// excerpt returns the source of an expression, cut to one short line.
func (r *triggerReader) excerpt(value []token) string {
	const most = 80
	last := value[len(value)-1]
	s := strings.Join(strings.Fields(r.source[value[0].at:last.at+len(last.text)]), " ")
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}
