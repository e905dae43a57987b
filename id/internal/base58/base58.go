// Package base58 encodes 64-bit integers in eleven characters of Bitcoin's
// Base58 alphabet, most significant first, padded with the alphabet's zero.
//
// 58 is not a power of two, so characters are remainders, not bits. The divisors are
// constants, so the compiler multiplies by their reciprocals, and the divisions form
// a tree, so that the processor can work on several at once.
package base58

import (
	"encoding/binary"
	"math/bits"
)

// Alphabet is Bitcoin's alphabet: without 0, O, I and l. It is in the order of ASCII,
// so texts sort like their values.
const Alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

// Size is the length of a text.
const Size = 11

// Powers of the base.
const (
	p2  = 58 * 58
	p4  = p2 * p2
	p5  = p4 * 58
	p8  = p4 * p4
	p10 = p8 * p2
)

// maxFirst is the value of the first character from which a text can have more than
// 64 bits. From the next value on, all texts have.
const maxFirst = (1<<64 - 1) / p10

// outside marks the bytes outside the alphabet. It has a bit that no value has, so the
// OR of all values shows whether it was among them.
const outside = 0x80

var (
	pairs  [p2]uint16 // a number of two digits to its characters, the first in the low byte
	values [256]uint8 // a character to its value, or outside
)

func init() {
	for i := range pairs {
		pairs[i] = uint16(Alphabet[i/58]) | uint16(Alphabet[i%58])<<8
	}
	for i := range values {
		values[i] = outside
	}
	for v := range len(Alphabet) {
		values[Alphabet[v]] = uint8(v)
	}
}

// Put11 writes the eleven characters of v.
func Put11(dst *[Size]byte, v uint64) {
	upper := v / p5 // the first six characters
	lower := v - upper*p5
	a := upper / p4
	b := uint32(upper - a*p4)
	c := uint32(lower) / p4 // one character
	d := uint32(lower) - c*p4
	b0, d0 := b/p2, d/p2
	binary.LittleEndian.PutUint16(dst[0:], pairs[a])
	binary.LittleEndian.PutUint16(dst[2:], pairs[b0])
	binary.LittleEndian.PutUint16(dst[4:], pairs[b-b0*p2])
	dst[6] = Alphabet[c]
	binary.LittleEndian.PutUint16(dst[7:], pairs[d0])
	binary.LittleEndian.PutUint16(dst[9:], pairs[d-d0*p2])
}

// Get11 decodes eleven characters. ok is false if the length differs, if a byte is
// outside the alphabet, or if the value has more than 64 bits, like a quarter of all
// texts of this length.
func Get11(s string) (v uint64, ok bool) {
	if len(s) != Size {
		return 0, false
	}
	v0, v1, v2, v3 := values[s[0]], values[s[1]], values[s[2]], values[s[3]]
	v4, v5, v6, v7 := values[s[4]], values[s[5]], values[s[6]], values[s[7]]
	v8, v9, v10 := values[s[8]], values[s[9]], values[s[10]]
	all := v0 | v1 | v2 | v3 | v4 | v5 | v6 | v7 | v8 | v9 | v10
	a := uint64(v1)*58 + uint64(v2)
	b := (uint64(v3)*58+uint64(v4))*p2 + uint64(v5)*58 + uint64(v6)
	c := (uint64(v7)*58+uint64(v8))*p2 + uint64(v9)*58 + uint64(v10)
	v, carry := bits.Add64(uint64(v0)*p10, a*p8+b*p4+c, 0)
	return v, all < outside && v0 <= maxFirst && carry == 0
}

// Contains reports whether c is in the alphabet.
func Contains(c byte) bool { return values[c] < outside }
