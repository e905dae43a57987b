package server

import (
	"context"
	"fmt"
	"strings"

	"github.com/sortid/sortid/internal/dbserver"
)

// refuse returns an error if no trees can be grown and read on the server.
func refuse(ctx context.Context, srv *dbserver.Server) error {
	var version string
	if err := srv.Query(ctx, &version, "SELECT version()"); err != nil {
		return fmt.Errorf("%s: cannot ask the server for its version: %w", srv.Kind, err)
	}
	if err := refuseProduct(srv, version); err != nil {
		return err
	}
	query := "SELECT @@GLOBAL.read_only"
	if srv.Kind == dbserver.Postgres {
		query = "SELECT pg_is_in_recovery()"
	}
	var standby bool
	if err := srv.Query(ctx, &standby, query); err != nil {
		return fmt.Errorf("%s: the server does not say whether it accepts writes: %w", srv.Kind, err)
	}
	if standby {
		return fmt.Errorf("%s: the server is a standby or read-only, and trees grow by writes: give the DSN of the primary", srv.Kind)
	}
	return nil
}

// refuseProduct returns an error if the server is another product that speaks the protocol of
// its kind, by what version() returns. These products keep rows in log-structured merge trees.
func refuseProduct(srv *dbserver.Server, version string) error {
	var product string
	switch {
	case srv.IsTiDB():
		product = "TiDB"
	case strings.HasPrefix(version, "CockroachDB "):
		product = "CockroachDB"
	case strings.Contains(version, "-YB-"):
		product = "YugabyteDB"
	default:
		return nil
	}
	return fmt.Errorf("%s: the server is %s (%s): this program reads the pages of B+ trees, which this server does not show: give the DSN of a %s server", srv.Kind, product, version, srv.Kind.Title())
}
