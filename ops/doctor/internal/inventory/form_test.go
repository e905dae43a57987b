package inventory

import (
	"encoding/hex"
	"strings"
	"testing"
)

// A text of IDs gives the bytes of the ID, in any case, and other texts have no form.
func TestRaw(t *testing.T) {
	const id = "0190163d8694739baea5966c26f8ad91"
	for _, c := range []struct {
		form form
		text string
		want string // in hexadecimal digits, empty if the text does not have the form
	}{
		{uuidText, "0190163d-8694-739b-aea5-966c26f8ad91", id},
		{uuidText, "0190163D-8694-739B-AEA5-966C26F8AD91", id},
		{uuidText, "0190163d-8694-739b-aea5-966c26f8ad91    ", id},
		{uuidText, "0190163d+8694-739b-aea5-966c26f8ad91", ""},
		{uuidText, "0190163d-8694-739b-aea5-966c26f8ad9g", ""},
		{uuidText, "0190163d-8694-739b-aea5-966c26f8ad9", ""},
		{uuidText, "", ""},
		{hexText, id, id},
		{hexText, strings.ToUpper(id), id},
		{hexText, id[1:], ""},
		{crockfordText, "01ARZ3NDEKTSV4RRFFQ69G5FAV", "01563e3ab5d3d6764c61efb99302bd5b"},
		{crockfordText, "01arz3ndektsv4rrffq69g5fav", "01563e3ab5d3d6764c61efb99302bd5b"},
		{crockfordText, "7ZZZZZZZZZZZZZZZZZZZZZZZZZ", "ffffffffffffffffffffffffffffffff"},
		{crockfordText, "8ZZZZZZZZZZZZZZZZZZZZZZZZZ", ""},
		{crockfordText, "01ARZ3NDEKTSV4RRFFQ69G5FAU", ""}, // no U
		{scru160Text, "VVVVVVVVVVVVVVVV0000000000000001", "ffffffffffffffffffff00000000000000000001"},
		{scru160Text, "vvvvvvvvvvvvvvvv0000000000000001", "ffffffffffffffffffff00000000000000000001"},
		{scru160Text, "WVVVVVVVVVVVVVVV0000000000000001", ""},
		{plain, "text ", hex.EncodeToString([]byte("text "))},
	} {
		got, ok := c.form.raw(nil, []byte(c.text))
		if ok != (c.want != "") || ok && hex.EncodeToString(got) != c.want {
			t.Errorf("%s %q: %x, %t, want %s", c.form, c.text, got, ok, c.want)
		}
	}
}

// A column has the form that all of its values have, and hexadecimal digits are hexadecimal.
func TestFormOf(t *testing.T) {
	const uuid, digits, scru = "0190163d-8694-739b-aea5-966c26f8ad91", "0190163d8694739baea5966c26f8ad91", "VVVVVVVVVVVVVVVV0000000000000001"
	for _, c := range []struct {
		values []string
		want   form
	}{
		{nil, plain},
		{[]string{uuid, strings.ToUpper(uuid)}, uuidText},
		{[]string{uuid, digits}, plain},
		{[]string{digits}, hexText},
		{[]string{digits, scru}, scru160Text},
		{[]string{"01ARZ3NDEKTSV4RRFFQ69G5FAV"}, crockfordText},
		{[]string{uuid, "none"}, plain},
		{[]string{""}, plain},
	} {
		var values [][]byte
		for _, v := range c.values {
			values = append(values, []byte(v))
		}
		if got := formOf(values); got != c.want {
			t.Errorf("%q: %q, want %q", c.values, got, c.want)
		}
	}
}
