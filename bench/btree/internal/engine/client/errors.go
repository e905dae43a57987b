package client

import (
	"fmt"
	"strings"
)

// Class says what a server's error means for a trial.
type Class int

const (
	// Lost is an error that is not the server's answer: the connection or the server
	// is gone.
	Lost Class = iota
	// Other is any answer that is none of the following.
	Other
	// DiskFull means that the server's disk is full.
	DiskFull
	// TooManyConnections means that the server accepts no more connections.
	TooManyConnections
	// Duplicate means that a key is already in the table.
	Duplicate
	// Victim means that the server rolled a transaction back in favour of another one:
	// the client may repeat it.
	Victim
	// Refused means that the server works but does not give what was asked for: a
	// privilege is missing, or there is no such thing.
	Refused
)

// hints say what to do about an error of a class.
var hints = map[Class]string{
	Lost:               ": the connection is lost or the server is gone: look at its log",
	DiskFull:           ": free some space on the server's disk, or insert fewer rows",
	TooManyConnections: ": use fewer writers, or raise max_connections",
	Duplicate:          ": the key source made the same key twice",
}

// Errors classifies and explains the errors of an engine's server.
type Errors struct {
	// Name is the engine's name.
	Name string
	// Classify returns an error's class and the server's message, without the driver's
	// additions.
	Classify func(err error) (Class, string)
}

// Explain returns an error that says what was tried, what the server answered and what
// to do.
func (e Errors) Explain(what string, err error) error {
	class, _ := e.Classify(err)
	return fmt.Errorf("%s: %s: %w%s", e.Name, what, err, hints[class])
}

// Is reports whether an error is of the class. A nil error is of none.
func (e Errors) Is(err error, c Class) bool {
	if err == nil {
		return false
	}
	class, _ := e.Classify(err)
	return class == c
}

// Reason says in one line why a reading is missing.
func (e Errors) Reason(what string, err error) string {
	_, message := e.Classify(err)
	line, _, _ := strings.Cut(what+" ("+message+")", "\n")
	return line
}
