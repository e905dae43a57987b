package dbserver

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"
)

// closeTimeout bounds each step of Close, which does not depend on the caller's context.
const closeTimeout = 30 * time.Second

// Server is a running database server. Its methods are safe for concurrent use; its
// fields must not be changed.
type Server struct {
	Kind Kind
	// Version is the version that the server reports, such as 18.6 or 11.8.9-MariaDB.
	Version string
	// Source says where the server comes from.
	Source Source
	// Why says in one line which server was taken and why.
	Why string

	origin string
	dsn    string
	admin  *sql.DB
	stop   func() error // nil for a server that Open did not start
	// processor returns the processor time of the server's processes, nil if they are not known.
	processor func(context.Context) (time.Duration, error)

	mu        sync.Mutex
	databases map[*Database]struct{} // nil once the server is closed
}

// newServer returns a server that answered and that stop, if not nil, ends.
func newServer(kind Kind, source Source, origin string, f found, stop func() error) *Server {
	return &Server{
		Kind: kind, Version: f.version, Source: source, origin: origin,
		dsn: f.dsn, admin: f.db, stop: stop, databases: map[*Database]struct{}{},
	}
}

// DSN returns the server's DSN, for an account that may create databases: a URL or
// keywords for pgx, or a go-sql-driver/mysql DSN with parseTime. Use its database for
// administration alone, and create tables in one of [Server.NewDatabase].
func (s *Server) DSN() string {
	return s.dsn
}

// IsTiDB reports whether the server calls itself TiDB. TiDB is of the kind MySQL, whose
// protocol it speaks, but has no stored functions and no triggers, among other things.
func (s *Server) IsTiDB() bool {
	return strings.Contains(s.Version, "TiDB")
}

// Close drops the databases of NewDatabase, and ends a server that Open started with all
// that it stored. Calling it again does nothing. An error says what may be left behind.
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

// openDSN opens a server that is running.
func openDSN(ctx context.Context, c config) (*Server, error) {
	dsn, err := NormalizeDSN(c.kind, c.dsn)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, min(c.timeout, dialTimeout))
	defer cancel()
	db, v, err := dial(ctx, c.kind, dsn)
	if err != nil {
		return nil, fmt.Errorf("no connection: %w: correct the DSN or unset it", err)
	}
	if len(c.settings) > 0 {
		c.log(fmt.Sprintf("%s: a server that is running keeps its settings; the %d asked for are not applied", c.kind.Title(), len(c.settings)))
	}
	s := newServer(c.kind, SourceDSN, "a server that is running", found{dsn: dsn, db: db, version: v}, nil)
	s.processor = s.localTime
	return s, nil
}

// dialTimeout is how long a running server may take to answer.
const dialTimeout = 15 * time.Second
