// Package server is what the engines for database servers have in common: where a
// server comes from and how it is set, a database of its own for the benchmark, and
// the clients that insert.
package server

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/dbserver"
)

// Options say which server to take. The zero value leaves it to package dbserver
// and its environment variables.
type Options struct {
	// DSN is a server that runs already; its account must be allowed to create
	// databases. Empty for none.
	DSN string
	// Image is the image to make a container of; empty for the usual one.
	Image string
	// Conditions are the pool's size and the checkpoint regime of a server that is
	// started; one that runs already keeps what it has.
	Conditions engine.Conditions
	// Writers is how many connections there will be at a time besides the
	// session's own; a server that is started allows them.
	Writers int
	// Log is told, a line a call, which server is taken and why; nil for nobody.
	Log func(line string)
}

// Session is an empty database on a server and a pool of connections to it.
type Session struct {
	*sql.DB
	// Server is the server that the database is on.
	Server *dbserver.Server
	// Product is what the server says that it is.
	Product Product
	// Conditions are those that were asked for.
	Conditions engine.Conditions

	database  database
	postgres  *pgx.ConnConfig // of the database; nil for another kind
	clients   atomic.Int64    // that are open, of PostgreSQL
	owned     bool            // whether Close ends the server
	installed bool            // whether this module's functions are there
}

// Open takes or starts a server of the kind and makes a database on it. Close ends
// a server that was started.
func Open(ctx context.Context, kind dbserver.Kind, o Options) (*Session, error) {
	srv, err := dbserver.Open(ctx, kind, dbserver.Options{DSN: o.DSN, Image: o.Image, Settings: settings(kind, o), Log: o.Log})
	if err != nil {
		return nil, err
	}
	s, err := On(ctx, srv)
	if err != nil {
		return nil, errors.Join(err, srv.Close())
	}
	s.owned, s.Conditions = true, o.Conditions
	return s, nil
}

// On makes a database on a server that stays its owner's.
func On(ctx context.Context, srv *dbserver.Server) (*Session, error) {
	product, err := identify(ctx, srv)
	if err != nil {
		return nil, err
	}
	d, err := newDatabase(ctx, srv, product)
	if err != nil {
		return nil, err
	}
	s := &Session{Server: srv, Product: product, database: d}
	if err := s.connect(); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: cannot connect to the database %s: %w", srv.Kind, d.name, err), d.close())
	}
	return s, nil
}

// connect opens a pool that keeps no connection which nobody uses, for readings and
// for clients that have none of their own.
func (s *Session) connect() error {
	if s.Server.Kind == dbserver.Postgres {
		c, err := pgx.ParseConfig(s.database.dsn)
		if err != nil {
			return err
		}
		s.postgres, s.DB = c, stdlib.OpenDB(*c)
	} else {
		c, err := mysql.ParseDSN(s.database.dsn)
		if err != nil {
			return err
		}
		// The driver would write to standard error, into the progress bar, what it
		// also returns.
		c.Logger = &mysql.NopLogger{}
		connector, err := mysql.NewConnector(c)
		if err != nil {
			return err
		}
		s.DB = sql.OpenDB(connector)
	}
	s.SetMaxIdleConns(1)
	return nil
}

// Name returns the name of the database.
func (s *Session) Name() string { return s.database.name }

// DSN returns that of the database.
func (s *Session) DSN() string { return s.database.dsn }

// Close drops the database, and ends the server if Open started it.
func (s *Session) Close() error {
	errs := []error{s.DB.Close()}
	if !s.owned || !s.database.servers {
		errs = append(errs, s.database.close())
	}
	if s.owned {
		errs = append(errs, s.Server.Close())
	}
	return errors.Join(errs...)
}
