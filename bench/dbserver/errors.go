package dbserver

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// Attempt is a source that was tried without success.
type Attempt struct {
	Source Source
	Err    error
}

// UnavailableError reports that no server of a kind is available: nothing was asked for
// by name, and no source has a server.
type UnavailableError struct {
	Kind Kind
	// Attempts are the sources that were tried, in order.
	Attempts []Attempt

	// choice says why these sources were tried and no others.
	choice string
	// cluster is the kind of cluster that is not available, or empty.
	cluster ClusterKind
}

// unavailable reports that no cluster of a kind is available.
func (k ClusterKind) unavailable(err error) *UnavailableError {
	return &UnavailableError{
		Kind: k.Server(), cluster: k, choice: k.DSNsVariable() + " is not set",
		Attempts: []Attempt{{SourceContainer, err}},
	}
}

func (c *config) unavailable(failed []Attempt) *UnavailableError {
	e := &UnavailableError{Kind: c.kind, Attempts: failed, choice: c.kind.DSNVariable() + " is not set"}
	if c.only != "" {
		e.choice += " and " + c.onlyFrom + " allows only the source " + string(c.only)
	}
	return e
}

// Error says what was tried, why each attempt failed, and what to set.
func (e *UnavailableError) Error() string {
	var b strings.Builder
	what := e.Kind.Title() + " server"
	if e.cluster != "" {
		what = e.cluster.Title() + " cluster"
	}
	fmt.Fprintf(&b, "dbserver: no %s is available: %s", what, e.choice)
	for _, a := range e.Attempts {
		fmt.Fprintf(&b, "; %s: %v", a.Source, a.Err)
	}
	if e.cluster != "" {
		return b.String() + ": set " + e.cluster.DSNsVariable() + ", or start Docker"
	}
	fmt.Fprintf(&b, ": set %s, start Docker, or set %s to the directory of the server's binaries", e.Kind.DSNVariable(), e.Kind.variable("BINDIR"))
	return b.String()
}

// Unwrap returns the errors of the attempts.
func (e *UnavailableError) Unwrap() []error {
	errs := make([]error, len(e.Attempts))
	for i, a := range e.Attempts {
		errs[i] = a.Err
	}
	return errs
}

// StartError reports that a server was started but never became ready.
type StartError struct {
	// Name is the container or the path of the program.
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

// firstLine returns an error's message up to the end of its first line: the end of a log
// follows it.
func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
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

// tailFile returns the last lines of a log file, or nothing if the file cannot be read:
// the log only explains another error.
func tailFile(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	if size, err := f.Seek(0, io.SeekEnd); err == nil {
		_, _ = f.Seek(max(0, size-tailBytes), io.SeekStart)
	}
	b, _ := io.ReadAll(io.LimitReader(f, tailBytes))
	return tail(string(b))
}
