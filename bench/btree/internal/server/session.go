// Package server has what the engines of database servers have in common: the settings
// that the benchmark starts a server with, the servers that it refuses, a database for the
// benchmark, and the table of a trial.
package server

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/client"
	"github.com/sortid/sortid/internal/dbserver"
)

// Options say which server to open. The zero value leaves it to package dbserver and its
// environment variables.
type Options struct {
	// DSN is a running server; its account must have the right to create databases.
	// Empty for none.
	DSN string
	// Image is the image of a container; empty for the default.
	Image string
	// Conditions holds the buffer pool's size and the checkpoint regime of a server that
	// Open starts. A running server keeps its own.
	Conditions engine.Conditions
	// Writers is how many clients there will be at a time. A server that Open starts
	// allows them.
	Writers int
	// Log, if not nil, receives progress messages, one line per call.
	Log func(line string)
}

// Session is a database on a server, with connections for readings.
type Session struct {
	*sql.DB
	// Server is the database's server.
	Server *dbserver.Server
	// Conditions holds the conditions that were asked for.
	Conditions engine.Conditions
	// Errors explains the server's errors. The engine sets it.
	client.Errors

	database *dbserver.Database
	dialer   client.Dialer
	owned    bool // whether Close ends the server
}

// Open opens or starts a server of the kind and creates a database on it. Close ends a
// server that Open started.
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

// On creates a database on a server, which the caller closes after the Session.
func On(ctx context.Context, srv *dbserver.Server) (*Session, error) {
	if err := refuse(ctx, srv); err != nil {
		return nil, err
	}
	d, err := srv.NewDatabase(ctx, "btree", dbserver.DatabaseOptions{})
	if err != nil {
		return nil, err
	}
	s := &Session{Server: srv, database: d}
	if err := s.connect(); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: cannot connect to the database %s: %w", srv.Kind, d.Name, err), d.Close())
	}
	return s, nil
}

// connect opens the connections for readings and the dialer of the clients.
func (s *Session) connect() (err error) {
	if s.DB, s.dialer, err = s.open(s.database.DSN); err != nil {
		return err
	}
	s.SetMaxIdleConns(2) // one more while a checkpoint is made
	return nil
}

func (s *Session) open(dsn string) (*sql.DB, client.Dialer, error) {
	if s.Server.Kind == dbserver.Postgres {
		c, err := pgx.ParseConfig(dsn)
		if err != nil {
			return nil, client.Dialer{}, err
		}
		return stdlib.OpenDB(*c), client.Postgres(c), nil
	}
	c, err := mysql.ParseDSN(dsn)
	if err != nil {
		return nil, client.Dialer{}, err
	}
	if s.QuietLog() {
		if c.Params == nil {
			c.Params = make(map[string]string)
		}
		c.Params["sql_log_bin"] = "OFF"
	}
	// The driver would write its errors to standard error as well, into the progress
	// bar.
	c.Logger = &mysql.NopLogger{}
	connector, err := mysql.NewConnector(c)
	if err != nil {
		return nil, client.Dialer{}, err
	}
	db := sql.OpenDB(connector)
	return db, client.SQL(db), nil
}

// ProcessorTime returns the processor time of the server's processes.
func (s *Session) ProcessorTime(ctx context.Context) (time.Duration, error) {
	d, err := s.Server.ProcessorTime(ctx)
	if err != nil && ctx.Err() == nil {
		return 0, &engine.Missing{Reason: err.Error()}
	}
	return d, err
}

// QuietLog reports whether the session's transactions are not in the binary log: those on
// a server that this program or a test started.
func (s *Session) QuietLog() bool {
	return s.Server.Kind != dbserver.Postgres && s.Server.Source != dbserver.SourceDSN
}

// Name returns the name of the database.
func (s *Session) Name() string { return s.database.Name }

// DSN returns the DSN of the database.
func (s *Session) DSN() string { return s.database.DSN }

// Close drops the database, and ends the server if Open started it.
func (s *Session) Close() error {
	errs := []error{s.DB.Close()}
	if s.owned { // the server drops its databases
		errs = append(errs, s.Server.Close())
	} else {
		errs = append(errs, s.database.Close())
	}
	return errors.Join(errs...)
}
