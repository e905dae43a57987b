package server

import (
	"context"
	"fmt"

	"github.com/pressly/goose/v3"

	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/migrations"
)

// Install installs sortid's functions in the session's database, once.
func (s *Session) Install(ctx context.Context) error {
	if s.installed {
		return nil
	}
	if err := s.migrate(ctx); err != nil {
		return fmt.Errorf("%s: sortid's functions cannot be installed: %w", s.Server.Kind, err)
	}
	s.installed = true
	return nil
}

func (s *Session) migrate(ctx context.Context) error {
	dialect, files := goose.DialectMySQL, migrations.MySQL
	if s.Server.Kind == dbserver.Postgres {
		dialect, files = goose.DialectPostgres, migrations.Postgres
	}
	p, err := goose.NewProvider(dialect, s.DB, files, goose.WithTableName(migrations.VersionTable), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return err
	}
	_, err = p.Up(ctx)
	return err
}
