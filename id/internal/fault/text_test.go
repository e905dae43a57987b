package fault

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
)

// TestQuote: an error shows 64 bytes of an input, and the length of a longer one.
func TestQuote(t *testing.T) {
	long := strings.Repeat("x", 64)
	for input, want := range map[string]string{
		"": `""`, "a\n": `"a\n"`, long: `"` + long + `"`, long + "y": `"` + long + `"… (65 bytes)`,
	} {
		if got := Quote(input); got != want {
			t.Errorf("%d bytes are quoted as %s, want %s", len(input), got, want)
		}
	}
}

// TestText: a text of the wrong length, or with a wrong character, gets the remedy for what it seems to be.
func TestText(t *testing.T) {
	isDigit := func(c byte) bool { return '0' <= c && c <= '9' }
	const typed = ` is the prefix of a typed ID: use ParseFor, and For as the type of a field`
	x := strings.Repeat
	for _, c := range []struct {
		err  error
		want string
	}{
		{TextLength("f", "text", "", "3"), `f: text "": wrong length: it has 0 bytes, not 3`},
		{TextLength("f", "text", " ~", "3"), `f: text " ~": wrong length: it has 2 bytes, not 3: remove the space around the text`},
		{TextLength("f", "text", "abc ", "3"), `f: text "abc ": wrong length: it has 4 bytes, not 3: remove the space around the text`},
		{TextLength("f", "text", "\tabc", "3"), `f: text "\tabc": wrong length: it has 4 bytes, not 3: remove the space around the text`},
		{TextLength("f", "text", "ab cd", "3"), `f: text "ab cd": wrong length: it has 5 bytes, not 3`},
		{TextLength("f", "text", "\x7fabc", "3"), `f: text "\x7fabc": wrong length: it has 4 bytes, not 3: this is not text, use FromBytes for the binary form`},
		{TextLength("f", "text", "~~~~", "3"), `f: text "~~~~": wrong length: it has 4 bytes, not 3`},
		{TextLength("f", "hex", "\x7fabc", "3"), `f: hex "\x7fabc": wrong length: it has 4 bytes, not 3`},
		{TextLength("f", "text", "user_abc", "3"), `f: text "user_abc": wrong length: it has 8 bytes, not 3: "user_"` + typed},
		{TextLength("f", "text", "a_b_cd", "3"), `f: text "a_b_cd": wrong length: it has 6 bytes, not 3: "a_b_"` + typed},
		{TextLength("f", "text", "Zz_0", "3"), `f: text "Zz_0": wrong length: it has 4 bytes, not 3: "Zz_"` + typed},
		{TextLength("f", "text", "_abc", "3"), `f: text "_abc": wrong length: it has 4 bytes, not 3`},
		{TextLength("f", "text", "a1_abc", "3"), `f: text "a1_abc": wrong length: it has 6 bytes, not 3`},
		{TextLength("f", "text", "a`_abc", "3"), "f: text \"a`_abc\": wrong length: it has 6 bytes, not 3"},
		{TextLength("f", "text", "a{_abc", "3"), `f: text "a{_abc": wrong length: it has 6 bytes, not 3`},
		{TextLength("f", "text", x("x", 64)+"\x00", "3"), `f: text "` + x("x", 64) + `"… (65 bytes): wrong length: it has 65 bytes, not 3`},
		{TextLength("f", "text", x("x", 63)+"\x00", "3"), `f: text "` + x("x", 63) + `\x00": wrong length: it has 64 bytes, not 3: this is not text, use FromBytes for the binary form`},

		{TextCharacter("f", "text", "12x4", "0 to 9", isDigit), `f: text "12x4": character outside the alphabet: "x" at byte 2 is not in 0 to 9`},
		{TextCharacter("f", "text", "x\xff", "0 to 9", isDigit), `f: text "x\xff": character outside the alphabet: "x" at byte 0 is not in 0 to 9`},
		{TextCharacter("f", "text", "1é", "0 to 9", isDigit), `f: text "1é": character outside the alphabet: "\xc3" at byte 1 is not in 0 to 9`},
		{TextCharacter("f", "text", "u_12", "0 to 9", isDigit), `f: text "u_12": character outside the alphabet: "u" at byte 0 is not in 0 to 9: "u_"` + typed},
		{TextCharacter("f", "text", x("1", 63)+"x", "0 to 9", isDigit), `f: text "` + x("1", 63) + `x": character outside the alphabet: "x" at byte 63 is not in 0 to 9`},
		{TextCharacter("f", "text", x("1", 64)+"x", "0 to 9", isDigit), `f: text "` + x("1", 64) + `"… (65 bytes): character outside the alphabet: use 0 to 9`},

		{UUID("f", "00112233-4455-6677-8899-aabbccddeefg"), `f: uuid "00112233-4455-6677-8899-aabbccddeefg": character outside the alphabet: "g" at byte 35 is not in the hexadecimal digits`},
		{UUID("f", "0011-2233-4455-6677-8899-aabbccddeef"), `f: uuid "0011-2233-4455-6677-8899-aabbccddeef": misplaced separator: put the hyphens after 8, 12, 16 and 20 digits`},
		{Hex("f", "0-"), `f: hex "0-": character outside the alphabet: "-" at byte 1 is not in the hexadecimal digits`},
	} {
		if got := c.err.Error(); got != c.want {
			t.Errorf("the error is\n\t%s\nwant\n\t%s", got, c.want)
		}
	}
}

