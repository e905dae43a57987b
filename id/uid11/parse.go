package uid11

import (
	"encoding/binary"
	"strings"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/base58"
	"github.com/sortid/sortid/id/internal/fault"
	"github.com/sortid/sortid/id/internal/input"
)

const (
	format   = "uid11"
	textSize = base58.Size
	rawSize  = 8
)

// Parse returns the ID of a text form: 11 characters of Bitcoin's Base58 (sections 3.3
// and 3.4). Upper-case and lower-case letters differ.
//
// Parse is strict; its errors are of the type [*id.SyntaxError]. A text above
// jpXCZedGfVQ has more than 64 bits and is an error that matches [id.ErrOverflow]. Use
// [ParsePrefix] for shorter texts, and [Profile.Parse] for the rules of a profile.
func Parse(s string) (ID, error) {
	v, ok := base58.Get11(s)
	if !ok {
		return 0, textFault(s)
	}
	return ID(v), nil
}

// MustParse is [Parse] for constants. It panics on an error.
func MustParse(s string) ID { return input.Must(Parse(s)) }

// Valid reports whether [Parse] accepts s.
func Valid(s string) bool {
	_, ok := base58.Get11(s)
	return ok
}

// FromBytes returns the ID of a binary form: any 8 bytes, big-endian. Errors are of the
// type [*id.SyntaxError].
func FromBytes(b []byte) (ID, error) {
	if len(b) != rawSize {
		return 0, fault.BinaryLength(format, b, rawSize)
	}
	return ID(binary.BigEndian.Uint64(b)), nil
}

// textFault returns the error for a text that Parse refused.
//
//go:noinline
func textFault(s string) error {
	if len(s) != textSize {
		return fault.TextLength(format, "text", s, "11")
	}
	if strings.Trim(s, base58.Alphabet) != "" {
		return characterFault("text", s)
	}
	return fault.Text(format, "text", s, id.ErrOverflow, "the value does not fit 64 bits: the greatest text is jpXCZedGfVQ")
}

func characterFault(form, s string) error {
	return fault.TextCharacter(format, form, s, "Bitcoin's Base58 alphabet, without 0, I, O and l", base58.Contains)
}
