package column

import "github.com/sortid/sortid/internal/base16"

// UUIDSize is the length of UUID text in bytes: 32 hexadecimal digits in groups of
// 8-4-4-4-12.
const UUIDSize = 36

// AppendUUID appends the UUID text of raw, in lower case.
func AppendUUID(b []byte, raw [16]byte) []byte { return base16.AppendUUID(b, &raw) }

// PutUUID writes the UUID text of raw, in lower case.
func PutUUID(dst *[UUIDSize]byte, raw [16]byte) { base16.PutUUID(dst, &raw) }

// SetUUID sets v from UUID text in lower case, the one spelling that a uuid column gives.
// For any other text it returns false, and sets v to zeros.
func SetUUID[T ~[16]byte](v *T, s string) bool {
	hi, lo, ok := base16.GetUUID(s)
	if !ok || base16.HasUpper(s) {
		hi, lo, ok = 0, 0, false
	}
	setWords(v, hi, lo)
	return ok
}

// HasHyphens reports whether s has the length and the hyphens of UUID text.
func HasHyphens(s string) bool { return len(s) == UUIDSize && base16.Hyphens(s) }
