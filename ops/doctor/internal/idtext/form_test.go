package idtext

import (
	"encoding/hex"
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
		{Hex, id, id},
		{Hex, strings.ToUpper(id), id},
		{Hex, id[1:], ""},
		{Crockford, "01ARZ3NDEKTSV4RRFFQ69G5FAV", "01563e3ab5d3d6764c61efb99302bd5b"},
		{Crockford, "01arz3ndektsv4rrffq69g5fav", "01563e3ab5d3d6764c61efb99302bd5b"},
		{Crockford, "7ZZZZZZZZZZZZZZZZZZZZZZZZZ", "ffffffffffffffffffffffffffffffff"},
		{Crockford, "8ZZZZZZZZZZZZZZZZZZZZZZZZZ", ""},
		{Crockford, "01ARZ3NDEKTSV4RRFFQ69G5FAU", ""}, // no U
		{SCRU160, "VVVVVVVVVVVVVVVV0000000000000001", "ffffffffffffffffffff00000000000000000001"},
		{SCRU160, "vvvvvvvvvvvvvvvv0000000000000001", "ffffffffffffffffffff00000000000000000001"},
		{SCRU160, "WVVVVVVVVVVVVVVV0000000000000001", ""},
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
