package idkind

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// moment is when the samples of these tests are read.
var moment = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// The time of an integer follows from its layout and an epoch; an integer that is not above 0, or of a
// time before 1970 or after 2169, has none.
func TestTimeOfALayout(t *testing.T) {
	named := func(name string) layout {
		return layouts[slices.IndexFunc(layouts, func(l layout) bool { return l.name == name })]
	}
	for _, c := range []struct {
		layout string
		epoch  int
		n      int64
		want   string
	}{
		{"snowflake", 0, 1_541_815_603_606_036_480, "2022-06-28T16:07:40.105Z"}, // a published one of Twitter
		{"snowflake", 1, 175_928_847_299_117_063, "2016-04-30T11:18:25.796Z"},   // the one of Discord's documentation
		{"snowflake", 2, 1 << 22, "1970-01-01T00:00:00.001Z"},
		{"snowflake", 3, 1 << 22, "2011-11-11T11:11:11.112Z"},
		{"Sonyflake", 0, 1<<24 | 77, "2014-09-01T00:00:00.01Z"},
		{"Instagram's ID", 0, 1387263000 << 23, "2011-09-09T22:28:04.721Z"},
		{"64-bit xid (uid11)", 0, 86_400_000 << 22, "2011-11-12T11:11:11.111Z"},
		{"Ulid-Flake", 0, 1<<20 | 5, "2024-01-01T00:00:00.001Z"},
		{cockroach, 0, 100_000 << 15, "2015-01-01T00:00:01Z"},
		{".NET ticks", 0, 621_355_968_000_000_001, "1970-01-01T00:00:00.0000001Z"},
		{".NET ticks", 0, 621_355_967_990_000_000, ""},
		{"FILETIME", 0, 116_444_736_000_000_000, "1970-01-01T00:00:00Z"},
		{"Chrome's time", 0, 11_644_473_601_000_001, "1970-01-01T00:00:01.000001Z"},
		{"Unix time, s", 0, 1, "1970-01-01T00:00:01Z"},
		{"Unix time, s", 0, 2 * 100 * 365 * 86400, "2169-11-13T00:00:00Z"},
		{"Unix time, s", 0, 2*100*365*86400 + 1, ""},
		{"Unix time, s", 0, 0, ""},
		{"Unix time, s", 0, -5, ""},
		{"Unix time, ms", 0, 1_500, "1970-01-01T00:00:01.5Z"},
		{"Unix time, µs", 0, 1_500_000, "1970-01-01T00:00:01.5Z"},
		{"Unix time, ns", 0, 1_500_000_000, "1970-01-01T00:00:01.5Z"},
	} {
		l := named(c.layout)
		got, ok := l.time(c.n, l.epochs[c.epoch])
		if text := got.Format(time.RFC3339Nano); ok != (c.want != "") || ok && text != c.want {
			t.Errorf("%s of %s: %s, %v, want %s", l.epochs[c.epoch].kind, fmt.Sprint(c.n), text, ok, c.want)
		}
	}
}

// Times are plausible from 2000 on, up to a day ahead of the clock, and of an epoch from its second day on.
func TestPlausible(t *testing.T) {
	for at, want := range map[time.Time]bool{
		first: true, first.Add(-1): false, moment: true, moment.Add(ahead): false, moment.Add(ahead - 1): true,
	} {
		if got := plausible(at, moment); got != want {
			t.Errorf("%v: %v", at, got)
		}
	}
	if got := first.Format(time.RFC3339Nano); got != "2000-01-01T00:00:00Z" || ahead != 24*time.Hour {
		t.Errorf("IDs are of %s and later, up to %v ahead", got, ahead)
	}
	if got := plausibleShare(first.Add(1<<30*time.Second-ahead), time.Second, 32); got != .25 {
		t.Errorf("a quarter of the times is plausible, not %v", got)
	}
	if got := (field{48, 52}).share(); got != 1./16 {
		t.Errorf("the share of four bits is %v", got)
	}
	seconds := layouts[slices.IndexFunc(layouts, func(l layout) bool { return l.name == "Unix time, s" })]
	flake := layouts[4]
	start := flake.epochs[0].start
	for _, c := range []struct {
		l       layout
		numbers []int64
		want    int64 // the newest in milliseconds, 0 for none
	}{
		{seconds, []int64{first.Unix() + 86_400, first.Unix() + 86_403, first.Unix() + 86_402}, first.UnixMilli() + 86_403_000},
		{seconds, []int64{first.Unix() + 86_399, first.Unix() + 86_403}, 0},
		{seconds, []int64{first.Unix() + 86_400, moment.Unix() + 86_399}, moment.UnixMilli() + 86_399_000},
		{seconds, []int64{first.Unix() + 86_400, moment.Unix() + 86_400}, 0},
		{seconds, []int64{first.Unix() + 86_400, 0}, 0},
		{flake, []int64{86_400_000 << 20}, start + 86_400_000},
		{flake, []int64{86_399_999 << 20}, 0},
	} {
		newest, ok := c.l.newest(c.numbers, c.l.epochs[0], moment)
		if ok != (c.want != 0) || ok && newest.UnixMilli() != c.want {
			t.Errorf("%s of %v: %v, %v, want %d", c.l.name, c.numbers, newest, ok, c.want)
		}
	}
}

