package public

import (
	"bytes"
	"fmt"
	"io"
	"slices"
)

// Secret holds bytes that nothing shows: package fmt, package log/slog, encoders and programs
// that read unexported fields by reflection see a function. The zero value has no bytes.
type Secret struct{ read func() []byte }

// NewSecret returns a secret with a copy of b, and the zero value if b is nil.
func NewSecret(b []byte) Secret {
	if b == nil {
		return Secret{}
	}
	b = slices.Clone(b)
	return Secret{func() []byte { return b }}
}

// bytes returns nil for the zero value.
func (s Secret) bytes() []byte {
	if s.read == nil {
		return nil
	}
	return s.read()
}

const secretText = "public.Secret"

// Format writes a word that says nothing about the bytes.
func (Secret) Format(s fmt.State, _ rune) { _, _ = io.WriteString(s, secretText) }

// String returns what Format writes.
func (Secret) String() string { return secretText }

// MarshalText returns what Format writes, which nothing reads back.
func (Secret) MarshalText() ([]byte, error) { return []byte(secretText), nil }

// overlaps reports whether one of two secrets contains the other.
func (s Secret) overlaps(other Secret) bool {
	a, b := s.bytes(), other.bytes()
	return len(a) > 0 && len(b) > 0 && (bytes.Contains(a, b) || bytes.Contains(b, a))
}

// isRepeated reports whether all bytes are the same, as zeros are.
func (s Secret) isRepeated() bool {
	b := s.bytes()
	return len(b) > 0 && bytes.Count(b, b[:1]) == len(b)
}
