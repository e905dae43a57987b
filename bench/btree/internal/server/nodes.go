package server

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/sortid/sortid/bench/btree/internal/engine/client"
	"github.com/sortid/sortid/bench/dbserver"
)

// join connects the session to further nodes of its server's cluster, so that clients take
// the nodes in turn.
func (s *Session) join(ctx context.Context, dsns []string) error {
	if len(dsns) == 0 {
		return nil
	}
	if s.Member.Kind == "" && s.Product.Store == "" {
		return fmt.Errorf("%s: -dsn names %d servers, and the first one is in no cluster: give one DSN", s.Server.Kind, len(dsns)+1)
	}
	servers := []*dbserver.Server{s.Server}
	dialers := []client.Dialer{s.dialer}
	for i, dsn := range dsns {
		srv, err := dbserver.Open(ctx, s.Server.Kind, dbserver.Options{DSN: dsn})
		if err != nil {
			return err
		}
		s.others = append(s.others, srv)
		if err := s.sameCluster(ctx, srv); err != nil {
			return fmt.Errorf("%s: DSN %d: %w", s.Server.Kind, i+2, err)
		}
		if dsn, err = dbserver.WithDatabase(srv.Kind, srv.DSN(), s.database.name); err != nil {
			return err
		}
		db, dialer, err := s.dial(dsn)
		if err != nil {
			return fmt.Errorf("%s: DSN %d: cannot connect: %w", s.Server.Kind, i+2, err)
		}
		s.Others = append(s.Others, db)
		servers, dialers = append(servers, srv), append(dialers, dialer)
	}
	s.dialer = client.InTurn(dialers...)
	if s.Member.Kind != "" {
		s.nodes = servers
	}
	return s.Settle(ctx)
}

// sameCluster returns an error if a server is not in the cluster of the first one. Servers of
// other products are not asked: they refuse to connect to a database that they do not have.
func (s *Session) sameCluster(ctx context.Context, srv *dbserver.Server) error {
	if s.Product.Store != "" {
		return nil
	}
	m, err := srv.Membership(ctx)
	if err != nil {
		return err
	}
	if m.Kind != s.Member.Kind || m.ID != s.Member.ID {
		return errors.New("the server is not in the cluster of the first one: give the DSNs of one cluster")
	}
	return nil
}

// Settle returns when all nodes that clients use have applied what was committed on any of
// them.
func (s *Session) Settle(ctx context.Context) error {
	if s.nodes == nil {
		return nil
	}
	return s.Member.Kind.Settle(ctx, s.nodes)
}

// AllNodes returns connections to the database on all nodes that clients use.
func (s *Session) AllNodes() []*sql.DB { return append([]*sql.DB{s.DB}, s.Others...) }

// Clustered reports whether clients use several nodes of a cluster.
func (s *Session) Clustered() bool { return s.nodes != nil }

// ClusterText says in one line which cluster the server is in and how many nodes clients use, or
// is empty.
func (s *Session) ClusterText() string {
	switch {
	case s.Member.Kind == "" && len(s.Others) == 0:
		return ""
	case s.Member.Kind == "":
		return fmt.Sprintf("%s; clients use %d nodes in turn", s.Product, len(s.Others)+1)
	}
	return fmt.Sprintf("%s; clients use %d of them in turn", s.Member, len(s.Others)+1)
}

// closeOthers ends the connections to the other nodes.
func (s *Session) closeOthers() error {
	var errs []error
	for _, db := range s.Others {
		errs = append(errs, db.Close())
	}
	for _, srv := range s.others {
		errs = append(errs, srv.Close())
	}
	return errors.Join(errs...)
}

// refuseStandby returns an error if the server is a standby, which accepts no writes.
func refuseStandby(ctx context.Context, srv *dbserver.Server, db *sql.DB) error {
	query := "SELECT @@GLOBAL.read_only"
	if srv.Kind == dbserver.Postgres {
		query = "SELECT pg_is_in_recovery()"
	}
	var standby bool
	if err := db.QueryRowContext(ctx, query).Scan(&standby); err != nil {
		return fmt.Errorf("%s: the server does not say whether it accepts writes: %w", srv.Kind, err)
	}
	if standby {
		return fmt.Errorf("%s: the server is a standby or read-only, and trees grow by writes: give the DSN of the primary", srv.Kind)
	}
	return nil
}
