package dbserver

import (
	"context"
	"fmt"

	"github.com/testcontainers/testcontainers-go"
)

// NodeOptions say which container NewNode makes.
type NodeOptions struct {
	// Settings holds settings of the server, as in [Options].
	Settings map[string]string
	// Password is that of the server's account, which several nodes may share. Those that begin with Data have its password.
	Password string
	// Data, if not nil, is what the container begins with, as in [Options].
	Data *Data
	// Extra is what the container has in addition.
	Extra []testcontainers.ContainerCustomizer
}

// Node is a container with a server whose owner starts and ends it step by step, as the nodes
// of a cluster need it.
type Node struct{ *box }

// NewNode makes a container without starting it. Beside an error it may return a Node, to be
// removed. The error is an ErrNoDocker or ErrNoContainer if the machine cannot run containers.
func NewNode(ctx context.Context, kind Kind, o NodeOptions) (*Node, error) {
	if err := pingDocker(ctx); err != nil {
		return nil, err
	}
	c, err := resolve(kind, Options{Source: SourceContainer, Settings: o.Settings, Data: o.Data}, func(string) string { return "" })
	if err != nil {
		return nil, err
	}
	n := &Node{newBox(c)}
	n.extra = append(n.extra, o.Extra...)
	if n.begin == nil {
		n.password = o.Password
	}
	if err := n.create(ctx, c); err != nil {
		return n, containerError(n.image, err)
	}
	return n, nil
}

// Await returns when the server of a container that was started answers. The caller closes the
// Server, which removes the container.
func (n *Node) Await(ctx context.Context, origin string) (*Server, error) {
	f, err := await(ctx, n.kind, n.addresses, n.alive)
	if err != nil {
		return nil, n.Failed(err)
	}
	s := newServer(n.kind, SourceContainer, origin, f, n.remove)
	s.Why = origin
	return s, nil
}

// Image returns the image of the container.
func (n *Node) Image() string { return n.image }

// PeerDSN returns the DSN of a database by which other nodes reach it under a host's name.
func (n *Node) PeerDSN(host, database string) string {
	a := n.account
	a.database = database
	return a.dsn(n.kind, host)
}

// Failed adds the end of the container's log to the reason.
func (n *Node) Failed(err error) error { return n.failed(err) }

// Remove removes the container.
func (n *Node) Remove() error { return n.remove() }

// Again returns when the server answers after it was ended and started again, and forgets
// the connections that the old one had.
func (n *Node) Again(ctx context.Context, s *Server) error {
	f, err := await(ctx, n.kind, n.addresses, n.alive)
	if err != nil {
		return n.Failed(err)
	}
	s.admin.SetMaxIdleConns(0)
	s.admin.SetMaxIdleConns(1)
	return f.db.Close()
}

// Query reads one value from the server by a query of administration.
func (s *Server) Query(ctx context.Context, to any, query string, args ...any) error {
	return s.admin.QueryRowContext(ctx, query, args...).Scan(to)
}

// Execute executes statements of administration on one connection. Its error does not repeat a
// statement, which may hold a password.
func (s *Server) Execute(ctx context.Context, statements ...string) error {
	conn, err := s.admin.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	for i, statement := range statements {
		if _, err := conn.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("statement %d: %w", i+1, err)
		}
	}
	return nil
}
