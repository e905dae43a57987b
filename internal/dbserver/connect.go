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

// connect opens a few connections for administration. The driver writes nothing to
// standard error while a server is still starting.
func connect(kind Kind, dsn string) (*sql.DB, error) {
	if kind == Postgres {
		c, err := pgx.ParseConfig(dsn)
		if err != nil {
			return nil, err
		}
		return limited(stdlib.OpenDB(*c)), nil
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
	return limited(sql.OpenDB(connector)), nil
}

func limited(db *sql.DB) *sql.DB {
	db.SetMaxOpenConns(4)
	db.SetMaxIdleConns(1)
	return db
}

// version asks the server for its version and refuses a server of another kind: MySQL and
// MariaDB speak one protocol and differ where it matters for keys.
func version(ctx context.Context, kind Kind, db *sql.DB) (string, error) {
	if kind == Postgres {
		var v string
		return v, db.QueryRowContext(ctx, "SHOW server_version").Scan(&v)
	}
	is, v, err := mysqlKind(ctx, db)
	if err != nil {
		return "", err
	}
	if is != kind {
		return "", fmt.Errorf("the server is %s %s, not %s: set its DSN in %s", is.Title(), v, kind.Title(), is.DSNVariable())
	}
	return v, nil
}

// mysqlKind asks a server that speaks MySQL's protocol which of the two it is, and for its
// version.
func mysqlKind(ctx context.Context, db *sql.DB) (kind Kind, v string, err error) {
	var comment string
	if err := db.QueryRowContext(ctx, "SELECT VERSION(), @@version_comment").Scan(&v, &comment); err != nil {
		return "", "", err
	}
	if strings.Contains(v+comment, "MariaDB") {
		return MariaDB, v, nil
	}
	return MySQL, v, nil
}

// KindOf asks the server of a go-sql-driver/mysql DSN whether it is MySQL or MariaDB. It
// waits ten seconds at most. Its errors do not contain the DSN, which holds a password.
func KindOf(ctx context.Context, dsn string) (Kind, error) {
	dsn, err := NormalizeDSN(MySQL, dsn)
	if err != nil {
		return "", err
	}
	db, err := connect(MySQL, dsn)
	if err != nil {
		return "", err
	}
	defer db.Close()
	ctx, cancel := context.WithTimeout(ctx, kindTimeout)
	defer cancel()
	kind, _, err := mysqlKind(ctx, db)
	return kind, err
}

// kindTimeout bounds the time for which KindOf waits.
const kindTimeout = 10 * time.Second

// While a server starts, await asks it at this interval; one answer may take pollTimeout.
const (
	pollInterval = 100 * time.Millisecond
	pollTimeout  = 5 * time.Second
)

// found is a server that answered, or the error of one that did not.
type found struct {
	dsn     string
	db      *sql.DB
	version string
	err     error
}

// await asks a server that is starting at all addresses of dsns until it answers. It
// gives up if ctx ends or alive returns an error. A server that is starting refuses
// connections with various errors: only the last one is reported, if time runs out.
func await(ctx context.Context, kind Kind, dsns func(context.Context) ([]string, error), alive func(context.Context) error) (found, error) {
	tick := time.NewTicker(pollInterval)
	defer tick.Stop()
	last := errors.New("it was not asked yet")
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

// ask asks once at all addresses at the same time, because a wrong one may never answer,
// and returns the first answer.
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

// dial connects and asks for the version. Beside an error it returns no connection.
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
