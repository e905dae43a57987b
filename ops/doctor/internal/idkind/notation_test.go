package idkind

import (
	"encoding/base64"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// uuid4 returns a random UUID.
func uuid4(r *rand.Rand) []byte {
	b := make([]byte, 16)
	for i := range b {
		b[i] = byte(r.Uint64())
	}
	b[6], b[8] = b[6]&0xF|0x40, b[8]&0x3F|0x80
	return b
}

// digitsOfBytes writes bytes as so many digits of an alphabet.
func digitsOfBytes(b []byte, alphabet string, length int) string {
	number := append([]byte(nil), b...)
	out := make([]byte, length)
	for i := length - 1; i >= 0; i-- {
		rest := 0
		for j := range number {
			rest = rest<<8 | int(number[j])
			number[j], rest = byte(rest/len(alphabet)), rest%len(alphabet)
		}
		out[i] = alphabet[rest]
	}
	return string(out)
}

// The case of a letter is a part of the digits of some bases: texts of them are in no mixed case.
func TestSpellingOfNotations(t *testing.T) {
	now := time.Date(2026, 11, 29, 0, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		text     func(r *rand.Rand, i int) string
		form     Form
		spelling Spelling
	}{
		"base64":    {func(r *rand.Rand, _ int) string { return base64.StdEncoding.EncodeToString(uuid4(r)) }, Base64, ""},
		"base64url": {func(r *rand.Rand, _ int) string { return base64.RawURLEncoding.EncodeToString(uuid4(r)) }, Base64, ""},
		"base62":    {func(r *rand.Rand, _ int) string { return digitsOfBytes(uuid4(r), base62, 22) }, Base62, ""},
		"base58":    {func(r *rand.Rand, _ int) string { return digitsOfBytes(uuid4(r), base58, 22) }, Base58, ""},
		"base57":    {func(r *rand.Rand, _ int) string { return digitsOfBytes(uuid4(r), base57, 22) }, Base57, ""},
		"base36":    {func(r *rand.Rand, _ int) string { return digitsOfBytes(uuid4(r), base36, 25) }, Base36, Lower},
		"nanoid": {func(r *rand.Rand, _ int) string {
			b := make([]byte, 21)
			for i := range b {
				b[i] = (base62 + "-_")[r.IntN(64)]
			}
			return string(b)
		}, Text, ""},
		"names in two cases": {func(_ *rand.Rand, i int) string {
			return []string{"anna@Example.org", "BERT@example.org"}[i%2] + strings.Repeat("x", i/2%40)
		}, Other, Mixed},
	} {
		r := rand.New(rand.NewPCG(5, 6))
		got := Of(list(600, func(i int) any { return c.text(r, i) }), Hints{Now: now})
		if got.Form != c.form || got.Spelling != c.spelling {
			t.Errorf("%s: %s, %q, want %s, %q", name, got.Form, got.Spelling, c.form, c.spelling)
		}
	}
}
