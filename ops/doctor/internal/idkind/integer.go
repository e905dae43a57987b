package idkind

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"
	"time"

	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulidflake"
)

// layout is how integers that begin with a time are built.
type layout struct {
	name string
	unit time.Duration
	low  int // bits behind the time
	at   int // where ten of these bits begin that are a machine's number
	// structured is whether the low bits hold a machine's number and a sequence; they are
	// random in other layouts.
	structured bool
	epochs     []epoch
}

// epoch is where the times of a kind begin.
type epoch struct {
	kind  string
	start int64 // milliseconds since 1970
}

// layouts holds the known layouts. Kinds with the same layout and another epoch cannot be told
// apart by their bits.
var layouts = []layout{
	{"snowflake", time.Millisecond, 22, 12, true, []epoch{
		{"snowflake (Twitter's epoch)", 1_288_834_974_657}, {"snowflake (Discord's epoch)", 1_420_070_400_000},
		{"snowflake (epoch 1970)", 0}, {"uid11 Snowish", uid11.EpochUnixMillis},
	}},
	{"Sonyflake", 10 * time.Millisecond, 24, 0, true, []epoch{{"Sonyflake", 1_409_529_600_000}}},
	{"Instagram's ID", time.Millisecond, 23, 10, true, []epoch{{"Instagram's ID", 1_314_220_021_721}}},
	{"64-bit xid (uid11)", time.Millisecond, 22, 12, false, []epoch{{"64-bit xid (uid11)", uid11.EpochUnixMillis}}},
	{"Ulid-Flake", time.Millisecond, 20, 0, false, []epoch{{"Ulid-Flake", ulidflake.EpochUnixMillis}}},
	{cockroach, 10 * time.Microsecond, 15, 0, true, []epoch{{cockroach, 1_420_070_400_000}}},
	timeAlone(".NET ticks", 100*time.Nanosecond, -62_135_596_800_000),
	timeAlone("FILETIME", 100*time.Nanosecond, year1601),
	timeAlone("Chrome's time", time.Microsecond, year1601),
	timeAlone("Unix time, s", time.Second, 0),
	timeAlone("Unix time, ms", time.Millisecond, 0),
	timeAlone("Unix time, µs", time.Microsecond, 0),
	timeAlone("Unix time, ns", time.Nanosecond, 0),
}

const (
	cockroach = "CockroachDB's rowid"
	year1601  = -11_644_473_600_000
)

// timeAlone returns the layout of times without other bits.
func timeAlone(name string, unit time.Duration, start int64) layout {
	return layout{name: name, unit: unit, epochs: []epoch{{name, start}}}
}

// time returns the time of an integer since an epoch, and false if it cannot be one.
func (l layout) time(n int64, e epoch) (time.Time, bool) {
	const century = 100 * 365 * 24 * 60 * 60
	perSecond := int64(time.Second / l.unit)
	ticks := n >> l.low
	seconds := e.start/1000 + ticks/perSecond
	if n <= 0 || seconds < 0 || seconds > 2*century {
		return time.Time{}, false
	}
	return time.Unix(seconds, ticks%perSecond*int64(l.unit)).Add(time.Duration(e.start%1000) * time.Millisecond).UTC(), true
}

