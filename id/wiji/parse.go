package wiji

import (
	"strconv"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/base16"
	"github.com/sortid/sortid/id/internal/fault"
)

const (
	format   = "wiji"
	textSize = 26
	uuidSize = 36
	hexSize  = 32
)

// VersionError reports an ID whose version field is not 1 (section 3.3). It is
// found with errors.As in the error of every decoder, and matches
// [id.ErrVersion].
type VersionError uint8

// Error names the version.
func (v VersionError) Error() string {
	return "wiji: version " + strconv.Itoa(int(v)) + " is not 1"
}

// Is reports whether target is id.ErrVersion.
func (v VersionError) Is(target error) bool { return target == id.ErrVersion }

// Parse reads one of the three text forms, which it knows by their lengths: 26
// characters of Base32 in either case with the substitutions of section 5.1, 36
// characters of the UUID form, or 32 hexadecimal digits, each in either case.
//
// It is strict. A version other than 1 is an error that carries a
// [VersionError]; a Base32 text must begin with 0 or 1 (section 8), while the
// UUID and hex forms take all 56 bits of the timestamp. Errors are of the type
// [*id.SyntaxError].
func Parse(s string) (x ID, err error) {
	hi, lo, first, ok := crockford.Get26(s)
	if !ok || first > 1 || version(lo) != Version {
		return parseOther(s)
	}
	x.set(hi, lo)
	return x, nil
}

// MustParse is Parse for constants: it panics on an error.
func MustParse(s string) ID {
	x, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return x
}

// Valid reports whether Parse takes s.
func Valid(s string) bool {
	_, lo, first, ok := decode(s)
	return ok && first <= 1 && version(lo) == Version
}

// FromBytes reads the raw form: 16 bytes, whose version must be 1. All 56 bits of
// the timestamp are taken.
func FromBytes(b []byte) (ID, error) {
	if len(b) != 16 {
		return ID{}, fault.BinaryLength(format, b, 16)
	}
	if x := ID(b); x.IsValid() {
		return x, nil
	}
	return ID{}, versionFault(b[9]>>4, ID(b))
}

// parseOther is Parse for the UUID and hex forms, and for what it refuses.
func parseOther(s string) (x ID, err error) {
	hi, lo, first, ok := decode(s)
	if !ok {
		return ID{}, decodeFault(s)
	}
	if first > 1 {
		return ID{}, firstFault(s, first)
	}
	if v := version(lo); v != Version {
		return ID{}, versionTextFault(s, v)
	}
	x.set(hi, lo)
	return x, nil
}

// decode reads a text form without looking at the version. first is the value of
// the first character of a Base32 text, and 0 for the other forms. decodeFault
// says what is wrong when ok is false.
func decode(s string) (hi, lo uint64, first byte, ok bool) {
	switch len(s) {
	case textSize:
		return crockford.Get26(s)
	case uuidSize:
		hi, lo, ok = base16.GetUUID(s)
		return hi, lo, 0, ok
	case hexSize:
		var more bool
		hi, ok = base16.GetHex(s[:16])
		lo, more = base16.GetHex(s[16:])
		return hi, lo, 0, ok && more
	}
	return 0, 0, 0, false
}

// decodeFault says why decode failed.
//
//go:noinline
func decodeFault(s string) error {
	switch len(s) {
	case textSize:
		return fault.TextCharacter(format, "text", s, "Crockford's Base32 alphabet (I, L, O and U are read as 1, 1, 0 and V)", crockford.Contains)
	case uuidSize:
		return base16.UUIDFault(format, s)
	case hexSize:
		return base16.HexFault(format, s)
	}
	return fault.TextLength(format, "text", s, "26 (Base32), 36 (UUID form) or 32 (hex)")
}

//go:noinline
func firstFault(s string, first byte) error {
	if first > 7 {
		return overflowFault(s)
	}
	return fault.Text(format, "text", s, id.ErrFirstCharacter,
		"a text begins with 0 or 1, a time before 2540-11-08; later IDs have only the UUID, hex and binary forms")
}

func overflowFault(s string) error {
	return fault.Text(format, "text", s, id.ErrOverflow, "the value does not fit 128 bits: a text begins with 0 or 1")
}

const versionDetail = "this package reads version 1; Inspect shows the fields of any version"

//go:noinline
func versionTextFault(s string, v uint8) error {
	err := fault.Text(format, "text", s, id.ErrVersion, "version "+strconv.Itoa(int(v))+": "+versionDetail).(*id.SyntaxError)
	err.Err = VersionError(v)
	return err
}

//go:noinline
func versionFault(v uint8, x ID) error {
	return fault.Binary(format, x[:], id.ErrVersion, "version "+strconv.Itoa(int(v))+": "+versionDetail, VersionError(v))
}
