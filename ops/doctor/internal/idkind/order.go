package idkind

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"time"
)

// Clock is where values of a kind without a time show one.
type Clock string

// The places of a time.
const (
	// ClockFirst is in the first bits, so that new IDs are greater than the ones before.
	ClockFirst Clock = "first"
	// ClockLast is in the last six bytes, as SQL Server sorts them.
	ClockLast Clock = "last"
	// ClockMixed is in the first bits of the UUID, of which Microsoft's byte order has the low
	// ones first.
	ClockMixed Clock = "mixed"
	// ClockNone is in none, but the first bits are not random.
	ClockNone Clock = "none"
)

// head48 reads the time in the first six bytes of an ID.
type head48 struct {
	epoch time.Time
	unit  time.Duration // 0 for SQL Server's days and parts of a day
	shift int           // bits below the time
}

var yearOne = time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC)

// heads holds the times that generators of sequential GUIDs write into six bytes.
var heads = []head48{
	{time.UnixMilli(0), time.Millisecond, 0},
	{time.UnixMilli(0), 10 * time.Microsecond, 0},       // ramsey/uuid, and with it Laravel
	{yearOne, time.Millisecond, 0},                      // ABP, jhtodd's SequentialGuid
	{yearOne, 65_536 * 100 * time.Nanosecond, 0},        // Pomelo, EF Core: DateTime.Ticks
	{time.UnixMilli(0), time.Second, 16},                // 32 bits of seconds
	{time.Date(1900, 1, 1, 0, 0, 0, 0, time.UTC), 0, 0}, // COMB: SQL Server's datetime
}

// time returns the time in six bytes.
func (h head48) time(b []byte) time.Time {
	n := int64(binary.BigEndian.Uint32(b))<<16 | int64(binary.BigEndian.Uint16(b[4:]))
	if h.unit == 0 {
		const perSecond = 300
		return h.epoch.AddDate(0, 0, int(n>>32)).Add(time.Duration(n&(1<<32-1)) * time.Second / perSecond)
	}
	n >>= h.shift
	// A Duration holds 292 years only.
	perSecond := int64(time.Second / h.unit)
	if h.unit*time.Duration(perSecond) != time.Second {
		const ticks = 1e7 / 65_536.0
		s, part := math.Modf(float64(n) / ticks)
		return time.Unix(h.epoch.Unix()+int64(s), int64(part*1e9))
	}
	return time.Unix(h.epoch.Unix()+n/perSecond, n%perSecond*int64(h.unit))
}

// clockPlaces returns the bytes of a UUID in an order in which a time would be first.
var clockPlaces = []struct {
	clock Clock
	bytes [6]int
}{
	{ClockFirst, [6]int{0, 1, 2, 3, 4, 5}},
	{ClockLast, [6]int{10, 11, 12, 13, 14, 15}},
	{ClockMixed, [6]int{3, 2, 1, 0, 5, 4}},
}

// order sets the orders of the parts by what their values show, beside their kinds.
func (r *Result) order(h Hints) {
	var parts []Part
	for _, p := range r.Parts {
		parts = append(parts, p.ordered(h.Now)...)
	}
	for i := range parts {
		if h.ByLastGroup && len(parts[i].values[0].raw) == 16 {
			parts[i].byLastGroup()
		}
	}
	r.Parts = parts
}

// clocked adds values of 16 bytes of no known kind as a part if they show a time, as those of some
// sequential GUIDs do that set no version.
func (r *Result) clocked(left []decoded, now time.Time) {
	const least = 20
	if len(left) < least {
		return
	}
	p := Part{Kind: Kind{Name: "bytes of no known layout", Order: Unknown}, Values: len(left), values: left}
	if parts := p.ordered(now); len(parts) == 1 && parts[0].Clock != "" && parts[0].Clock != ClockNone {
		r.Parts, r.Unfit = []Part{p}, r.Unfit-len(left)
	}
}

// ordered splits a part whose kind has no time by what its values show: those that are not
// spread as random ones are become a part of their own, with the time if there is one. Of a
// sequential GUID of version 4, the version alone would say that it is random.
func (p Part) ordered(now time.Time) []Part {
	if p.Swapped || len(p.values[0].raw) != 16 || !p.Oldest.IsZero() {
		return []Part{p}
	}
	for _, place := range clockPlaces {
		dense, others := concentrated(p.values, place.bytes[0])
		if len(dense) == 0 {
			continue
		}
		o := p
		o.Clock, o.Values, o.values = place.clock, len(dense), dense
		known := o.clockOf(place.bytes, now)
		switch {
		case !known && place.clock != ClockFirst:
			continue
		case !known:
			o.Clock, o.Kind.Order = ClockNone, Unknown
		case place.clock == ClockFirst:
			o.Kind.Order = Ordered
		}
		if len(others) <= len(p.values)/20 { // random ones have some of these bytes by chance
			o.Values, o.values = p.Values, p.values
			return []Part{o}
		}
		p.Values, p.values = len(others), others
		return []Part{o, p}
	}
	return []Part{p}
}