// integers finds the kind of integers.
func (r *Result) integers(numbers []int64, h Hints) {
	slices.Sort(numbers)
	least, greatest := numbers[0], numbers[len(numbers)-1]
	if r.Form == Integer || r.Form == Decimal {
		if r.Business == "" {
			r.Business = cmp.Or(cells(numbers), checked(numbers))
		}
		if r.Business == "" && timeOf(numbers, h.Now) == "" { // times of whole milliseconds may be in ticks of 100 ns
			r.Business = rounded(numbers)
		}
	}
	if r.Business != "" {
		return
	}
	if p, ok := clock(numbers, h.Now); ok {
		r.Parts = []Part{p}
		return
	}
	const most = 1 << 53
	span := float64(greatest) - float64(least) + 1
	// Those of 2^63 and more, which are negative here, are far from those below.
	near := greatest < most && least > -most && (r.Unsigned == 0 || greatest < 0)
	p := Part{Values: len(numbers)}
	unit := timeOf(numbers, h.Now)
	switch {
	case near && h.Rows/span >= sparse:
		p.Kind, p.Chance = Kind{Name: "sequence", Order: Ordered}, density(h.Rows/span)
	case unit != "":
		p.Kind = Kind{Name: unit, Order: Unknown}
	case near:
		p.Kind = Kind{Name: "integers with gaps", Order: Unknown}
	case spreadIntegers(numbers, r.Negative+r.Unsigned > 0):
		p.Kind = Kind{Name: "random integers", Order: Random}
	default:
		p.Kind = Kind{Name: "integers of no known layout", Order: Unknown}
	}
	if h.Rows == 0 && p.Name == "integers with gaps" {
		p.Kind = Kind{Name: "integers", Order: Unknown}
	}
	p.Rivals = fitting(numbers, h.Now)
	r.Parts = []Part{p}
}

// timeOf returns the only time without other bits that the numbers may be, whenever they end, or "". They
// begin and end anywhere; a key of random numbers would fill all years.
func timeOf(numbers []int64, now time.Time) string {
	const most = 0.8
	name := ""
	for _, l := range layouts {
		if l.low > 0 {
			continue
		}
		e := l.epochs[0]
		newest, ok := l.newest(numbers, e, now)
		if !ok {
			continue
		}
		if l.unit < time.Millisecond && !varies(numbers) {
			continue
		}
		oldest, _ := l.time(numbers[0], e)
		if l.unit == time.Nanosecond && len(fitting(numbers, now)) > 1 { // a snowflake is as long
			return ""
		}
		if name != "" || float64(newest.Sub(oldest)) > most*float64(now.Sub(first)) {
			return ""
		}
		name = e.kind
	}
	return name
}

// varies reports whether four bits of numbers, which are those of some milliseconds in a time of
// microseconds, have most of their values: not those of seconds before a counter of 20 bits.
func varies(numbers []int64) bool {
	const shift, classes = 12, 16
	seen := make(map[int64]bool)
	for _, n := range numbers {
		seen[n>>shift%classes] = true
	}
	return len(seen) > classes/2
}

// sparse is the share of its numbers that a sequence still has.
const sparse = 0.05

// density returns the logarithm of the chance that a business key takes such a share of the
// numbers between its least and its greatest: lists of postal codes take two fifths.
func density(share float64) float64 {
	switch {
	case share >= 0.9:
		return -certain
	case share >= 0.5:
		return -likely
	}
	return 0
}

// reading is how integers look in one layout.
type reading struct {
	layout layout
	part   Part
	newest time.Time
	dated  bool // whether only one epoch puts the newest value near the present
}

// clock returns the kind of integers that begin with a time. That numbers fall into the
// range of some times shows nothing: those of bank cards and telephones do. So a kind needs
// evidence of its own: few machines' numbers in bits that would be random, or a newest ID of
// the last day.
func clock(numbers []int64, now time.Time) (Part, bool) {
	var list []reading
	for _, l := range layouts {
		if x, ok := l.read(numbers, now); ok {
			list = append(list, x)
		}
	}
	if len(list) == 0 {
		return Part{}, false
	}
	slices.SortStableFunc(list, func(a, b reading) int {
		if a.dated != b.dated {
			return map[bool]int{true: -1, false: 1}[a.dated]
		}
		return cmp.Compare(a.part.Chance, b.part.Chance)
	})
	top := list[0].part
	var others []string
	for _, x := range list[1:] {
		others = append(others, x.part.Name)
	}
	if !list[0].dated && -top.layout < certain { // the bits exclude none
		others = append(others, fitting(numbers, now)...)
	}
	for _, other := range others {
		if other != top.Name && !slices.Contains(top.Rivals, other) {
			top.Rivals = append(top.Rivals, other)
		}
	}
	if !list[0].dated && len(list) > 1 {
		top.Chance = max(top.Chance, 1-certain) // one that is certain has what its rivals lack
	}
	if -top.Chance < certain && !slices.Contains(top.Rivals, businessKey) {
		top.Rivals = append(top.Rivals, businessKey)
	}
	return top, true
}

