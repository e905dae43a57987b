package newkeys

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/sortid/sortid/ops/doctor/internal/move"
	"github.com/sortid/sortid/ops/doctor/internal/sqltext"
)

// liteTokens matches the parts of a statement of SQLite: comments, texts, names in quotes, words, and the rest.
var liteTokens = regexp.MustCompile("(?s)--[^\n]*|/\\*.*?\\*/|\\s+|'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|`(?:[^`]|``)*`|\\[[^]]*\\]|[\\pL_][\\pL_0-9$]*|.")

// liteTable is a table as its CREATE TABLE has it.
type liteTable struct {
	before, name, middle string // up to the parenthesis; name is its token
	items                [][]string
	columns              int // how many of the items define columns
	after                string
}

// word returns a token as a keyword, empty for other tokens.
func word(token string) string {
	if token == "" || strings.ContainsAny(token[:1], "'\"`[-/") {
		return ""
	}
	return strings.ToUpper(strings.TrimSpace(token))
}

// spoken reports whether a token is neither space nor a comment.
func spoken(token string) bool {
	return strings.TrimSpace(token) != "" && !strings.HasPrefix(token, "--") && !strings.HasPrefix(token, "/*")
}

// liteName returns the name of a token, without quotes.
func liteName(token string) string {
	switch {
	case len(token) < 2:
	case token[0] == '[':
		return token[1 : len(token)-1]
	case strings.ContainsAny(token[:1], "\"`'"):
		return strings.ReplaceAll(token[1:len(token)-1], token[:1]+token[:1], token[:1])
	}
	return token
}

// parseLite reads a CREATE TABLE.
func parseLite(statement string) (*liteTable, error) {
	tokens := liteTokens.FindAllString(statement, -1)
	open := slices.Index(tokens, "(")
	if open < 0 || !strings.HasPrefix(strings.ToUpper(statement), "CREATE TABLE") {
		return nil, fmt.Errorf("its statement has no list of columns: %.60q", statement)
	}
	t := &liteTable{}
	last := open - 1
	for last > 0 && !spoken(tokens[last]) {
		last--
	}
	t.before, t.name, t.middle = strings.Join(tokens[:last], ""), tokens[last], strings.Join(tokens[last+1:open+1], "")
	depth, from := 1, open+1
	for i := open + 1; i < len(tokens); i++ {
		switch tokens[i] {
		case "(":
			depth++
		case ")":
			depth--
		}
		if depth == 0 || depth == 1 && tokens[i] == "," {
			t.items = append(t.items, tokens[from:i])
			from = i + 1
		}
		if depth == 0 {
			t.after = strings.Join(tokens[i:], "")
			break
		}
	}
	if depth != 0 {
		return nil, fmt.Errorf("its statement does not end: %.60q", statement)
	}
	for _, item := range t.items {
		if slices.Contains([]string{"CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"}, word(first(item))) {
			break
		}
		t.columns++
	}
	return t, nil
}

// first returns the first token that is neither space nor a comment.
func first(item []string) string {
	if i := slices.IndexFunc(item, spoken); i >= 0 {
		return item[i]
	}
	return ""
}

// String returns the statement.
func (t *liteTable) String() string {
	var list []string
	for _, item := range t.items {
		list = append(list, strings.Join(item, ""))
	}
	return t.before + t.name + t.middle + strings.Join(list, ",") + t.after
}

// column returns the item of a column, or -1.
func (t *liteTable) column(name string) int {
	return slices.IndexFunc(t.items[:t.columns], func(item []string) bool { return strings.EqualFold(liteName(first(item)), name) })
}

// group returns where the parentheses end that begin at or after a token, and where they begin.
func group(tokens []string, at int) (begin, end int) {
	for begin = at; begin < len(tokens) && !spoken(tokens[begin]); begin++ {
	}
	if begin == len(tokens) || tokens[begin] != "(" {
		return begin, begin
	}
	depth := 0
	for end = begin; end < len(tokens); end++ {
		switch tokens[end] {
		case "(":
			depth++
		case ")":
			depth--
		}
		if depth == 0 {
			return begin, end
		}
	}
	return begin, end
}

// constraintWords end the type of a column.
var constraintWords = []string{"CONSTRAINT", "PRIMARY", "NOT", "NULL", "UNIQUE", "CHECK", "DEFAULT", "COLLATE", "REFERENCES", "GENERATED", "AS"}

