package base32

import (
	"encoding/binary"
	"slices"
	"unsafe"
)

// Eight returns the eight characters of the low 40 bits of v.
func (a *Alphabet) Eight(v uint64) uint64 {
	return uint64(a.pairs[v>>30&1023]) | uint64(a.pairs[v>>20&1023])<<16 |
		uint64(a.pairs[v>>10&1023])<<32 | uint64(a.pairs[v&1023])<<48
}

// Two returns the two characters of v, which is less than 1024.
func (a *Alphabet) Two(v uint64) uint16 { return a.pairs[v&1023] }

// Put26 writes the 26 characters of a 128-bit value: two zero bits, then the value.
func (a *Alphabet) Put26(dst *[26]byte, hi, lo uint64) {
	binary.LittleEndian.PutUint16(dst[0:], a.pairs[hi>>56])
	binary.LittleEndian.PutUint64(dst[2:], a.Eight(hi>>16))
	binary.LittleEndian.PutUint64(dst[10:], a.Eight(hi<<24|lo>>40))
	binary.LittleEndian.PutUint64(dst[18:], a.Eight(lo))
}

// Room returns b with n more bytes, at most 32, which the caller overwrites. It does
// not allocate if b has the capacity.
func Room(b []byte, n int) []byte {
	if cap(b)-len(b) < n {
		b = grow(b)
	}
	return b[:len(b)+n]
}

// grow returns b with room for the longest text of this package.
//
//go:noinline
func grow(b []byte) []byte { return slices.Grow(b, 32) }

// Put13 writes the 13 characters of a 64-bit value: one zero bit, then the value.
func (a *Alphabet) Put13(dst *[13]byte, v uint64) {
	dst[0] = byte(a.pairs[v>>60] >> 8)
	binary.LittleEndian.PutUint16(dst[1:], a.pairs[v>>50&1023])
	binary.LittleEndian.PutUint16(dst[3:], a.pairs[v>>40&1023])
	binary.LittleEndian.PutUint64(dst[5:], a.Eight(v))
}

// Append13 appends the characters of Put13, and allocates like Room.
func (a *Alphabet) Append13(b []byte, v uint64) []byte {
	n := len(b)
	if cap(b)-n < 13 {
		b = grow(b)
	}
	b = b[:n+13]
	a.Put13((*[13]byte)(b[n:]), v)
	return b
}

// Put32 writes the 32 characters of a 160-bit value: its first 32 bits and two
// words.
func (a *Alphabet) Put32(dst *[32]byte, top uint32, hi, lo uint64) {
	binary.LittleEndian.PutUint64(dst[0:], a.Eight(uint64(top)<<8|hi>>56))
	binary.LittleEndian.PutUint64(dst[8:], a.Eight(hi>>16))
	binary.LittleEndian.PutUint64(dst[16:], a.Eight(hi<<24|lo>>40))
	binary.LittleEndian.PutUint64(dst[24:], a.Eight(lo))
}

// Append32 appends the characters of Put32, and allocates like Room.
func (a *Alphabet) Append32(b []byte, top uint32, hi, lo uint64) []byte {
	n := len(b)
	if cap(b)-n < 32 {
		b = grow(b)
	}
	b = b[:n+32]
	a.Put32((*[32]byte)(b[n:]), top, hi, lo)
	return b
}

// marks is the sum that the marks of the four pairs of a group add to its value.
const marks = knownPair<<30 + knownPair<<20 + knownPair<<10 + knownPair

// Group returns the 40 bits of eight characters. known has the bit knownPair if
// all of them are in the alphabet.
func (a *Alphabet) Group(b *[8]byte) (v uint64, known uint16) {
	le := binary.LittleEndian
	p0, p1, p2, p3 := a.both[le.Uint16(b[0:])], a.both[le.Uint16(b[2:])], a.both[le.Uint16(b[4:])], a.both[le.Uint16(b[6:])]
	return ((uint64(p0)<<10+uint64(p1))<<10+uint64(p2))<<10 + uint64(p3) - marks, p0 & p1 & p2 & p3
}

// Get26 decodes 26 characters to a 128-bit value. ok is false if the length differs,
// if a byte is outside the alphabet, or if the value does not fit because the first
// character is above 7.
func (a *Alphabet) Get26(s string) (hi, lo uint64, ok bool) {
	if len(s) != 26 {
		return 0, 0, false
	}
	return a.Read26((*[26]byte)(unsafe.Pointer(unsafe.StringData(s))))
}

// Read26 is Get26 for a text whose length the caller has checked.
func (a *Alphabet) Read26(b *[26]byte) (hi, lo uint64, ok bool) {
	g0, k0 := a.Group((*[8]byte)(b[2:]))
	g1, k1 := a.Group((*[8]byte)(b[10:]))
	g2, k2 := a.Group((*[8]byte)(b[18:]))
	return a.Join((*[2]byte)(b[0:]), g0, g1, g2, k0&k1&k2, NoPlace)
}

// NoPlace is the mask, for Join, of the two bits of 26 characters that 128 bits do not
// have.
const NoPlace = 0x300

// Join is the last step of Read26: it joins the first two characters and the three
// groups of eight that follow them. known is the AND of the results of Group. zero is
// the mask of the bits of the first two characters that must be zero. A caller that
// contains the steps of Read26 saves a call.
func (a *Alphabet) Join(b *[2]byte, g0, g1, g2 uint64, known, zero uint16) (hi, lo uint64, ok bool) {
	head := a.both[binary.LittleEndian.Uint16(b[:])]
	ok = head&(known|^uint16(knownPair))&(knownPair|zero) == knownPair
	return uint64(head)<<56 | g0<<16 | g1>>24, g1<<40 | g2, ok
}

// Get13 decodes 13 characters to a 64-bit value. first is the value of the first
// character, of which the 64 bits hold four: the caller checks its limit. ok is false
// if the length differs or if a byte is outside the alphabet.
func (a *Alphabet) Get13(s string) (v uint64, first byte, ok bool) {
	if len(s) != 13 {
		return 0, 0, false
	}
	b := unsafe.Slice(unsafe.StringData(s), 13)
	h := a.values[b[0]]
	p0, p1 := a.both[binary.LittleEndian.Uint16(b[1:])], a.both[binary.LittleEndian.Uint16(b[3:])]
	g, k := a.Group((*[8]byte)(b[5:]))
	ok = p0&p1&k&knownPair != 0 && h&known != 0
	return uint64(h)<<60 | uint64(p0&1023)<<50 | uint64(p1&1023)<<40 | g, h & 31, ok
}

// Get32 decodes 32 characters to a 160-bit value: its first 32 bits and two words.
func (a *Alphabet) Get32(s string) (top uint32, hi, lo uint64, ok bool) {
	if len(s) != 32 {
		return 0, 0, 0, false
	}
	b := unsafe.Slice(unsafe.StringData(s), 32)
	g0, k0 := a.Group((*[8]byte)(b[0:]))
	g1, k1 := a.Group((*[8]byte)(b[8:]))
	g2, k2 := a.Group((*[8]byte)(b[16:]))
	g3, k3 := a.Group((*[8]byte)(b[24:]))
	ok = k0&k1&k2&k3&knownPair != 0
	return uint32(g0 >> 8), g0<<56 | g1<<16 | g2>>24, g2<<40 | g3, ok
}
