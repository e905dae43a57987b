package idkind

import (
	"encoding/hex"
	"math"
	"strconv"
	"strings"
	"time"
)

// Form is how an ID is written.
type Form string

// The forms.
const (
	Raw       Form = "bytes"
	Integer   Form = "integer"
	UUIDText  Form = "UUID text"
	UUIDBrace Form = "UUID text in braces"
	UUIDURN   Form = "URN of a UUID"
	Hex       Form = "hexadecimal text"
	Base32    Form = "Base32 text"
	Base32Hex Form = "base32hex text"
	Base58    Form = "Base58 text"
	Base62    Form = "Base62 text"
	Base36    Form = "Base36 text"
	Base57    Form = "Base57 text"
	Base64    Form = "Base64 text"
	Text      Form = "text"
	Decimal   Form = "decimal text"
	Other     Form = "other"
)

// IsText reports whether the form is a text.
func (f Form) IsText() bool { return f != Raw && f != Integer && f != Other }

// IsUUID reports whether the form is a text of a UUID, with or without what is around it.
func (f Form) IsUUID() bool { return f == UUIDText || f == UUIDBrace || f == UUIDURN }

// HasBothCases reports whether a letter of the form is another digit in the other case.
func (f Form) HasBothCases() bool {
	return f == Base57 || f == Base58 || f == Base62 || f == Base64
}

// Spelling is how the letters of a text are written.
type Spelling string

// The spellings.
const (
	Lower Spelling = "lower case"
	Upper Spelling = "upper case"
	Mixed Spelling = "mixed case"
)

// decoded is a value without its form.
type decoded struct {
	form   Form
	raw    []byte // or
	number int64  // of Integer and Decimal
	prefix string
	text   string // as written, without prefix and padding; "" for other forms

	unsigned bool // a negative number stands for one of 2^63 and more
	padded   bool
	bytes    bool // a text that came as bytes
}

// float returns the number of an Integer or Decimal.
func (d decoded) float() float64 {
	if d.unsigned {
		return float64(uint64(d.number))
	}
	return float64(d.number)
}

// decode reads a value: int64, uint64, string or []byte. A string is the text of a text
// column.
func decode(v any) decoded {
	switch v := v.(type) {
	case int64:
		return decoded{form: Integer, number: v}
	case uint64:
		return decoded{form: Integer, number: int64(v), unsigned: true}
	case float64: // of a floating point column
		const exact = 1 << 53
		if v != math.Trunc(v) || math.Abs(v) > exact {
			return decoded{form: Other}
		}
		return decoded{form: Integer, number: int64(v)}
	case time.Time:
		return decoded{form: Integer, number: v.UnixMicro()}
	case string:
		return decodeText(v)
	case []byte:
		return decodeBytes(v)
	}
	return decoded{form: Other}
}

// textLengths holds the lengths of texts of IDs.
var textLengths = map[int]bool{36: true, 32: true, 40: true, 26: true, 27: true, 24: true, 38: true, 45: true, 64: true}

// decodeBytes reads raw bytes, which may be those of a text.
func decodeBytes(b []byte) decoded {
	trimmed := strings.TrimRight(string(b), "\x00")
	if textLengths[len(trimmed)] {
		if d := decodeText(trimmed); d.form != Other {
			d.bytes, d.padded = true, len(trimmed) < len(b)
			return d
		}
	}
	return decoded{form: Raw, raw: b}
}

// decodeText reads a text.
func decodeText(s string) decoded {
	trimmed := strings.TrimRight(s, " ")
	d := plainText(trimmed)
	if d.form == Other {
		if prefix, rest, ok := typed(trimmed); ok {
			if id := plainText(rest); id.form != Other {
				d = id
				d.prefix = prefix
			}
		}
	}
	d.padded = len(trimmed) < len(s)
	return d
}

// typed splits the text of a typed ID such as user_01h455vb4pex5vsknk084sn02q.
func typed(s string) (prefix, rest string, ok bool) {
	i := strings.LastIndexByte(s, '_')
	if i <= 0 || strings.Trim(s[:i], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_") != "" {
		return "", "", false
	}
	return s[:i], s[i+1:], true
}