// TestBinary: an error shows 32 bytes in hexadecimal digits, and the length of a longer input.
func TestBinary(t *testing.T) {
	zeros := make([]byte, 33)
	text := []byte(strings.Repeat("x", 64))
	cause := errors.New("cause")
	for _, c := range []struct {
		err  error
		want string
	}{
		{BinaryLength("f", nil, 3), "f: binary 0x: wrong length: it has 0 bytes, not 3"},
		{BinaryLength("f", []byte{0}, 3), "f: binary 0x00: wrong length: it has 1 bytes, not 3"},
		{BinaryLength("f", []byte("a"), 3), "f: binary 0x61: wrong length: it has 1 bytes, not 3: this looks like text, use Parse for the text form"},
		{BinaryLength("f", append(text, 0), 3), "f: binary 0x" + strings.Repeat("78", 32) + "… (65 bytes): wrong length: it has 65 bytes, not 3: this looks like text, use Parse for the text form"},
		{BinaryLength("f", append(text[:63:63], 0), 3), "f: binary 0x" + strings.Repeat("78", 32) + "… (64 bytes): wrong length: it has 64 bytes, not 3"},
		{Binary("f", zeros[:32], id.ErrVersion, "detail", cause), "f: binary 0x" + strings.Repeat("00", 32) + ": unknown version: detail"},
		{Binary("f", zeros, id.ErrVersion, "", nil), "f: binary 0x" + strings.Repeat("00", 32) + "… (33 bytes): unknown version"},
	} {
		if got := c.err.Error(); got != c.want {
			t.Errorf("the error is\n\t%s\nwant\n\t%s", got, c.want)
		}
	}
	if err := Binary("f", nil, id.ErrVersion, "", cause); !errors.Is(err, cause) || !errors.Is(err, id.ErrVersion) {
		t.Errorf("%v has neither its reason nor its cause", err)
	}
}

