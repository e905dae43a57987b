package dbserver

// What the tests from outside need of the inside.
var (
	ErrNoDocker    = errNoDocker
	ErrNoContainer = errNoContainer
	ErrNoBinaries  = errNoBinaries
)
