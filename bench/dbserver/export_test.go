package dbserver

// Names that the external tests use.
var (
	ErrNoDocker    = errNoDocker
	ErrNoContainer = errNoContainer
)
