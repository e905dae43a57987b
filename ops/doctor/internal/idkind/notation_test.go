package idkind_test

import (
	"encoding/base64"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/ops/doctor/internal/idkind"
)

// The case of a letter is a part of the digits of some bases: texts of them are in no mixed case.
func TestSpellingOfNotations(t *testing.T) {
	now := time.Date(2026, 11, 29, 0, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		text     func(r *rand.Rand, i int) string
		form     idkind.Form
		spelling idkind.Spelling
	}{
		"base64":    {func(r *rand.Rand, _ int) string { return base64.StdEncoding.EncodeToString(v4(r)) }, idkind.Base64, ""},
		"base64url": {func(r *rand.Rand, _ int) string { return base64.RawURLEncoding.EncodeToString(v4(r)) }, idkind.Base64, ""},
		"base62":    {func(r *rand.Rand, _ int) string { return inBase(v4(r), base62, 22) }, idkind.Base62, ""},
		"base58":    {func(r *rand.Rand, _ int) string { return inBase(v4(r), base58, 22) }, idkind.Base58, ""},
		"base57":    {func(r *rand.Rand, _ int) string { return inBase(v4(r), base58[1:], 22) }, idkind.Base57, ""},
		"base36":    {func(r *rand.Rand, _ int) string { return inBase(v4(r), digits+small, 25) }, idkind.Base36, idkind.Lower},
		"nanoid":    {func(r *rand.Rand, _ int) string { return letters(r, base62+"-_", 21) }, idkind.Text, ""},
		"names in two cases": {func(_ *rand.Rand, i int) string {
			return []string{"anna@Example.org", "BERT@example.org"}[i%2] + strings.Repeat("x", i/2%40)
		}, idkind.Other, idkind.Mixed},
	} {
		r := rand.New(rand.NewPCG(5, 6))
		values := make([]any, 600)
		for i := range values {
			values[i] = c.text(r, i)
		}
		got := idkind.Of(values, idkind.Hints{Now: now})
		if got.Form != c.form || got.Spelling != c.spelling {
			t.Errorf("%s: %s, %q, want %s, %q", name, got.Form, got.Spelling, c.form, c.spelling)
		}
	}
}
