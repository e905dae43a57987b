package idkind

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// Each kind with a time reads it from its bits, and no value without its version.
func TestTimesOfKinds(t *testing.T) {
	const at = "2022-02-22T19:22:22Z" // of the examples of RFC 9562
	for _, c := range []struct{ hex, kind, want string }{
		{"C232AB00-9414-11EC-B3C8-9F6BDECED846", "UUIDv1", at}, {"1EC9414C-232A-6B00-B3C8-9F6BDECED846", "UUIDv6", at}, {"017F22E2-79B0-7CC3-98C4-DC0C0C07398F", "UUIDv7", at},
		{"C232AB00-9414-61EC-B3C8-9F6BDECED846", "UUIDv1", ""}, {"C232AB00-9414-11EC-73C8-9F6BDECED846", "UUIDv1", ""}, {"C232AB01-9414-11EC-B3C8-9F6BDECED846", "UUIDv1", "2022-02-22T19:22:22.0000001Z"},
		{"C232AB00-9415-11EC-B3C8-9F6BDECED846", "UUIDv1", "2022-02-22T19:29:31.4967296Z"}, {"C232AB00-9414-11ED-B3C8-9F6BDECED846", "UUIDv1", "2023-01-14T14:07:19.6710656Z"},
		{"1EC9414C-232A-6B01-B3C8-9F6BDECED846", "UUIDv6", "2022-02-22T19:22:22.0000001Z"}, {"1EC9414C-232B-6B00-B3C8-9F6BDECED846", "UUIDv6", "2022-02-22T19:22:22.0004096Z"},
		{"1EC9414C-232A-7B00-B3C8-9F6BDECED846", "UUIDv6", ""}, {"017F22E2-79B0-4CC3-98C4-DC0C0C07398F", "UUIDv7", ""},
		{"017F22E2-79B1-7CC3-98C4-DC0C0C07398F", "UUIDv7", "2022-02-22T19:22:22.001Z"}, {"017F22E2-79B0-7CC3-98C4-DC0C0C07398F", "ULID", at}, {"017F22E2-79B0-0CC3-18C4-DC0C0C07398F", "ULID", at},
		{"0621537E-E000-7000-8000-000000000000", "UUIDv7 of a draft", "2022-02-22T19:22:22Z"}, {"0621537E-E00F-7000-8000-000000000000", "UUIDv7 of a draft", "2022-02-22T19:22:22Z"},
		{"0621537E-F000-7000-8000-000000000000", "UUIDv7 of a draft", "2022-02-22T19:22:23Z"}, {"0621537E-E000-4000-8000-000000000000", "UUIDv7 of a draft", ""},
		{"05D8A044-AB57-8000-001F-000000000000", "Wiji", "2022-02-22T19:22:22Z"}, {"05D8A044-AB57-8100-0010-000000000000", "Wiji", "2022-02-22T19:22:22.000001Z"}, {"05D8A044-AB57-8000-0020-000000000000", "Wiji", ""},
		{"01EC9414-C232-6B00-B3C8-9F6BDECED846", "UUIDv6 of google/uuid", "2022-02-22T19:22:21.995904Z"}, {"11EC9414-C232-6B00-B3C8-9F6BDECED846", "UUIDv6 of google/uuid", ""},
		{"621537EE00000000AAAAAAAA", "xid (rs/xid) or ObjectID", at}, {"017F22E279B07CC398C4DC0C0C07398FAAAAAAAA", "SCRU160", at},
		{"0EA2E9EE00000000AAAAAAAAAAAAAAAAAAAAAAAA", "KSUID", at}, {"04C4B400AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "KSUID", ""}, {"04C4B401AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "KSUID", "2016-11-24T15:06:41Z"},
	} {
		raw := unhex(c.hex)
		list := candidates(len(raw), moment)
		k := list[slices.IndexFunc(list, func(k candidate) bool { return k.Name == c.kind && !k.Swapped && !k.Microsoft })]
		got, ok := k.time(raw)
		if text := got.UTC().Format(time.RFC3339Nano); ok != (c.want != "") || ok && text != c.want {
			t.Errorf("%s of %s: %s, %v, want %s", c.kind, c.hex, text, ok, c.want)
		}
		for _, k := range list { // in the other orders of bytes it is the same
			if k.Name != c.kind || !k.Swapped && !k.Microsoft || len(raw) != 16 {
				continue
			}
			other := slices.Concat(raw[6:8], raw[4:6], raw[:4], raw[8:])
			if k.Microsoft {
				other = slices.Concat([]byte{raw[3], raw[2], raw[1], raw[0], raw[5], raw[4], raw[7], raw[6]}, raw[8:])
			}
			if back, backOK := k.time(other); !back.Equal(got) || backOK != ok {
				t.Errorf("%s of %s: %v, %v, want %v, %v", k.Kind, c.hex, back, backOK, got, ok)
			}
		}
	}
	for _, c := range []struct {
		hex, kinds string
	}{
		{"919108F7-52D1-4320-9BAC-F847DB4148A8", "UUIDv4"}, {"5DF41881-3AED-3515-88A7-2F4A814CF09E", "UUIDv3"}, {"2ED6657D-E927-568B-95E1-2665A8AEA6A2", "UUIDv5"},
		{"2489E9AD-2EE2-8E00-8EC9-32D5F69181C0", "UUIDv8"}, {"000003E8-CBB9-21EA-B201-00045A86C8A1", "UUIDv2"}, {"919108F7-52D1-4320-DBAC-F847DB4148A8", ""}, {"919108F7-52D1-4320-5BAC-F847DB4148A8", ""},
	} {
		raw := unhex(c.hex)
		var got []string
		for _, k := range candidates(16, moment) {
			if k.fits != nil && !k.Swapped && !k.Microsoft && k.fits(raw) {
				got = append(got, k.Name)
			}
		}
		if strings.Join(got, " ") != c.kinds {
			t.Errorf("%s fits %q, want %s", c.hex, got, c.kinds)
		}
	}
	for _, n := range []uint64{0x01B21DD213814000, 0x01B21DD213814001, 0x01B21DD213814000 + 1e7} {
		if got := gregorian(n).UnixNano(); got != int64(n-0x01B21DD213814000)*100 {
			t.Errorf("%x is %d", n, got)
		}
	}
}