// ago returns n times of a unit before the moment, so many nanoseconds apart.
func ago(n int, unit, age, apart time.Duration) []int64 {
	list := make([]int64, n)
	for i := range list {
		list[i] = moment.Add(-age-time.Duration(n-1-i)*apart).UnixNano() / int64(unit)
	}
	return list
}

// Numbers are a time if one unit alone puts them into this century, in a part of it, and the digits of
// fractions vary.
func TestTimeOf(t *testing.T) {
	year := 365 * 24 * time.Hour
	for name, c := range map[string]struct {
		numbers []int64
		want    string
	}{
		"seconds":                  {ago(30, time.Second, year, time.Hour), "Unix time, s"},
		"milliseconds":             {ago(30, time.Millisecond, year, time.Hour+7*time.Millisecond), "Unix time, ms"},
		"microseconds":             {ago(30, time.Microsecond, year, time.Hour+7_777*time.Microsecond), "Unix time, µs"},
		"microseconds of 4096":     {ago(30, time.Microsecond, year, 65_536*time.Microsecond), ""},
		"milliseconds of a second": {ago(30, time.Millisecond, year, 33*time.Millisecond), "Unix time, ms"},
		"all but one are recent":   {append([]int64{moment.Add(-23 * year).Unix()}, ago(30, time.Second, year, time.Hour)...), ""},
		"of all years":             {ago(30, time.Second, time.Hour, 21*year/29+year/40), ""},
		"of many years":            {ago(30, time.Second, time.Hour, 21*year/29), "Unix time, s"},
		"ahead of the clock":       {ago(30, time.Second, -25*time.Hour, time.Minute), ""},
		"a day ahead":              {ago(30, time.Second, -23*time.Hour, time.Minute), "Unix time, s"},
		"of the last century":      {ago(30, time.Second, 27*year, time.Minute), ""},
		"small numbers":            {[]int64{1, 2, 3}, ""},
	} {
		if got := timeOf(c.numbers, moment); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	for name, c := range map[string]struct {
		bits []int64
		want bool
	}{"nine of sixteen": {[]int64{0, 1, 2, 3, 4, 5, 6, 7, 8}, true}, "eight": {[]int64{0, 1, 2, 3, 4, 5, 6, 7}, false}, "eight, again": {[]int64{0, 1, 2, 3, 4, 5, 6, 7, 16}, false}} {
		list := make([]int64, len(c.bits))
		for i, b := range c.bits {
			list[i] = b<<12 | 0xFFF
		}
		if got := varies(list); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// A share of the numbers shows a sequence: a twentieth, surely nine tenths.
func TestSequences(t *testing.T) {
	for share, want := range map[float64]float64{1: -9, .9: -9, .89: -3, .5: -3, .49: 0, .05: 0} {
		if got := density(share); got != want {
			t.Errorf("%v: 10^%v, want 10^%v", share, got, want)
		}
	}
	spaced := func(n int, from, step int64) []any {
		return list(n, func(i int) any { return from + int64(i)*step })
	}
	for name, c := range map[string]struct {
		values []any
		rows   float64
		want   string
		chance float64
	}{
		"each number":            {spaced(100, 1000, 1), 100, "sequence", -9},
		"each second one":        {spaced(100, 1000, 2), 100, "sequence", -3},
		"each twentieth":         {spaced(100, 1000, 20), 100, "sequence", 0},
		"each twenty-first":      {spaced(100, 1000, 21), 100, "integers with gaps", 0},
		"more rows than sampled": {spaced(100, 1000, 21), 1900, "sequence", -9},
		"rows unknown":           {spaced(100, 1000, 1), 0, "integers", 0},
		"of both signs":          {spaced(100, -50, 1), 100, "sequence", -9},
		"up to 2^53":             {spaced(100, 1<<53-100, 1), 100, "sequence", -9},
		"at 2^53":                {spaced(100, 1<<53-99, 1), 100, "integers of no known layout", 0},
		"down to -2^53":          {spaced(100, -1<<53+1, 1), 100, "sequence", -9},
		"at -2^53":               {spaced(100, -1<<53, 1), 100, "integers of no known layout", 0},
		"those that repeat":      {append(append(spaced(100, 1000, 1), spaced(100, 1000, 1)...), spaced(10, 1000, 1)...), 100, "integers", 0},
		"with a single far one":  {append(spaced(100, 1000, 1), int64(1<<53)), 100, "integers of no known layout", 0},
	} {
		r := Of(c.values, Hints{Now: moment, Rows: c.rows})
		if len(r.Parts) != 1 || r.Parts[0].Name != c.want || r.Parts[0].Chance != c.chance || r.Parts[0].Values != r.Distinct {
			t.Errorf("%s: %+v, want %s, 10^%v", name, r.Parts, c.want, c.chance)
		}
	}
}

// A number of machines is evidence if few of 1,024 occur.
func TestMachines(t *testing.T) {
	l := layouts[0]
	flakes := func(n, machines int) []int64 {
		list := make([]int64, n)
		for i := range list {
			list[i] = int64(i)<<l.low | int64(i%machines+1)<<l.at | 0xFFF
		}
		return list
	}
	for _, c := range []struct {
		n, machines int
		want        float64
	}{
		{1, 1, 0}, {2, 1, 3.0103}, {4, 1, 9.0309}, {10, 2, 21.3745}, {10, 10, -3.4211},
	} {
		if got := l.machines(flakes(c.n, c.machines)); math.Abs(got-c.want) > .001 {
			t.Errorf("%d numbers of %d machines: %.4f, want %.4f", c.n, c.machines, got, c.want)
		}
	}
}

// The time ends where its last bits vary and those below are not random.
func TestEnds(t *testing.T) {
	l := layout{low: 8}
	ticks := func(n int, number func(i int) int64) []int64 {
		list := make([]int64, n)
		for i := range list {
			list[i] = number(i)
		}
		return list
	}
	for name, c := range map[string]struct {
		ticks []int64
		want  bool
	}{
		"a counter of ticks":             {ticks(64, func(i int) int64 { return int64(i) << 8 }), true},
		"with the bit behind always set": {ticks(64, func(i int) int64 { return int64(i)<<8 | 1<<7 }), true},
		"random behind":                  {ticks(64, func(i int) int64 { return int64(i)<<8 | int64(i%2)<<7 }), false},
		"the last bit is constant":       {ticks(64, func(i int) int64 { return int64(2*i) << 8 }), false},
		"the third last is constant":     {ticks(64, func(i int) int64 { return int64(i%4+i/4*8) << 8 }), false},
		"the fourth last is constant":    {ticks(64, func(i int) int64 { return int64(i%8+i/8*16) << 8 }), true},
		"a tenth has the last bit":       {ticks(100, func(i int) int64 { return int64(i&^1|b2i(i < 10)) << 8 }), true},
		"less than a tenth":              {ticks(100, func(i int) int64 { return int64(i&^1|b2i(i < 9)) << 8 }), false},
		"less than a tenth lacks it":     {ticks(100, func(i int) int64 { return int64(i&^1|b2i(i >= 9)) << 8 }), false},
		"four sigmas from a half":        {ticks(100, func(i int) int64 { return int64(i)<<8 | int64(b2i(i < 70))<<7 }), false},
		"more than four sigmas":          {ticks(100, func(i int) int64 { return int64(i)<<8 | int64(b2i(i < 71))<<7 }), true},
	} {
		if got := l.ends(c.ticks); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Remainders of a power of five are spread below 21.1 of chi squared with 3 degrees of freedom.
func TestRemainders(t *testing.T) {
	const modulus = 1_953_125
	counts := func(counts ...int) (list []int64) {
		for class, n := range counts {
			for i := range n {
				list = append(list, int64(i)*modulus+int64(class)*modulus/4+1)
			}
		}
		return list
	}
	for name, c := range map[string]struct {
		numbers []int64
		want    bool
	}{
		"even": {counts(10, 10, 10, 10), true}, "chi of 21": {counts(10, 10, 10, 30), true}, "chi of 19": {counts(20, 20, 0, 8), true}, "chi of 22": {counts(10, 10, 2, 26), false}, "one class": {counts(0, 0, 0, 40), false},
		"no remainder":        {multiples(200, 1_000_003*modulus), false},
		"the ends of classes": {[]int64{modulus/4 - 1, modulus/2 - 1, modulus - 1, 0}, true},
	} {
		var count [4]float64
		for _, n := range c.numbers {
			count[n%modulus*4/modulus]++
		}
		sum := chiSquared(count[:])
		if got := spreadRemainders(c.numbers); got != (sum < 21.1) {
			t.Errorf("%s: %v, chi squared is %.1f", name, got, sum)
		}
	}
}

// multiples returns multiples of a number.
func multiples(n int, step int64) []int64 {
	list := make([]int64, n)
	for i := range list {
		list[i] = int64(i+1) * step
	}
	return list
}

// The newest ID of a table in use is less than a day old, and one of the last minute is as good as one of now.
func TestRead(t *testing.T) {
	seconds := layouts[slices.IndexFunc(layouts, func(l layout) bool { return l.name == "Unix time, s" })]
	for age, want := range map[time.Duration]string{
		24 * time.Hour: "false -2.79", 24*time.Hour - time.Second: "true -2.79", 2 * time.Minute: "true -5.65", time.Minute: "true -5.95", 0: "true -5.95", -time.Hour: "true -5.95", 48 * time.Hour: "false -2.49",
	} {
		x, ok := seconds.read(ago(50, time.Second, age, time.Hour), moment)
		if got := fmt.Sprintf("%v %.2f", x.dated, x.part.Chance); got != want || ok != (x.part.Chance <= -likely) || x.part.layout != x.part.Chance {
			t.Errorf("%v old: %s, %v, want %s", age, got, ok, want)
		}
	}
}

// Integers of 64 bits are random if their first bits are, and of 63 bits if those behind are.
func TestRandomIntegers(t *testing.T) {
	r := rand.New(rand.NewPCG(91, 92))
	for name, c := range map[string]struct {
		next func() any
		want string
	}{
		"signed":         {func() any { return int64(r.Uint64()) }, "random integers"},
		"unsigned":       {func() any { return r.Uint64() }, "random integers"},
		"of 63 bits":     {func() any { return r.Int64() }, "random integers"},
		"of 62 bits":     {func() any { return r.Int64() >> 1 }, "integers of no known layout"},
		"2^63 and more":  {func() any { return r.Uint64() | 1<<63 }, "integers of no known layout"},
		"all below zero": {func() any { return -r.Int64() }, "integers of no known layout"},
		"of 53 bits":     {func() any { return r.Int64N(1 << 53) }, "integers"},
	} {
		if got := Of(list(300, func(int) any { return c.next() }), Hints{Now: moment}); len(got.Parts) != 1 || got.Parts[0].Name != c.want {
			t.Errorf("%s: %+v, want %s", name, got.Parts, c.want)
		}
	}
}

// Kinds are written with what is unusual of them.
func TestKindString(t *testing.T) {
	for want, k := range map[string]Kind{
		"UUIDv4": {Name: "UUIDv4"}, "UUIDv1, swapped": {Name: "UUIDv1", Swapped: true}, "UUIDv7, Microsoft's byte order": {Name: "UUIDv7", Microsoft: true},
		"UUIDv4, time last": {Name: "UUIDv4", Clock: ClockLast}, "UUIDv4, Microsoft's byte order, not random": {Name: "UUIDv4", Microsoft: true, Clock: ClockNone},
		"UUIDv8, Microsoft's byte order": {Name: "UUIDv8", Microsoft: true, Clock: ClockMixed}, "UUIDv4, time in Microsoft's byte order": {Name: "UUIDv4", Clock: ClockMixed},
		"UUIDv4, but ordered by time": {Name: "UUIDv4", Clock: ClockFirst},
	} {
		if got := k.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Each kind of bytes has its bits, its order and its part of the time.
func TestCandidates(t *testing.T) {
	var got []string
	for _, size := range []int{8, 12, 16, 20, 24} {
		for _, c := range candidates(size, moment) {
			got = append(got, fmt.Sprintf("%d %s %s %v lead=%d time=%v share=%.4g", size, c.Kind, c.Order, c.fields, c.lead, c.time != nil, c.share))
		}
	}
	want := strings.Split(strings.TrimSpace(wantCandidates), "\n")
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Fatalf("candidate %d of\n%s", i, strings.Join(got, "\n"))
		}
	}
}

const wantCandidates = `
12 xid (rs/xid) or ObjectID ordered [] lead=32 time=true share=0.1976
16 UUIDv1 random [{48 52} {64 66}] lead=64 time=true share=0.000115
16 UUIDv4 random [{48 52} {64 66}] lead=0 time=false share=0.01562
16 UUIDv6 ordered [{48 52} {64 66}] lead=64 time=true share=0.000115
16 UUIDv6 of google/uuid ordered [{48 52} {64 66}] lead=64 time=true share=7.189e-06
16 UUIDv7 of a draft ordered [{48 52} {64 66}] lead=36 time=true share=0.000193
16 UUIDv7 ordered [{48 52} {64 66}] lead=48 time=true share=4.712e-05
16 ULID ordered [] lead=48 time=true share=0.003015
16 Wiji ordered [{72 76}] lead=56 time=true share=0.0007362
16 UUIDv2 unknown [{48 52} {64 66}] lead=0 time=false share=0.01562
16 UUIDv3 unknown [{48 52} {64 66}] lead=0 time=false share=0.01562
16 UUIDv5 unknown [{48 52} {64 66}] lead=0 time=false share=0.01562
16 UUIDv8 unknown [{48 52} {64 66}] lead=0 time=false share=0.01562
16 UUIDv1, swapped ordered [{0 4} {64 66}] lead=64 time=true share=0.000115
16 UUIDv1, Microsoft's byte order random [{56 60} {64 66}] lead=64 time=true share=0.000115
16 UUIDv4, swapped random [{0 4} {64 66}] lead=0 time=false share=0.01562
16 UUIDv4, Microsoft's byte order random [{56 60} {64 66}] lead=0 time=false share=0.01562
16 UUIDv6, swapped random [{0 4} {64 66}] lead=64 time=true share=0.000115
16 UUIDv6, Microsoft's byte order random [{56 60} {64 66}] lead=64 time=true share=0.000115
16 UUIDv6 of google/uuid, swapped random [{0 4} {64 66}] lead=64 time=true share=7.189e-06
16 UUIDv6 of google/uuid, Microsoft's byte order random [{56 60} {64 66}] lead=64 time=true share=7.189e-06
16 UUIDv7 of a draft, swapped random [{0 4} {64 66}] lead=64 time=true share=0.000193
16 UUIDv7 of a draft, Microsoft's byte order random [{56 60} {64 66}] lead=64 time=true share=0.000193
16 UUIDv7, swapped random [{0 4} {64 66}] lead=64 time=true share=4.712e-05
16 UUIDv7, Microsoft's byte order random [{56 60} {64 66}] lead=64 time=true share=4.712e-05
16 ULID, swapped random [] lead=64 time=true share=0.003015
16 Wiji, swapped random [{72 76}] lead=64 time=true share=0.0007362
20 SCRU160 ordered [] lead=48 time=true share=0.003015
20 KSUID ordered [] lead=32 time=true share=0.1976
`

// Bits that end as those of two layouts do, of which no epoch is of today, show none of them with certainty.
func TestTwoLayouts(t *testing.T) {
	r := rand.New(rand.NewPCG(73, 74))
	start := time.Date(2012, 6, 1, 0, 0, 0, 0, time.UTC).UnixMilli() - layouts[0].epochs[0].start
	values := list(200, func(i int) any {
		ms := start + int64(i)*60_000 + r.Int64N(60_000)
		ms = ms&^2 | int64(b2i(i%5 == 0))<<1 // the last bit of a snowflake that a Sonyflake does not have is seldom set
		return ms << 22
	})
	p := Of(values, Hints{Now: moment}).Parts[0]
	want := []string{"snowflake (Twitter's epoch)", "snowflake (Discord's epoch)", "uid11 Snowish", "one with another epoch", "Sonyflake", businessKey}
	if p.Name != "snowflake" || p.Chance != 1-certain || !slices.Equal(p.Rivals, want) {
		t.Errorf("%s, 10^%.2f, or %q", p, p.Chance, p.Rivals)
	}
}
