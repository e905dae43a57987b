package idkind

import (
	"bytes"
	"encoding/hex"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
)

// unhex returns the bytes of hexadecimal digits.
func unhex(s string) []byte {
	b, err := hex.DecodeString(strings.ReplaceAll(s, "-", ""))
	if err != nil {
		panic(err)
	}
	return b
}

// What each value is read as: integers, bytes, and texts by their length and characters.
func TestDecode(t *testing.T) {
	const uuid = "0190a6f2-79b0-7cc3-98c4-dc0c0c07398f"
	raw := unhex(uuid)
	twenty := append(slices.Clone(raw), 1, 2, 3, 4)
	text := func(form Form, raw []byte, s string) decoded { return decoded{form: form, raw: raw, text: s} }
	with := func(d decoded, change func(*decoded)) decoded { change(&d); return d }
	for name, c := range map[string]struct {
		value any
		want  decoded
	}{
		"an integer":                 {int64(-7), decoded{form: Integer, number: -7}},
		"an unsigned one":            {uint64(math.MaxUint64), decoded{form: Integer, number: -1, unsigned: true}},
		"a whole floating point":     {float64(-12), decoded{form: Integer, number: -12}},
		"the greatest exact one":     {float64(1 << 53), decoded{form: Integer, number: 1 << 53}},
		"the least exact one":        {-float64(1 << 53), decoded{form: Integer, number: -1 << 53}},
		"one that is not exact":      {float64(1<<53 + 2), decoded{form: Other}},
		"one far below":              {-float64(1<<53 + 2), decoded{form: Other}},
		"a fraction":                 {1.5, decoded{form: Other}},
		"a time":                     {time.UnixMicro(77), decoded{form: Integer, number: 77}},
		"nothing":                    {nil, decoded{form: Other}},
		"a boolean":                  {true, decoded{form: Other}},
		"bytes":                      {raw, decoded{form: Raw, raw: raw}},
		"no bytes":                   {[]byte{}, decoded{form: Raw, raw: []byte{}}},
		"a number":                   {"0123", with(text(Decimal, nil, "0123"), func(d *decoded) { d.number, d.unsigned = 123, true })},
		"the greatest number":        {"18446744073709551615", with(text(Decimal, nil, "18446744073709551615"), func(d *decoded) { d.number, d.unsigned = -1, true })},
		"a number of 65 bits":        {"18446744073709551616", text(Base32Hex, unhex("0a08431c8401c67024a50982"), "18446744073709551616")}, // which could be an xid
		"no text":                    {"", text(Other, nil, "")},
		"a UUID":                     {uuid, text(UUIDText, raw, uuid)},
		"a UUID in capitals":         {strings.ToUpper(uuid), text(UUIDText, raw, strings.ToUpper(uuid))},
		"in braces":                  {"{" + uuid + "}", text(UUIDBrace, raw, "{"+uuid+"}")},
		"without the last brace":     {"{" + uuid, text(Other, nil, "{"+uuid)},
		"without the first":          {uuid + "}", text(Other, nil, uuid+"}")},
		"a URN":                      {"urn:uuid:" + uuid, text(UUIDURN, raw, "urn:uuid:"+uuid)},
		"a URN in capitals":          {"URN:UUID:" + uuid, text(UUIDURN, raw, "URN:UUID:"+uuid)},
		"a URN of nothing":           {"urn:uuid:", text(Other, nil, "urn:uuid:")},
		"another URN":                {"urn:isbn:" + uuid, text(Other, nil, "urn:isbn:"+uuid)},
		"a hyphen is missing":        {uuid[:8] + "0" + uuid[9:], text(Other, nil, uuid[:8]+"0"+uuid[9:])},
		"the second one":             {uuid[:13] + "0" + uuid[14:], text(Other, nil, uuid[:13]+"0"+uuid[14:])},
		"the third one":              {uuid[:18] + "0" + uuid[19:], text(Other, nil, uuid[:18]+"0"+uuid[19:])},
		"the fourth one":             {uuid[:23] + "0" + uuid[24:], text(Other, nil, uuid[:23]+"0"+uuid[24:])},
		"two hyphens too many":       {uuid[:34] + "--", text(Other, nil, uuid[:34]+"--")},
		"a number of 21 digits":      {"000000000000000000007", text(Other, nil, "000000000000000000007")},
		"a hyphen too many":          {uuid[:35] + "-", text(Other, nil, uuid[:35]+"-")},
		"a character that is none":   {uuid[:35] + "g", text(Other, nil, uuid[:35]+"g")},
		"hex of 16":                  {hex.EncodeToString(raw), text(Hex, raw, hex.EncodeToString(raw))},
		"hex in capitals":            {strings.ToUpper(hex.EncodeToString(raw)), text(Hex, raw, strings.ToUpper(hex.EncodeToString(raw)))},
		"hex of 20":                  {hex.EncodeToString(twenty), text(Hex, twenty, hex.EncodeToString(twenty))},
		"hex of 12":                  {hex.EncodeToString(raw[:12]), text(Hex, raw[:12], hex.EncodeToString(raw[:12]))},
		"hex of 8":                   {"a" + hex.EncodeToString(raw[:8])[1:], text(Hex, append([]byte{0xa1}, raw[1:8]...), "a"+hex.EncodeToString(raw[:8])[1:])},
		"hex of 32":                  {hex.EncodeToString(raw) + hex.EncodeToString(raw), text(Hex, append(slices.Clone(raw), raw...), hex.EncodeToString(raw)+hex.EncodeToString(raw))},
		"hex of 14":                  {hex.EncodeToString(raw[:14]), text(Other, nil, hex.EncodeToString(raw[:14]))},
		"a ULID":                     {"01J2KF4YDGFK1SHH6W1G60EECF", text(Base32, raw, "01J2KF4YDGFK1SHH6W1G60EECF")},
		"a ULID that is too great":   {"8" + strings.Repeat("0", 24) + "A", text(Other, nil, "8"+strings.Repeat("0", 24)+"A")},
		"the greatest ULID":          {"7" + strings.Repeat("z", 25), text(Base32, bytes.Repeat([]byte{255}, 16), "7"+strings.Repeat("z", 25))},
		"an excluded letter":         {"01J2KF4YDGFK1SHH6W1G60EECU", text(Other, nil, "01J2KF4YDGFK1SHH6W1G60EECU")},
		"a Ulid-Flake":               {"0000000000A10", text(Base32, []byte{0, 0, 0, 0, 0, 0, 0x28, 0x20}, "0000000000A10")},
		"a SCRU160":                  {strings.Repeat("0", 31) + "v", text(Base32Hex, append(make([]byte, 19), 31), strings.Repeat("0", 31)+"v")},
		"an xid":                     {strings.Repeat("0", 18) + "vg", text(Base32Hex, append(make([]byte, 11), 31<<1|1), strings.Repeat("0", 18)+"vg")},
		"a KSUID":                    {strings.Repeat("0", 26) + "z", text(Base62, append(make([]byte, 19), 61), strings.Repeat("0", 26)+"z")},
		"a KSUID that is too great":  {strings.Repeat("z", 27), text(Other, nil, strings.Repeat("z", 27))},
		"a uid11":                    {"1111111111z", text(Base58, append(make([]byte, 7), 57), "1111111111z")},
		"a uid11 that is too great":  {"zzzzzzzzzzz", text(Other, nil, "zzzzzzzzzzz")},
		"a typed ID":                 {"user_" + "01j2kf4ydgfk1shh6w1g60eecf", with(text(Base32, raw, "01j2kf4ydgfk1shh6w1g60eecf"), func(d *decoded) { d.prefix = "user" })},
		"a prefix of two words":      {"A_b_" + "01j2kf4ydgfk1shh6w1g60eecf", with(text(Base32, raw, "01j2kf4ydgfk1shh6w1g60eecf"), func(d *decoded) { d.prefix = "A_b" })},
		"a prefix with a digit":      {"us3r_" + "01j2kf4ydgfk1shh6w1g60eecf", text(Other, nil, "us3r_01j2kf4ydgfk1shh6w1g60eecf")},
		"no prefix":                  {"_01j2kf4ydgfk1shh6w1g60eecf", text(Other, nil, "_01j2kf4ydgfk1shh6w1g60eecf")},
		"a prefix of another text":   {"user_name", text(Other, nil, "user_name")},
		"padded":                     {uuid + "   ", with(text(UUIDText, raw, uuid), func(d *decoded) { d.padded = true })},
		"in characters":              {[]byte(uuid), with(text(UUIDText, raw, uuid), func(d *decoded) { d.bytes = true })},
		"in characters with padding": {[]byte(uuid + "\x00\x00"), with(text(UUIDText, raw, uuid), func(d *decoded) { d.bytes, d.padded = true, true })},
		"characters that are no ID":  {[]byte(strings.Repeat("?", 36)), decoded{form: Raw, raw: []byte(strings.Repeat("?", 36))}},
		"digits in bytes":            {[]byte("0123456789abcdef"), decoded{form: Raw, raw: []byte("0123456789abcdef")}}, // as long as an ID of 16 bytes
	} {
		got := decode(c.value)
		if got.form != c.want.form || !bytes.Equal(got.raw, c.want.raw) || got.number != c.want.number || got.prefix != c.want.prefix || got.text != c.want.text ||
			got.unsigned != c.want.unsigned || got.padded != c.want.padded || got.bytes != c.want.bytes {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

// Bytes may be the characters of a text of each length that IDs have.
func TestTextsInBytes(t *testing.T) {
	uuid := "0190a6f2-79b0-7cc3-98c4-dc0c0c07398f"
	for length, text := range map[int]string{
		36: uuid, 32: strings.ReplaceAll(uuid, "-", ""), 40: strings.Repeat("0a", 20), 26: "01J2KF4YDGFK1SHH6W1G60EECF", 27: strings.Repeat("0", 26) + "z",
		24: strings.Repeat("0a", 12), 38: "{" + uuid + "}", 45: "urn:uuid:" + uuid, 64: strings.Repeat("0a", 32),
	} {
		if d := decode([]byte(text)); len(text) != length || !d.bytes || d.text != text || !d.form.IsText() {
			t.Errorf("%q of %d: %+v", text, len(text), d)
		}
	}
	if d := decode([]byte("0000000000A10")); d.form != Raw {
		t.Errorf("13 characters: %+v", d)
	}
}

// Which forms are texts, UUIDs, and of bases in which the case counts.
func TestForms(t *testing.T) {
	for f, want := range map[Form]string{
		Raw: "", Integer: "", Other: "", UUIDText: "text uuid", UUIDBrace: "text uuid", UUIDURN: "text uuid", Hex: "text", Base32: "text", Base32Hex: "text", Base36: "text",
		Base57: "text case", Base58: "text case", Base62: "text case", Base64: "text case", Text: "text", Decimal: "text",
	} {
		var got []string
		for name, is := range map[string]bool{"text": f.IsText(), "uuid": f.IsUUID(), "case": f.HasBothCases()} {
			if is {
				got = append(got, name)
			}
		}
		slices.Sort(got)
		slices.SortFunc(got, func(a, b string) int { return strings.Compare(b, a) })
		words := strings.Fields(want)
		slices.SortFunc(words, func(a, b string) int { return strings.Compare(b, a) })
		if !slices.Equal(got, words) {
			t.Errorf("%s: %q, want %q", f, got, words)
		}
	}
	for s, want := range map[string]Spelling{"": "", "123-": "", "a1": Lower, "A1": Upper, "aB": Mixed} {
		if got := spelling(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

// Values compare as their columns do.
func TestCompare(t *testing.T) {
	for _, c := range []struct {
		a, b any
		want int
	}{
		{int64(1), int64(2), -1}, {int64(-1), int64(2), -1}, {int64(2), int64(2), 0}, {uint64(1 << 63), int64(5), 1}, {uint64(1 << 63), uint64(1<<63 + 1), -1}, {uint64(3), int64(5), -1}, {uint64(0), int64(5), -1}, {int64(5), uint64(0), 1},
		{int64(-5), uint64(1 << 63), -1}, {"9", "10", -1}, {"12", "10", 1}, {"10", "9", 1}, {"b", "a", 1}, {"9", "a", -1}, {[]byte{1, 2}, []byte{1, 3}, -1}, {[]byte{2}, []byte{1, 3}, 1}, {int64(5), "a", -1}, {"a", int64(5), 1},
		{"a", []byte{255}, 1}, {[]byte{255}, "a", -1},
	} {
		if got := decode(c.a).compare(decode(c.b)); got != c.want {
			t.Errorf("%v and %v: %d, want %d", c.a, c.b, got, c.want)
		}
	}
	for _, c := range []struct {
		value any
		want  bool
	}{{int64(0), true}, {[]byte{0}, true}, {[]byte{}, false}, {"x", true}, {"", false}, {nil, false}, {"7", true}} {
		if got := decode(c.value).isComparable(); got != c.want {
			t.Errorf("%v is comparable: %v", c.value, got)
		}
	}
	for _, c := range []struct {
		value any
		want  float64
	}{{int64(-3), -3}, {uint64(1 << 63), 1 << 63}, {"12", 12}, {uint64(7), 7}} {
		if got := decode(c.value).float(); got != c.want {
			t.Errorf("%v is %v", c.value, got)
		}
	}
}

// A column that compares as numbers does so for all types of its values.
func TestAsNumbers(t *testing.T) {
	values := []any{"-1e400", int64(-3), "-2.5", float32(-1.5), float64(-1), "0", nil, float64(.5), "1.25", uint64(2), int64(3), "1e400"}
	got := asNumbers(values)
	last := int64(math.MinInt64)
	for i, v := range got {
		if values[i] == nil {
			if v != nil {
				t.Errorf("NULL is %v", v)
			}
			continue
		}
		n, ok := v.(int64)
		if !ok || n <= last {
			t.Errorf("%v is %v, after %d", values[i], v, last)
		}
		last = n
	}
	for _, same := range [][2]any{{int64(7), "7.0"}, {uint64(7), float32(7)}, {"0", float64(0)}, {int64(-7), "-7"}} {
		if list := asNumbers(same[:]); list[0] != list[1] {
			t.Errorf("%v are %v", same, list)
		}
	}
	if got := asNumbers([]any{int64(3), "2024-01-01"}); got[0] != int64(3) || got[1] != "2024-01-01" {
		t.Errorf("a text that is no number: %v", got)
	}
}
