package idkind

import (
	"encoding/base64"
	"strings"
	"time"
)

// notation is a way to write IDs as texts. Some are shown by each value; others, of which texts of
// the same length and characters are no IDs at all, by the column as a whole.
type notation struct {
	form   Form
	length int
	decode func(text string) ([]byte, bool)
	kinds  func(now time.Time) []candidate // nil for those of as many bytes
	// shuffled is whether the texts sort in another order than their bytes.
	shuffled bool
}

// plain is the notation of values that show their form.
var plain = notation{decode: func(text string) ([]byte, bool) { raw := plainText(text).raw; return raw, raw != nil }}

// bytes returns the bytes of a text, nil of one that is not in the notation.
func (n notation) bytes(text string) []byte {
	if raw, ok := n.decode(text); ok {
		return raw
	}
	return nil
}

// candidates returns the kinds of IDs of so many bytes in the notation.
func (n notation) candidates(size int, now time.Time) []candidate {
	if n.kinds != nil {
		return n.kinds(now)
	}
	return candidates(size, now)
}

// least returns the evidence that a kind needs. The texts that several notations read need more.
func (n notation) least() float64 {
	if n.kinds != nil {
		return likely
	}
	return certain
}

const (
	base36 = "0123456789abcdefghijklmnopqrstuvwxyz"
	// flickr is the order of base 58 in which Flickr and short-uuid write it, and base57 that of
	// Python's shortuuid.
	flickr = "123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"
	base57 = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	push64 = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz" // Firebase's, in the order of ASCII
)

// notations holds those that a single value does not show.
var notations = []notation{
	{form: Base64, length: 22, decode: inBase64(base64.RawURLEncoding, base64.RawStdEncoding), shuffled: true},
	{form: Base64, length: 24, decode: inBase64(base64.URLEncoding, base64.StdEncoding), shuffled: true},
	{form: Base58, length: 22, decode: inDigits(base58, 16)},
	{form: Base58, length: 22, decode: inDigits(flickr, 16), shuffled: true},
	{form: Base57, length: 22, decode: inDigits(base57, 16)},
	{form: Base62, length: 22, decode: inDigits(base62, 16)},
	{form: Base32, length: 20, decode: func(text string) ([]byte, bool) { return decodeDigits(text, crockford, 12, true) }}, // xid-js
	{form: Base36, length: 25, decode: inDigits(base36, 16)},
	{form: Text, length: 25, decode: cuid, kinds: cuids},
	{form: Text, length: 20, decode: inDigits(push64, 15), kinds: pushIDs},
}

// inBase64 decodes a text in one of the encodings.
func inBase64(encodings ...*base64.Encoding) func(string) ([]byte, bool) {
	return func(text string) ([]byte, bool) {
		for _, e := range encodings {
			if raw, err := e.Strict().DecodeString(text); err == nil {
				return raw, true
			}
		}
		return nil, false
	}
}

// inDigits decodes the digits of an ID of so many bytes.
func inDigits(alphabet string, size int) func(string) ([]byte, bool) {
	return func(text string) ([]byte, bool) { return decodeDigits(text, alphabet, size, false) }
}

// cuid decodes a CUID of the first version: c, eight digits of base 36 of milliseconds, and a
// counter, a machine and random digits. Six bytes of the time come first.
func cuid(text string) ([]byte, bool) {
	const times, rest = 8, 11
	if len(text) != 25 || text[0] != 'c' {
		return nil, false
	}
	head, ok1 := decodeDigits(text[1:1+times], base36, 6, false)
	tail, ok2 := decodeDigits(text[1+times:], base36, rest, false)
	return append(head, tail...), ok1 && ok2
}

func cuids(now time.Time) []candidate {
	const digits = 36 * 36 * 36 * 36 * 36 * 36 * 36 * 36
	share := float64(now.Add(ahead).Sub(first)/time.Millisecond) / digits
	return []candidate{{Kind: Kind{Name: "cuid", Order: Ordered}, lead: 48, share: share, time: milliseconds48}}
}

// pushIDs are those of Firebase: eight digits of base 64 of milliseconds, which are six bytes, and twelve random ones.
func pushIDs(now time.Time) []candidate {
	return []candidate{{Kind: Kind{Name: "push ID (Firebase)", Order: Ordered}, lead: 48, share: plausibleShare(now, time.Millisecond, 48), time: milliseconds48}}
}

// ofTexts finds the kind of texts whose values do not show their notation, and reports whether there
// is one: the one with the strongest evidence, or random characters.
func (r *Result) ofTexts(list []decoded, h Hints) bool {
	same := ofOneLength(list)
	if len(same) < leastTexts || len(same) < len(list)-len(list)/20 {
		return false
	}
	var best Result
	for _, n := range notations {
		if n.length != len(same[0].text) {
			continue
		}
		x := *r
		x.Form, x.Unfit = n.form, x.Unfit+len(list)-len(same)
		var read []decoded
		for _, d := range same {
			if d.raw = n.bytes(d.text); d.raw == nil {
				x.Unfit++
				continue
			}
			d.form = n.form
			read = append(read, d)
		}
		if len(read) < len(same)-len(same)/20 {
			continue
		}
		x.binaries(read, n, h)
		if len(x.Parts) > 0 && -x.Parts[0].Chance >= n.least() && (len(best.Parts) == 0 || x.Parts[0].Chance < best.Parts[0].Chance) {
			for _, d := range read {
				x.note(d)
			}
			for i := range x.Parts {
				if n.shuffled && x.Parts[i].Kind.Order == Ordered {
					x.Parts[i].Kind.Order = Unknown
				}
			}
			best = x
		}
	}
	if len(best.Parts) > 0 {
		*r = best
		return true
	}
	if !isRandomText(same) {
		return false
	}
	r.Form, r.Unfit = Text, r.Unfit+len(list)-len(same)
	for _, d := range same {
		r.note(d)
	}
	r.Parts = []Part{{Kind: Kind{Name: "random text", Order: Random}, Values: len(same)}}
	return true
}

// ofOneLength returns the texts of the length that most have.
func ofOneLength(list []decoded) []decoded {
	byLength := make(map[int][]decoded)
	most := 0
	for _, d := range list {
		if n := len(d.text); n > 0 {
			byLength[n] = append(byLength[n], d)
			if len(byLength[n]) > len(byLength[most]) {
				most = n
			}
		}
	}
	return byLength[most]
}

// asTexts returns values of the form Other as texts, and bytes that have the characters of texts
// alone; false if there are others.
func asTexts(list []decoded, form Form) ([]decoded, bool) {
	if form != Other && form != Raw {
		return nil, false
	}
	var texts []decoded
	for _, d := range list {
		switch {
		case d.form != form && (form == Raw || d.text == ""):
			continue
		case form == Raw:
			trimmed := strings.TrimRight(string(d.raw), "\x00")
			if trimmed == "" || strings.ContainsFunc(trimmed, func(c rune) bool { return c < '!' || c > '~' }) {
				return nil, false
			}
			d = decoded{form: Other, text: trimmed, bytes: true, padded: len(trimmed) < len(d.raw)}
		case d.text == "":
			return nil, false
		}
		if d.prefix != "" {
			d.text, d.prefix = d.prefix+"_"+d.text, ""
		}
		texts = append(texts, d)
	}
	return texts, len(texts) > 0
}
