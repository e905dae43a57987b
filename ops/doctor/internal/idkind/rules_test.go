package idkind

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"
)

// numbers returns the digits of texts.
func numbers(texts ...string) [][]int {
	var list [][]int
	for _, s := range texts {
		var d []int
		for _, c := range s {
			d = append(d, int(c-'0'))
		}
		list = append(list, d)
	}
	return list
}

// Each check holds for numbers that others publish, and for none of the nine other last digits.
func TestChecks(t *testing.T) {
	for i, list := range [][][]int{
		numbers("4111111111111111", "79927398713", "378282246310005", "5105105105105100", "0000000"),
		numbers("4006381333931", "9783161484100", "036000291452", "00012345600012"),
		numbers("0306406152", "0131103628"),
		numbers("3214282912345698765432161182", "1"),
	} {
		for _, d := range list {
			for change := range 10 {
				changed := slices.Clone(d)
				changed[len(d)-1] = (d[len(d)-1] + change) % 10
				if got := checks[i].holds(changed); got != (change == 0) {
					t.Errorf("%s: %v is %v", checks[i].what, changed, got)
				}
			}
			if swapped := slices.Clone(d); len(d) > 3 && d[1] != d[2] {
				swapped[1], swapped[2] = d[2], d[1]
				if checks[i].holds(swapped) && i != 1 && i != 0 { // which a swap by five leaves alone
					t.Errorf("%s: %v with two digits exchanged", checks[i].what, d)
				}
			}
		}
	}
	if got := weighted([]int{1, 2, 3, 4}, 3, 1); got != 3*1+2+3*3+4 {
		t.Errorf("weighted: %d", got)
	}
	if got := rising([]int{1, 2, 3}); got != 3*1+2*2+1*3 {
		t.Errorf("rising: %d", got)
	}
	for n, want := range map[int64][]int{0: nil, -12: nil, 7: {7}, 1203: {1, 2, 0, 3}} {
		if got := digitsOf(n); !slices.Equal(got, want) {
			t.Errorf("the digits of %d are %v", n, got)
		}
	}
}

// cards returns so many numbers of so many digits that keep Luhn's rule, and as many that keep none of
// the checks.
func cards(digits, kept, others int) []int64 {
	var list []int64
	for n := int64(math.Pow10(digits-1)) + 1; kept > 0 || others > 0; n += 37 {
		d := digitsOf(n)
		switch {
		case luhn(d) && kept > 0:
			kept--
			list = append(list, n)
		case others > 0 && !slices.ContainsFunc(checks, func(c check) bool { return c.holds(d) }):
			others--
			list = append(list, n)
		}
	}
	return list
}

// Numbers are a business key if more than three quarters keep a rule, and more than by chance.
func TestChecked(t *testing.T) {
	const reason = "numbers with a check digit (Luhn), such as those of cards, telephones and SIMs"
	for _, c := range []struct {
		digits, kept, others int
		want                 string
	}{
		{7, 9, 0, reason}, {7, 8, 0, ""}, {6, 100, 0, ""}, {16, 16, 4, reason}, {16, 15, 5, ""}, {16, 77, 23, reason}, {16, 75, 25, ""}, {16, 0, 50, ""},
	} {
		if got := checked(cards(c.digits, c.kept, c.others)); got != c.want {
			t.Errorf("%d of %d numbers of %d digits keep the rule: %q", c.kept, c.kept+c.others, c.digits, got)
		}
	}
}

