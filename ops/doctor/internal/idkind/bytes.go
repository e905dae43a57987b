package idkind

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"time"
)

// candidate is a kind of ID with its test, which one goroutine may use.
type candidate struct {
	Kind
	// share is how many of uniformly random values fit, 0 to 1.
	share float64
	// fields holds the bits that are the same in all IDs of the kind.
	fields []field
	// lead is how many bits in front hold the time.
	lead int
	// time returns the time of a value and whether the value fits, apart from the time.
	// It is nil for kinds without a time.
	time func(raw []byte) (t time.Time, ok bool)
	// fits is the test of kinds without a time.
	fits func(raw []byte) bool
}

// first is the time of the oldest IDs that count as plausible.
var first = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// ahead is how far a clock may be ahead of this machine's.
const ahead = 24 * time.Hour

// plausible reports whether IDs were made at that time.
func plausible(t, now time.Time) bool { return !t.Before(first) && t.Before(now.Add(ahead)) }

// plausibleShare is the share of plausible times among all that bits of a unit hold.
func plausibleShare(now time.Time, unit time.Duration, bits int) float64 {
	return float64(now.Add(ahead).Sub(first)/unit) / float64(uint64(1)<<bits)
}

// field is a range of bits, from the first one to the one before end.
type field struct{ first, end int }

// share is the share of random values that have certain bits there.
func (f field) share() float64 { return math.Exp2(float64(f.first - f.end)) }

// versionShare is the share of random values that have a certain version and variant.
const versionShare = 1.0 / 64

// The bits of the version and the variant of a UUID, after UUID_TO_BIN(x, 1), and in Microsoft's
// byte order.
var (
	uuidFields    = []field{{48, 52}, {64, 66}}
	swappedFields = []field{{0, 4}, {64, 66}}
	mixedFields   = []field{{56, 60}, {64, 66}}
)

func isVersion(b []byte, v byte) bool { return b[6]>>4 == v && b[8]>>6 == 2 }

// candidates returns the kinds of IDs of so many bytes.
func candidates(size int, now time.Time) []candidate {
	switch size {
	case 16:
		plain := sixteen(now)
		list := plain
		for _, c := range plain {
			if c.Order != Unknown {
				list = append(list, swapped(c))
			}
			if slices.Equal(c.fields, uuidFields) && c.Order != Unknown {
				list = append(list, microsoft(c))
			}
		}
		return list
	case 20:
		return []candidate{
			{Kind: Kind{Name: "SCRU160", Order: Ordered}, lead: 48, share: plausibleShare(now, time.Millisecond, 48), time: milliseconds48},
			{Kind: Kind{Name: "KSUID", Order: Ordered}, lead: 32, share: plausibleShare(now, time.Second, 32), time: func(b []byte) (time.Time, bool) {
				n := int64(binary.BigEndian.Uint32(b))
				return time.Unix(ksuidEpoch+n, 0), n > ksuidFirst
			}},
		}
	case 12:
		return []candidate{{Kind: Kind{Name: "xid (rs/xid) or ObjectID", Order: Ordered}, lead: 32, share: plausibleShare(now, time.Second, 32), time: func(b []byte) (time.Time, bool) {
			return time.Unix(int64(binary.BigEndian.Uint32(b)), 0), true
		}}}
	}
	return nil
}

const (
	ksuidEpoch = 1_400_000_000
	ksuidFirst = 80_000_000 // KSUIDs are of 2017 and later
)

