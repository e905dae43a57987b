package client

import (
	"context"
	"database/sql/driver"
	"encoding/binary"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
)

// postgresConnection is a connection of pgconn, which does without the work of database/sql
// and pgx for each argument: for a small INSERT, that would be a good part of the measured time.
type postgresConnection struct {
	conn *pgconn.PgConn
	made int // statements
}

func connectPostgres(ctx context.Context, c *pgx.ConnConfig) (connection, error) {
	conn, err := pgconn.ConnectConfig(ctx, c.Config.Copy())
	if err != nil {
		return nil, err
	}
	return &postgresConnection{conn: conn}, nil
}

func (c *postgresConnection) run(ctx context.Context, query string) error {
	return c.conn.Exec(ctx, query).Close()
}

func (c *postgresConnection) prepare(ctx context.Context, query string) (statement, error) {
	c.made++
	d, err := c.conn.Prepare(ctx, "btree_"+strconv.Itoa(c.made), query, nil)
	if err != nil {
		return nil, err
	}
	return &postgresStatement{conn: c.conn, about: d}, nil
}

// close ends the connection. If a call was interrupted, pgconn asks the server to cancel the
// statement, and close waits until it has done so.
func (c *postgresConnection) close(ctx context.Context) error {
	err := c.conn.Close(ctx)
	select {
	case <-c.conn.CleanupDone():
	case <-ctx.Done():
	}
	return err
}

// postgresStatement is a prepared statement. It keeps the memory of its arguments.
type postgresStatement struct {
	conn    *pgconn.PgConn
	about   *pgconn.StatementDescription
	values  [][]byte
	formats []int16
	scratch []byte
}

// everyColumnBinary is the format of the columns that are fetched.
var everyColumnBinary = []int16{pgtype.BinaryFormatCode}

func (s *postgresStatement) execute(ctx context.Context, args []any) (int, error) {
	_, changed, err := s.ask(ctx, args)
	return changed, err
}

func (s *postgresStatement) fetch(ctx context.Context, args []any) (int, error) {
	rows, _, err := s.ask(ctx, args)
	return rows, err
}

// ask executes the statement and returns how many rows it returned and changed.
func (s *postgresStatement) ask(ctx context.Context, args []any) (rows, changed int, err error) {
	s.values, s.formats, s.scratch = s.values[:0], s.formats[:0], s.scratch[:0]
	for i, arg := range args {
		if err := s.add(arg); err != nil {
			return 0, 0, &argumentError{fmt.Errorf("argument %d of %d: %w", i+1, len(args), err)}
		}
	}
	r := s.conn.ExecStatement(ctx, s.about, s.values, s.formats, everyColumnBinary)
	for r.NextRow() {
		rows++
	}
	tag, err := r.Close()
	return rows, int(tag.RowsAffected()), err
}

// add encodes an argument: a string as text, such as the UUID that a driver.Valuer
// returns, and the rest in the server's binary form.
func (s *postgresStatement) add(arg any) error {
	if v, ok := arg.(driver.Valuer); ok {
		var err error
		if arg, err = v.Value(); err != nil {
			return err
		}
	}
	format := int16(pgtype.BinaryFormatCode)
	from := len(s.scratch)
	switch v := arg.(type) {
	case []byte:
		s.values, s.formats = append(s.values, v), append(s.formats, format)
		return nil
	case string:
		format = pgtype.TextFormatCode
		s.scratch = append(s.scratch, v...)
	case int64:
		if oid := s.about.ParamOIDs[len(s.values)]; oid != pgtype.Int8OID {
			return fmt.Errorf("a 64-bit integer for a parameter of the type with the OID %d, which must be bigint", oid)
		}
		s.scratch = binary.BigEndian.AppendUint64(s.scratch, uint64(v))
	default:
		return fmt.Errorf("a %T cannot be sent: a key must be a string, bytes or a 64-bit integer", arg)
	}
	// Earlier values stay valid if scratch was reallocated.
	s.values, s.formats = append(s.values, s.scratch[from:len(s.scratch):len(s.scratch)]), append(s.formats, format)
	return nil
}
