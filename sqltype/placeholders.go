package sqltype

import "strings"

// Placeholders returns n question marks with commas between them, for a server without
// arrays:
//
//	ids := sqltype.BinariesOf(list...)
//	rows, err := db.Query("SELECT … WHERE id IN ("+sqltype.Placeholders(len(ids))+")", ids.Args()...)
//
// For an n of 0 or less it returns NULL, because IN () is a syntax error on MySQL. NOT
// IN (NULL) matches nothing either.
func Placeholders(n int) string {
	if n <= 0 {
		return "NULL"
	}
	return strings.Repeat("?,", n-1) + "?"
}

// args returns the elements of a list.
func args[C any](list []C) []any {
	out := make([]any, len(list))
	for i, c := range list {
		out[i] = c
	}
	return out
}
