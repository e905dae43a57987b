package move

import (
	"regexp"
	"slices"
	"strings"
)

// token is a part of an expression or of a query, as a server prints it.
type token struct {
	text     string
	from, to int // its place in the text
}

var (
	tokenPattern = regexp.MustCompile("'(?:[^'\\\\]|''|\\\\.)*'|`(?:[^`]|``)+`|\"(?:[^\"]|\"\")+\"|::\\s*(?:\"(?:[^\"]|\"\")+\"|[a-z_]+)(?:\\.[a-z_]+)?(?: varying)?(?:\\(\\d+\\))?(?:\\[\\])?|[A-Za-z_\\x80-\\xff][A-Za-z_0-9$\\x80-\\xff]*|\\d[\\d.]*|<=>|<>|!=|<=|>=|[^\\s]")
	textCast     = regexp.MustCompile(`(?i)^::\s*(text|character varying|varchar|bpchar|character)(\(\d+\))?$`)
	compares     = []string{"=", "<>", "!=", "<=>"}
	// keywords may stand in front of a parenthesis that is no list of arguments.
	keywords = []string{"select", "distinct", "from", "where", "on", "and", "or", "not", "by", "having", "in", "as", "when", "then", "else", "case", "values", "union", "all", "is", "join", "using", "check",
		"except", "intersect", "exists", "lateral", "any", "some", "with", "returning", "limit", "between", "like", "ilike", "if"}
)

func tokensOf(text string) []token {
	var list []token
	for _, m := range tokenPattern.FindAllStringIndex(text, -1) {
		list = append(list, token{text[m[0]:m[1]], m[0], m[1]})
	}
	return list
}

// unquoted returns a name as the catalog has it.
func (t token) unquoted() string {
	for _, q := range []string{"`", `"`} {
		if strings.HasPrefix(t.text, q) {
			return strings.ReplaceAll(strings.Trim(t.text, q), q+q, q)
		}
	}
	return t.text
}

// isName reports whether a token may be a name.
func (t token) isName() bool {
	return strings.HasPrefix(t.text, "`") || strings.HasPrefix(t.text, `"`) || t.text != "" && (t.text[0] >= 0x80 || t.text[0] == '_' || t.text[0] >= 'A' && t.text[0] <= 'Z' || t.text[0] >= 'a' && t.text[0] <= 'z')
}

func (t token) is(words ...string) bool { return slices.Contains(words, strings.ToLower(t.text)) }

// use is how an expression uses a column that moves.
type use int

const (
	useKept  use = iota // it means the same of the new type
	useText             // it is compared as a text with what is no moved column
	useOther            // a function or an operator has it
)

// reader reads the uses of moved columns.
type reader struct {
	tokens []token
	// moved reports whether a name is that of a column that moves; the qualifier may be empty.
	moved func(qualifier, name string) bool
	// unsure reports whether a name may be one of a column that moves, such as one of a subquery; nil for none.
	unsure func(qualifier, name string) bool
}

// at returns a token, or an empty one beyond the ends.
func (r reader) at(i int) token {
	if i < 0 || i >= len(r.tokens) {
		return token{}
	}
	return r.tokens[i]
}

// operand is a column that moves, with its parentheses and casts.
type operand struct {
	from, to int   // the tokens from and up to
	casts    []int // tokens of casts to a text
	wraps    []int // parentheses that only a cast needs
}

// column returns the operand whose name begins at a token, and false if there is none.
func (r reader) column(i int) (operand, bool) {
	t := r.at(i)
	if !t.isName() || r.at(i+1).text == "(" {
		return operand{}, false
	}
	end, qualifier, name := i+1, "", t.unquoted()
	if r.at(i+1).text == "." && r.at(i+2).isName() {
		end, qualifier, name = i+3, name, r.at(i+2).unquoted()
	}
	if !r.moved(qualifier, name) {
		return operand{}, false
	}
	return r.wrapped(operand{from: i, to: end}), true
}

// guess returns the operand of a qualified name that may be that of a moved column, and false if there is none.
func (r reader) guess(i int) (operand, bool) {
	if r.unsure == nil || !r.at(i).isName() || r.at(i+1).text != "." || !r.at(i+2).isName() || r.at(i+3).text == "(" || r.at(i+3).text == "." || !r.unsure(r.at(i).unquoted(), r.at(i+2).unquoted()) {
		return operand{}, false
	}
	return r.wrapped(operand{from: i, to: i + 3}), true
}

// wrapped adds the casts and parentheses around an operand.
func (r reader) wrapped(o operand) operand {
	for {
		before, after := r.at(o.from-1), r.at(o.to)
		switch {
		case textCast.MatchString(after.text):
			o.casts = append(o.casts, o.to)
			o.to++
		case before.text == "(" && after.text == ")" && !r.calls(o.from-1):
			if textCast.MatchString(r.at(o.to + 1).text) {
				o.wraps = append(o.wraps, o.from-1, o.to)
			}
			o.from, o.to = o.from-1, o.to+1
		default:
			return o
		}
	}
}

