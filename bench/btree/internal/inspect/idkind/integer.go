package idkind

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulidflake"
)

// clocked is a kind of integer that begins with a time.
type clocked struct {
	name   string
	epoch  int64 // milliseconds since 1970
	unit   time.Duration
	low    int  // bits behind the time
	at     int  // where ten of these bits begin that are a machine's number, or random
	random bool // whether they are random
}

// clockedKinds are the known ones. Time decides between those with the same layout.
var clockedKinds = []clocked{
	{"snowflake (Twitter's epoch)", 1_288_834_974_657, time.Millisecond, 22, 12, false},
	{"snowflake (Discord's epoch)", 1_420_070_400_000, time.Millisecond, 22, 12, false},
	{"snowflake (epoch 1970)", 0, time.Millisecond, 22, 12, false},
	{"uid11 Snowish", uid11.EpochUnixMillis, time.Millisecond, 22, 12, false},
	{"Sonyflake", 1_409_529_600_000, 10 * time.Millisecond, 24, 0, false},
	{"Instagram's ID", 1_314_220_021_721, time.Millisecond, 23, 10, false},
	{"xid (uid11)", uid11.EpochUnixMillis, time.Millisecond, 22, 12, true},
	{"Ulid-Flake", ulidflake.EpochUnixMillis, time.Millisecond, 20, 0, true},
	{"Unix time, ms", 0, time.Millisecond, 0, 0, false},
	{"Unix time, µs", 0, time.Microsecond, 0, 0, false},
	{"Unix time, ns", 0, time.Nanosecond, 0, 0, false},
}

// time returns the time of an integer, and false if it cannot be one.
func (c clocked) time(n int64) (time.Time, bool) {
	ticks := n >> c.low
	const years = 200 * 365 * 24 * time.Hour // more than any Duration since an epoch may have
	if n <= 0 || ticks > int64(years/c.unit) {
		return time.Time{}, false
	}
	return time.UnixMilli(c.epoch).Add(time.Duration(ticks) * c.unit).UTC(), true
}

// integers finds the kind of integers.
func (r *Result) integers(numbers []int64, h Hints) {
	slices.Sort(numbers)
	least, greatest := numbers[0], numbers[len(numbers)-1]
	if r.Form == Integer || r.Form == Decimal {
		r.Greatest = greatest
	}
	if p, ok := clock(numbers, h.Now); ok {
		p.middle()
		r.Parts = []Part{p}
		return
	}
	const most = 1 << 53
	span := float64(greatest) - float64(least) + 1
	p := Part{Values: len(numbers), Chance: -float64(len(numbers)) * math.Log10(math.Exp2(64)/span)}
	switch {
	case greatest < most && least > -most && (h.Rows == 0 || h.Rows/span >= dense):
		p.Kind = Kind{Name: "sequence", Order: Ordered}
	case greatest < most && least > -most:
		p.Kind, p.Chance = Kind{Name: "integers with gaps", Order: Unknown}, 0
	case spreadIntegers(numbers, r.Negative > 0):
		p.Kind, p.Chance = Kind{Name: "random integers", Order: Random}, 0
	default:
		p.Kind, p.Chance = Kind{Name: "integers of no known layout", Order: Unknown}, 0
	}
	r.Parts = []Part{p}
}

// dense is the share of its numbers that a sequence still has.
const dense = 0.05

// clock returns the kind of integers that begin with a time. Several kinds have the same
// layout and another epoch: the one whose newest ID is nearest to now is taken.
func clock(numbers []int64, now time.Time) (Part, bool) {
	var top Part
	found := false
	for _, c := range clockedKinds {
		p, ok := c.part(numbers, now)
		if ok && (!found || p.Newest.After(top.Newest)) {
			top, found = p, true
		}
	}
	return top, found
}

// part returns the numbers as IDs of the kind, and false if they are not.
func (c clocked) part(numbers []int64, now time.Time) (Part, bool) {
	p := Part{Kind: Kind{Name: c.name, Order: Ordered}}
	start := time.UnixMilli(c.epoch)
	if start.Before(first) {
		start = first
	}
	start = start.Add(ahead) // the first numbers of a sequence are no IDs of the epoch's day
	for _, n := range numbers {
		t, ok := c.time(n)
		if !ok || t.Before(start) || !t.Before(now.Add(ahead)) {
			return Part{}, false
		}
		p.Values++
		p.see(t)
	}
	share := float64(now.Sub(start)/c.unit) / math.Exp2(float64(63-c.low))
	strength := float64(p.Values) * -math.Log10(share)
	if c.low > 0 {
		extra, ok := c.lowBits(numbers)
		if !ok {
			return Part{}, false
		}
		strength += extra
	}
	p.Chance = math.Log10(float64(len(clockedKinds))) - strength
	return p, -p.Chance >= likely
}

// lowBits tells a machine's number and a sequence from random bits: a few machines have
// few numbers. It returns the evidence and whether the bits are as the kind has them.
func (c clocked) lowBits(numbers []int64) (strength float64, ok bool) {
	const machines = 1 << 10
	seen := make(map[int64]bool)
	for _, n := range numbers {
		seen[n>>c.at&(machines-1)] = true
	}
	// The number of ways to choose the machines that occur, times the chance that each
	// value is of one of them.
	few, n := float64(len(seen)), float64(len(numbers))
	choose, _ := math.Lgamma(machines + 1)
	a, _ := math.Lgamma(few + 1)
	b, _ := math.Lgamma(machines - few + 1)
	structured := n*math.Log10(machines/few) - (choose-a-b)/math.Ln10
	if c.random {
		return 0, structured < likely
	}
	return max(0, structured), structured >= likely
}

// spreadIntegers is spread for integers; those that are never negative have 63 bits.
func spreadIntegers(numbers []int64, signed bool) bool {
	list := make([][]byte, len(numbers))
	for i, n := range numbers {
		if !signed {
			n <<= 1
		}
		list[i] = binary.BigEndian.AppendUint64(nil, uint64(n))
	}
	return spread(list)
}

// String writes the kind for people.
func (k Kind) String() string {
	if k.Swapped {
		return fmt.Sprintf("%s, swapped", k.Name)
	}
	return k.Name
}
