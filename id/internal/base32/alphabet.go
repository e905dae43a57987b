// Package base32 encodes integers of 64, 128 and 160 bits in the Base32
// alphabets of Crockford and of RFC 4648's base32hex, most significant
// character first.
//
// It writes and reads two characters at a time with tables. A decoder collects the
// errors of a text in one value and checks it once.
package base32

// Alphabet is a Base32 alphabet with its decoding rules.
type Alphabet struct {
	pairs  [1 << 10]uint16 // ten bits to two characters, the first in the low byte
	values [1 << 8]byte    // a character to its five bits with known set, or 0
	both   [1 << 16]uint16 // two characters to their ten bits with knownPair set, or 0
}

// The tables mark the characters of the alphabet, not those outside it. So most pages
// of the large table stay untouched, and cost neither time nor memory.
const (
	known     = 0x80
	knownPair = 0x8000
)

// Crockford has the digits of Crockford's alphabet.
const Crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// Hex has the digits of the extended hexadecimal alphabet of RFC 4648, section 7.
const Hex = "0123456789ABCDEFGHIJKLMNOPQRSTUV"

// New returns the alphabet with the given 32 digits. Letters decode in either case.
// Each pair of letters in aliases makes the first one decode like the second one, in
// either case. Each format makes its own alphabet, so that a program has the tables of
// the formats that it imports.
func New(digits string, aliases ...string) *Alphabet {
	a := new(Alphabet)
	for i := range a.pairs {
		a.pairs[i] = uint16(digits[i>>5]) | uint16(digits[i&31])<<8
	}
	for v := range len(digits) {
		a.set(digits[v], known|byte(v))
	}
	for _, alias := range aliases {
		a.set(alias[0], a.values[alias[1]])
	}
	a.combine()
	return a
}

// set makes c and, if it is a letter, its other ASCII case decode as v. Unicode's
// rules do not apply: U+017F is not an s.
func (a *Alphabet) set(c, v byte) {
	a.values[c], a.values[c|0x20] = v, v // digits have that bit already
}

// combine fills the table of pairs from the table of characters. The high byte of the
// index is the second character, as in a little-endian word.
func (a *Alphabet) combine() {
	var letters []int
	for c, v := range a.values {
		if v != 0 {
			letters = append(letters, c)
		}
	}
	for _, first := range letters {
		for _, second := range letters {
			v, w := a.values[first]&31, a.values[second]&31
			a.both[first|second<<8] = knownPair | uint16(v)<<5 | uint16(w)
		}
	}
}

// Contains reports whether the alphabet decodes c.
func (a *Alphabet) Contains(c byte) bool { return a.values[c] != 0 }
