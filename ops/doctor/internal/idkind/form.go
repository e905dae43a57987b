package idkind

import (
	"encoding/hex"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Form is how an ID is written.
type Form string

// The forms.
const (
	Raw       Form = "bytes"
	Integer   Form = "integer"
	UUIDText  Form = "UUID text"
	Hex       Form = "hexadecimal text"
	Base32    Form = "Base32 text"
	Base32Hex Form = "base32hex text"
	Base58    Form = "Base58 text"
	Base62    Form = "Base62 text"
	Decimal   Form = "decimal text"
	Other     Form = "other"
)

// IsText reports whether the form is a text.
func (f Form) IsText() bool { return f != Raw && f != Integer && f != Other }

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
	case string:
		return decodeText(v)
	case []byte:
		return decodeBytes(v)
	}
	return decoded{form: Other}
}

// textLengths holds the lengths of texts of IDs.
var textLengths = map[int]bool{36: true, 32: true, 40: true, 26: true, 27: true, 24: true}

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
			if d = plainText(rest); d.form != Other {
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
	{Hex, hexDigits, 32, 16}, {Hex, hexDigits, 40, 20}, {Hex, hexDigits, 24, 12}, {Hex, hexDigits, 16, 8},
	{Base32, crockford, 26, 16}, {Base32, crockford, 13, 8},
	{Base32Hex, base32hex, 32, 20}, {Base32Hex, base32hex, 20, 12},
	{Base62, base62, 27, 20}, {Base58, base58, 11, 8},
}

// plainText reads a text without prefix and padding.
func plainText(s string) decoded {
	if s != "" && len(s) <= 20 && strings.Trim(s, digits) == "" {
		if n, err := strconv.ParseUint(s, 10, 64); err == nil {
			return decoded{form: Decimal, number: int64(n), text: s, unsigned: true}
		}
	}
	if len(s) == 36 && s[8] == '-' && s[13] == '-' && s[18] == '-' && s[23] == '-' {
		if raw, err := hex.DecodeString(strings.ReplaceAll(s, "-", "")); err == nil {
			return decoded{form: UUIDText, raw: raw, text: s}
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

// decodeDigits decodes the digits of an ID into so many bytes. If left, the digits begin with
// the first bit, and what is over at the end is zero.
func decodeDigits(s, alphabet string, size int, left bool) ([]byte, bool) {
	if strings.Trim(s, alphabet) != "" {
		return nil, false
	}
	n, base := new(big.Int), big.NewInt(int64(len(alphabet)))
	for i := range len(s) {
		n.Mul(n, base)
		n.Add(n, big.NewInt(int64(strings.IndexByte(alphabet, s[i]))))
	}
	if left {
		n.Rsh(n, uint(5*len(s)-8*size))
	}
	if n.BitLen() > 8*size {
		return nil, false
	}
	return n.FillBytes(make([]byte, size)), true
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
