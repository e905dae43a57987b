// Package retry is the code of docs/concurrency.md: it sends the same rows again until the
// server has acknowledged them. It needs pgx 5.10 or later.
package retry

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"
	"modernc.org/sqlite"
)

// Save stores rows whose keys the caller has made. It calls insert, which sends the same
// rows with the same keys each time, until the rows are stored or another attempt cannot
// help. stored reports whether the table holds exactly these rows.
func Save(ctx context.Context, insert func(context.Context) error, stored func(context.Context) (bool, error)) error {
	for pause := 10 * time.Millisecond; ; pause = min(2*pause, 250*time.Millisecond) {
		err := try(ctx, insert, stored)
		switch FaultOf(err) {
		case None, Duplicate, Refused:
			return err
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return fmt.Errorf("%w: %w", context.Cause(ctx), err)
		}
	}
}

// try makes one attempt.
func try(ctx context.Context, insert func(context.Context) error, stored func(context.Context) (bool, error)) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second) // longer than the slowest statement
	defer cancel()
	err := insert(ctx)
	if FaultOf(err) != Duplicate {
		return err
	}
	// An earlier attempt may have stored the rows although its answer was lost.
	found, readErr := stored(ctx)
	switch {
	case readErr != nil:
		return readErr
	case found:
		return nil
	}
	return err // the key, or another unique value, belongs to another row
}

// Fault says what an error means for the rows that were sent.
type Fault string

// The faults, and what to do.
const (
	None        Fault = ""
	Unreachable Fault = "no connection"    // nothing was sent: retry
	NotReady    Fault = "server not ready" // nothing was stored: retry
	Conflict    Fault = "conflict"         // the server rolled the transaction back: retry
	Lost        Fault = "connection lost"  // the rows are stored or not: retry
	Timeout     Fault = "timeout"          // the rows are stored or not, or will be: retry
	Duplicate   Fault = "duplicate key"    // look whether the rows in the table are these
	Refused     Fault = "refused"          // every other error: do not retry
)

// FaultOf returns what an error of pgx, go-sql-driver/mysql, modernc.org/sqlite or GORM means.
func FaultOf(err error) Fault {
	if err == nil {
		return None
	}
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return faultOfPostgres(e.Code)
	}
	if e, ok := errors.AsType[*mysql.MySQLError](err); ok {
		return faultOfMySQL(e.Number, e.Message)
	}
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return faultOfSQLite(e.Code())
	}
	if errors.Is(err, gorm.ErrDuplicatedKey) { // with gorm.Config{TranslateError: true}
		return Duplicate
	}
	return faultOfConnection(err)
}

func faultOfPostgres(code string) Fault {
	switch code {
	case "23505":
		return Duplicate
	case "57P03", "53300": // starting or stopping, too many connections
		return NotReady
	case "57P01", "57P02": // the server ended the connection
		return Lost
	case "40001", "40P01", "55P03": // serialization failure, deadlock, lock timeout
		return Conflict
	}
	return Refused
}

func faultOfMySQL(number uint16, message string) Fault {
	switch number {
	case 1062:
		return Duplicate
	case 1040, 1047, 1290: // too many connections, a node that has not joined its cluster, read-only
		return NotReady
	case 1053, 1927, 3100, 4031: // the server stops, ended the connection, or left its group during a commit
		return Lost
	case 1180: // error during COMMIT, which Group Replication also reports for a lost conflict
		if strings.HasPrefix(message, "Got error 149 ") {
			return Conflict
		}
		return Lost
	case 1020, 1205, 1213, 3101: // a row has changed, lock wait timeout, deadlock, another node's transaction came first
		return Conflict
	}
	return Refused
}

func faultOfSQLite(code int) Fault {
	switch {
	case code == 1555 || code == 2067: // primary key, other unique index
		return Duplicate
	case code&0xFF == 5: // busy: another connection writes
		return Conflict
	}
	return Refused
}

func faultOfConnection(err error) Fault {
	network, failed := errors.AsType[net.Error](err)
	operation, _ := errors.AsType[*net.OpError](err)
	_, connecting := errors.AsType[*pgconn.ConnectError](err)
	switch {
	case failed && network.Timeout():
		return Timeout
	case connecting, operation != nil && operation.Op == "dial":
		return Unreachable
	case failed, pgconn.SafeToRetry(err): // before pgx 5.13 also after a COMMIT that succeeded
		return Lost
	}
	// GORM reports the error of the rollback, sql.ErrTxDone after a timeout, in place of the first.
	for _, gone := range []error{io.EOF, io.ErrUnexpectedEOF, driver.ErrBadConn, sql.ErrTxDone, pgconn.ErrConnClosed, mysql.ErrInvalidConn} {
		if errors.Is(err, gone) {
			return Lost
		}
	}
	return Refused
}
