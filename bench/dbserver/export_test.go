package dbserver

// What the tests from outside need of the inside.
var (
	ErrNoDocker    = errNoDocker
	ErrNoContainer = errNoContainer
	ErrNoBinaries  = errNoBinaries
)

const LeaseLabel = leaseLabel

// SweepLeases is sweepLeases for the servers of a kind.
func SweepLeases(kind Kind, log func(string)) { sweepLeases(string(kind), log) }
