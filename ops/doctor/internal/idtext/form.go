// Package idtext reads the texts of IDs that a move turns into their bytes.
package idtext

import "strings"

// Form is how a text is written.
type Form string

// The forms. All but Plain are without regard to case.
const (
	Plain     Form = ""          // no IDs, or already their bytes
	UUID      Form = "uuid"      // 36 characters
	Hex       Form = "hex"       // 32 digits
	Crockford Form = "crockford" // 26 digits: ULID, Wiji
	SCRU160   Form = "scru160"   // 32 digits of base 32
)

// Forms lists the forms of IDs in the order in which a column has one: 32 hexadecimal digits are valid
// SCRU160 text too, and a column of IDs of SCRU160 has some value with other digits.
var Forms = []Form{UUID, Hex, Crockford, SCRU160}

// Of returns the first form that all values have. It is Plain if there are none.
func Of(values [][]byte) Form {
	if len(values) == 0 {
		return Plain
	}
	return Next(Forms, values)
}

// Next returns the first of some forms that all values have, or Plain.
func Next(list []Form, values [][]byte) Form {
	var buf [20]byte
next:
	for _, f := range list {
		for _, v := range values {
			if _, ok := f.Raw(buf[:0], v); !ok {
				continue next
			}
		}
		return f
	}
	return Plain
}

// After returns the forms that come after one.
func (f Form) After() []Form {
	for i, x := range Forms {
		if x == f {
			return Forms[i+1:]
		}
	}
	return nil
}

// Raw appends the bytes of the ID that a text is, without the blanks of CHAR at its end. It
// reports whether the text has the form. Of a plain value all bytes count.
func (f Form) Raw(to, text []byte) ([]byte, bool) {
	if f == Plain {
		return append(to, text...), true
	}
	for len(text) > 0 && text[len(text)-1] == ' ' {
		text = text[:len(text)-1]
	}
	switch f {
	case UUID:
		if len(text) != 36 {
			return to, false
		}
		for i, part := range [...][2]int{{0, 8}, {9, 13}, {14, 18}, {19, 23}, {24, 36}} {
			if i > 0 && text[part[0]-1] != '-' {
				return to, false
			}
			var ok bool
			if to, ok = digits(to, text[part[0]:part[1]], base16, 4, 0); !ok {
				return to, false
			}
		}
		return to, true
	case Hex:
		if len(text) != 32 {
			return to, false
		}
		return digits(to, text, base16, 4, 0)
	case Crockford:
		if len(text) != 26 || text[0] > '7' {
			return to, false
		}
		return digits(to, text, baseCrockford, 5, 2)
	case SCRU160:
		if len(text) != 32 {
			return to, false
		}
		return digits(to, text, base32Hex, 5, 0)
	}
	return to, false
}

var (
	base16        = alphabet("0123456789abcdef")
	base32Hex     = alphabet("0123456789abcdefghijklmnopqrstuv")
	baseCrockford = alphabet("0123456789abcdefghjkmnpqrstvwxyz")
)

// alphabet returns the value of each character, in both cases, and 255 for others.
func alphabet(s string) *[256]byte {
	var a [256]byte
	for i := range a {
		a[i] = 255
	}
	for i := range len(s) {
		a[s[i]], a[strings.ToUpper(s)[i]] = byte(i), byte(i)
	}
	return &a
}

// digits appends the bytes of digits of so many bits, without the first ones to skip.
func digits(to, text []byte, a *[256]byte, bits, skip int) ([]byte, bool) {
	var acc uint
	have := -skip
	for _, c := range text {
		d := a[c]
		if d == 255 {
			return to, false
		}
		acc, have = acc<<bits|uint(d), have+bits
		if have >= 8 {
			have -= 8
			to = append(to, byte(acc>>have))
		}
	}
	return to, true
}
