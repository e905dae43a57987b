package server

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

// postgresClient speaks PostgreSQL's protocol message by message, over a connection
// that pgx has made. What database/sql and pgx do for each argument, and pgx with a
// timer for each message, is a good part of the time that a small INSERT takes.
type postgresClient struct {
	conn   net.Conn
	front  *pgproto3.Frontend
	made   int // statements
	lost   error
	watch  watch
	closed bool
	wait   waiting
}

// connectPostgres makes one of so many clients that are open at a time.
func connectPostgres(ctx context.Context, c *pgx.ConnConfig, open *atomic.Int64) (client, error) {
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
	return &postgresClient{
		conn: h.Conn, front: pgproto3.NewFrontend(h.Conn, h.Conn),
		watch: watch{breakOff: breakOff(h.Conn)}, wait: waiting{conn: h.Conn, open: open},
	}, nil
}

func (c *postgresClient) run(ctx context.Context, query string) error {
	if err := c.ready(ctx); err != nil {
		return err
	}
	c.front.SendQuery(&pgproto3.Query{String: query})
	_, err := c.converse()
	return err
}

func (c *postgresClient) prepare(ctx context.Context, query string) (statement, error) {
	if err := c.ready(ctx); err != nil {
		return nil, err
	}
	c.made++
	s := &postgresStatement{client: c, name: "btree_" + strconv.Itoa(c.made)}
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

// close takes leave of the server. Calling it again does nothing.
func (c *postgresClient) close(context.Context) error {
	if c.closed {
		return nil
	}
	c.closed = true
	c.wait.open.Add(-1)
	c.watch.forget()
	if c.lost == nil {
		c.front.Send(&pgproto3.Terminate{})
		// The server ends without a word, and also if this does not arrive.
		_ = c.conn.SetDeadline(time.Now().Add(closeTimeout))
		_ = c.front.Flush()
	}
	return c.conn.Close()
}

// answer is what the server says to one question.
type answer struct {
	rows       int      // that were returned
	changed    int      // as the last command says
	parameters []uint32 // OIDs of the types, for a statement that was prepared
}

// ready returns nil if a question can be asked, and is called before its messages are
// made, as they would else go out with the next one.
func (c *postgresClient) ready(ctx context.Context) error {
	if c.lost != nil {
		return c.lost
	}
	c.wait.choose()
	return c.watch.begin(ctx)
}

// converse sends what is due and reads up to where the server is ready for more. An
// error of the server is a *pgconn.PgError; after any other the connection is lost.
func (c *postgresClient) converse() (answer, error) {
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
				return answer{}, refusal // it told why it goes
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

// lose gives the connection up: what comes from it next would be the answer to an
// earlier question.
func (c *postgresClient) lose(err error) error {
	c.lost = fmt.Errorf("the connection is lost: %w", err)
	return c.lost
}
