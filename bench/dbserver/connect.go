package dbserver

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// connect opens a pool for the server's own needs: a few connections, and no word
// on standard error from the driver while a server is still starting.
func connect(kind Kind, dsn string) (*sql.DB, error) {
	if kind == Postgres {
		c, err := pgx.ParseConfig(dsn)
		if err != nil {
			return nil, err
		}
		return pool(stdlib.OpenDB(*c)), nil
	}
	c, err := mysql.ParseDSN(dsn)
	if err != nil {
		return nil, err
	}
	c.Logger = &mysql.NopLogger{}
	connector, err := mysql.NewConnector(c)
	if err != nil {
		return nil, err
	}
	return pool(sql.OpenDB(connector)), nil
}

func pool(db *sql.DB) *sql.DB {
	db.SetMaxOpenConns(4)
	db.SetMaxIdleConns(1)
	return db
}

// version asks the server who it is, and refuses a server of another kind: the
// two that speak MySQL's protocol differ where it matters for keys.
func version(ctx context.Context, kind Kind, db *sql.DB) (string, error) {
	if kind == Postgres {
		var v string
		return v, db.QueryRowContext(ctx, "SHOW server_version").Scan(&v)
	}
	var v, comment string
	if err := db.QueryRowContext(ctx, "SELECT VERSION(), @@version_comment").Scan(&v, &comment); err != nil {
		return "", err
	}
	is := MySQL
	if strings.Contains(v+comment, "MariaDB") {
		is = MariaDB
	}
	if is != kind {
		return "", fmt.Errorf("the server is %s %s, not %s: give its DSN in %s", is.Title(), v, kind.Title(), is.DSNVariable())
	}
	return v, nil
}

// Waiting for a server: how often it is asked, and how long one answer may take.
const (
	pollInterval = 100 * time.Millisecond
	pollTimeout  = 5 * time.Second
)

// found is a server that answered, or why it did not.
type found struct {
	dsn     string
	db      *sql.DB
	version string
	err     error
}

// await asks a server that is starting until it answers. It gives up when ctx ends
// or alive reports that the server is gone. Errors of single connections are not
// final, since a server refuses with various words until it is ready; the last of
// them explains why time ran out.
//
// The server may be at any of the addresses that dsns names.
func await(ctx context.Context, kind Kind, dsns func(context.Context) ([]string, error), alive func(context.Context) error) (found, error) {
	tick := time.NewTicker(pollInterval)
	defer tick.Stop()
	last := errors.New("it was not asked")
	for {
		f := ask(ctx, kind, dsns)
		switch {
		case f.err == nil:
			return f, nil
		case ctx.Err() != nil:
			return found{}, fmt.Errorf("it does not answer (%w): %w", context.Cause(ctx), last)
		}
		last = f.err
		if err := alive(ctx); err != nil && ctx.Err() == nil {
			return found{}, err
		}
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
}

// ask asks once at all addresses side by side, because a wrong one may swallow the
// question instead of refusing it, and takes the first answer.
func ask(ctx context.Context, kind Kind, dsns func(context.Context) ([]string, error)) found {
	ctx, cancel := context.WithTimeout(ctx, pollTimeout)
	defer cancel()
	list, err := dsns(ctx)
	if err != nil {
		return found{err: err}
	}
	answers := make(chan found)
	for _, dsn := range list {
		go func() {
			db, v, err := dial(ctx, kind, dsn)
			answers <- found{dsn, db, v, err}
		}()
	}
	first := found{err: errors.New("it has no address")}
	for i := range list {
		f := <-answers
		switch {
		case i == 0 || first.err != nil && f.err == nil:
			first = f
		case first.err != nil:
			first.err = fmt.Errorf("%w; %w", first.err, f.err)
		case f.err == nil:
			f.db.Close() // the same server at another address
		}
		if f.err == nil {
			cancel()
		}
	}
	return first
}

// dial connects and asks for the version; there is no pool beside an error.
func dial(ctx context.Context, kind Kind, dsn string) (*sql.DB, string, error) {
	db, err := connect(kind, dsn)
	if err != nil {
		return nil, "", err
	}
	v, err := version(ctx, kind, db)
	if err != nil {
		db.Close()
		return nil, "", err
	}
	return db, v, nil
}
