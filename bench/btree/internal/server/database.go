package server

import (
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	"strings"

	"github.com/sortid/sortid/bench/dbserver"
)

// database is a database that the benchmark created.
type database struct {
	name, dsn string
	servers   bool // whether the server's Close drops it
	close     func() error
}

// newDatabase creates a database. Other products that speak PostgreSQL's protocol do not
// support all options of its CREATE DATABASE and DROP DATABASE.
func newDatabase(ctx context.Context, srv *dbserver.Server, p Product) (database, error) {
	if srv.Kind == dbserver.Postgres && p.Store != "" {
		return newPlainDatabase(ctx, srv, p)
	}
	d, err := srv.NewDatabase(ctx, "btree", dbserver.DatabaseOptions{})
	if err != nil {
		return database{}, err
	}
	return database{name: d.Name, dsn: d.DSN, servers: true, close: d.Close}, nil
}

// newPlainDatabase creates a database without any option.
func newPlainDatabase(ctx context.Context, srv *dbserver.Server, p Product) (database, error) {
	admin, err := sql.Open(srv.Kind.Driver(), srv.DSN())
	if err != nil {
		return database{}, fmt.Errorf("%s: cannot connect: %w", p.Name, err)
	}
	name := "sortid_btree_" + strings.ToLower(rand.Text()[:10])
	dsn, err := dbserver.WithDatabase(srv.Kind, srv.DSN(), name)
	if err == nil {
		_, err = admin.ExecContext(ctx, "CREATE DATABASE "+name)
	}
	if err != nil {
		admin.Close()
		return database{}, fmt.Errorf("%s: a database cannot be created: %w: give the account of the DSN the right to create databases", p.Name, err)
	}
	return database{name: name, dsn: dsn, close: func() error {
		defer admin.Close()
		ctx, cancel := context.WithTimeout(context.Background(), DropTimeout)
		defer cancel()
		if _, err := admin.ExecContext(ctx, p.dropDatabase(name)); err != nil {
			return fmt.Errorf("%s: the database %s is left behind: %w: drop it by hand", p.Name, name, err)
		}
		return nil
	}}, nil
}

// dropDatabase returns the statement. CockroachDB needs CASCADE to drop a database that
// has tables.
func (p Product) dropDatabase(name string) string {
	statement := "DROP DATABASE IF EXISTS " + name
	if p.Name == CockroachDB {
		statement += " CASCADE"
	}
	return statement
}
