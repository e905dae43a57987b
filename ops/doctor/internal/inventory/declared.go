package inventory

import (
	"slices"
	"strings"
)

// token is a word, a name, a literal or a sign of SQL.
type token struct {
	text   string // of a name in quotes, without them
	quoted bool
}

// is reports whether the token is a keyword.
func (t token) is(keyword string) bool { return !t.quoted && strings.EqualFold(t.text, keyword) }

// tokens splits a statement of SQLite, without its comments.
func tokens(s string) []token {
	var list []token
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case strings.HasPrefix(s[i:], "--"):
			i = end(s, i, "\n")
		case strings.HasPrefix(s[i:], "/*"):
			i = end(s, i+2, "*/")
		case c == '\'' || c == '"' || c == '`' || c == '[':
			n := quotedLength(s[i:])
			text := s[i : i+n]
			if c != '\'' && n > 1 {
				text = strings.ReplaceAll(text[1:n-1], string([]byte{c, c}), string(c))
			}
			list = append(list, token{text, true})
			i += n
		case isWord(c):
			n := i
			for n < len(s) && isWord(s[n]) {
				n++
			}
			list = append(list, token{s[i:n], false})
			i = n
		case strings.IndexByte(operators, c) >= 0:
			n := i
			for n < len(s) && strings.IndexByte(operators, s[n]) >= 0 {
				n++
			}
			list = append(list, token{s[i:n], false})
			i = n
		default:
			if c > ' ' {
				list = append(list, token{string(c), false})
			}
			i++
		}
	}
	return list
}

// operators are the characters of which an operator may have several.
const operators = "<>=!|"

// end returns where the text after a mark begins.
func end(s string, from int, mark string) int {
	if i := strings.Index(s[from:], mark); i >= 0 {
		return from + i + len(mark)
	}
	return len(s)
}

// quotedLength returns the length of a literal or name in quotes.
func quotedLength(s string) int {
	last := s[0]
	if last == '[' {
		last = ']'
	}
	for i := 1; i < len(s); i++ {
		if s[i] != last {
			continue
		}
		if i+1 < len(s) && s[i+1] == last && last != ']' {
			i++
			continue
		}
		return i + 1
	}
	return len(s)
}

func isWord(c byte) bool {
	return c == '_' || c == '$' || c == '.' || c >= 0x80 || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// normal writes tokens in one spelling.
func normal(list []token) string {
	words := make([]string, len(list))
	for i, t := range list {
		words[i] = t.text
	}
	return strings.Join(words, " ")
}

// inside returns the tokens between the parenthesis at the beginning and its end, and those after it.
func inside(list []token) (in, rest []token) {
	depth := 0
	for i, t := range list {
		switch {
		case t.is("("):
			depth++
		case t.is(")"):
			depth--
		}
		if depth == 0 {
			return list[min(1, i):i], list[i+1:]
		}
	}
	return list, nil
}

// items splits tokens at the commas outside of parentheses.
func items(list []token) [][]token {
	var out [][]token
	depth, from := 0, 0
	for i, t := range list {
		switch {
		case t.is("("):
			depth++
		case t.is(")"):
			depth--
		case t.is(",") && depth == 0:
			out, from = append(out, list[from:i]), i+1
		}
	}
	return append(out, list[from:])
}

// declared returns what only the text of CREATE TABLE says: checks, collations, expressions of
// generated columns, AUTOINCREMENT, conflict clauses, names of constraints, and what is deferred.
func declared(table, text string) []Object {
	list := tokens(text)
	open := slices.IndexFunc(list, func(t token) bool { return t.is("(") })
	if open < 0 {
		return nil
	}
	body, _ := inside(list[open:])
	var out []Object
	for _, item := range items(body) {
		if len(item) > 0 {
			d := declaration{table: table}
			if !slices.ContainsFunc([]string{"CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"}, item[0].is) {
				d.column, item = item[0].text, item[1:]
				d.object("column", d.column)
			}
			d.read(item)
			out = append(out, d.list...)
		}
	}
	return out
}

// declaration is what an item of CREATE TABLE declares.
type declaration struct {
	table, column string
	name          string // of the constraint that begins
	list          []Object
}

// object begins an object, and sets the name of its constraint.
func (d *declaration) object(kind, name string) {
	o := Object{Kind: kind, Relation: d.table, Name: name, Properties: map[string]string{}}
	if d.name != "" {
		o.Properties["constraint"], d.name = d.name, ""
	}
	d.list = append(d.list, o)
}

// set sets a property of the last object.
func (d *declaration) set(property, value string) {
	if len(d.list) > 0 {
		d.list[len(d.list)-1].Properties[property] = value
	}
}

// read reads the clauses of an item.
func (d *declaration) read(list []token) {
	for len(list) > 0 {
		t, rest := list[0], list[1:]
		next := func(i int) token {
			if i < len(rest) {
				return rest[i]
			}
			return token{quoted: true}
		}
		var in []token
		switch {
		case t.is("("):
			_, rest = inside(list)
		case t.is("CONSTRAINT"):
			d.name, rest = next(0).text, rest[min(1, len(rest)):]
		case t.is("CHECK") && next(0).is("("):
			in, rest = inside(rest)
			d.check(normal(in))
		case t.is("UNIQUE"):
			columns := d.column
			if next(0).is("(") {
				in, rest = inside(rest)
				columns = names(in)
			}
			d.object("unique constraint", "("+columns+")")
		case t.is("PRIMARY"):
			if d.column == "" {
				d.object("table", d.table)
				d.list[len(d.list)-1].Relation = ""
			}
			rest = rest[min(1, len(rest)):]
		case t.is("FOREIGN") && next(1).is("("):
			in, rest = inside(rest[1:])
			d.object("foreign key", "("+names(in)+")")
		case t.is("REFERENCES"):
			if d.column != "" {
				d.object("foreign key", "("+d.column+")")
			}
		case t.is("NOT") && next(0).is("DEFERRABLE"):
			rest = rest[1:]
		case t.is("INITIALLY") && next(0).is("DEFERRED"):
			d.set("deferrable", "initially deferred")
		case t.is("COLLATE"):
			d.columnSet("collation", strings.ToUpper(next(0).text))
		case t.is("AS") && next(0).is("("):
			in, rest = inside(rest)
			d.columnSet("expression", normal(in))
		case t.is("AUTOINCREMENT"):
			d.columnSet("AUTOINCREMENT", "yes")
		case t.is("ON") && next(0).is("CONFLICT"):
			d.set("ON CONFLICT", strings.ToUpper(next(1).text))
		}
		list = rest
	}
}

// columnSet sets a property of the column.
func (d *declaration) columnSet(property, value string) {
	if d.column != "" {
		d.list[0].Properties[property] = value
	}
}

// check adds a check, whose name is that of its constraint or its expression.
func (d *declaration) check(expression string) {
	name := d.name
	if name == "" {
		name = "(" + expression + ")"
	}
	d.name = ""
	d.object("check", name)
	d.set("definition", expression)
}

// names returns the columns of a list.
func names(list []token) string {
	var out []string
	for _, item := range items(list) {
		if len(item) > 0 {
			out = append(out, item[0].text)
		}
	}
	return strings.Join(out, ", ")
}
