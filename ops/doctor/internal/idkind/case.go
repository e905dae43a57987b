package idkind

import "unicode"

// caseCount counts the letters at a place of texts, and how often the case changes to the next.
type caseCount struct{ upper, lower, pairs, changes int }

// CaseMatters reports whether texts are IDs whose letters are of random case, such as Nanoid,
// base64url or Base62: two of them may differ by case alone. In names, codes and numbers of base
// 16 or 32 the case of a place is always the same, or seldom changes from one letter to the next.
func CaseMatters(values []any) bool {
	const leastValues, leastPairs, longest, tenth = 20, 100, 100, 10
	var places [longest + 1]caseCount
	texts := 0
	for _, v := range values {
		s, ok := v.(string)
		if !ok || s == "" {
			continue
		}
		texts++
		for i := range min(len(s), longest) {
			places[i].see(s, i)
		}
	}
	pairs, changes := 0, 0
	for i, p := range places[:longest] {
		if next := places[i+1]; p.isMixed(tenth) && next.isMixed(tenth) {
			pairs, changes = pairs+p.pairs, changes+p.changes
		}
	}
	const share = 0.35 // of random letters, a half
	return texts >= leastValues && pairs >= leastPairs && float64(changes) >= share*float64(pairs)
}

// see counts the letter at a place of a text.
func (c *caseCount) see(s string, i int) {
	r := rune(s[i])
	switch {
	case r > unicode.MaxASCII || !unicode.IsLetter(r):
		return
	case unicode.IsUpper(r):
		c.upper++
	default:
		c.lower++
	}
	if i+1 == len(s) {
		return
	}
	if next := rune(s[i+1]); next <= unicode.MaxASCII && unicode.IsLetter(next) {
		c.pairs++
		if unicode.IsUpper(r) != unicode.IsUpper(next) {
			c.changes++
		}
	}
}

// isMixed reports whether at least one of so many letters has the other case.
func (c caseCount) isMixed(part int) bool { return part*min(c.upper, c.lower) > c.upper+c.lower }
