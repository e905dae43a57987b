package dbserver

import (
	"context"
	"errors"
	"fmt"
	"os"
)

// Open opens a server of the kind, as the options and the environment ask (see the
// package's documentation), and returns when the server answers.
//
// The error is an [*UnavailableError] if nothing was asked for by name and no container
// can be made, a [*StartError] if the server does not start, and ctx's error if ctx ends
// first. The context affects Open alone: the server runs until
// [Server.Close].
func Open(ctx context.Context, kind Kind, o Options) (*Server, error) {
	c, err := resolve(kind, o, os.Getenv)
	if err != nil {
		return nil, err
	}
	open := openContainer
	if c.source() == SourceDSN {
		open = openDSN
	}
	s, err := open(ctx, c)
	switch {
	case err == nil:
		s.Why = c.why(s)
		c.log(s.Why)
		return s, nil
	case ctx.Err() != nil:
		return nil, errors.Join(fmt.Errorf("dbserver: %s: %w", kind.Title(), context.Cause(ctx)), leftover(err))
	case c.named():
		return nil, fmt.Errorf("dbserver: the %s server that %s asks for: %w", kind.Title(), c.onlyFrom, err)
	case errors.Is(err, ErrNoDocker) || errors.Is(err, ErrNoContainer):
		return nil, c.unavailable(err)
	}
	return nil, fmt.Errorf("dbserver: %s: %w", kind.Title(), err)
}

// why says in one line which server was taken and why.
func (c *config) why(s *Server) string {
	line := fmt.Sprintf("%s %s: %s", s.Kind.Title(), s.Version, s.origin)
	if c.only != "" {
		return line + ", as " + c.onlyFrom + " asks"
	}
	return line + "; " + c.kind.DSNVariable() + " is not set"
}
