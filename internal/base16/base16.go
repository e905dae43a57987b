// Package base16 encodes 64-bit words in hexadecimal, with the hyphens of the
// UUID form or without: by arithmetic on eight digits in one machine word, or by a
// table of pairs, whichever is quicker.
package base16

import (
	"encoding/binary"
	"slices"
	"unsafe"
)

const (
	ones = 0x0101_0101_0101_0101 // times a byte: that byte, eight times
	high = 0x80 * ones
)

// digits returns the eight lower-case digits of v, the first in the high byte.
func digits(v uint32) uint64 {
	x := uint64(v)
	x = (x | x<<16) & 0x0000_FFFF_0000_FFFF
	x = (x | x<<8) & 0x00FF_00FF_00FF_00FF
	x = (x | x<<4) & 0x0F0F_0F0F_0F0F_0F0F
	return ascii(x)
}

// ascii returns the lower-case digits of eight bytes of 0 to 15.
func ascii(x uint64) uint64 {
	letters := (x + (0x80-10)*ones) & high >> 7 // 1 in each byte above 9
	return x + '0'*ones + letters*('a'-'0'-10)
}

// PutHex writes the sixteen digits of v.
func PutHex(dst *[16]byte, v uint64) {
	binary.BigEndian.PutUint64(dst[0:], digits(uint32(v>>32)))
	binary.BigEndian.PutUint64(dst[8:], digits(uint32(v)))
}

// Hex returns the sixteen digits of v.
func Hex(v uint64) string {
	b := new([16]byte)
	PutHex(b, v)
	return unsafe.String(&b[0], len(b)) // b does not escape elsewhere
}

// Hex16 returns the 32 digits of sixteen bytes.
func Hex16(x *[16]byte) string {
	b := new([32]byte)
	PutHex((*[16]byte)(b[:16]), binary.BigEndian.Uint64(x[:8]))
	PutHex((*[16]byte)(b[16:]), binary.BigEndian.Uint64(x[8:]))
	return unsafe.String(&b[0], len(b)) // b does not escape elsewhere
}

// PutHex8 writes the eight digits of v.
func PutHex8(dst *[8]byte, v uint32) {
	binary.BigEndian.PutUint64(dst[:], digits(v))
}

// pairs lists the two digits of each byte, the first in the low byte.
var pairs = func() (p [256]uint16) {
	const digits = "0123456789abcdef"
	for i := range p {
		p[i] = uint16(digits[i>>4]) | uint16(digits[i&15])<<8
	}
	return p
}()

// PutUUID writes the 36 characters of the UUID form: 8-4-4-4-12. The bytes are in
// memory, and the groups are short: here a table is faster than machine words.
func PutUUID(dst *[36]byte, x *[16]byte) {
	le := binary.LittleEndian
	le.PutUint16(dst[0:], pairs[x[0]])
	le.PutUint16(dst[2:], pairs[x[1]])
	le.PutUint16(dst[4:], pairs[x[2]])
	le.PutUint16(dst[6:], pairs[x[3]])
	dst[8] = '-'
	le.PutUint16(dst[9:], pairs[x[4]])
	le.PutUint16(dst[11:], pairs[x[5]])
	dst[13] = '-'
	le.PutUint16(dst[14:], pairs[x[6]])
	le.PutUint16(dst[16:], pairs[x[7]])
	dst[18] = '-'
	le.PutUint16(dst[19:], pairs[x[8]])
	le.PutUint16(dst[21:], pairs[x[9]])
	dst[23] = '-'
	le.PutUint16(dst[24:], pairs[x[10]])
	le.PutUint16(dst[26:], pairs[x[11]])
	le.PutUint16(dst[28:], pairs[x[12]])
	le.PutUint16(dst[30:], pairs[x[13]])
	le.PutUint16(dst[32:], pairs[x[14]])
	le.PutUint16(dst[34:], pairs[x[15]])
}

// UUID returns what PutUUID writes.
func UUID(x *[16]byte) string {
	b := new([36]byte)
	PutUUID(b, x)
	return unsafe.String(&b[0], len(b)) // b does not escape elsewhere
}

// AppendUUID appends what PutUUID writes.
func AppendUUID(b []byte, x *[16]byte) []byte {
	if cap(b)-len(b) < 36 {
		b = slices.Grow(b, 36)
	}
	b = b[:len(b)+36]
	PutUUID((*[36]byte)(b[len(b)-36:]), x)
	return b
}

