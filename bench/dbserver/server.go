package dbserver

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"
)

// closeTimeout is how long Close may take for each of its steps. Cleaning up has
// its own time, because it is most needed when the caller's context has ended.
const closeTimeout = 30 * time.Second

// Server is a database server that answers. Its methods are safe for concurrent
// use; its fields are not to be changed.
type Server struct {
	Kind Kind
	// Version is what the server says of itself, such as 18.6 or 11.8.9-MariaDB.
	Version string
	// Source says where the server came from.
	Source Source
	// Why says in one line which server was taken, and why none of an earlier
	// source.
	Why string

	origin string
	dsn    string
	admin  *sql.DB
	stop   func() error // nil for a server that ran already

	mu        sync.Mutex
	databases map[*Database]struct{} // nil once the server is closed
}

// newServer returns a server that answered and that stop ends.
func newServer(kind Kind, source Source, origin string, f found, stop func() error) *Server {
	return &Server{
		Kind: kind, Version: f.version, Source: source, origin: origin,
		dsn: f.dsn, admin: f.db, stop: stop, databases: map[*Database]struct{}{},
	}
}

// DSN returns the DSN of the server as an account that may create databases: a URL
// or keywords for pgx, a go-sql-driver/mysql DSN with parseTime for the other two.
// The database that it names is for administration; tables belong into those of
// [Server.NewDatabase].
func (s *Server) DSN() string {
	return s.dsn
}

// Close drops the databases that were created and ends a server that was started
// here, with all that it stored. Calling it again does nothing. An error says what
// may have been left behind.
func (s *Server) Close() error {
	s.mu.Lock()
	databases := s.databases
	s.databases = nil
	s.mu.Unlock()
	if databases == nil {
		return nil
	}
	var errs []error
	if s.stop == nil {
		for d := range databases {
			errs = append(errs, d.drop())
		}
	}
	errs = append(errs, s.admin.Close())
	if s.stop != nil {
		errs = append(errs, s.stop())
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("dbserver: closing the %s server: %w", s.Kind.Title(), err)
	}
	return nil
}

// openDSN takes a server that runs already.
func openDSN(ctx context.Context, c config) (*Server, error) {
	dsn, err := normalize(c.kind, c.dsn)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, min(c.timeout, dialTimeout))
	defer cancel()
	db, v, err := dial(ctx, c.kind, dsn)
	if err != nil {
		return nil, fmt.Errorf("no connection: %w: correct the DSN or take it away", err)
	}
	if len(c.settings) > 0 {
		c.log(fmt.Sprintf("%s: a server that runs already keeps its settings; the %d asked for are not applied", c.kind.Title(), len(c.settings)))
	}
	return newServer(c.kind, SourceDSN, "a server that runs already", found{dsn: dsn, db: db, version: v}, nil), nil
}

// dialTimeout is how long a server that is said to run may take to answer.
const dialTimeout = 15 * time.Second
