package faults_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	"github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"
	"modernc.org/sqlite"
)

// save stores rows whose keys the caller has made. It calls insert, which sends the same
// rows with the same keys each time, until the rows are stored or another attempt cannot
// help. stored reports whether the table holds exactly these rows.
func save(ctx context.Context, insert func(context.Context) error, stored func(context.Context) (bool, error)) error {
	for pause := 10 * time.Millisecond; ; pause = min(2*pause, 250*time.Millisecond) {
		err := try(ctx, insert, stored)
		switch faultOf(err) {
		case none, duplicate, refused:
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
	if faultOf(err) != duplicate {
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

// fault says what an error means for the rows that were sent.
type fault string

const (
	none        fault = ""
	unreachable fault = "no connection"    // nothing was sent: retry
	notReady    fault = "server not ready" // nothing was stored: retry
	conflict    fault = "conflict"         // the server rolled the transaction back: retry
	lost        fault = "connection lost"  // the rows are stored or not: retry
	timeout     fault = "timeout"          // the rows are stored or not, or will be: retry
	duplicate   fault = "duplicate key"    // look whether the rows in the table are these
	refused     fault = "refused"          // every other error: do not retry
)

func faultOf(err error) fault {
	if err == nil {
		return none
	}
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return faultOfPostgres(e.Code)
	}
	if e, ok := errors.AsType[*mysql.MySQLError](err); ok {
		return faultOfMySQL(e.Number)
	}
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return faultOfSQLite(e.Code())
	}
	if errors.Is(err, gorm.ErrDuplicatedKey) { // with gorm.Config{TranslateError: true}
		return duplicate
	}
	return faultOfConnection(err)
}

func faultOfPostgres(code string) fault {
	switch code {
	case "23505":
		return duplicate
	case "57P03", "53300": // starting or stopping, too many connections
		return notReady
	case "57P01", "57P02": // the server ended the connection
		return lost
	case "40001", "40P01", "55P03": // serialization failure, deadlock, lock timeout
		return conflict
	}
	return refused
}

func faultOfMySQL(number uint16) fault {
	switch number {
	case 1062:
		return duplicate
	case 1040: // too many connections
		return notReady
	case 1053, 1927, 4031: // the server stops, or ended the connection
		return lost
	case 1205, 1213: // lock wait timeout, deadlock
		return conflict
	}
	return refused
}

func faultOfSQLite(code int) fault {
	switch {
	case code == 1555 || code == 2067: // primary key, other unique index
		return duplicate
	case code&0xFF == 5: // busy: another connection writes
		return conflict
	}
	return refused
}

func faultOfConnection(err error) fault {
	network, failed := errors.AsType[net.Error](err)
	operation, _ := errors.AsType[*net.OpError](err)
	_, connecting := errors.AsType[*pgconn.ConnectError](err)
	switch {
	case failed && network.Timeout():
		return timeout
	case connecting, operation != nil && operation.Op == "dial":
		return unreachable
	case failed, pgconn.SafeToRetry(err): // which also holds after a COMMIT that succeeded: see docs/retries.md
		return lost
	}
	// GORM reports the error of the rollback, sql.ErrTxDone after a timeout, in place of the first.
	for _, gone := range []error{io.EOF, io.ErrUnexpectedEOF, driver.ErrBadConn, sql.ErrTxDone, mysql.ErrInvalidConn} {
		if errors.Is(err, gone) {
			return lost
		}
	}
	return refused
}
