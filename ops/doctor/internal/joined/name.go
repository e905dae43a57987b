package joined

import (
	"slices"
	"strings"
	"unicode"
)

// likeness is how much the name of a column says that it holds keys of another one.
type likeness int

const (
	unlike  likeness = iota // no ID at all
	likeID                  // an ID of something
	likeKey                 // an ID of the key's table
)

// idWords are the last words of names of columns that hold IDs.
var idWords = []string{"id", "ids", "uuid", "guid", "ulid", "uid", "key", "ref", "by"}

// compareNames returns what the name of a column says of a key.
func compareNames(child, key Column) likeness {
	switch {
	case named(child, key) > 0:
		return likeKey
	case isIDName(child.Name):
		return likeID
	}
	return unlike
}

// named returns how many words at the end of a column's name are those of a key and its table; 0 if they are not. A name
// without spaces is one word: userid.
func named(child, key Column) int {
	name, keyName, table := words(child.Name), words(key.Name), words(baseName(key.Table))
	if len(name) == 0 || len(keyName) == 0 || len(table) == 0 {
		return 0
	}
	best := 0
	// The whole name of the table, or its last word: users, app_users and tbl_user are users.
	for _, first := range []int{0, len(table) - 1} {
		last := table[len(table)-1]
		for _, noun := range []string{last, singular(last)} {
			t := append(slices.Clone(table[first:len(table)-1]), noun)
			endings := [][]string{slices.Concat(t, keyName)}
			if len(keyName) == 1 && slices.Contains(idWords, keyName[0]) {
				endings = append(endings, append(slices.Clone(t), "id"), append(slices.Clone(t), "uuid"), append(slices.Clone(t), "guid"))
			}
			if ends(keyName, append(slices.Clone(t), keyName[len(keyName)-1])) {
				endings = append(endings, keyName)
			}
			for _, e := range endings {
				if ends(name, e) {
					best = max(best, len(e))
				}
			}
		}
	}
	return best
}

// ends reports whether words end with others, which may be written as one.
func ends(name, ending []string) bool {
	n, m := len(name), len(ending)
	return n >= m && slices.Equal(name[n-m:], ending) || name[n-1] == strings.Join(ending, "")
}

// isIDName reports whether a name is one of an ID.
func isIDName(name string) bool {
	list := words(name)
	return len(list) > 0 && (slices.Contains(idWords, list[len(list)-1]) || strings.HasSuffix(list[len(list)-1], "id"))
}

// baseName returns the name of a table without its schema and quotes.
func baseName(table string) string {
	if i := strings.LastIndexByte(table, '.'); i >= 0 {
		table = table[i+1:]
	}
	return strings.Trim(table, `"`)
}

// words splits a name, which may be in snake or camel case, into words in lower case.
func words(name string) []string {
	var list []string
	var word []rune
	end := func() {
		if len(word) > 0 {
			list = append(list, strings.ToLower(string(word)))
		}
		word = nil
	}
	runes := []rune(name)
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			end()
			continue
		case unicode.IsUpper(r) && i > 0 && (!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])):
			end()
		}
		word = append(word, r)
	}
	end()
	return list
}

// singular returns the singular of an English noun in lower case.
func singular(s string) string {
	switch {
	case s == "people":
		return "person"
	case strings.HasSuffix(s, "ies") && len(s) > 4:
		return s[:len(s)-3] + "y"
	case strings.HasSuffix(s, "sses"), strings.HasSuffix(s, "xes"), strings.HasSuffix(s, "ches"), strings.HasSuffix(s, "shes"):
		return s[:len(s)-2]
	case strings.HasSuffix(s, "s") && !strings.HasSuffix(s, "ss"):
		return s[:len(s)-1]
	}
	return s
}
