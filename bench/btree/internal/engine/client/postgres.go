package client

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"
)

// postgresConnection speaks PostgreSQL's protocol message by message, over a connection
// that pgx has opened. For a small INSERT, the work of database/sql and pgx for each
// argument and message would be a good part of the measured time.
type postgresConnection struct {
	conn   net.Conn
	front  *pgproto3.Frontend
	made   int   // statements
	lost   error // why the connection cannot be used any more
	watch  watch
	closed bool
	wait   waiting
}

// connectPostgres opens a connection. It keeps the number of open ones in open.
func connectPostgres(ctx context.Context, c *pgx.ConnConfig, open *atomic.Int64) (connection, error) {
	made, err := pgconn.ConnectConfig(ctx, c.Config.Copy())
	if err != nil {
		return nil, err
	}
	if err := made.SyncConn(ctx); err != nil {
		return nil, errors.Join(err, made.Close(ctx))
	}
	h, err := made.Hijack()
	if err != nil {
		return nil, errors.Join(err, made.Close(ctx))
	}
	open.Add(1)
	return &postgresConnection{
		conn: h.Conn, front: pgproto3.NewFrontend(h.Conn, h.Conn),
		watch: watch{breakOff: breakOff(h.Conn)}, wait: waiting{conn: h.Conn, open: open},
	}, nil
}

func (c *postgresConnection) run(ctx context.Context, query string) error {
	if err := c.ready(ctx); err != nil {
		return err
	}
	c.front.SendQuery(&pgproto3.Query{String: query})
	_, err := c.converse()
	return err
}

func (c *postgresConnection) prepare(ctx context.Context, query string) (statement, error) {
	if err := c.ready(ctx); err != nil {
		return nil, err
	}
	c.made++
	s := &postgresStatement{conn: c, name: "btree_" + strconv.Itoa(c.made)}
	c.front.SendParse(&pgproto3.Parse{Name: s.name, Query: query})
	c.front.SendDescribe(&pgproto3.Describe{ObjectType: 'S', Name: s.name})
	c.front.SendSync(&pgproto3.Sync{})
	a, err := c.converse()
	if err != nil {
		return nil, err
	}
	s.parameters = a.parameters
	return s, nil
}

// close ends the connection. Calling it again does nothing.
func (c *postgresConnection) close(context.Context) error {
	if c.closed {
		return nil
	}
	c.closed = true
	c.wait.open.Add(-1)
	c.watch.forget()
	if c.lost == nil {
		c.front.Send(&pgproto3.Terminate{})
		// The server does not answer this message, and ends also if it is lost.
		_ = c.conn.SetDeadline(time.Now().Add(closeTimeout))
		_ = c.front.Flush()
	}
	return c.conn.Close()
}

// answer is the server's answer to one request.
type answer struct {
	rows       int      // returned
	changed    int      // by the last command
	parameters []uint32 // OIDs of the types of a prepared statement's parameters
}

// ready returns nil if a request can be sent. It must be called before the request's
// messages are made: they would otherwise be sent with the next request.
func (c *postgresConnection) ready(ctx context.Context) error {
	if c.lost != nil {
		return c.lost
	}
	c.wait.choose()
	return c.watch.begin(ctx)
}

// converse sends the request and reads the answer until the server is ready for the next
// request. A server's error is a *pgconn.PgError; after any other the connection is lost.
func (c *postgresConnection) converse() (answer, error) {
	defer c.watch.end()
	if err := c.front.Flush(); err != nil {
		return answer{}, c.lose(err)
	}
	var a answer
	var refusal *pgconn.PgError
	for {
		m, err := c.front.Receive()
		if err != nil {
			lost := c.lose(err)
			if refusal != nil {
				return answer{}, refusal // the reason why the server closed the connection
			}
			return answer{}, lost
		}
		switch m := m.(type) {
		case *pgproto3.DataRow:
			a.rows++
		case *pgproto3.CommandComplete:
			a.changed = int(pgconn.NewCommandTag(string(m.CommandTag)).RowsAffected())
		case *pgproto3.ParameterDescription:
			a.parameters = append(a.parameters, m.ParameterOIDs...)
		case *pgproto3.ErrorResponse:
			refusal = pgconn.ErrorResponseToPgError(m)
		case *pgproto3.ReadyForQuery:
			if refusal != nil {
				return answer{}, refusal
			}
			return a, nil
		}
	}
}

// lose gives the connection up: it would read the answer to an earlier request next.
func (c *postgresConnection) lose(err error) error {
	c.lost = fmt.Errorf("the connection is lost: %w", err)
	return c.lost
}