// clockOf sets the span of times that six bytes of the values hold, and reports whether there
// is one.
func (p *Part) clockOf(places [6]int, now time.Time) bool {
	numbers := make([][]byte, len(p.values))
	for i, v := range p.values {
		for _, j := range places {
			numbers[i] = append(numbers[i], v.raw[j])
		}
	}
	if isPrefix(numbers) {
		return false
	}
	found := false
	for _, h := range heads {
		var span Part
		fits := true
		for _, b := range numbers {
			t := h.time(b)
			fits = fits && plausible(t, now)
			span.see(t)
		}
		if fits && span.Newest.After(p.Newest) { // the one that is of today
			found, p.Oldest, p.Newest = true, span.Oldest, span.Newest
		}
	}
	return found
}

// isPrefix reports whether numbers of six bytes are a constant prefix before random bits: a
// period of time would begin and end anywhere in the range that the prefix leaves.
func isPrefix(numbers [][]byte) bool {
	low, high := slices.MinFunc(numbers, bytes.Compare), slices.MaxFunc(numbers, bytes.Compare)
	a, b := uint64Of(low), uint64Of(high)
	free := 0
	for a>>free != b>>free {
		free++
	}
	if free == 0 {
		return true
	}
	size := math.Exp2(float64(free))
	const edge = 0.02
	base := float64(a >> free << free)
	if (float64(a)-base)/size > edge || (float64(b)-base)/size < 1-edge {
		return false
	}
	list := make([]decoded, len(numbers))
	for i, n := range numbers {
		list[i].raw = binary.BigEndian.AppendUint64(nil, uint64Of(n)<<(64-free))
	}
	return spread(list)
}

func uint64Of(six []byte) uint64 {
	return uint64(binary.BigEndian.Uint32(six))<<16 | uint64(binary.BigEndian.Uint16(six[4:]))
}

// concentrated returns the values whose byte at a place is one that too many have, if these
// bytes were random, and the others. There are none if the bytes are spread.
func concentrated(values []decoded, place int) (dense, others []decoded) {
	const classes, third = 256, 1.0 / 3
	var count [classes]int
	used := 0.0
	for _, v := range values {
		if count[v.raw[place]]++; count[v.raw[place]] == 1 {
			used++
		}
	}
	n := float64(len(values))
	all := n*math.Log10(classes/used) - chooseLog(classes, used)
	if expected := classes * (1 - math.Pow(1-1.0/classes, n)); all >= certain && used < third*expected {
		return values, nil
	}
	for _, v := range values {
		if evidence(count[v.raw[place]], len(values), 1.0/classes)-math.Log10(classes) >= certain {
			dense = append(dense, v)
		} else {
			others = append(others, v)
		}
	}
	return dense, others
}

// chooseLog returns the common logarithm of the number of ways to choose k of n.
func chooseLog(n, k float64) float64 {
	a, _ := math.Lgamma(n + 1)
	b, _ := math.Lgamma(k + 1)
	c, _ := math.Lgamma(n - k + 1)
	return (a - b - c) / math.Ln10
}

// byLastGroup sets the orders in MariaDB's type UUID, which sorts UUIDs of the versions 1 to 5
// by the node first, then by the clock, and others by their bytes.
func (p *Part) byLastGroup() {
	nodes := make(map[string]bool)
	for _, v := range p.values {
		nodes[string(v.raw[10:])] = true
	}
	switch {
	case p.Name == "UUIDv1" && !p.Swapped:
		p.Kind.Order = Unknown
		if len(nodes) == 1 {
			p.Kind.Order = Ordered
		}
	case p.Clock == ClockFirst, p.Clock == ClockMixed:
		p.Kind.Order = Random
	case p.Clock == ClockLast:
		p.Kind.Order = Ordered
	case slices.Contains([]string{"ULID", "Wiji"}, p.Name), p.Swapped:
		p.Kind.Order = Unknown
	}
}
