package dbserver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
)

// Open opens a server of the kind, as the options and the environment ask (see the
// package's documentation), and returns when the server answers.
//
// The error is an [*UnavailableError] if nothing was asked for by name and no source has
// a server, a [*StartError] if the server that was asked for does not start, and ctx's
// error if ctx ends first. The context affects Open alone: the server runs until
// [Server.Close].
func Open(ctx context.Context, kind Kind, o Options) (*Server, error) {
	c, err := resolve(kind, o, os.Getenv)
	if err != nil {
		return nil, err
	}
	var failed []Attempt
	for _, source := range c.sources() {
		s, err := openFrom(ctx, source, c)
		if err == nil {
			s.Why, s.Asked = c.why(s, failed), c.asked(s, failed)
			c.log(s.Why)
			return s, nil
		}
		if ctx.Err() != nil {
			return nil, errors.Join(fmt.Errorf("dbserver: %s: %w", kind.Title(), context.Cause(ctx)), leftover(err))
		}
		if c.named() { // no other source may be tried
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

// asked returns the version of the image whose container could not be started, if the server
// has another version.
func (c *config) asked(s *Server, failed []Attempt) string {
	_, version, _ := strings.Cut(c.image, ":")
	if len(failed) == 0 || strings.HasPrefix(s.Version+".", version+".") {
		return ""
	}
	return version
}

// why says in one line which server was taken, and why none of an earlier source.
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