// Six bytes hold the times of each generator of sequential GUIDs.
func TestHeads(t *testing.T) {
	at := time.Date(2022, 2, 22, 19, 22, 22, 0, time.UTC)
	six := func(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n)[2:] }
	const toYearOne = 62_135_596_800
	for i, n := range []uint64{
		uint64(at.UnixMilli()), uint64(at.UnixMicro() / 10), uint64(at.UnixMilli() + toYearOne*1000), uint64((at.UnixNano()/100 + toYearOne*1e7) >> 16), uint64(at.Unix()) << 16, 44_612<<32 | 69_742*300,
	} {
		h := heads[i]
		tolerance := time.Duration(0)
		if i == 3 {
			tolerance = 7 * time.Millisecond
		}
		got := h.time(six(n))
		if off := got.Sub(at); off > 0 || -off > tolerance {
			t.Errorf("%d: %v, want %v", i, got, at)
		}
		next := h.time(six(n + 1<<h.shift))
		want := h.unit
		if h.unit == 0 {
			want = time.Second / 300
		}
		if got := next.Sub(got); (got - want).Abs() > time.Microsecond {
			t.Errorf("%d: a unit is %v, want %v", i, got, want)
		}
	}
}

// uuids returns values of 16 bytes.
func uuids(n int, of func(r *rand.Rand, i int) []byte) []decoded {
	r, list := rand.New(rand.NewPCG(31, 32)), make([]decoded, n)
	for i := range list {
		list[i] = decoded{form: Raw, raw: of(r, i)}
	}
	return list
}

func anyBytes(r *rand.Rand, _ int) []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, r.Uint64()), r.Uint64())
}

