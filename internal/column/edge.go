package column

import "bytes"

// The edges of a column are where the pages of its IDs begin: the zero ID, which no key
// has, and the greatest value of the column.
const (
	// TextBelow is less than every text of an ID.
	TextBelow = ""
	// TextAbove is greater than every text of an ID, whose prefix has up to 63 letters. It is
	// so in the collations of languages as well, where a tilde is less than all letters.
	TextAbove = "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"
)

// AppendEdge appends the raw form of an edge: size bytes of zeros, or of ones if above.
func AppendEdge(b []byte, size int, above bool) []byte {
	fill := byte(0)
	if above {
		fill = 0xFF
	}
	return append(b, bytes.Repeat([]byte{fill}, size)...)
}
