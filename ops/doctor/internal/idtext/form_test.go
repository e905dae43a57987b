package idtext

import (
	"encoding/hex"
	"slices"
	"strings"
	"testing"
)

// A text of IDs gives the bytes of the ID, in any case, and other texts have no form.
func TestRaw(t *testing.T) {
	const id = "0190163d8694739baea5966c26f8ad91"
	for _, c := range []struct {
		form Form
		text string
		want string // in hexadecimal digits, empty if the text does not have the form
	}{
		{UUID, "0190163d-8694-739b-aea5-966c26f8ad91", id},
		{UUID, "0190163D-8694-739B-AEA5-966C26F8AD91", id},
		{UUID, "0190163d-8694-739b-aea5-966c26f8ad91    ", id},
		{UUID, "0190163d+8694-739b-aea5-966c26f8ad91", ""},
		{UUID, "0190163d-8694-739b-aea5-966c26f8ad9g", ""},
		{UUID, "0190163d-8694-739b-aea5-966c26f8ad9", ""},
		{UUID, "", ""},
		{UUID, "0190163d-8694-739b-aea5-966c26f8ad912", ""},
		{UUID, "0190163d-8694+739b-aea5-966c26f8ad91", ""},
		{UUID, "0190163d-8694-739b+aea5-966c26f8ad91", ""},
		{UUID, "0190163d-8694-739b-aea5+966c26f8ad91", ""},
		{UUID, "g190163d-8694-739b-aea5-966c26f8ad91", ""},
		{UUID, "0190163g-8694-739b-aea5-966c26f8ad91", ""},
		{UUID, "0190163d-869g-739b-aea5-966c26f8ad91", ""},
		{UUID, "0190163d-8694-739b-gea5-966c26f8ad91", ""},
		{UUID, "   ", ""},
		{Hex, id, id},
		{Hex, strings.ToUpper(id), id},
		{Hex, id[1:], ""},
		{Hex, id + "0", ""},
		{Hex, id[1:] + "g", ""},
		{Hex, id + " ", id},
		{Crockford, "01ARZ3NDEKTSV4RRFFQ69G5FAV", "01563e3ab5d3d6764c61efb99302bd5b"},
		{Crockford, "01arz3ndektsv4rrffq69g5fav", "01563e3ab5d3d6764c61efb99302bd5b"},
		{Crockford, "7ZZZZZZZZZZZZZZZZZZZZZZZZZ", "ffffffffffffffffffffffffffffffff"},
		{Crockford, "8ZZZZZZZZZZZZZZZZZZZZZZZZZ", ""},
		{Crockford, "01ARZ3NDEKTSV4RRFFQ69G5FAU", ""}, // no U
		{SCRU160, "VVVVVVVVVVVVVVVV0000000000000001", "ffffffffffffffffffff00000000000000000001"},
		{SCRU160, "vvvvvvvvvvvvvvvv0000000000000001", "ffffffffffffffffffff00000000000000000001"},
		{SCRU160, "WVVVVVVVVVVVVVVV0000000000000001", ""},
		{SCRU160, "VVVVVVVVVVVVVVVV000000000000001", ""},
		{SCRU160, "VVVVVVVVVVVVVVVV00000000000000010", ""},
		{Crockford, "01ARZ3NDEKTSV4RRFFQ69G5FA", ""},
		{Crockford, "01ARZ3NDEKTSV4RRFFQ69G5FAV0", ""},
		{"another", id, ""},
		{Plain, "text ", hex.EncodeToString([]byte("text "))},
	} {
		got, ok := c.form.Raw(nil, []byte(c.text))
		if ok != (c.want != "") || ok && hex.EncodeToString(got) != c.want {
			t.Errorf("%s %q: %x, %t, want %s", c.form, c.text, got, ok, c.want)
		}
	}
}

// A column has the form that all of its values have, and hexadecimal digits are hexadecimal.
func TestOf(t *testing.T) {
	const uuid, digits, scru = "0190163d-8694-739b-aea5-966c26f8ad91", "0190163d8694739baea5966c26f8ad91", "VVVVVVVVVVVVVVVV0000000000000001"
	for _, c := range []struct {
		values []string
		want   Form
	}{
		{nil, Plain},
		{[]string{uuid, strings.ToUpper(uuid)}, UUID},
		{[]string{uuid, digits}, Plain},
		{[]string{digits}, Hex},
		{[]string{digits, scru}, SCRU160},
		{[]string{"01ARZ3NDEKTSV4RRFFQ69G5FAV"}, Crockford},
		{[]string{uuid, "none"}, Plain},
		{[]string{""}, Plain},
	} {
		var values [][]byte
		for _, v := range c.values {
			values = append(values, []byte(v))
		}
		if got := Of(values); got != c.want {
			t.Errorf("%q: %q, want %q", c.values, got, c.want)
		}
	}
}

// The bytes are appended, and the forms after one are those that a column may have if it does not have that.
func TestAppendAndAfter(t *testing.T) {
	if got, ok := Hex.Raw([]byte("x"), []byte("61616161616161616161616161616161")); !ok || string(got) != "x"+strings.Repeat("a", 16) {
		t.Errorf("%q, %v", got, ok)
	}
	for form, want := range map[Form][]Form{UUID: {Hex, Crockford, SCRU160}, Crockford: {SCRU160}, SCRU160: {}, Plain: nil} {
		if got := form.After(); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", form, got, want)
		}
	}
	if got := Next([]Form{SCRU160, Hex}, [][]byte{[]byte(strings.Repeat("0", 32))}); got != SCRU160 {
		t.Errorf("the first of two: %q", got)
	}
	if got := Next(nil, nil); got != Plain {
		t.Errorf("of none: %q", got)
	}
}
