package gormtype

import "strings"

// token is a part of a statement: a name, a number, a quoted name or text, or another
// character.
type token struct {
	text string
	at   int // its place in the statement
}

// is reports whether the token is this word, in any case.
func (t token) is(word string) bool { return strings.EqualFold(t.text, word) }

// tokens splits a statement. It leaves out spaces and comments.
func tokens(s string, dl dialect) (list []token) {
	for i := 0; i < len(s); {
		n := tokenLength(s[i:], dl)
		t := token{s[i : i+n], i}
		if strings.TrimSpace(t.text) != "" && !isComment(t.text, dl) {
			list = append(list, t)
		}
		i += n
	}
	return list
}

func isComment(s string, dl dialect) bool {
	return strings.HasPrefix(s, "--") || strings.HasPrefix(s, "/*") || dl == mysql && s[0] == '#'
}

// tokenLength returns the length of the token, comment or space at the beginning of s.
func tokenLength(s string, dl dialect) int {
	end := func(start int, mark string) int {
		if i := strings.Index(s[start:], mark); i >= 0 {
			return start + i + len(mark)
		}
		return len(s)
	}
	switch c := s[0]; {
	case strings.HasPrefix(s, "--") || dl == mysql && c == '#':
		return end(1, "\n")
	case strings.HasPrefix(s, "/*"):
		return end(2, "*/")
	case dl == mysql && (c == '\'' || c == '"'):
		return escapedLength(s)
	case c == '\'' || c == '"' || c == '`':
		return end(1, string(c))
	case c == '[' && dl == sqlite:
		return end(1, "]")
	case strings.HasPrefix(s, ":="):
		return 2
	case c == '$' && dl == postgres:
		if n := strings.IndexByte(s[1:], '$') + 2; n >= 2 && inName(s[1:n-1]) {
			return end(n, s[:n])
		}
	}
	if n := strings.IndexFunc(s, func(r rune) bool { return !isNameRune(r) }); n > 0 {
		return n
	} else if n < 0 {
		return len(s)
	}
	return 1
}

// escapedLength returns the length of a quoted text in which a backslash can escape the
// quote.
func escapedLength(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case s[0]:
			return i + 1
		}
	}
	return len(s)
}

func isNameRune(r rune) bool {
	return r >= 0x80 || r == '_' || r == '$' || r == '@' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
}

func inName(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return !isNameRune(r) || r == '$' }) < 0
}

func unquoted(text string) string { return strings.Trim(text, "\"`[]'") }
