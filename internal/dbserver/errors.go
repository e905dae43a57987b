package dbserver

import (
	"errors"
	"fmt"
	"strings"
)

// UnavailableError reports that no server of a kind is available: nothing was asked for
// by name, and no container can be started.
type UnavailableError struct {
	Kind Kind
	// Err is the reason for which no container was started; nil if none was allowed.
	Err error

	// choice says why no DSN was used.
	choice string
}

func (c *config) unavailable(err error) *UnavailableError {
	e := &UnavailableError{Kind: c.kind, Err: err, choice: c.kind.DSNVariable() + " is not set"}
	if c.only != "" {
		e.choice += " and " + c.onlyFrom + " allows only the source " + string(c.only)
	}
	return e
}

// Error says what is missing, why, and what to set.
func (e *UnavailableError) Error() string {
	s := fmt.Sprintf("dbserver: no %s server is available: %s", e.Kind.Title(), e.choice)
	if e.Err != nil {
		s += fmt.Sprintf("; container: %v", e.Err)
	}
	return s + ": set " + e.Kind.DSNVariable() + ", or start Docker"
}

// Unwrap returns the reason.
func (e *UnavailableError) Unwrap() error { return e.Err }

// StartError reports that a server was started but never became ready.
type StartError struct {
	// Name is the container.
	Name string
	// Err is the reason as far as it is known.
	Err error
	// Log is the end of the server's log without the last newline. It may be empty.
	Log string
}

// Error returns the reason in the first line and the end of the log after it.
func (e *StartError) Error() string {
	s := fmt.Sprintf("%s does not start: %v", e.Name, e.Err)
	if e.Log == "" {
		return s
	}
	return s + "\nthe end of its log:\n\t" + strings.ReplaceAll(e.Log, "\n", "\n\t")
}

// Unwrap returns the reason.
func (e *StartError) Unwrap() error { return e.Err }

// leftoverError reports that something could not be removed. The user must see it even
// if another error is returned first.
type leftoverError struct{ err error }

func (e *leftoverError) Error() string { return e.err.Error() }
func (e *leftoverError) Unwrap() error { return e.err }

// leftover returns the leftoverError in err's tree, or nil.
func leftover(err error) error {
	if l, ok := errors.AsType[*leftoverError](err); ok {
		return l
	}
	return nil
}

// The end of a log is what fits on a screen.
const (
	tailLines = 25
	tailBytes = 8 << 10
)

// tail returns the last lines of a log.
func tail(log string) string {
	if len(log) > tailBytes {
		log = log[len(log)-tailBytes:]
	}
	lines := strings.Split(strings.TrimRight(log, "\r\n"), "\n")
	if len(lines) > tailLines {
		lines = lines[len(lines)-tailLines:]
	}
	return strings.Join(lines, "\n")
}