// Bytes at a place are concentrated if too few different ones occur, or some too often.
func TestConcentrated(t *testing.T) {
	of := func(next func(r *rand.Rand, i int) byte) func(r *rand.Rand, i int) []byte {
		return func(r *rand.Rand, i int) []byte { b := anyBytes(r, i); b[3] = next(r, i); return b }
	}
	for name, c := range map[string]struct {
		n             int
		next          func(r *rand.Rand, i int) byte
		dense, others int
	}{
		"random":           {300, func(r *rand.Rand, _ int) byte { return byte(r.Uint64()) }, 0, 300},
		"all the same":     {20, func(*rand.Rand, int) byte { return 7 }, 20, 0},
		"four of them":     {4, func(*rand.Rand, int) byte { return 7 }, 0, 4}, // 9.63 less 2.41 for the choice
		"five of them":     {5, func(*rand.Rand, int) byte { return 7 }, 5, 0},
		"a few":            {300, func(_ *rand.Rand, i int) byte { return byte(i % 20) }, 300, 0},
		"eighty of 256":    {1000, func(_ *rand.Rand, i int) byte { return byte(i % 80) }, 1000, 0},
		"ninety of 256":    {1000, func(_ *rand.Rand, i int) byte { return byte(i % 90) }, 0, 1000},
		"one among random": {300, func(r *rand.Rand, i int) byte { return map[bool]byte{true: 9, false: byte(r.Uint64())}[i%5 == 0] }, 60, 240},
	} {
		dense, others := concentrated(uuids(c.n, of(c.next)), 3)
		if off := len(dense) - c.dense; len(dense)+len(others) != c.n || off < 0 || off > 3 || (c.dense == 0 || c.others == 0) && off != 0 {
			t.Errorf("%s: %d and %d, want %d and %d", name, len(dense), len(others), c.dense, c.others)
		}
	}
	for _, c := range []struct{ n, k, want float64 }{{5, 2, 1}, {256, 1, math.Log10(256)}, {10, 10, 0}, {10, 0, 0}} {
		if got := chooseLog(c.n, c.k); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%v of %v: %v, want %v", c.k, c.n, got, c.want)
		}
	}
}