// TestGenerate: the errors of generators name what was asked for, and what to do.
func TestGenerate(t *testing.T) {
	last, now := time.Unix(10, 5_000).In(time.FixedZone("", 3600)), time.Unix(9, 0)
	const few = "sequence exhausted: too few IDs are left at 1970-01-01T00:00:10.000005Z, and the clock shows 1970-01-01T00:00:09Z: " +
		"set the clock right and wait until it has passed that time"
	cause := errors.New("broken")
	for _, c := range []struct {
		err  error
		want string
	}{
		{Exhausted("f", 0, last, now, ""), "f: new ID: " + few},
		{Exhausted("f", 1, last, now, ""), "f: new ID: " + few},
		{Exhausted("f", 2, last, now, ""), "f: block of 2 IDs: " + few},
		{Exhausted("f", 12, last, now, ""), "f: block of 12 IDs: " + few},
		{Exhausted("f", 1, last, now, "use a new Generator"), "f: new ID: " + few + ", or use a new Generator"},
		{Rand("f", cause), "f: new ID: no randomness: reading from Rand failed: fix Rand, or leave it nil to use crypto/rand: broken"},
		{Range("f", now, last, last, id.ErrOverflow), "f: time 1970-01-01T00:00:09Z: outside the format's lifetime, 1970-01-01T00:00:10.000005Z to 1970-01-01T00:00:10.000005Z: check the clock or the argument"},
	} {
		if got := c.err.Error(); got != c.want {
			t.Errorf("the error is\n\t%s\nwant\n\t%s", got, c.want)
		}
	}
	if !errors.Is(Rand("f", cause), cause) || !errors.Is(Range("f", now, last, last, id.ErrOverflow), id.ErrOverflow) {
		t.Error("an error has lost its cause or its reason")
	}
	value, err := Value("f.ID", `a"b`, 16)
	if want := (&id.ValueError{Type: "f.ID", Input: `"a\"b"`, Size: 16}).Error(); value != `a"b` || err == nil || err.Error() != want {
		t.Errorf("Value = %v, %v, want the text and %s", value, err, want)
	}
	if got, want := DataType("f.ID"), `text NOT "use gormtype.ID[f.ID] for a column, not the plain f.ID"`; got != want {
		t.Errorf("DataType = %s, want %s", got, want)
	}
}

// TestLikelyBits: what 128 bits are is seen from the version and the variant of a UUID, and from the years 2010 to 2099
// in the milliseconds of a ULID.
func TestLikelyBits(t *testing.T) {
	const (
		variant = 2 << 62
		ulid    = ": it looks like a ULID: use package ulid"
		seven   = ": it looks like a UUIDv7: use package uuidv7"
	)
	at := func(year int, less int64) uint64 {
		return uint64(time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC).UnixMilli()-less) << 16
	}
	for _, c := range []struct {
		name   string
		hi, lo uint64
		base32 bool
		want   string
	}{
		{"nothing", 0, 0, false, ""},
		{"version 0", 0, variant, false, ""},
		{"version 1", 1 << 12, variant, false, ": it looks like a UUIDv1: use the type of a UUID library"},
		{"version 8", 8 << 12, variant, false, ": it looks like a UUIDv8: use the type of a UUID library"},
		{"version 9", 9 << 12, variant, false, ""},
		{"another variant", 4 << 12, 3 << 62, false, ""},
		{"version 4 in Base32", 4 << 12, variant, true, ""},
		{"version 4 with the time of a ULID", at(2026, 0) | 4<<12, variant, false, ": it looks like a UUIDv4: use the type of a UUID library"},
		{"version 7", at(2026, 0) | 7<<12, variant, false, seven},
		{"version 7 in Base32", at(2026, 0) | 7<<12, variant, true, ulid},
		{"version 7 of another variant", at(2026, 0) | 7<<12, 0, false, ulid},
		{"version 7 of 1970", 7 << 12, variant, false, ""},
		{"2010", at(2010, 0), 0, false, ulid},
		{"the last millisecond of 2009", at(2010, 1), 0, false, ""},
		{"the last millisecond of 2099", at(2100, 1), 0, true, ulid},
		{"2100", at(2100, 0), 0, true, ""},
	} {
		if got := Likely(c.hi, c.lo, c.base32); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
