package uuidv7

import (
	"encoding/binary"
	"slices"
	"strconv"
	"strings"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/base32"
	"github.com/sortid/sortid/id/internal/fault"
	"github.com/sortid/sortid/id/internal/typed"
)

// suffixSize is the length of a TypeID without its prefix and underscore, in bytes.
const suffixSize = 26

// lowerCase is the alphabet of TypeID: that of Crockford in lower case only, without
// substitutions.
var lowerCase = base32.New("0123456789abcdefghjkmnpqrstvwxyz")

// AppendTypeID appends the TypeID (version 0.3) of a UUID of any version: the prefix, an
// underscore and 26 characters of Base32 in lower case. If the prefix is empty, there is
// no underscore. A prefix has at most 63 characters a to z and _, with a letter at each
// end; any other is a [*id.SyntaxError], and AppendTypeID returns b unchanged.
//
// [For] does so for IDs of one kind.
func AppendTypeID(b []byte, prefix string, uuid [16]byte) ([]byte, error) {
	if !typed.ValidPrefix(prefix) {
		return b, fault.Text(typeID, "prefix", prefix, id.ErrPrefix, typed.PrefixRule)
	}
	b = slices.Grow(b, len(prefix)+1+suffixSize)
	if prefix != "" {
		b = append(append(b, prefix...), '_')
	}
	return appendSuffix(b, ID(uuid)), nil
}

// ParseTypeID returns the prefix and the UUID of a TypeID (version 0.3). It takes UUIDs of
// any version, as TypeID does; [ParseFor] takes version 7 and the prefix of its kind.
// Errors are of the type [*id.SyntaxError].
func ParseTypeID(s string) (prefix string, uuid [16]byte, err error) {
	suffix := s
	if len(s) > suffixSize {
		var underscore string
		prefix, underscore, suffix = s[:len(s)-suffixSize-1], s[len(s)-suffixSize-1:len(s)-suffixSize], s[len(s)-suffixSize:]
		if prefix == "" || underscore != "_" || !typed.ValidPrefix(prefix) {
			return "", uuid, fault.Text(typeID, "text", s, id.ErrPrefix,
				"the text before the last 26 characters is not a prefix and an underscore: "+typed.PrefixRule)
		}
	}
	x, ok := parseSuffix(suffix)
	if !ok {
		return "", uuid, suffixFault(typeID, s, suffix)
	}
	return strings.Clone(prefix), x, nil
}

const typeID = "typeid"

func appendSuffix(b []byte, x ID) []byte {
	b = base32.Room(b, suffixSize)
	dst := (*[suffixSize]byte)(b[len(b)-suffixSize:])
	lowerCase.Put26(dst, binary.BigEndian.Uint64(x[:]), binary.BigEndian.Uint64(x[8:]))
	return b
}

func parseSuffix(s string) (x ID, ok bool) {
	hi, lo, ok := lowerCase.Get26(s)
	if ok {
		x.set(hi, lo)
	}
	return x, ok
}

// suffixFault returns the error for a suffix that parseSuffix refused, in the text s.
//
//go:noinline
func suffixFault(format, s, suffix string) error {
	if len(suffix) != suffixSize {
		return fault.TextLength(format, "text", s, "26 after the prefix")
	}
	for i := range len(suffix) {
		if !lowerCase.Contains(suffix[i]) {
			return fault.Text(format, "text", s, id.ErrCharacter, strconv.QuoteToASCII(suffix[i:i+1])+
				" is not in Crockford's Base32 alphabet in lower case, without i, l, o and u")
		}
	}
	return fault.Text(format, "text", s, id.ErrOverflow, "the value does not fit 128 bits: the character after the prefix must be 0 to 7")
}

// suffix is an ID whose text is the suffix of a TypeID.
type suffix ID

// String returns the suffix. It formats any value.
func (x suffix) String() string { return string(appendSuffix(nil, ID(x))) }

// AppendText appends the suffix. It fails where [ID.AppendText] fails.
func (x suffix) AppendText(b []byte) ([]byte, error) {
	if ID(x).IsValid() {
		return appendSuffix(b, ID(x)), nil
	}
	return ID(x).appendInvalid(b)
}

// parseTyped returns the ID of a suffix in the text s.
func parseTyped(s, suffix string) (ID, error) {
	x, ok := parseSuffix(suffix)
	switch {
	case !ok:
		return ID{}, suffixFault(format, s, suffix)
	case !x.IsValid():
		return ID{}, fault.Text(format, "text", s, id.ErrVersion, versionDetail(x))
	}
	return x, nil
}
