package concurrency

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"testing"

	"github.com/pressly/goose/v3"

	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/bench/dbserver/dbtest"
	"github.com/sortid/sortid/migrations"
)

// engine is a kind of server and how its trees are made and read.
type engine struct {
	kind     dbserver.Kind
	settings map[string]string
	dialect  dialect // of a table with the key in one column
	// prepare makes the empty database ready, plant makes the table.
	prepare func(ctx context.Context, db *sql.DB) error
	plant   func(ctx context.Context, db *sql.DB, columns string) error
	log     func(ctx context.Context, db *sql.DB) (bytes float64, err error)
	fill    func(ctx context.Context, db *sql.DB, rows int) (percent float64, err error)
}

// connections is how many the server must allow: a client for each writer of each
// way, and some for the rest.
const connections = "1000"

// open returns a server that keeps its data: the waiting for commits decides how
// writers meet.
func (e engine) open(b *testing.B) *dbserver.Server {
	b.Helper()
	server, err := dbserver.Open(b.Context(), e.kind, dbserver.Options{Settings: e.settings, Log: func(line string) { b.Log(line) }})
	if _, unavailable := errors.AsType[*dbserver.UnavailableError](err); unavailable {
		dbtest.Missing(b, err.Error())
	}
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := server.Close(); err != nil {
			b.Error(err)
		}
	})
	return server
}

// install puts this module's functions into the database.
func install(ctx context.Context, db *sql.DB, d goose.Dialect, files fs.FS) error {
	p, err := goose.NewProvider(d, db, files, goose.WithTableName(migrations.VersionTable))
	if err != nil {
		return err
	}
	_, err = p.Up(ctx)
	return err
}

// inOrder runs the statements one after the other.
func inOrder(ctx context.Context, db *sql.DB, statements ...string) error {
	for _, s := range statements {
		if _, err := db.ExecContext(ctx, s); err != nil {
			return err
		}
	}
	return nil
}
