package uuidv7

import (
	"encoding/binary"
	"strconv"
	"unsafe"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/fault"
	"github.com/sortid/sortid/id/internal/input"
	"github.com/sortid/sortid/id/internal/text128"
	"github.com/sortid/sortid/internal/base16"
)

const format = "uuidv7"

// The lengths of the text forms in bytes.
const (
	textSize = 36
	hexSize  = 32
)

// Parse returns the ID of a text form. It tells the forms apart by their lengths: 36
// characters with hyphens (section 4), or 32 hexadecimal digits, both in either case.
//
// Parse is strict; its errors are of the type [*id.SyntaxError]. It refuses braces and
// urn:uuid:. A version other than 7 or a variant other than that of RFC 9562 is an error
// that matches [id.ErrVersion]; so are the nil and the max UUID.
func Parse(s string) (x ID, err error) {
	err = x.parse(s)
	return x, err
}

// parse is Parse in place, so that Parse is inlined.
func (x *ID) parse(s string) error {
	hi, lo, ok := decode(s)
	if !ok || !wellFormed(hi, lo) {
		*x = ID{}
		return parseFault(s)
	}
	x.set(hi, lo)
	return nil
}

// decode returns the words of a text form, of any version.
func decode(s string) (hi, lo uint64, ok bool) {
	switch len(s) {
	case textSize:
		return base16.ReadUUID((*[textSize]byte)(unsafe.Pointer(unsafe.StringData(s))))
	case hexSize:
		var more bool
		hi, ok = base16.GetHex(s[:16])
		lo, more = base16.GetHex(s[16:])
		return hi, lo, ok && more
	}
	return 0, 0, false
}

// MustParse is [Parse] for constants. It panics on an error.
func MustParse(s string) ID { return input.Must(Parse(s)) }

// Valid reports whether [Parse] accepts s.
func Valid(s string) bool {
	hi, lo, ok := decode(s)
	return ok && wellFormed(hi, lo)
}

// FromBytes returns the ID of a binary form: 16 bytes, big-endian, whose version is 7
// and whose variant is that of RFC 9562. Errors are of the type [*id.SyntaxError].
func FromBytes(b []byte) (ID, error) {
	if len(b) != len(ID{}) {
		return ID{}, fault.BinaryLength(format, b, len(ID{}))
	}
	if x := ID(b); x.IsValid() {
		return x, nil
	}
	return ID{}, versionFault(ID(b))
}

// parseFault returns the error for a text that parse refused.
//
//go:noinline
func parseFault(s string) error {
	hi, lo, ok := decode(s)
	switch {
	case ok:
		var x ID
		x.set(hi, lo)
		return fault.Text(format, "text", s, id.ErrVersion, versionDetail(x))
	case len(s) == textSize:
		return fault.UUID(format, s)
	case len(s) == hexSize:
		return fault.Hex(format, s)
	case len(s) == text128.Base32:
		return fault.TextLength(format, "text", s, "36 (with hyphens) or 32 (hex): 26 is the length of a ULID and of a Wiji")
	}
	return fault.TextLength(format, "text", s, "36 (with hyphens) or 32 (hex)")
}

// versionFault returns the error for bytes that are not a UUIDv7.
//
//go:noinline
func versionFault(x ID) error {
	return fault.Binary(format, x[:], id.ErrVersion, versionDetail(x), nil)
}

// versionDetail says what x is, if it is not a UUIDv7.
func versionDetail(x ID) string {
	switch {
	case x.IsZero():
		return "this is the nil UUID: use a pointer or a Null type for a missing ID"
	case x[8]>>6 != variant:
		detail := "the digit after the third hyphen is " + strconv.FormatUint(uint64(x[8]>>4), 16) +
			", not 8, 9, a or b: this is not a UUID of RFC 9562"
		if x.Version() != Version { // else it is more likely a UUIDv7 that was damaged
			detail += fault.Likely(binary.BigEndian.Uint64(x[:]), binary.BigEndian.Uint64(x[8:]), false)
		}
		return detail
	}
	return "version " + strconv.Itoa(int(x.Version())) + ", not 7: use the type of a UUID library for other versions"
}