// A constant prefix leaves a range that its values fill evenly from end to end; a time does not.
func TestIsPrefix(t *testing.T) {
	if n := uint64Of([]byte{1, 2, 3, 4, 5, 6}); n != 0x010203040506 {
		t.Errorf("six bytes are %x", n)
	}
	const prefix = 0x0123_4567_0000
	of := func(n int, next func(r *rand.Rand, i int) uint64) [][]byte {
		r, list := rand.New(rand.NewPCG(41, 42)), make([][]byte, n)
		for i := range list {
			list[i] = binary.BigEndian.AppendUint64(nil, next(r, i))[2:]
		}
		return list
	}
	for name, c := range map[string]struct {
		numbers [][]byte
		want    bool
	}{
		"all the same":           {of(100, func(*rand.Rand, int) uint64 { return prefix }), true},
		"random behind it":       {of(300, func(r *rand.Rand, _ int) uint64 { return prefix | r.Uint64N(1<<16) }), true},
		"evenly behind it":       {of(80, func(_ *rand.Rand, i int) uint64 { return prefix | uint64(i)*829 }), true},
		"too few":                {of(79, func(_ *rand.Rand, i int) uint64 { return prefix | uint64(i)*840 }), false},
		"from a later place on":  {of(100, func(_ *rand.Rand, i int) uint64 { return prefix | uint64(2000+i*641) }), false},
		"a little later":         {of(100, func(_ *rand.Rand, i int) uint64 { return prefix | uint64(1300+i*648) }), true},
		"up to an earlier place": {of(100, func(_ *rand.Rand, i int) uint64 { return prefix | uint64(i*645) }), false},
		"a little earlier":       {of(100, func(_ *rand.Rand, i int) uint64 { return prefix | uint64(i*650) }), true},
		"from end to end, but dense": {of(100, func(_ *rand.Rand, i int) uint64 {
			return prefix | uint64(min(i, 99)*map[bool]int{true: 661, false: 10}[i > 97])
		}), false},
	} {
		if got := isPrefix(c.numbers); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// In MariaDB's type UUID the node sorts before the clock.
func TestByLastGroup(t *testing.T) {
	values := func(nodes int) []decoded {
		return uuids(4, func(r *rand.Rand, i int) []byte { return append(anyBytes(r, i)[:10], 1, 2, 3, 4, 5, byte(i%nodes)) })
	}
	for name, c := range map[string]struct {
		kind  Kind
		nodes int
		want  Order
	}{
		"UUIDv1 of a machine":      {Kind{Name: "UUIDv1", Order: Random}, 1, Ordered},
		"UUIDv1 of two":            {Kind{Name: "UUIDv1", Order: Random}, 2, Unknown},
		"UUIDv1, swapped":          {Kind{Name: "UUIDv1", Order: Ordered, Swapped: true}, 1, Unknown},
		"UUIDv4":                   {Kind{Name: "UUIDv4", Order: Random}, 2, Random},
		"UUIDv7":                   {Kind{Name: "UUIDv7", Order: Ordered}, 2, Ordered},
		"a time first":             {Kind{Name: "UUIDv4", Order: Ordered, Clock: ClockFirst}, 2, Random},
		"a mixed time":             {Kind{Name: "UUIDv4", Order: Ordered, Clock: ClockMixed}, 2, Random},
		"a time last":              {Kind{Name: "UUIDv4", Order: Random, Clock: ClockLast}, 2, Ordered},
		"ULID":                     {Kind{Name: "ULID", Order: Ordered}, 2, Unknown},
		"Wiji":                     {Kind{Name: "Wiji", Order: Ordered}, 2, Unknown},
		"UUIDv7, swapped":          {Kind{Name: "UUIDv7", Order: Random, Swapped: true}, 2, Unknown},
		"a mixed time, no version": {Kind{Name: "ULID", Order: Unknown, Clock: ClockLast}, 2, Ordered},
	} {
		p := Part{Kind: c.kind, values: values(c.nodes)}
		if p.byLastGroup(); p.Kind.Order != c.want {
			t.Errorf("%s: %s, want %s", name, p.Kind.Order, c.want)
		}
	}
}

// A model's field counts if the bits beside it vary on both sides, within eight.
func TestFieldShare(t *testing.T) {
	model := func(varies ...int) null {
		m := null{varies: make([]byte, 16)}
		for _, bit := range varies {
			m.varies[bit/8] |= 0x80 >> (bit % 8)
		}
		return m
	}
	uuid := candidate{fields: []field{{48, 52}, {64, 66}}}
	for name, c := range map[string]struct {
		m    null
		want float64
	}{
		"both": {model(47, 52, 63, 66), 1. / 64}, "eight away": {model(40, 59, 56, 73), 1. / 64}, "nothing varies": {model(), 1}, "one side": {model(47, 63), 1}, "the version alone": {model(47, 52), 1. / 16},
		"the variant alone": {model(63, 66), 1. / 4}, "nine away": {model(39, 60, 55, 74), 1}, "within the field": {model(48, 51, 64, 65), 1},
	} {
		if got := c.m.fieldShare(uuid); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	if model(0).varying(field{-8, 0}) || !model(0).varying(field{-8, 1}) || model(127).varying(field{128, 136}) || !model(127).varying(field{127, 136}) {
		t.Error("a bit at an end of the value is missed, or one beyond it is seen")
	}
}

// texts returns values that decode reads from texts.
func texts(list ...string) []decoded {
	values := make([]decoded, len(list))
	for i, s := range list {
		values[i] = decodeText(s)
	}
	return values
}

// counted returns n texts with a number each.
func counted(n int, format string) []decoded {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf(format, i*37)
	}
	return texts(list...)
}

// Texts are a business key if they are serial numbers behind zeros, or decimal ones behind something that is
// constant: twenty of them.
func TestBusinessTexts(t *testing.T) {
	const serial, constant = "serial numbers with leading zeros", "decimal numbers with a constant part"
	raw := func(n int, format string) []decoded {
		list := make([]decoded, n)
		for i := range list {
			list[i] = decoded{form: Raw, raw: fmt.Appendf(nil, format, i*37)}
		}
		return list
	}
	for name, c := range map[string]struct {
		values []decoded
		want   string
	}{
		"zeros":                       {counted(20, "0000000a-0000-4000-8000-%012x"), serial},
		"nineteen":                    {counted(19, "0000000a-0000-4000-8000-%012x"), ""},
		"six zeros":                   {counted(20, "a1b2c3d4-e5f6-4789-89ab-000000%03xabc"), serial},
		"five zeros":                  {counted(20, "a1b2c3d4-e5f6-4789-89ab-c00000%03xabc"), ""},
		"digits behind a letter":      {counted(20, "01ABCDEFGH%016d"), constant},
		"digits in bytes":             {raw(20, "cust%012d"), constant},
		"digits with hyphens":         {counted(20, "12345678-1234-4123-8123-%012d"), serial},
		"hexadecimal behind a letter": {counted(20, "a1b2c3d4e5f6a1b2c3d4e5f6a1b2c%03x"), ""},
	} {
		m := nullOf(c.values, func(text string) []byte { return plainText(text).raw })
		if got := m.business(); got != c.want {
			t.Errorf("%s: %q, want %q, such as %s", name, got, c.want, c.values[0].written())
		}
	}
	// In three places that vary, or in two of 23 values, decimal digits are none of hexadecimal ones by chance.
	for _, c := range []struct {
		n, places int
		want      string
	}{{20, 3, constant}, {20, 2, ""}, {22, 2, ""}, {23, 2, constant}, {200, 1, constant}, {200, 0, ""}} {
		var list []string
		for i := range c.n {
			b := []byte("a1b2c3d4e5f6a1b2c3d4e5f6a1b2c3d4")
			for j := range c.places {
				b[9+2*j] = byte('0' + (i+j)%10)
			}
			list = append(list, string(b))
		}
		m := nullOf(texts(list...), func(text string) []byte { return plainText(text).raw })
		if got := m.business(); got != c.want {
			t.Errorf("%d texts with %d decimal places: %q, want %q", c.n, c.places, got, c.want)
		}
	}
	for text, want := range map[string]bool{"readable bytes 16": true, "tilde~ and space": true, "\x1fnot": false, "\x7fnot": false} {
		if got := nullOf([]decoded{{raw: []byte(text)}}, nil).isReadable(); got != want {
			t.Errorf("%q is readable: %v", text, got)
		}
	}
}

// Texts of one notation are read by it, the one with the strongest evidence.
func TestNotations(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want string // the bytes that the notations read, by their numbers
	}{
		"base64url": {"AZCm8nmwfMOYxNwMDAc5jw", "0:0190a6f279b07cc398c4dc0c0c07398f"},
		"base64":    {"AZCm8nmwfMOYxNwMDAc5jw==", "1:0190a6f279b07cc398c4dc0c0c07398f"},
		"bits left": {"AZCm8nmwfMOYxNwMDAc5jx", ""},
	} {
		var got []string
		for i, n := range notations[:2] {
			if raw := n.bytes(c.text); raw != nil {
				got = append(got, fmt.Sprintf("%d:%x", i, raw))
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	for text, want := range map[string]string{
		"ch72gsb320000udocl363eofy": "0139c1df2f1e000000377e12bc772b9e3e", "ch72gsb32zzzzudocl363eofy": "0139c1df2f1e06954fd7da3484962b9e3e", "ah72gsb320000udocl363eofy": "", "ch72gsb320000udocl363eof": "", "ch72gsb320000udocl363eofyy": "", "ch72gsb32000_udocl363eofy": "", "c_72gsb320000udocl363eofy": "",
	} {
		raw, ok := cuid(text)
		if ok != (want != "") || ok && fmt.Sprintf("%x", raw) != want {
			t.Errorf("%s: %x, %v", text, raw, ok)
		}
	}
	// The greatest ID of 16 bytes, and a number that is too great.
	for text, fits := range map[string]bool{"YcVfxkQb6JRzqk5kF2tNLv": true, "YcVfxkQb6JRzqk5kF2tNLw": false} {
		if got := notations[2].bytes(text); (got != nil) != fits {
			t.Errorf("%s: %x", text, got)
		}
	}
	if plain.bytes("0190a6f2-79b0-7cc3-98c4-dc0c0c07398f") == nil || plain.bytes("x") != nil {
		t.Error("the plain notation")
	}
	if notations[8].least() != likely || notations[0].least() != certain {
		t.Error("the evidence that notations need")
	}
}

// Texts are those of the length that most have, the first of as many.
func TestOfOneLength(t *testing.T) {
	list := []decoded{{text: "aaa"}, {text: ""}, {text: "bb"}, {text: "cc"}, {text: ""}, {text: ""}, {text: "ddd"}, {text: "e"}}
	for n, want := range map[int]string{2: "aaa", 3: "aaa", 4: "bb cc", 7: "bb cc", 8: "bb cc"} { // bb and cc are two before aaa and ddd are
		var got []string
		for _, d := range ofOneLength(list[:n]) {
			got = append(got, d.text)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("of %d texts: %q, want %q", n, got, want)
		}
	}
}

// Values are texts if they have no form, or if their bytes are characters.
func TestAsTexts(t *testing.T) {
	bytesOf := func(s string) decoded { return decoded{form: Raw, raw: []byte(s)} }
	for name, c := range map[string]struct {
		list []decoded
		form Form
		want string
		ok   bool
	}{
		"texts":              {[]decoded{{form: Other, text: "a"}, {form: Other, text: "b", prefix: "cus"}}, Other, "a cus_b", true},
		"texts among others": {[]decoded{{form: Other, text: "a"}, {form: Hex, text: "b"}}, Other, "a b", true},
		"integers":           {[]decoded{{form: Other, text: "a"}, {form: Integer}}, Other, "a", true},
		"no text":            {[]decoded{{form: Other, text: "a"}, {form: Other}}, Other, "", false},
		"another form":       {[]decoded{{form: Hex, text: "a"}}, Hex, "", false},
		"bytes":              {[]decoded{bytesOf("!~\x00\x00"), {form: Hex, text: "b"}}, Raw, "!~", true},
		"a space":            {[]decoded{bytesOf("a b")}, Raw, "", false},
		"a control":          {[]decoded{bytesOf("a\x7f")}, Raw, "", false},
		"zeros":              {[]decoded{bytesOf("\x00")}, Raw, "", false},
		"nothing":            {nil, Raw, "", false},
	} {
		list, ok := asTexts(c.list, c.form)
		var got []string
		for _, d := range list {
			got = append(got, d.text)
			if c.form == Raw && (!d.bytes || d.padded != strings.HasSuffix(string(c.list[0].raw), "\x00") || d.form != Other) {
				t.Errorf("%s: %+v", name, d)
			}
		}
		if strings.Join(got, " ") != c.want || ok != c.ok {
			t.Errorf("%s: %q, %v", name, got, ok)
		}
	}
}

// A few random values among sequential ones are of their part, up to a twentieth.
func TestRandomAmongSequential(t *testing.T) {
	values := func(dense, random int) []decoded {
		return uuids(dense+random, func(r *rand.Rand, i int) []byte {
			b := anyBytes(r, i)
			if i < dense {
				b = append(binary.BigEndian.AppendUint64(nil, uint64(moment.Add(-time.Duration(i)*time.Minute).UnixMilli()))[2:], b[6:]...)
			} else if b[0] == 1 { // which the times begin with
				b[0] = 2
			}
			return b
		})
	}
	for _, c := range []struct {
		dense, random int
		want          string
	}{
		{2000, 0, "2000 first"}, {1880, 120, "1880 first, 120 "}, {2860, 140, "3000 first"}, {2850, 150, "3000 first"}, {2849, 151, "2849 first, 151 "}, {0, 300, "300 "},
	} {
		p := Part{Kind: Kind{Name: "random bytes", Order: Random}, values: values(c.dense, c.random)}
		p.Values = len(p.values)
		var got []string
		for _, part := range p.ordered(moment) {
			got = append(got, fmt.Sprintf("%d %s", part.Values, part.Clock))
			if part.Values != len(part.values) || (part.Clock == ClockFirst) != (part.Kind.Order == Ordered) || part.Oldest.IsZero() == (part.Clock == ClockFirst) {
				t.Errorf("%+v", part.Kind)
			}
		}
		if text := strings.Join(got, ", "); text != c.want {
			t.Errorf("%d and %d: %s, want %s", c.dense, c.random, text, c.want)
		}
	}
	for name, p := range map[string]Part{
		"swapped": {Kind: Kind{Swapped: true}, values: values(100, 0)}, "with a time": {Oldest: moment, values: values(100, 0)}, "of other sizes": {values: []decoded{{raw: make([]byte, 20)}}},
	} {
		if got := p.ordered(moment); len(got) != 1 || got[0].Clock != "" {
			t.Errorf("%s: %+v", name, got[0].Kind)
		}
	}
}

// Six zeros before a half byte that varies are padding, wherever they are.
func TestIsPadded(t *testing.T) {
	for name, c := range map[string]struct {
		first, second string
		want          bool
	}{
		"six zeros":                      {"a000000111", "a000000211", true},
		"five zeros":                     {"a100000111", "a100000211", false},
		"five at the beginning":          {"0000011a", "0000021a", false},
		"from the second half byte":      {"ab00000012", "ab00000022", true},
		"five from there":                {"a200000321", "a200000421", false},
		"seven":                          {"0000000a11", "0000000b11", true},
		"something constant between":     {"a000000511", "a000000512", false},
		"one that is 1":                  {"a001000111", "a001000211", false},
		"one that is 16":                 {"a010000111", "a010000211", false},
		"zeros that end":                 {"1a000000", "2a000000", false},
		"they vary":                      {"a000000111", "a100000211", false},
		"zeros twice, the second enough": {"a0010000001a", "a0010000002a", true},
	} {
		m := nullOf([]decoded{{raw: unhex(c.first)}, {raw: unhex(c.second)}}, nil)
		if got := m.isPadded(); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// Each bit is seen by itself.
func TestVarying(t *testing.T) {
	for bit := range 24 {
		m := null{varies: make([]byte, 3)}
		m.varies[bit/8] = 0x80 >> (bit % 8)
		for first := range 24 {
			for end := first; end <= 25; end++ {
				if got := m.varying(field{first, end}); got != (first <= bit && bit < end) {
					t.Fatalf("bit %d from %d to %d: %v", bit, first, end, got)
				}
			}
		}
	}
}

// The places of a time are decimal if none that varies has another digit.
func TestDecimalPlaces(t *testing.T) {
	const tail = "0123456789abcdef"
	for name, c := range map[string]struct {
		texts []string
		lead  int
		want  bool
	}{
		"decimal":                    {[]string{"0190a6f279b07cc3" + tail, "0191a7f279b07cc3" + tail}, 48, true},
		"a letter":                   {[]string{"0190a6f279b07cc3" + tail, "01a0a6f279b07cc3" + tail}, 48, false},
		"a letter in the last place": {[]string{"0190a6f279b07cc3" + tail, "0190a6f279ba7cc3" + tail}, 48, false},
		"a letter behind":            {[]string{"0190a6f279b07cc3" + tail, "0190a6f279b0acc3" + tail}, 48, true},
		"half a place":               {[]string{"0190a6f279b07cc3" + tail, "0190a6f279b0acc3" + tail}, 49, false},
		"no time":                    {[]string{"0190a6f279b07cc3" + tail, "0191a7f279b07cc3" + tail}, 0, false},
		"nothing varies":             {[]string{"0190a6f279b07cc3" + tail, "0190a6f279b07cc3" + tail}, 48, true},
		"all digits":                 {[]string{"0000a6f279b07cc3" + tail, "9999a6f279b07cc3" + tail}, 48, true},
	} {
		m := nullOf(texts(c.texts...), nil)
		if got := m.decimal(candidate{lead: c.lead}); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if nullOf([]decoded{{raw: []byte("0123")}}, nil).decimal(candidate{lead: 8}) {
		t.Error("bytes have decimal digits")
	}
}
