package idkind

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestRandomText(t *testing.T) {
	const lower = "abcdefghijklmnopqrstuvwxyz"
	some := func(alphabet string, n int) func(*rand.Rand, int) string {
		return func(r *rand.Rand, _ int) string {
			b := make([]byte, n)
			for i := range b {
				b[i] = alphabet[r.IntN(len(alphabet))]
			}
			return string(b)
		}
	}
	behind := func(prefix func(i int) string, random func(*rand.Rand, int) string) func(*rand.Rand, int) string {
		return func(r *rand.Rand, i int) string { return prefix(i) + random(r, i) }
	}
	always := func(s string) func(int) string { return func(int) string { return s } }
	names := strings.Fields("anna berta carla dora emilia frieda greta hanna ida jutta")
	for name, c := range map[string]struct {
		make func(*rand.Rand, int) string
		want bool
	}{
		"64 characters":    {some(base62+"-_", 21), true},
		"36 characters":    {some(base36, 24), true},
		"hexadecimal":      {some(hexDigits, 20), true},
		"behind a prefix":  {behind(always("cus_"), some(base62, 14)), true},
		"behind a letter":  {func(r *rand.Rand, i int) string { return some(lower, 1)(r, i) + some(base36, 23)(r, i) }, true},
		"eight characters": {some(base62, 8), true},
		"seven characters": {some(base62, 7), false},
		"digits":           {some(digits, 21), false},
		"behind a time":    {behind(func(i int) string { return "m" + string(base36[12+i/200]) + string(base36[i/6%36]) }, some(base36, 20)), false},
		"a counter": {func(_ *rand.Rand, i int) string {
			return "order-number-" + string(lower[i/26%26]) + string(lower[i%26])
		}, false},
		"names before random letters": {func(r *rand.Rand, i int) string { return (names[r.IntN(10)] + "xxxxxx")[:6] + some(lower, 3)(r, i) }, false},
		"words": {func(r *rand.Rand, i int) string {
			var b strings.Builder
			for b.Len() < 21 {
				b.WriteString(names[r.IntN(len(names))])
			}
			return b.String()[:21]
		}, false},
	} {
		r := rand.New(rand.NewPCG(3, 4))
		values := make([]decoded, 1200)
		for i := range values {
			values[i].text = c.make(r, i)
		}
		if got := isRandomText(values); got != c.want {
			t.Errorf("%s: %v, such as %q", name, got, values[0].text)
		}
		if isRandomText(values[:79]) {
			t.Errorf("%s: 79 values are too few", name)
		}
		// A sample by key has runs of neighbours.
		slices.SortFunc(values, func(a, b decoded) int { return strings.Compare(a.text, b.text) })
		var runs []decoded
		for i := range 100 {
			runs = append(runs, values[12*i:12*i+8]...)
		}
		if got := isRandomText(runs); got != c.want {
			t.Errorf("%s, in runs: %v", name, got)
		}
	}
}
