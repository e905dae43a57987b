package newkeys

import (
	"regexp"
	"strings"

	"github.com/sortid/sortid/ops/doctor/internal/sqltext"
)

// tokens matches the parts of an expression as PostgreSQL prints it: texts, names in quotes, words, and the rest.
var tokens = regexp.MustCompile(`'(?:[^']|'')*'|"(?:[^"]|"")+"|[\pL_][\pL_0-9$]*|::|\s+|.`)

// renamed returns an expression of PostgreSQL with other names of columns.
func renamed(expression string, names map[string]string) string {
	list := tokens.FindAllString(expression, -1)
	before := ""
	var b strings.Builder
	for i, t := range list {
		name := t
		if strings.HasPrefix(t, `"`) {
			name = strings.ReplaceAll(t[1:len(t)-1], `""`, `"`)
		}
		to, ok := names[name]
		called := i+1 < len(list) && list[i+1] == "("
		if ok && !called && before != "::" && before != "." && !strings.HasPrefix(t, "'") {
			t = sqltext.PgQuote(to)
		}
		if strings.TrimSpace(t) != "" {
			before = t
		}
		b.WriteString(t)
	}
	return b.String()
}