// Numbers that all end in the same three digits are a business key, twenty of them.
func TestRounded(t *testing.T) {
	list := make([]int64, 20)
	for i := range list {
		list[i] = int64(i)*7000 + 123
	}
	for name, c := range map[string]struct {
		numbers []int64
		is      bool
	}{"twenty": {list, true}, "nineteen": {list[:19], false}, "another": {append(list[:19:19], 1124), false}, "the first is another": {append([]int64{1124}, list...), false}} {
		if got := rounded(c.numbers); (got != "") != c.is || c.is && got != "numbers that end in the same three digits" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// h3 returns the index of a cell: its resolution, its base cell, and its digits, of which the unused ones
// are 7.
func h3(resolution, base, digit int) int64 {
	n := int64(1)<<59 | int64(resolution)<<52 | int64(base)<<45
	for i := range 15 {
		d := int64(digit)
		if i >= resolution {
			d = 7
		}
		n |= d << (3 * (14 - i))
	}
	return n
}

func TestCells(t *testing.T) {
	list := make([]int64, 20)
	for i := range list {
		list[i] = h3(i%16, i*6, i%7)
	}
	const want = "cells of the grid H3"
	if got := cells(list); got != want {
		t.Errorf("%q", got)
	}
	if got := cells(list[:19]); got != "" {
		t.Errorf("of 19: %q", got)
	}
	for name, n := range map[string]int64{
		"the last base cell": h3(9, 121, 3), "resolution 15": h3(15, 0, 6), "resolution 0": h3(0, 0, 0), "0x8928308280fffff": 0x8928308280fffff,
	} {
		if got := cells(append(list[:19:19], n)); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	for name, n := range map[string]int64{
		"no such base cell": h3(9, 122, 3), "an edge": h3(9, 1, 3) + 1<<59, "another mode": h3(9, 1, 3) | 1<<60, "reserved bits": h3(9, 1, 3) | 1<<56, "the last reserved bit": h3(9, 1, 3) | 1<<58,
		"an unused digit within": h3(9, 1, 3) | 7<<(3*(14-8)), "a digit behind": h3(9, 1, 3) &^ (1 << (3 * (14 - 9))), "the last digit": h3(9, 1, 3) &^ 1, "below zero": -h3(9, 1, 3),
	} {
		if got := cells(append(list[:19:19], n)); got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// repeated returns n texts of a pattern: U and L are letters of a case, M those of a case that changes
// from text to text, and others are themselves.
func repeated(n int, pattern string) []any {
	list := make([]any, n)
	for i := range list {
		b := []byte(pattern)
		for j, c := range b {
			upper := c == 'U' || c == 'M' && (i+j)%2 == 0 || c == 'N' && i%2 == 0
			switch c {
			case 'U', 'L', 'M', 'N':
				if b[j] = 'x'; upper {
					b[j] = 'X'
				}
			}
		}
		list[i] = string(b)
	}
	return list
}

// The case of letters matters where it changes at random: in twenty texts and a hundred pairs of letters
// at least, of which a third changes.
func TestCaseMatters(t *testing.T) {
	mix := func(part, whole, n int) []any { // of so many texts in one case, a part in the other
		list := make([]any, n)
		for i := range list {
			list[i] = strings.Repeat("xX", 10)
			if i%whole < part {
				list[i] = strings.Repeat("Xx", 10)
			}
		}
		return list
	}
	for name, c := range map[string]struct {
		values []any
		want   bool
	}{
		"twenty texts":                 {repeated(20, "MMMMMMMMMM"), true},
		"nineteen texts":               {repeated(19, "MMMMMMMMMM"), false},
		"other values do not count":    {append(repeated(19, "MMMMMMMMMM"), "", nil, int64(3), []byte("xX")), false},
		"a hundred pairs":              {repeated(20, "MMMMMM"), true},
		"eighty pairs":                 {repeated(20, "MMMMM"), false},
		"pairs with a digit between":   {repeated(20, "MMM0MMM0MM"), true},
		"and fewer":                    {repeated(20, "MMM0MMM0M"), false},
		"digits among capitals":        {append(repeated(20, "U0U0U0U0U0U0"), repeated(20, "0U0U0U0U0U0U")...), false},
		"no pairs":                     {repeated(200, "M0M0M0M0M0"), false},
		"lower case":                   {repeated(20, "LLLLLLLLLL"), false},
		"a place is always the same":   {repeated(20, "ULULULULUL"), false},
		"each text in one case":        {repeated(20, "NNNNNNNNNN"), false},
		"beside constant places":       {repeated(40, "MLMLMLMLMLML"), false},
		"two of twenty":                {mix(2, 20, 20), false},
		"three of twenty":              {mix(3, 20, 20), true},
		"letters behind the hundredth": {repeated(20, strings.Repeat("0", 101)+"MMMMMMMMMM"), false},
		"a long text":                  {repeated(20, strings.Repeat("M", 150)), true},
		"letters of other scripts":     {repeated(20, strings.Repeat("MÄ", 30)), false},
		"a change in 8 of 20 pairs":    {repeated(30, "NMNMNMNMNNNNNNNNNNNNN"), true},
		"a change in 6 of 20 pairs":    {repeated(30, "NMNMNMNNNNNNNNNNNNNNN"), false},
	} {
		if got := CaseMatters(c.values); got != c.want {
			t.Errorf("%s: %v, such as %q", name, got, c.values[0])
		}
	}
}

// The density is the number of neighbours by their distances, in a span.
func TestDensity(t *testing.T) {
	head := func(b byte) []byte { return []byte{0, 0, 0, 0, 0, 0, 0, b, 99} }
	for name, c := range map[string]struct {
		runs       []Run
		span, want float64
		neighbours int
	}{
		"none":               {nil, 100, 0, 0},
		"two integers":       {[]Run{{2, int64(10), int64(20)}}, 100, 10, 1},
		"two runs":           {[]Run{{2, int64(10), int64(20)}, {5, int64(100), int64(130)}}, 1000, 125, 5},
		"one value":          {[]Run{{1, int64(10), int64(20)}}, 100, 0, 0},
		"one beside two":     {[]Run{{1, int64(10), int64(20)}, {2, int64(10), int64(20)}}, 100, 10, 1},
		"no distance":        {[]Run{{3, int64(10), int64(10)}}, 100, 0, 0},
		"backwards":          {[]Run{{3, int64(10), int64(5)}}, 100, 0, 0},
		"bytes":              {[]Run{{3, head(1), head(5)}}, 100, 50, 2},
		"bytes of eight":     {[]Run{{3, head(1)[:8], head(5)[:8]}}, 100, 50, 2},
		"bytes of seven":     {[]Run{{3, []byte("seventy"), []byte("seventz")}}, 100, 0, 0},
		"only one is a text": {[]Run{{3, int64(1), "x"}, {3, "x", int64(1)}}, 100, 0, 0},
		"decimal texts":      {[]Run{{2, "10", "20"}}, 100, 10, 1},
		"of 2^63 and more":   {[]Run{{2, uint64(1 << 63), uint64(1<<63 + 1<<20)}}, 1 << 20, 1, 1},
	} {
		n, neighbours := Density(c.runs, c.span)
		if n != c.want || neighbours != c.neighbours {
			t.Errorf("%s: %v, %d, want %v, %d", name, n, neighbours, c.want, c.neighbours)
		}
	}
}

// ofChance is a result of one part of a kind.
func ofChance(chance float64, k Kind) Result {
	return Result{Form: Integer, Parts: []Part{{Kind: k, Chance: chance}}}
}

// A kind is certain from one in 10^9 on, likely from one in 10^3.
func TestSureness(t *testing.T) {
	for chance, want := range map[float64]string{0: "a guess", -2.99: "a guess", -3: "likely", -8.99: "likely", -9: "certain", -1000: "certain"} {
		r := ofChance(chance, Kind{Order: Random})
		if got := r.Parts[0].Sureness(); got != want {
			t.Errorf("10^%v: %s, want %s", chance, got, want)
		}
		if known := want != "a guess"; r.IsKnown() != known || r.IsGenerated() != known {
			t.Errorf("10^%v: known %v, generated %v", chance, r.IsKnown(), r.IsGenerated())
		}
	}
	if r := ofChance(-9, Kind{Order: Ordered}); r.IsGenerated() || !r.IsID() {
		t.Error("ordered IDs are generated as random ones")
	}
	if (Result{Form: Decimal}).IsNumber() {
		t.Error("decimal texts of no kind are numbers")
	}
	if r := (Result{}); r.IsKnown() || r.IsGenerated() || r.IsID() || r.Rivals() != nil || r.IsNumber() || r.StartsOver() || r.Seen() != Unknown || r.Order() != Unknown {
		t.Errorf("an empty result is something: %+v", r)
	}
}

// An integer column holds integers, and decimal texts that are certainly ordered IDs.
func TestIsNumber(t *testing.T) {
	for name, c := range map[string]struct {
		form           Form
		order          Order
		chance, layout float64
		want           bool
	}{
		"integers": {Integer, Unknown, 0, 0, true}, "certain": {Decimal, Ordered, -9, 0, true}, "likely": {Decimal, Ordered, -8.9, 0, false}, "of a certain layout": {Decimal, Ordered, 0, -9, true},
		"random": {Decimal, Random, -100, 0, false}, "bytes": {Raw, Ordered, -100, 0, false},
	} {
		r := Result{Form: c.form, Parts: []Part{{Kind: Kind{Order: c.order}, Chance: c.chance, layout: c.layout}}}
		if got := r.IsNumber(); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// Values repeat if fewer than nine in ten are different.
func TestRepeats(t *testing.T) {
	for _, c := range []struct {
		distinct, sampled int
		want              bool
	}{{9, 10, false}, {8, 10, true}, {90, 100, false}, {89, 100, true}, {0, 0, false}} {
		if got := (Result{Distinct: c.distinct, Sampled: c.sampled}).Repeats(); got != c.want {
			t.Errorf("%d of %d: %v", c.distinct, c.sampled, got)
		}
	}
	for place, want := range map[float64]bool{.9: false, .91: true, -.9: false, -.91: true, 0: false} {
		if got := (Result{Place: place}).IsInPlace(); got != want {
			t.Errorf("in place at %v: %v", place, got)
		}
	}
}

// IDs start over if the low bytes of a time are first.
func TestStartsOver(t *testing.T) {
	now := time.Unix(1, 0)
	for name, c := range map[string]struct {
		part Part
		want bool
	}{
		"Microsoft's order with a time": {Part{Kind: Kind{Microsoft: true}, Oldest: now}, true}, "without a time": {Part{Kind: Kind{Microsoft: true}}, false},
		"another time": {Part{Kind: Kind{Microsoft: true, Clock: ClockFirst}, Oldest: now}, false}, "a mixed time": {Part{Kind: Kind{Clock: ClockMixed}}, true}, "usual": {Part{Oldest: now}, false},
	} {
		if got := (Result{Parts: []Part{c.part}}).StartsOver(); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// The order is that of a certain kind, unless random values lie in order beside no time; of others the one
// that the rows show, or else the kind's.
func TestOrder(t *testing.T) {
	for name, c := range map[string]struct {
		order  Order // of the kind
		chance float64
		seen   Order
		time   float64
		want   Order
	}{
		"certain":                          {Ordered, -9, Random, 0, Ordered},
		"certain, unknown order":           {Unknown, -9, Random, 0, Random},
		"unknown order, nothing seen":      {Unknown, -9, "", 0, Unknown},
		"not certain, nothing seen":        {Ordered, -8, "", 0, Ordered},
		"not certain":                      {Ordered, -8, Random, 0, Random},
		"random in order of places":        {Random, -8, Ordered, .9, Unknown},
		"random in order of times":         {Random, -8, Ordered, .91, Ordered},
		"random and random":                {Random, -8, Random, .9, Random},
		"certainly random, in order":       {Random, -9, Ordered, 0, Random},
		"random in order, nothing is seen": {Random, -8, "", 0, Random},
	} {
		r := ofChance(c.chance, Kind{Order: c.order})
		r.seen, r.Time = c.seen, c.time
		if got := r.Order(); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// Chernoff's bound of so many values of a share.
func TestEvidence(t *testing.T) {
	for _, c := range []struct {
		k, n  int
		share float64
		want  float64
	}{
		{10, 10, .1, 10}, {5, 5, .01, 10}, {1, 10, .1, 0}, {1, 10, .2, 0}, {0, 10, .1, 0}, {5, 10, .1, 2.218487}, {9, 10, .5, 1.598353}, {8, 16, .25, 0.999},
	} {
		if got := evidence(c.k, c.n, c.share); math.Abs(got-c.want) > .001 {
			t.Errorf("%d of %d, %v: %v, want %v", c.k, c.n, c.share, got, c.want)
		}
	}
	for _, c := range []struct {
		counts []float64
		want   float64
	}{{[]float64{5, 5}, 0}, {[]float64{10, 0}, 10}, {[]float64{1, 2, 3}, 1}} {
		if got := chiSquared(c.counts); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v: %v, want %v", c.counts, got, c.want)
		}
	}
}

// heads returns values whose first half bytes are distributed so: counts by class.
func halves(counts ...int) []decoded {
	var list []decoded
	for class, n := range counts {
		for range n {
			list = append(list, decoded{raw: []byte{byte(class<<4) | 15}})
		}
	}
	return list
}

// First bytes are spread evenly below 44.3 of chi squared with 15 degrees of freedom, of 80 values at least.
func TestSpread(t *testing.T) {
	for name, c := range map[string]struct {
		counts []int
		want   bool
	}{
		"even":            {[]int{5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5}, true},
		"seventy-nine":    {[]int{4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5}, false},
		"chi of 44":       {[]int{13, 11, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 1, 0, 0}, false}, // 64+36+16+25+25 by 5 is 33.2
		"chi of 48":       {[]int{15, 13, 5, 5, 5, 5, 5, 5, 5, 5, 5, 2, 2, 2, 1, 0}, false},
		"one class alone": {[]int{80}, false},
	} {
		list := halves(c.counts...)
		sum := 0.0
		mean := float64(len(list)) / 16
		for i := range 16 {
			n := 0.0
			if i < len(c.counts) {
				n = float64(c.counts[i])
			}
			sum += (n - mean) * (n - mean) / mean
		}
		if want := len(list) >= 80 && sum < 44.3; spread(list) != want {
			t.Errorf("%s: %v, chi squared is %.1f", name, spread(list), sum)
		}
	}
}

// The form is that of the most values, and of as many the first one's.
func TestCommonForm(t *testing.T) {
	for want, forms := range map[Form][]Form{Raw: {Raw}, Integer: {Raw, Integer, Integer}, Hex: {Hex, Integer}, Base32: {Hex, Integer, Base32, Base32}} {
		var list []decoded
		for _, f := range forms {
			list = append(list, decoded{form: f})
		}
		if got := commonForm(list); got != want {
			t.Errorf("%v: %s", forms, got)
		}
	}
}