// calls reports whether a parenthesis begins the arguments of a function.
func (r reader) calls(i int) bool {
	t := r.at(i - 1)
	return t.isName() && !t.is(keywords...)
}

// listed reports whether a token is in a list that shows, counts, groups or sorts columns, and not
// among the arguments of a function or part of an expression.
func (r reader) listed(from, to int) bool {
	after := r.at(to)
	if !(after.text == "" || after.text == "," || after.text == ")" || after.text == ";" || after.is(endOfItem...)) {
		return false
	}
	if before := r.at(from - 1); !(before.text == "" || before.text == "," || before.text == "(" || before.is("select", "distinct", "by")) {
		return false
	}
	depth := 0
	for i := from - 1; i >= 0; i-- {
		switch t := r.at(i); {
		case t.text == ")":
			depth++
		case t.text == "(" && depth > 0:
			depth--
		case t.text == "(":
			return r.at(i-1).is("count", "using", "by", "on")
		case depth == 0 && t.is("select", "by"):
			return true
		}
	}
	return from == 0
}

// endOfItem are words that may follow a column in a list.
var endOfItem = []string{"as", "from", "asc", "desc", "nulls", "union", "limit", "order", "group", "having", "where", "except", "intersect"}

// uses returns how each moved column is used, and the casts that may be left out because both
// sides of their comparison move.
func (r reader) uses() (worst use, casts []operand) {
	right := map[int]bool{} // where right sides of comparisons begin whose left sides move
	for i := 0; i < len(r.tokens); i++ {
		if r.at(i-1).text == "." || r.at(i-1).is("as") {
			continue
		}
		if o, ok := r.guess(i); ok && !r.listed(o.from, o.to) && !r.at(o.to).is("is") {
			worst = max(worst, useText)
		}
		o, ok := r.column(i)
		if !ok {
			continue
		}
		u, pair := r.useOf(o, right[o.from])
		worst, casts = max(worst, u), append(casts, pair...)
		for _, x := range pair {
			right[x.from] = true
		}
		for i < o.to-1 && r.at(i+1).text != ")" {
			i++
		}
	}
	return worst, casts
}

// useOf returns how an operand is used, with the operands of a comparison whose casts may go. It may be the right side of
// one whose left side moves.
func (r reader) useOf(o operand, isRight bool) (use, []operand) {
	before, after := r.at(o.from-1), r.at(o.to)
	switch {
	case after.is("is") && (r.at(o.to+1).is("null") || r.at(o.to+1).is("not") && r.at(o.to+2).is("null")):
		return useKept, nil
	case after.is("is"): // [NOT] DISTINCT FROM
		from := o.to + 2
		if r.at(o.to + 1).is("not") {
			from++
		}
		return r.compared(o, from+1)
	case slices.Contains(compares, after.text):
		return r.compared(o, o.to+1)
	case slices.Contains(compares, before.text), before.is("from") && r.at(o.from-2).is("distinct"):
		if isRight {
			return useKept, nil
		}
		return useText, nil
	case before.is("using"), r.listed(o.from, o.to):
		return useKept, nil
	}
	return useOther, nil
}

// compared returns the use of an operand that is compared with what begins at a token.
func (r reader) compared(o operand, i int) (use, []operand) {
	for r.at(i).text == "(" {
		i++
	}
	other, ok := r.column(i)
	if !ok || !r.at(other.to).bounds() || !r.at(o.from-1).bounds() {
		return useText, nil
	}
	return useKept, []operand{o, other}
}

// bounds reports whether a token beside an operand is no operator on it.
func (t token) bounds() bool {
	return t.text == "" || t.isName() || slices.Contains([]string{"(", ")", ",", ";"}, t.text)
}

// stripped returns a text without casts.
func stripped(text string, tokens []token, list []operand) string {
	drop := map[int]bool{}
	for _, o := range list {
		for _, i := range slices.Concat(o.casts, o.wraps) {
			drop[i] = true
		}
	}
	var b strings.Builder
	at := 0
	for i, t := range tokens {
		if drop[i] {
			b.WriteString(text[at:t.from])
			at = t.to
		}
	}
	return b.String() + text[at:]
}

// keeps reports whether an expression means the same after the move: it asks whether columns
// that move are NULL, compares them with each other, or uses none.
func keeps(expression string, moved []string) bool {
	worst, _ := reader{tokens: tokensOf(expression), moved: func(_, name string) bool { return slices.Contains(moved, name) }}.uses()
	return worst == useKept
}
