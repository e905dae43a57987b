package uid11

import (
	"strconv"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/clock"
	"github.com/sortid/sortid/id/internal/fault"
)

// Profile is a layout of the 64 bits (section 5). An ID does not show its profile: the
// application must know it, and must not mix profiles in one column.
type Profile uint8

const (
	// XID is 42 bits of milliseconds and 22 random bits (section 8), the zero value.
	// Within a millisecond its IDs have no order.
	XID Profile = iota
	// FullRandom is 64 random bits, without a time and without an order.
	FullRandom
	// Snowish is a reserved bit that is 0, 41 bits of milliseconds, 10 bits for a
	// machine number and a 12-bit sequence. The IDs of a generator increase.
	Snowish
	// TSSeqRand is 42 bits of milliseconds, a 12-bit sequence and 10 random bits.
	// The IDs of a generator increase.
	TSSeqRand
)

var names = [...]string{XID: "xid", FullRandom: "fullrand", Snowish: "snowish", TSSeqRand: "ts-seq-rand"}

// String returns the name that the specification gives the profile, without its
// prefix "uid11-".
func (p Profile) String() string {
	if int(p) < len(names) {
		return names[p]
	}
	return "profile " + strconv.Itoa(int(p))
}

// maxTimestamp returns the greatest timestamp of a profile that has one.
func (p Profile) maxTimestamp() uint64 {
	if p == Snowish {
		return MaxSnowishTimestamp
	}
	return MaxTimestamp
}

// Check returns a [*id.SyntaxError] if x breaks the rules of the profile (section 7):
// the reserved bit of a Snowish ID must be 0, else the error matches [id.ErrRange].
// In the other profiles every value is valid.
func (p Profile) Check(x ID) error {
	switch {
	case int(p) >= len(names):
		return p.fault("use XID, FullRandom, Snowish or TSSeqRand")
	case p == Snowish && x>>63 != 0:
		return fault.Text(format, "snowish", x.String(), id.ErrRange, "the reserved first bit is set: use the profile of the ID")
	}
	return nil
}

// Parse returns the ID of a text form. It fails where [Parse] and [Profile.Check] fail.
func (p Profile) Parse(s string) (ID, error) {
	x, err := Parse(s)
	if err == nil {
		err = p.Check(x)
	}
	if err != nil {
		return 0, err
	}
	return x, nil
}

// Time returns the timestamp of an ID of the profile in UTC. The epoch must be that of
// the ID's [Generator]; the zero Time means the xid's epoch. Time fails where
// [Profile.Check] fails, and with a [*id.SyntaxError] that matches [id.ErrConfig] if
// the profile has no timestamp, or not that epoch.
func (p Profile) Time(x ID, epoch time.Time) (time.Time, error) {
	start, err := p.start(epoch)
	if err == nil {
		err = p.Check(x)
	}
	if err != nil {
		return time.Time{}, err
	}
	return time.UnixMilli(x.Timestamp() + start).UTC(), nil
}

// start returns the epoch as a Unix time in milliseconds.
func (p Profile) start(epoch time.Time) (int64, error) {
	if complaint := p.complaint(epoch); complaint != "" {
		return 0, p.fault(complaint)
	}
	if p == FullRandom {
		return 0, p.fault("its IDs have no timestamp: use another profile")
	}
	return startOf(epoch), nil
}

// startOf is start for a profile and an epoch that were checked before.
func startOf(epoch time.Time) int64 {
	if epoch.IsZero() {
		return EpochUnixMillis
	}
	return clock.UnixMillis(epoch)
}

// complaint returns what is wrong with a profile or its epoch, or "".
func (p Profile) complaint(epoch time.Time) string {
	switch {
	case int(p) >= len(names):
		return "use XID, FullRandom, Snowish or TSSeqRand"
	case epoch.IsZero():
		return ""
	case p == FullRandom:
		return "it has no timestamp: leave the epoch zero"
	case p == XID && clock.UnixMillis(epoch) != EpochUnixMillis:
		return "its epoch is 2011-11-11T11:11:11.111Z: leave the epoch zero"
	case epoch.Year() < 1 || epoch.Year() > 9999:
		return "the epoch must be in the years 1 to 9999"
	}
	return ""
}

func (p Profile) fault(complaint string) error {
	return fault.Text(format, "profile", p.String(), id.ErrConfig, complaint)
}
