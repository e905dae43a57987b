package id

import "encoding"

// Text is an ID with a text form, which every column needs. The pointer to the type
// must also have an UnmarshalText method. A constraint with one type parameter
// cannot require that, so the column packages check it when they scan.
type Text interface {
	comparable
	encoding.TextMarshaler
}

// Array16 is an ID of 16 bytes: Wiji, ULID, and the UUID and ULID types of other
// libraries.
type Array16 interface {
	~[16]byte
	Text
}

// Fixed is an ID whose binary form has a fixed width, big-endian: an array of 8, 16
// or 20 bytes, or a 64-bit integer.
type Fixed interface {
	~[8]byte | ~[16]byte | ~[20]byte | ~int64 | ~uint64
	Text
}

// Integer is an ID that is a 64-bit integer.
type Integer interface {
	~int64 | ~uint64
	comparable
}

// Generatable is a pointer to an ID that can set it to a new ID of its format's
// default generator.
type Generatable interface {
	Generate() error
}