// value returns the value of eight digits in either case, the first in the high
// byte. bad is not zero if one of them is no digit.
func value(x uint64) (v uint32, bad uint64) {
	letter := x >> 6 & ones // bit 6 tells '@' and above from the digits
	n := (x + letter*9) & (0x0F * ones)
	// The digits of n must be what was read, in lower case.
	bad = ascii(n) ^ (x | letter<<5)
	n = (n | n>>4) & 0x00FF_00FF_00FF_00FF
	n = (n | n>>8) & 0x0000_FFFF_0000_FFFF
	return uint32(n | n>>16), bad
}

// GetHex reads sixteen digits. ok is false for another length, or if one is no
// digit.
func GetHex(s string) (v uint64, ok bool) {
	if len(s) != 16 {
		return 0, false
	}
	b := unsafe.Slice(unsafe.StringData(s), 16)
	hi, e0 := value(binary.BigEndian.Uint64(b[0:]))
	lo, e1 := value(binary.BigEndian.Uint64(b[8:]))
	return uint64(hi)<<32 | uint64(lo), e0|e1 == 0
}

// GetHex8 reads eight digits, under the terms of GetHex.
func GetHex8(s string) (v uint32, ok bool) {
	if len(s) != 8 {
		return 0, false
	}
	v, bad := value(binary.BigEndian.Uint64(unsafe.Slice(unsafe.StringData(s), 8)))
	return v, bad == 0
}

// GetUUID reads the 36 characters of the UUID form. ok is false for another
// length, a hyphen that is missing, or a digit that is none.
func GetUUID(s string) (hi, lo uint64, ok bool) {
	if len(s) != 36 {
		return 0, 0, false
	}
	return ReadUUID((*[36]byte)(unsafe.Pointer(unsafe.StringData(s))))
}

// both has, for two digits in either case, the byte that they denote with known set,
// and 0 for all else. It is filled in place, so that most of its pages stay as the
// system gave them, and cost neither time nor memory.
var both [1 << 16]uint16

func init() {
	const all = "0123456789abcdefABCDEF"
	value := func(i int) uint16 { // of the digit all[i]
		if i > 15 {
			i -= 6
		}
		return uint16(i)
	}
	for i := range len(all) {
		for j := range len(all) {
			// The second character is the high byte of a word that holds both.
			both[uint16(all[i])|uint16(all[j])<<8] = known | value(i)<<4 | value(j)
		}
	}
}

const known = 0x8000

// join returns the value of eight digits, between which there may be a hyphen. k has
// the bit known if all are digits.
func join(x, y *[4]byte) (v uint64, k uint16) {
	le := binary.LittleEndian
	p0, p1, p2, p3 := both[le.Uint16(x[0:])], both[le.Uint16(x[2:])], both[le.Uint16(y[0:])], both[le.Uint16(y[2:])]
	return ((uint64(p0)<<8+uint64(p1))<<8+uint64(p2))<<8 + uint64(p3) - (known<<24 + known<<16 + known<<8 + known), p0 & p1 & p2 & p3
}

// ReadUUID is GetUUID for a text whose length the caller has checked.
func ReadUUID(b *[36]byte) (hi, lo uint64, ok bool) {
	v0, k0 := join((*[4]byte)(b[0:]), (*[4]byte)(b[4:]))
	v1, k1 := join((*[4]byte)(b[9:]), (*[4]byte)(b[14:]))
	v2, k2 := join((*[4]byte)(b[19:]), (*[4]byte)(b[24:]))
	v3, k3 := join((*[4]byte)(b[28:]), (*[4]byte)(b[32:]))
	ok = k0&k1&k2&k3&known != 0 && (b[8]^'-')|(b[13]^'-')|(b[18]^'-')|(b[23]^'-') == 0
	return v0<<32 | v1, v2<<32 | v3, ok
}

// HasUpper reports whether a text that GetUUID reads has a digit in upper case.
func HasUpper(s string) bool {
	const letter = 0x40 * ones // bit 6 tells letters from digits and hyphens, bit 5 their case
	b := (*[36]byte)(unsafe.Pointer(unsafe.StringData(s)))
	upper := uint64(0)
	for i := 0; i <= 28; i += 7 { // five words, which overlap
		w := binary.LittleEndian.Uint64(b[i : i+8])
		upper |= w & letter &^ (w << 1)
	}
	return upper != 0
}

// Hyphens reports whether the hyphens of a text of 36 characters are at the
// places of the UUID form.
func Hyphens(s string) bool {
	_ = s[35]
	return s[8] == '-' && s[13] == '-' && s[18] == '-' && s[23] == '-'
}

// IsDigit reports whether c is a hexadecimal digit.
func IsDigit(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}