const (
	digits    = "0123456789"
	hexDigits = "0123456789abcdef"
	crockford = "0123456789abcdefghjkmnpqrstvwxyz"
	base32hex = "0123456789abcdefghijklmnopqrstuv"
	base58    = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	base62    = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

// encodings holds the texts of IDs by their length, in characters and in bytes of the ID.
var encodings = []struct {
	form        Form
	alphabet    string // lower case if both cases are the same digit
	length, raw int
}{
	{Hex, hexDigits, 32, 16}, {Hex, hexDigits, 40, 20}, {Hex, hexDigits, 24, 12}, {Hex, hexDigits, 16, 8}, {Hex, hexDigits, 64, 32},
	{Base32, crockford, 26, 16}, {Base32, crockford, 13, 8},
	{Base32Hex, base32hex, 32, 20}, {Base32Hex, base32hex, 20, 12},
	{Base62, base62, 27, 20}, {Base58, base58, 11, 8},
}

// plainText reads a text without prefix and padding.
func plainText(s string) decoded {
	if len(s) <= 20 && strings.Trim(s, digits) == "" {
		if n, err := strconv.ParseUint(s, 10, 64); err == nil {
			return decoded{form: Decimal, number: int64(n), text: s, unsigned: true}
		}
	}
	for _, form := range []Form{UUIDText, UUIDBrace, UUIDURN} {
		if raw, ok := uuidIn(s, form); ok {
			return decoded{form: form, raw: raw, text: s}
		}
	}
	for _, e := range encodings {
		if len(s) != e.length {
			continue
		}
		folded := s
		if e.form != Base58 && e.form != Base62 {
			folded = strings.ToLower(s)
		}
		if raw, ok := decodeDigits(folded, e.alphabet, e.raw, e.form == Base32Hex); ok {
			return decoded{form: e.form, raw: raw, text: s}
		}
	}
	return decoded{form: Other, text: s}
}

// uuidIn returns the bytes of a UUID that is written in one of its forms.
func uuidIn(s string, form Form) ([]byte, bool) {
	var inner string
	ok := true
	switch form {
	case UUIDBrace:
		if inner, ok = strings.CutPrefix(s, "{"); ok {
			inner, ok = strings.CutSuffix(inner, "}")
		}
	case UUIDURN:
		const scheme = "urn:uuid:"
		if ok = len(s) > len(scheme) && strings.EqualFold(s[:len(scheme)], scheme); ok {
			inner = s[len(scheme):]
		}
	default:
		inner = s
	}
	if !ok || len(inner) != 36 || inner[8] != '-' || inner[13] != '-' || inner[18] != '-' || inner[23] != '-' {
		return nil, false
	}
	raw, err := hex.DecodeString(strings.ReplaceAll(inner, "-", ""))
	return raw, err == nil && len(raw) == 16
}

// decodeDigits decodes the digits of an ID into so many bytes. If left, the digits are of five bits and begin with
// the first bit, and what is over at the end is zero.
func decodeDigits(s, alphabet string, size int, left bool) ([]byte, bool) {
	wide := make([]byte, 1+size) // no notation has digits for more than one byte more
	for i := range len(s) {
		carry := strings.IndexByte(alphabet, s[i])
		if carry < 0 {
			return nil, false
		}
		for j := size; j >= 0; j-- {
			carry += int(wide[j]) * len(alphabet)
			wide[j] = byte(carry)
			carry >>= 8
		}
	}
	if left {
		over := 5*len(s) - 8*size
		for j := size; j > 0; j-- {
			wide[j] = wide[j]>>over | wide[j-1]<<(8-over)
		}
		wide[0] >>= over
	}
	return wide[1:], wide[0] == 0
}

// spelling returns how the letters of a text are written; "" without letters.
func spelling(s string) Spelling {
	lower, upper := strings.ToLower(s) == s, strings.ToUpper(s) == s
	switch {
	case lower && upper:
		return ""
	case lower:
		return Lower
	case upper:
		return Upper
	}
	return Mixed
}
