package servertest

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
)

// sqlToken matches what a client must not look into for the end of a statement: texts, names in quotes, bodies
// between dollars, comments, and lines with DELIMITER.
var (
	pgToken = regexp.MustCompile(`(?s)'(?:[^']|'')*'|"(?:[^"]|"")*"|\$\w*\$|--[^\n]*`)
	myToken = regexp.MustCompile("(?s)'(?:[^'\\\\]|''|\\\\.)*'|\"(?:[^\"\\\\]|\"\"|\\\\.)*\"|`(?:[^`]|``)*`|-- [^\n]*|--\n|\nDELIMITER [^\n]*")
)

// splitSQL returns the statements of a script, as the server's own client reads them.
func splitSQL(kind dbserver.Kind, script string) (list []string) {
	token, end, from := myToken, ";", 0
	if kind == dbserver.Postgres {
		token = pgToken
	}
	script = "\n" + script + "\n"
	var b strings.Builder
	take := func(text string) {
		for {
			before, after, ok := strings.Cut(text, end)
			b.WriteString(before)
			if !ok {
				return
			}
			if s := strings.TrimSpace(b.String()); s != "" {
				list = append(list, s)
			}
			b.Reset()
			text = after
		}
	}
	for _, m := range token.FindAllStringIndex(script, -1) {
		if m[0] < from {
			continue // inside of a body
		}
		take(script[from:m[0]])
		from = m[1]
		switch s := script[m[0]:m[1]]; {
		case strings.HasPrefix(s, "$"):
			body, _, _ := strings.Cut(script[from:], s)
			b.WriteString(s + body + s)
			from += len(body) + len(s)
		case strings.HasPrefix(s, "\nDELIMITER "):
			end = strings.TrimSpace(strings.TrimPrefix(s, "\nDELIMITER "))
		case strings.HasPrefix(s, "--"):
			b.WriteString(" ")
		default:
			b.WriteString(s)
		}
	}
	take(script[from:])
	return list
}

func TestSplitSQL(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind   dbserver.Kind
		script string
		want   []string
	}{
		{dbserver.Postgres, "SELECT 'a;''b', \"c;\"\"d\" -- e;\n;\nDO $$ f; $x$; $$; DO $x$ 'g; $$ $x$; h", []string{"SELECT 'a;''b', \"c;\"\"d\"", "DO $$ f; $x$; $$", "DO $x$ 'g; $$ $x$"}},
		{dbserver.MySQL, "SELECT 'a;\\';', `b;``c`, \"d;\" -- e;\n;\nDELIMITER //\nf; g //\nDELIMITER ;\nh;", []string{"SELECT 'a;\\';', `b;``c`, \"d;\"", "f; g", "h"}},
	} {
		if got := splitSQL(c.kind, c.script); !slices.Equal(got, c.want) {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