// businessKey is the rival of every kind without a structure of its own.
const businessKey = "a business key"

// fitting returns the kinds whose times the numbers could be.
func fitting(numbers []int64, now time.Time) []string {
	var names []string
	for _, l := range layouts {
		for _, e := range l.epochs {
			if _, ok := l.newest(numbers, e, now); ok {
				names = append(names, e.kind)
			}
		}
	}
	return names
}

// newest returns the newest of the times, and false if one of them cannot be.
func (l layout) newest(numbers []int64, e epoch, now time.Time) (time.Time, bool) {
	start := time.UnixMilli(e.start)
	if start.Before(first) {
		start = first
	}
	start = start.Add(ahead) // the first numbers of a sequence are no IDs of the epoch's day
	var newest time.Time
	for _, n := range numbers {
		t, ok := l.time(n, e)
		if !ok || t.Before(start) || !t.Before(now.Add(ahead)) {
			return time.Time{}, false
		}
		if t.After(newest) {
			newest = t
		}
	}
	return newest, true
}

// recent is how old the newest ID of a table in use is at most.
const recent = 24 * time.Hour

// read returns the numbers as IDs of the layout, and false if nothing shows that they are.
func (l layout) read(numbers []int64, now time.Time) (reading, bool) {
	x := reading{layout: l}
	var fits []epoch
	var near []epoch
	for _, e := range l.epochs {
		newest, ok := l.newest(numbers, e, now)
		if !ok {
			continue
		}
		fits = append(fits, e)
		if now.Sub(newest) < recent {
			near = append(near, e)
		}
		if newest.After(x.newest) {
			x.newest = newest
		}
	}
	if len(fits) == 0 {
		return x, false
	}
	// The chance that a key of another kind ends by chance so near to the present, in one of
	// the layouts and epochs.
	age := max(now.Sub(x.newest), time.Minute)
	kinds := 0
	for _, l := range layouts {
		kinds += len(l.epochs)
	}
	recency := math.Log10(float64(kinds) * float64(age) / float64(now.Sub(first)))
	chance := recency
	strength, few := l.structure(numbers)
	switch {
	case l.low > 0 && few != l.structured:
		return x, false
	case l.structured && strength >= likely:
		chance = math.Log10(float64(len(layouts))) - strength
	}
	e := fits[0]
	x.dated = len(near) == 1
	structure := chance
	if x.dated {
		e = near[0]
		if len(fits) > 1 { // that it is of today is all that speaks for this epoch
			chance = max(chance, recency)
		}
	}
	x.part = l.part(numbers, e, min(0, chance), x.dated)
	x.part.layout = structure
	if !x.dated {
		x.part.Name = l.name
	}
	for _, e := range fits {
		if e.kind != x.part.Name {
			x.part.Rivals = append(x.part.Rivals, e.kind)
		}
	}
	if !x.dated {
		x.part.Rivals = append(x.part.Rivals, "one with another epoch")
	}
	return x, -chance >= likely
}

// part returns the numbers as IDs of an epoch. Their times are left out if the epoch is not
// known.
func (l layout) part(numbers []int64, e epoch, chance float64, dated bool) Part {
	p := Part{Kind: Kind{Name: e.kind, Order: Ordered}, Values: len(numbers), Chance: chance}
	for _, n := range numbers {
		if t, ok := l.time(n, e); ok && dated {
			p.see(t)
		}
	}
	return p
}

