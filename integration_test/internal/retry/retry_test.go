package retry

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5/pgconn"
)

// TestFaultOf: each fault tells the caller what to do, whichever driver reports it.
func TestFaultOf(t *testing.T) {
	for _, c := range []struct {
		err  error
		want Fault
	}{
		{nil, None},
		{errors.New("wiji: the key was never set"), Refused},
		{context.Canceled, Refused},
		{context.DeadlineExceeded, Timeout},
		{&pgconn.PgError{Code: "23505"}, Duplicate},
		{&pgconn.PgError{Code: "23503"}, Refused},
		{&pgconn.PgError{Code: "57P01"}, Lost},
		{&pgconn.PgError{Code: "57P03"}, NotReady},
		{&pgconn.PgError{Code: "40001"}, Conflict},
		{&mysql.MySQLError{Number: 1062}, Duplicate},
		{&mysql.MySQLError{Number: 1452}, Refused},
		{&mysql.MySQLError{Number: 1053}, Lost},
		{&mysql.MySQLError{Number: 1040}, NotReady},
		{&mysql.MySQLError{Number: 1047}, NotReady},
		{&mysql.MySQLError{Number: 3101}, Conflict},
		{&mysql.MySQLError{Number: 1180, Message: "Got error 149 - 'Lock deadlock; Retry transaction' during COMMIT"}, Conflict},
		{&mysql.MySQLError{Number: 1180, Message: "Got error 28 - 'No space left on device' during COMMIT"}, Lost},
		{&mysql.MySQLError{Number: 3100}, Lost},
		{fmt.Errorf("first; %w", &mysql.MySQLError{Number: 1213}), Conflict},
		{&mysql.MySQLError{Number: 1020}, Conflict},
		{mysql.ErrInvalidConn, Lost},
	} {
		if got := FaultOf(c.err); got != c.want {
			t.Errorf("%v: %q, want %q", c.err, got, c.want)
		}
	}
}
