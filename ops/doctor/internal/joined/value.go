package joined

import (
	"encoding/hex"
	"strings"

	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/ops/doctor/internal/idtext"
)

// value is a value of a column.
type value struct {
	form string // how it is written
	raw  string // the bytes of an ID, or the value itself if it is none
	isID bool   // whether its bits alone identify it: a chance does not repeat them
}

// How columns write IDs.
const (
	FormUUID    = "UUID text"
	FormHex     = "32 hexadecimal digits"
	FormULID    = "text of 26 digits"
	FormSCRU160 = "SCRU160 text"
	FormBytes   = "bytes"
	FormText    = "text"
	FormInteger = "integer"
	FormInside  = "text with an ID inside"
)

// written has the names of the forms of texts.
var written = map[idtext.Form]string{idtext.UUID: FormUUID, idtext.Hex: FormHex, idtext.Crockford: FormULID, idtext.SCRU160: FormSCRU160}

// read returns what a value of a class means.
func (c class) read(s string) value {
	switch c {
	case integers:
		return value{form: FormInteger, raw: s}
	case rawBytes:
		if len(s) == 16 || len(s) == 20 {
			return value{form: FormBytes, raw: s, isID: isWide(s)}
		}
	}
	s = strings.TrimRight(s, " ")
	if f := idtext.Of([][]byte{[]byte(s)}); f != idtext.Plain {
		raw, _ := f.Raw(nil, []byte(s))
		return value{form: written[f] + otherCase(f, s), raw: string(raw), isID: isWide(string(raw))}
	}
	if raw, ok := idtext.UUID.Raw(nil, []byte(inside.FindString(s))); ok {
		return value{form: FormInside, raw: string(raw), isID: isWide(string(raw))}
	}
	return value{form: FormText, raw: s}
}

// otherCase names the case of a text whose form is written in the other one, and nothing for one that is as usual.
func otherCase(f idtext.Form, s string) string {
	lower, upper := strings.ToLower(s), strings.ToUpper(s)
	isUpper := f == idtext.Crockford || f == idtext.SCRU160
	switch {
	case lower == upper, isUpper == (s == upper):
		return ""
	case isUpper:
		return " in lower case"
	}
	return " in upper case"
}

// isWide reports whether bytes have enough different ones that two tables do not both have them by chance,
// as they have the nil UUID and those that a person counts up.
func isWide(raw string) bool {
	seen := map[byte]bool{}
	for i := range len(raw) {
		seen[raw[i]] = true
	}
	return len(seen) > 5
}

// spellings returns how a column of the class could hold a value, as raw bytes.
func (c class) spellings(v value) []string {
	if v.form == FormText || v.form == FormInteger {
		if c == uuids {
			return nil // no value of the type is another text, and PostgreSQL refuses to compare it
		}
		return []string{v.raw}
	}
	var texts []string
	both := func(s string) { texts = append(texts, strings.ToLower(s), strings.ToUpper(s)) }
	switch raw := v.raw; len(raw) {
	case 16:
		h := hex.EncodeToString([]byte(raw))
		both(h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:])
		if c == uuids {
			return texts[:1]
		}
		both(h)
		if x, err := ulid.FromBytes([]byte(raw)); err == nil {
			both(x.String())
		}
	case 20:
		if x, err := scru160.FromBytes([]byte(raw)); err == nil && c != uuids {
			both(x.String())
		}
	}
	if c == rawBytes {
		texts = append(texts, v.raw)
	}
	return texts
}
