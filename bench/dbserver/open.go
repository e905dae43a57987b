package dbserver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
)

// Attempt is a source that was tried without success.
type Attempt struct {
	Source Source
	Err    error
}

// UnavailableError says that no server of a kind is to be had: nothing was asked
// for by name, and no source had one.
type UnavailableError struct {
	Kind Kind
	// Attempts are the sources that were tried, in order.
	Attempts []Attempt

	// choice says why these sources were tried and no others.
	choice string
}

func (c *config) unavailable(failed []Attempt) *UnavailableError {
	e := &UnavailableError{Kind: c.kind, Attempts: failed, choice: c.kind.DSNVariable() + " is not set"}
	if c.only != "" {
		e.choice += " and " + c.onlyFrom + " allows the source " + string(c.only) + " alone"
	}
	return e
}

// Error tells what was tried, why each failed, and what to set.
func (e *UnavailableError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "dbserver: no %s server is to be had: %s", e.Kind.Title(), e.choice)
	for _, a := range e.Attempts {
		fmt.Fprintf(&b, "; %s: %v", a.Source, a.Err)
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

// Open gives a server of the kind, as the options and the environment ask (see the
// package's documentation), and returns when it answers.
//
// It fails with an [*UnavailableError] when nothing was asked for by name and no
// source has a server, with a [*StartError] when the one that was asked for does
// not start, and with ctx's error when ctx ends first. The context counts for Open
// alone: the server runs until [Server.Close].
func Open(ctx context.Context, kind Kind, o Options) (*Server, error) {
	c, err := resolve(kind, o, os.Getenv)
	if err != nil {
		return nil, err
	}
	var failed []Attempt
	for _, source := range c.sources() {
		s, err := openFrom(ctx, source, c)
		if err == nil {
			s.Why = c.why(s, failed)
			c.log(s.Why)
			return s, nil
		}
		if ctx.Err() != nil {
			return nil, errors.Join(fmt.Errorf("dbserver: %s: %w", kind.Title(), context.Cause(ctx)), cleanupError(err))
		}
		if c.named() { // nothing else is tried, and the error says it all
			return nil, fmt.Errorf("dbserver: the %s server that %s asks for: %w", kind.Title(), c.onlyFrom, err)
		}
		failed = append(failed, Attempt{source, err})
		c.log(fmt.Sprintf("%s: no server from the source %s: %s", kind.Title(), source, firstLine(err)))
	}
	return nil, c.unavailable(failed)
}

func openFrom(ctx context.Context, source Source, c config) (*Server, error) {
	switch source {
	case SourceDSN:
		return openDSN(ctx, c)
	case SourceContainer:
		return openContainer(ctx, c)
	}
	return openBinary(ctx, c)
}

// why tells in one line which server was taken, and why not one of an earlier
// source.
func (c *config) why(s *Server, failed []Attempt) string {
	line := fmt.Sprintf("%s %s: %s", s.Kind.Title(), s.Version, s.origin)
	if c.only != "" {
		return line + ", as " + c.onlyFrom + " asks"
	}
	line += "; " + c.kind.DSNVariable() + " is not set"
	for _, a := range failed {
		line += "; " + string(a.Source) + ": " + firstLine(a.Err)
	}
	return line
}

// firstLine returns an error's message up to the end of its first line: what
// follows is the tail of a log.
func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}