// sixteen returns the kinds of 16 bytes.
func sixteen(now time.Time) []candidate {
	list := []candidate{
		{Kind: Kind{Name: "UUIDv1", Order: Random}, fields: uuidFields, lead: 64, share: versionShare * plausibleShare(now, 100*time.Nanosecond, 60), time: func(b []byte) (time.Time, bool) {
			low, mid, high := uint64(binary.BigEndian.Uint32(b)), uint64(binary.BigEndian.Uint16(b[4:])), uint64(binary.BigEndian.Uint16(b[6:])&0xFFF)
			return gregorian(high<<48 | mid<<32 | low), isVersion(b, 1)
		}},
		{Kind: Kind{Name: "UUIDv4", Order: Random}, fields: uuidFields, share: versionShare, fits: func(b []byte) bool { return isVersion(b, 4) }},
		{Kind: Kind{Name: "UUIDv6", Order: Ordered}, fields: uuidFields, lead: 64, share: versionShare * plausibleShare(now, 100*time.Nanosecond, 60), time: func(b []byte) (time.Time, bool) {
			high, low := binary.BigEndian.Uint64(b)>>16, uint64(binary.BigEndian.Uint16(b[6:])&0xFFF)
			return gregorian(high<<12 | low), isVersion(b, 6)
		}},
		// google/uuid does not shift the time, so that four bits of it are lost to the version.
		{Kind: Kind{Name: "UUIDv6 of google/uuid", Order: Ordered}, fields: uuidFields, lead: 64, share: versionShare * plausibleShare(now, 100*time.Nanosecond, 60) / 16, time: func(b []byte) (time.Time, bool) {
			n := binary.BigEndian.Uint64(b)
			return gregorian(n &^ 0xF000), isVersion(b, 6) && n>>60 == 0
		}},
		{Kind: Kind{Name: "UUIDv7 of a draft", Order: Ordered}, fields: uuidFields, lead: 36, share: versionShare * plausibleShare(now, time.Second, 36), time: func(b []byte) (time.Time, bool) {
			return time.Unix(int64(binary.BigEndian.Uint64(b)>>28), 0), isVersion(b, 7)
		}},
		{Kind: Kind{Name: "UUIDv7", Order: Ordered}, fields: uuidFields, lead: 48, share: versionShare * plausibleShare(now, time.Millisecond, 48), time: func(b []byte) (time.Time, bool) {
			t, _ := milliseconds48(b)
			return t, isVersion(b, 7)
		}},
		{Kind: Kind{Name: "ULID", Order: Ordered}, lead: 48, share: plausibleShare(now, time.Millisecond, 48), time: milliseconds48},
		{Kind: Kind{Name: "Wiji", Order: Ordered}, fields: []field{{72, 76}}, lead: 56, share: plausibleShare(now, time.Microsecond, 56) / 16, time: func(b []byte) (time.Time, bool) {
			return time.UnixMicro(int64(binary.BigEndian.Uint64(b) >> 8)), b[9]>>4 == 1
		}},
	}
	for _, v := range []byte{2, 3, 5, 8} {
		list = append(list, candidate{Kind: Kind{Name: fmt.Sprintf("UUIDv%d", v), Order: Unknown}, fields: uuidFields, share: versionShare, fits: func(b []byte) bool { return isVersion(b, v) }})
	}
	return list
}

// gregorian returns the time of so many intervals of 100 ns since 1582-10-15.
func gregorian(n uint64) time.Time {
	const toUnix = 122_192_928_000_000_000
	d := int64(n) - toUnix
	return time.Unix(d/1e7, d%1e7*100)
}

func milliseconds48(b []byte) (time.Time, bool) {
	return time.UnixMilli(int64(binary.BigEndian.Uint64(b) >> 16)), true
}

// swapped returns the kind after MySQL's UUID_TO_BIN(x, 1): it puts the third group of the
// UUID first, and the first one last. That makes UUIDv1 ordered, and the ordered ones
// random.
func swapped(c candidate) candidate {
	s := candidate{Kind: Kind{Name: c.Name, Order: Random, Swapped: true}, share: c.share, fields: c.fields, lead: min(c.lead, 1) * 64}
	if slices.Equal(c.fields, uuidFields) {
		s.fields = swappedFields
	}
	if c.Name == "UUIDv1" {
		s.Order = Ordered
	}
	var buffer [16]byte
	if c.time != nil {
		s.time = func(b []byte) (time.Time, bool) { return c.time(unswap(buffer[:0], b)) }
	} else {
		s.fits = func(b []byte) bool { return c.fits(unswap(buffer[:0], b)) }
	}
	return s
}

// microsoft returns the kind with the bytes of the first three groups in Microsoft's order, as
// .NET's Guid.ToByteArray and SQL Server's NEWSEQUENTIALID have them. The low bytes of a time are
// first then.
func microsoft(c candidate) candidate {
	m := candidate{Kind: Kind{Name: c.Name, Order: Random, Microsoft: true}, share: c.share, fields: mixedFields, lead: min(c.lead, 1) * 64}
	var buffer [16]byte
	if c.time != nil {
		m.time = func(b []byte) (time.Time, bool) { return c.time(unmix(buffer[:0], b)) }
	} else {
		m.fits = func(b []byte) bool { return c.fits(unmix(buffer[:0], b)) }
	}
	return m
}

// unmix appends the bytes in the order of RFC 9562.
func unmix(to, b []byte) []byte {
	return append(append(to, b[3], b[2], b[1], b[0], b[5], b[4], b[7], b[6]), b[8:]...)
}

// unswap appends the bytes before UUID_TO_BIN(x, 1).
func unswap(to, b []byte) []byte {
	return append(append(append(append(to, b[4:8]...), b[2:4]...), b[:2]...), b[8:]...)
}
