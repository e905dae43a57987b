package lease

import "strconv"

// Lease is a claim of a number.
type Lease struct {
	Name   string // of the set of numbers
	Number int
	// Token grows with each claim of the number: of two holders of a number, the later one
	// has the greater token.
	Token int64
}

// Event is what happened to a lease, for metrics and logs.
type Event struct {
	Kind  Kind
	Lease Lease // the zero value if the generator never had one
	// Err is why, for RenewFailed, Refused, Lost, Reverted and AcquireFailed, and for Released if
	// the server did not confirm the release. It is nil for the others.
	Err error
}

// Kind is the kind of an [Event].
type Kind uint8

const (
	// Acquired means that the generator has a number, its first one or another.
	Acquired Kind = iota + 1
	// Renewed means that the server confirmed a renewal.
	Renewed
	// RenewFailed means that a renewal failed and is tried again. The generator makes IDs
	// until Refused.
	RenewFailed
	// Refused means that the generator stopped making IDs, because the server did not
	// confirm a renewal in time.
	Refused
	// Lost means that the server has given the number to another process.
	Lost
	// Reverted means that the table lacks what the server has confirmed ([ErrReverted]). The
	// generator makes no IDs. The event comes again with each attempt to renew the claim.
	Reverted
	// AcquireFailed means that the generator has no number, or one whose IDs are ahead of
	// the clock, and could not claim another one. It tries again.
	AcquireFailed
	// Released means that a number was given back.
	Released
)

var kinds = [...]string{"", "acquired", "renewed", "renew failed", "refused", "lost", "reverted", "acquire failed", "released"}

// String returns the kind as lower-case text.
func (k Kind) String() string {
	if k == 0 || int(k) >= len(kinds) {
		return "Kind(" + strconv.Itoa(int(k)) + ")"
	}
	return kinds[k]
}
