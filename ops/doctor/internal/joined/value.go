package joined

import (
	"encoding/hex"
	"regexp"
	"strings"

	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/ulid"
)

// value is a value of a column.
type value struct {
	form string // how it is written
	raw  string // the bytes of an ID, or the value itself if it is none
	isID bool   // whether its bits alone identify it: a chance does not repeat them
}

var (
	uuidText  = regexp.MustCompile(`^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$`)
	hexDigits = regexp.MustCompile(`^[0-9A-Fa-f]{32}$`)
)

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
	upperCase   = " in upper case"
)

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
	cased := func(form, raw string, upper bool) value {
		if upper != (s == strings.ToUpper(s)) && strings.ToLower(s) != strings.ToUpper(s) {
			form += map[bool]string{true: " in lower case", false: upperCase}[upper]
		}
		return value{form: form, raw: raw, isID: isWide(raw)}
	}
	switch {
	case uuidText.MatchString(s), hexDigits.MatchString(s):
		raw, err := hex.DecodeString(strings.ReplaceAll(s, "-", ""))
		if err != nil {
			break
		}
		return cased(map[bool]string{true: FormUUID, false: FormHex}[len(s) == 36], string(raw), false)
	case len(s) == 26:
		if x, err := ulid.Parse(strings.ToUpper(s)); err == nil {
			return cased(FormULID, string(x[:]), true)
		}
	case len(s) == 32:
		if x, err := scru160.Parse(strings.ToUpper(s)); err == nil {
			return cased(FormSCRU160, string(x[:]), true)
		}
	}
	if id := inside.FindString(s); id != "" {
		if raw, err := hex.DecodeString(strings.ReplaceAll(id, "-", "")); err == nil {
			return value{form: FormInside, raw: string(raw), isID: isWide(string(raw))}
		}
	}
	return value{form: FormText, raw: s}
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
