package client

import (
	"context"
	"database/sql/driver"
	"encoding/binary"
	"fmt"

	"github.com/jackc/pgx/v5/pgproto3"
	"github.com/jackc/pgx/v5/pgtype"
)

// postgresStatement is a prepared statement. It keeps the memory of its arguments.
type postgresStatement struct {
	conn       *postgresConnection
	name       string
	parameters []uint32 // OIDs of their types
	values     [][]byte
	formats    []int16
	scratch    []byte
}

// everyColumnBinary is the format of the columns that are fetched.
var everyColumnBinary = []int16{pgtype.BinaryFormatCode}

func (s *postgresStatement) execute(ctx context.Context, args []any) (int, error) {
	a, err := s.ask(ctx, args)
	return a.changed, err
}

func (s *postgresStatement) fetch(ctx context.Context, args []any) (int, error) {
	a, err := s.ask(ctx, args)
	return a.rows, err
}

func (s *postgresStatement) ask(ctx context.Context, args []any) (answer, error) {
	s.values, s.formats, s.scratch = s.values[:0], s.formats[:0], s.scratch[:0]
	for i, arg := range args {
		if err := s.add(arg); err != nil {
			return answer{}, &argumentError{fmt.Errorf("argument %d of %d: %w", i+1, len(args), err)}
		}
	}
	if err := s.conn.ready(ctx); err != nil {
		return answer{}, err
	}
	f := s.conn.front
	f.SendBind(&pgproto3.Bind{PreparedStatement: s.name, ParameterFormatCodes: s.formats, Parameters: s.values, ResultFormatCodes: everyColumnBinary})
	f.SendExecute(&pgproto3.Execute{})
	f.SendSync(&pgproto3.Sync{})
	return s.conn.converse()
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
		if oid := s.parameters[len(s.values)]; oid != pgtype.Int8OID {
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
