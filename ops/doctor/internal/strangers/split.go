package strangers

import (
	"regexp"
	"strings"
)

// sqlToken matches what a client must not look into for the end of a statement: texts, names in quotes, bodies
// between dollars, comments, and lines with DELIMITER.
var (
	pgToken = regexp.MustCompile(`(?s)'(?:[^']|'')*'|"(?:[^"]|"")*"|\$\w*\$|--[^\n]*`)
	myToken = regexp.MustCompile("(?s)'(?:[^'\\\\]|''|\\\\.)*'|\"(?:[^\"\\\\]|\"\"|\\\\.)*\"|`(?:[^`]|``)*`|-- [^\n]*|--\n|\nDELIMITER [^\n]*")
)

// Split returns the statements of a script, as the client of the server reads them: postgres, mysql or mariadb.
func Split(server, script string) (list []string) {
	token, end, from := myToken, ";", 0
	if server == postgres {
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