// change gives a column a new type, and a key a new default. It returns the old type.
func (t *liteTable) change(name, kind, fallback string) (old string, err error) {
	i := t.column(name)
	if i < 0 {
		return "", fmt.Errorf("its statement has no column %s", name)
	}
	item := t.items[i]
	at := slices.IndexFunc(item, spoken) + 1
	end := at
	for depth := 0; end < len(item) && (depth > 0 || !slices.Contains(constraintWords, word(item[end]))); end++ {
		switch item[end] {
		case "(":
			depth++
		case ")":
			depth--
		}
	}
	old = strings.TrimSpace(strings.Join(item[at:end], ""))
	rest, notNull, err := changed(item[end:], fallback != "")
	if err != nil {
		return "", err
	}
	definition := []string{" ", kind}
	if fallback != "" {
		if !notNull {
			definition = append(definition, " NOT NULL")
		}
		definition = append(definition, " DEFAULT ("+fallback+")")
	}
	if len(rest) > 0 && strings.TrimSpace(rest[0]) != "" {
		definition = append(definition, " ")
	}
	t.items[i] = slices.Concat(item[:at], definition, rest)
	return old, nil
}

// changed returns the constraints of a column without what belongs to its old type.
func changed(tokens []string, isKey bool) (list []string, notNull bool, err error) {
	before := ""
	for i := 0; i < len(tokens); i++ {
		w := word(tokens[i])
		switch {
		case w == "AUTOINCREMENT":
			continue
		case w == "GENERATED" || w == "AS":
			return nil, false, fmt.Errorf("it is generated: drop it before and add it afterwards")
		case w == "COLLATE":
			next := i + 1
			for !spoken(tokens[next]) {
				next++
			}
			if !strings.EqualFold(liteName(tokens[next]), "BINARY") {
				return nil, false, fmt.Errorf("its collation %s may take two keys for one: change it before", tokens[next])
			}
			i = next
			continue
		case w == "DEFAULT" && before != "SET":
			begin, end := group(tokens, i+1)
			if begin == end && end < len(tokens) && (tokens[end] == "-" || tokens[end] == "+") {
				end++
			}
			value := strings.TrimSpace(strings.Join(tokens[i+1:min(end+1, len(tokens))], ""))
			if !isKey && !strings.EqualFold(value, "NULL") {
				return nil, false, fmt.Errorf("its default %s is an old key: drop it before and set another afterwards", value)
			}
			i = end
			continue
		case w == "NULL" && before == "NOT":
			notNull = true
		case tokens[i] == "(":
			_, end := group(tokens, i)
			list = append(list, tokens[i:min(end+1, len(tokens))]...)
			i, before = end, ")"
			continue
		}
		if spoken(tokens[i]) {
			before = w
		}
		list = append(list, tokens[i])
	}
	return list, notNull, nil
}

// keeps returns an error for a check or a generated column that may mean something else of new keys.
func (t *liteTable) keeps(moved []string) error {
	for _, item := range t.items {
		for i, token := range item {
			w := word(token)
			if w != "CHECK" && w != "AS" && w != "AUTOINCREMENT" {
				continue
			}
			begin, end := group(item, i+1)
			inner := strings.Join(item[min(begin, len(item)):min(end+1, len(item))], "")
			switch {
			case w == "AUTOINCREMENT":
				if t.isConstraint(item) {
					return fmt.Errorf("AUTOINCREMENT is in a constraint of the table: write it in the column before")
				}
			case !names(inner, moved):
			case w == "AS":
				return fmt.Errorf("a generated column is computed from a key, %s: drop it before and add it afterwards", inner)
			case !move.Keeps(inner, moved):
				return fmt.Errorf("the check %s may mean something else of the new keys: drop it before and add another afterwards", inner)
			}
		}
	}
	return nil
}

func (t *liteTable) isConstraint(item []string) bool {
	return slices.IndexFunc(t.items[t.columns:], func(x []string) bool { return &x[0] == &item[0] }) >= 0
}

// names reports whether a text has one of some names.
func names(text string, list []string) bool {
	return slices.ContainsFunc(liteTokens.FindAllString(text, -1), func(token string) bool {
		return !strings.HasPrefix(token, "'") && slices.ContainsFunc(list, func(n string) bool { return strings.EqualFold(n, liteName(token)) })
	})
}

// insert adds a column after the others.
func (t *liteTable) insert(definition string) {
	t.items = slices.Insert(t.items, t.columns, []string{"\n  ", definition})
	t.columns++
}

// renameTo gives the table another name.
func (t *liteTable) renameTo(name string) { t.name = sqltext.PgQuote(name) }
