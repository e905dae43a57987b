package sqltype

import "strings"

// Placeholders returns n question marks with commas between them, for a server without
// arrays:
//
//	ids := sqltype.Binaries[wiji.ID](list)
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

// args returns a value of a column type for each ID.
func args[T any, C any](ids []T, of func(T) C) []any {
	out := make([]any, len(ids))
	for i, v := range ids {
		out[i] = of(v)
	}
	return out
}
