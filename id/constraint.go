package id

import "encoding"

// Text is what every column asks of an identifier: its text form. The pointer
// to the type must have UnmarshalText as well, which a constraint with one type
// parameter cannot say; the column packages look for it when they scan.
type Text interface {
	comparable
	encoding.TextMarshaler
}

// Array16 is an identifier of 16 bytes: the formats Wiji and ULID, and the UUID
// and ULID types of other libraries.
type Array16 interface {
	~[16]byte
	Text
}

// Fixed is an identifier of fixed width in its raw form, big-endian: an array of
// 8, 16 or 20 bytes, or a 64-bit integer.
type Fixed interface {
	~[8]byte | ~[16]byte | ~[20]byte | ~int64 | ~uint64
	Text
}

// Integer is an identifier that is a 64-bit integer.
type Integer interface {
	~int64 | ~uint64
	comparable
}

// Generatable is a pointer to an identifier that can fill itself from its
// format's default generator.
type Generatable interface {
	Generate() error
}
