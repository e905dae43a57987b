// Package server is what the engines for database servers have in common: where a
// server comes from and how it is set, a database of its own for the benchmark, and
// the clients that insert.
package server

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/sortid/sortid/internal/dbserver"
)

// Options say which server to take. The zero value leaves it to package dbserver
// and its environment variables.
type Options struct {
	// DSN is a server that runs already; its account must be allowed to create
	// databases. Empty for none.
	DSN string
	// Image is the image to make a container of; empty for the usual one.
	Image string
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

	database *dbserver.Database
	owned    bool // whether Close ends the server
}

// Open takes or starts a server of the kind and makes a database on it. Close ends
// a server that was started.
func Open(ctx context.Context, kind dbserver.Kind, o Options) (*Session, error) {
	srv, err := dbserver.Open(ctx, kind, dbserver.Options{DSN: o.DSN, Image: o.Image, Settings: settings(kind, o.Writers), Log: o.Log})
	if err != nil {
		return nil, err
	}
	s, err := On(ctx, srv)
	if err != nil {
		return nil, errors.Join(err, srv.Close())
	}
	s.owned = true
	return s, nil
}

// On makes a database on a server that stays its owner's.
func On(ctx context.Context, srv *dbserver.Server) (*Session, error) {
	d, err := srv.NewDatabase(ctx, "btree", dbserver.DatabaseOptions{})
	if err != nil {
		return nil, err
	}
	db, err := connect(srv.Kind, d.DSN)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: cannot connect to the database %s: %w", srv.Kind, d.Name, err), d.Close())
	}
	return &Session{DB: db, Server: srv, database: d}, nil
}

// connect opens a pool that keeps no connection which nobody uses: each writer
// has one of its own, and it ends with the writer.
func connect(kind dbserver.Kind, dsn string) (*sql.DB, error) {
	if kind == dbserver.Postgres {
		c, err := pgx.ParseConfig(dsn)
		if err != nil {
			return nil, err
		}
		db := stdlib.OpenDB(*c)
		db.SetMaxIdleConns(1)
		return db, nil
	}
	c, err := mysql.ParseDSN(dsn)
	if err != nil {
		return nil, err
	}
	// The driver would write to standard error, into the progress bar, what it
	// also returns.
	c.Logger = &mysql.NopLogger{}
	connector, err := mysql.NewConnector(c)
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(connector)
	db.SetMaxIdleConns(1)
	return db, nil
}

// Name returns the name of the database.
func (s *Session) Name() string { return s.database.Name }

// Close drops the database, and ends the server if Open started it.
func (s *Session) Close() error {
	errs := []error{s.DB.Close()}
	if s.owned {
		errs = append(errs, s.Server.Close()) // it drops the database
	} else {
		errs = append(errs, s.database.Close())
	}
	return errors.Join(errs...)
}
