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

// A place is even if chi squared of its characters is below the quantile of 1 in 10,000.
func TestIsEven(t *testing.T) {
	for name, c := range map[string]struct {
		counts []float64
		want   bool
	}{
		"even": {[]float64{10, 10, 10, 10}, true}, "21.69, of 21.84": {[]float64{10, 10, 10, 31}, true}, "23.42": {[]float64{10, 10, 10, 32}, false},
		"21.33": {[]float64{100, 100, 100, 157}, true}, "22.03": {[]float64{100, 100, 100, 158}, false},
		"two characters": {[]float64{40, 60}, true}, "two that differ": {[]float64{25, 75}, false}, // 25 with one degree of freedom, of 15.1
		"sixteen": {[]float64{5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 18}, true}, "sixteen that differ": {[]float64{5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 23}, false},
	} {
		var p placeCount
		for i, n := range c.counts {
			p.count['a'+i], p.different = n, p.different+1
		}
		if got := p.isEven(); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// The characters of a place are from all of the alphabet if half of it occurs, from its first sixth to its
// last one; or of its letters, if there are no others.
func TestIsFromAll(t *testing.T) {
	const lower = "abcdefghijklmnopqrstuvwxyz"
	for name, c := range map[string]struct {
		alphabet, place string
		want            bool
	}{
		"all": {lower, lower, true}, "half": {lower[:24], "acegikmoqsux", true}, "less than half": {lower[:24], "acegikmoqsx", false},
		"from the first sixth": {lower[:24], lower[4:24], true}, "from behind it": {lower[:24], lower[5:24], false}, "to the last sixth": {lower[:24], lower[:20], true}, "to before it": {lower[:24], lower[:19], false},
		"letters among others": {digits + lower, lower, true}, "some letters": {digits + "-_" + lower, lower[6:], false}, "with a digit": {digits + lower, "0" + lower, true}, "a digit and high letters": {digits + lower, "9" + lower[8:], false},
	} {
		var all [256]bool
		var p placeCount
		for _, b := range []byte(c.alphabet) {
			all[b] = true
		}
		for _, b := range []byte(c.place) {
			p.count[b], p.different = 3, p.different+1
		}
		if got := p.isFromAll(all); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// behind returns texts with another text behind each.
func behind(list []decoded, text func(i int) string) []decoded {
	for i := range list {
		list[i].text += text(i)
	}
	return list
}

// Texts are random if more than half of their places are even, of eight places and sixteen characters.
func TestRandomPlaces(t *testing.T) {
	const lower = "abcdefghijklmnopqrstuvwxyz"
	texts := func(n int, alphabet string, even, others, constant int) []decoded {
		list := make([]decoded, n)
		for i := range list {
			b := make([]byte, 0, even+others+constant)
			for j := range even {
				b = append(b, alphabet[(i+j)%len(alphabet)])
			}
			for range others { // one character is in half of the texts
				b = append(b, alphabet[max(0, i%(2*len(alphabet))-len(alphabet))])
			}
			list[i].text = string(b) + strings.Repeat("x", constant)
		}
		return list
	}
	for name, c := range map[string]struct {
		values []decoded
		want   bool
	}{
		"eight places": {texts(160, lower[:16], 8, 0, 3), true}, "seven places": {texts(160, lower[:16], 7, 0, 9), false}, "fifteen characters": {texts(150, lower[:15], 8, 0, 0), false},
		"six of ten even": {texts(160, lower[:16], 6, 4, 0), true}, "five of ten even": {texts(160, lower[:16], 5, 5, 0), false}, "seventy-nine": {texts(79, lower[:16], 8, 0, 0), false}, "eighty": {texts(80, lower[:16], 8, 0, 0), true},
		"seven places, and three constant ones":   {texts(160, lower[:16], 7, 0, 3), false},
		"seven places, and one of two characters": {behind(texts(160, lower[:16], 7, 0, 0), func(i int) string { return lower[i/80 : i/80+1] }), true},
		"seven places of half the alphabet each":  {behind(texts(160, lower[:16], 1, 0, 0), func(i int) string { return strings.Repeat(lower[i%8:i%8+1], 4) + strings.Repeat(lower[8+i%8:9+i%8], 3) }), true},
		"seven places of less than half":          {behind(texts(160, lower[:16], 1, 0, 0), func(i int) string { return strings.Repeat(lower[i%7:i%7+1], 4) + strings.Repeat(lower[8+i%7:9+i%7], 3) }), false},
	} {
		if got := isRandomText(c.values); got != c.want {
			t.Errorf("%s: %v, such as %s", name, got, c.values[5].text)
		}
	}
}
