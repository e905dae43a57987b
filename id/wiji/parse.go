package wiji

import (
	"encoding/binary"
	"strconv"
	"unsafe"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/base32"
	"github.com/sortid/sortid/id/internal/fault"
	"github.com/sortid/sortid/id/internal/input"
	"github.com/sortid/sortid/id/internal/text128"
	"github.com/sortid/sortid/internal/base16"
)

const format = "wiji"

// VersionError reports an ID whose version field is not [Version] (section 3.3); its
// value is that field. errors.As finds it in the errors of all decoders. It matches
// [id.ErrVersion].
type VersionError uint8

// Error returns the version that was found and the one that is supported.
func (v VersionError) Error() string {
	return "wiji: version " + strconv.Itoa(int(v)) + " is not 1"
}

// Is reports whether target is id.ErrVersion.
func (v VersionError) Is(target error) bool { return target == id.ErrVersion }

// Parse returns the ID of a text form. It tells the forms apart by their lengths: 26
// characters of Base32 with the substitutions of section 5.1, 36 characters of the
// UUID form, or 32 hexadecimal digits, all in either case.
//
// Parse is strict; its errors are of the type [*id.SyntaxError]. A version other than
// [Version] is an error that carries a [VersionError]. A Base32 text must begin with
// 0 or 1 (section 8). The UUID and hex forms may use all 56 bits of the timestamp.
func Parse(s string) (x ID, err error) {
	err = x.parse(s)
	return x, err
}

// parse is Parse in place, so that Parse is inlined.
func (x *ID) parse(s string) error {
	if len(s) != text128.Base32 {
		return x.parseLonger(s)
	}
	b, a := (*[text128.Base32]byte)(unsafe.Pointer(unsafe.StringData(s))), crockford
	g0, k0 := a.Group((*[8]byte)(b[2:]))
	g1, k1 := a.Group((*[8]byte)(b[10:]))
	g2, k2 := a.Group((*[8]byte)(b[18:]))
	// The bits of a first character above 1 must be zero as well (section 8).
	const aboveOne = base32.NoPlace | 0x0C0
	hi, lo, ok := a.Join((*[2]byte)(b[0:]), g0, g1, g2, k0&k1&k2, aboveOne)
	if !ok || version(lo) != Version {
		*x = ID{}
		return parseFault(s)
	}
	x.set(hi, lo)
	return nil
}

// parseLonger reads the other forms.
func (x *ID) parseLonger(s string) error {
	var hi, lo uint64
	var ok bool
	if len(s) == text128.UUID {
		hi, lo, ok = base16.ReadUUID((*[text128.UUID]byte)(unsafe.Pointer(unsafe.StringData(s))))
	} else {
		hi, lo, ok = text128.Decode(crockford, s)
	}
	if !ok || version(lo) != Version {
		*x = ID{}
		return parseFault(s)
	}
	x.set(hi, lo)
	return nil
}

// MustParse is [Parse] for constants. It panics on an error.
func MustParse(s string) ID { return input.Must(Parse(s)) }

// Valid reports whether [Parse] accepts s.
func Valid(s string) bool {
	hi, lo, ok := text128.Decode(crockford, s)
	return ok && version(lo) == Version && (len(s) != text128.Base32 || hi>>8 <= MaxTextTimestamp)
}

// FromBytes returns the ID of a binary form: 16 bytes, big-endian, whose version is
// [Version]. Errors are of the type [*id.SyntaxError].
func FromBytes(b []byte) (ID, error) {
	if len(b) != 16 {
		return ID{}, fault.BinaryLength(format, b, 16)
	}
	if x := ID(b); x.IsValid() {
		return x, nil
	}
	return ID{}, versionFault(b[9]>>4, ID(b))
}

// parseFault returns the error for a text that parse refused.
//
//go:noinline
func parseFault(s string) error {
	hi, lo, ok := text128.Decode(crockford, s)
	switch {
	case !ok:
		return decodeFault(s)
	case len(s) == text128.Base32 && hi>>8 > MaxTextTimestamp:
		return fault.Text(format, "text", s, id.ErrFirstCharacter,
			firstCharacter+": use the UUID, hex or binary form for later times")
	}
	err := fault.Text(format, "text", s, id.ErrVersion, versionText(hi, lo, len(s) == text128.Base32))
	err.Err = VersionError(version(lo))
	return err
}

func decodeFault(s string) error {
	return text128.Fault(format, crockford, "Crockford's Base32 alphabet (I, L, O and U mean 1, 1, 0 and V)",
		firstCharacter, s)
}

// firstCharacter is section 8's rule.
const firstCharacter = "the first character must be 0 or 1, for times before 2540-11-08"

func versionText(hi, lo uint64, base32 bool) string {
	detail := "version " + strconv.Itoa(int(version(lo))) + ", not 1"
	if likely := fault.Likely(hi, lo, base32); likely != "" {
		return detail + likely
	}
	return detail + ": use Inspect to read the fields of any version"
}

//go:noinline
func versionFault(v uint8, x ID) error {
	hi, lo := binary.BigEndian.Uint64(x[:]), binary.BigEndian.Uint64(x[8:])
	return fault.Binary(format, x[:], id.ErrVersion, versionText(hi, lo, false), VersionError(v))
}
