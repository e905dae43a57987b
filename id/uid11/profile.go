package uid11

import (
	"strconv"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/fault"
	"github.com/sortid/sortid/id/internal/unix"
)

// Profile is a meaning of the 64 bits (section 5). Nothing in an ID tells its
// profile: the application knows it, and does not mix two of them in a column.
type Profile uint8

const (
	// XID is 42 bits of milliseconds and 22 random bits (section 8). It is the zero
	// value. Within a millisecond its IDs have no order.
	XID Profile = iota
	// FullRandom is 64 random bits, without a time and without an order.
	FullRandom
	// Snowish is a reserved bit that is 0, 41 bits of milliseconds, 10 bits for a
	// machine number and a 12-bit sequence. It is monotonic in each generator.
	Snowish
	// TSSeqRand is 42 bits of milliseconds, a 12-bit sequence and 10 random bits.
	// It is monotonic in each generator.
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

// Check reports an ID that breaks the rules of the profile (section 7): a Snowish
// ID has its reserved bit 0. The other profiles have use for every value.
func (p Profile) Check(x ID) error {
	switch {
	case int(p) >= len(names):
		return p.fault("use XID, FullRandom, Snowish or TSSeqRand")
	case p == Snowish && x>>63 != 0:
		return fault.Text(format, "snowish", x.String(), id.ErrRange, "the reserved first bit is set: the ID is of another profile: check it with that one")
	}
	return nil
}

// Parse reads the text as [Parse] does, and applies the rules of the profile.
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

// Time returns the timestamp of an ID of the profile, in UTC. The epoch is the one
// that the ID's generator has: the zero Time stands for the xid's. It is an error
// if the profile has no timestamp, if x breaks its rules, or if the epoch is not
// the profile's to set.
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

// start returns the beginning of the profile's time, as a Unix time in
// milliseconds.
func (p Profile) start(epoch time.Time) (int64, error) {
	if complaint := p.complaint(epoch); complaint != "" {
		return 0, p.fault(complaint)
	}
	if p == FullRandom {
		return 0, p.fault("its IDs carry no time")
	}
	return startOf(epoch), nil
}

// startOf is start for a profile and an epoch that are known to be good.
func startOf(epoch time.Time) int64 {
	if epoch.IsZero() {
		return EpochUnixMillis
	}
	return unix.Millis(epoch)
}

// complaint says what is wrong with a profile or its epoch, or nothing.
func (p Profile) complaint(epoch time.Time) string {
	switch {
	case int(p) >= len(names):
		return "use XID, FullRandom, Snowish or TSSeqRand"
	case epoch.IsZero():
		return ""
	case p == FullRandom:
		return "it has no epoch: leave the epoch zero"
	case p == XID && unix.Millis(epoch) != EpochUnixMillis:
		return "its epoch is 2011-11-11T11:11:11.111Z: leave the epoch zero"
	case epoch.Year() < 1 || epoch.Year() > 9999:
		return "the epoch must be in the years 1 to 9999"
	}
	return ""
}

func (p Profile) fault(complaint string) error {
	return fault.Text(format, "profile", p.String(), id.ErrConfig, complaint)
}