// structure tells a machine's number from random bits: few reports whether a few machines
// have made the numbers, and strength is the evidence for it. Of the numbers of one tick only
// the first counts as evidence, because the others follow from it. Decimal numbers such as
// those of accounts, a branch and many zeros, can have few such bits too; but then their
// remainders of a power of five are few as well, and those of a time are not.
func (l layout) structure(numbers []int64) (strength float64, few bool) {
	var ticks []int64
	for i, n := range numbers { // they are sorted
		if i == 0 || n>>l.low != numbers[i-1]>>l.low {
			ticks = append(ticks, n)
		}
	}
	few = l.machines(numbers) >= likely
	if few && l.structured && len(ticks) >= leastTicks && !l.ends(ticks) {
		return 0, false
	}
	if few && len(ticks) >= leastTicks && spreadRemainders(ticks) {
		strength = l.machines(ticks)
	}
	return strength, few
}

// machines returns the evidence that the bits of the machine's number are those of few
// machines.
func (l layout) machines(numbers []int64) float64 {
	const machines = 1 << 10
	seen := make(map[int64]bool)
	for _, n := range numbers {
		seen[n>>l.at&(machines-1)] = true
	}
	// The number of ways to choose the machines that occur, times the chance that each
	// value is of one of them.
	few, n := float64(len(seen)), float64(len(numbers))
	choose, _ := math.Lgamma(machines + 1)
	a, _ := math.Lgamma(few + 1)
	b, _ := math.Lgamma(machines - few + 1)
	return n*math.Log10(machines/few) - (choose-a-b)/math.Ln10
}

// ends reports whether the time ends where it does in this layout: any 64-bit function of time
// has high bits that look like a time, and low ones that look like few machines. The last bits
// of the time vary, each, and the one behind them is not as random as those of a time.
func (l layout) ends(ticks []int64) bool {
	const last, least, sigmas = 3, 10, 4 // of the bits of the time, and at least a tenth of the values
	ones := func(bit int) float64 {
		n := 0.0
		for _, t := range ticks {
			n += float64(t >> bit & 1)
		}
		return n
	}
	n := float64(len(ticks))
	for bit := l.low; bit < l.low+last; bit++ {
		if k := ones(bit); least*min(k, n-k) < n {
			return false
		}
	}
	return math.Abs(ones(l.low-1)-n/2) > sigmas*math.Sqrt(n)/2
}

// leastTicks is how many different times the evidence of a layout needs.
const leastTicks = 20

// spreadRemainders reports whether the remainders of numbers by 5^9 are spread as evenly as
// those of random ones: by a chi-squared test over four classes, at the level of 1 in 10,000.
func spreadRemainders(numbers []int64) bool {
	const modulus, classes, limit = 1_953_125, 4, 21.1
	var count [classes]float64
	for _, n := range numbers {
		count[n%modulus*classes/modulus]++
	}
	return chiSquared(count[:]) < limit
}

// spreadIntegers is spread for integers of 64 bits, or of 63.
func spreadIntegers(numbers []int64, wide bool) bool {
	list := make([]decoded, len(numbers))
	for i, n := range numbers {
		if !wide {
			n <<= 1
		}
		list[i].raw = binary.BigEndian.AppendUint64(nil, uint64(n))
	}
	return spread(list)
}

// String writes the kind for people.
func (k Kind) String() string {
	switch {
	case k.Swapped:
		return k.Name + ", swapped"
	case k.Microsoft && k.Clock == ClockMixed: // which that order makes
		return k.Name + ", Microsoft's byte order"
	case k.Microsoft:
		return k.Name + ", Microsoft's byte order" + clockTexts[k.Clock]
	case k.Clock != "":
		return k.Name + clockTexts[k.Clock]
	}
	return k.Name
}

var clockTexts = map[Clock]string{
	ClockFirst: ", but ordered by time", ClockLast: ", time last", ClockMixed: ", time in Microsoft's byte order", ClockNone: ", not random",
}
