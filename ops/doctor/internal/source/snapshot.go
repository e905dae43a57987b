package source

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Snapshot is one read-only transaction that sees every row as it was when the transaction
// began, where the server has such a transaction: tables of MyISAM have none.
type Snapshot struct {
	server Server
	close  func() error
	conn   *sql.Conn
	// savepoints is whether each statement ends with a rollback to a savepoint: it releases the
	// locks on tables, and after an error the transaction goes on.
	savepoints bool
	mariaDB    bool // as that of a session
	// limit returns the statement that limits the next one to so many milliseconds.
	limit func(ms int64) string
}

// OpenSnapshot connects as [Open] does, and begins the transaction.
func OpenSnapshot(ctx context.Context, dsn string) (*Snapshot, error) {
	src, err := Open(ctx, dsn, false)
	if err != nil {
		return nil, err
	}
	return SnapshotOf(ctx, src)
}

// SnapshotOf begins the transaction on a source of this package, which it closes. Its settings make each value have one
// text, whatever the settings of the account are.
func SnapshotOf(ctx context.Context, src Source) (*Snapshot, error) {
	var err error
	s := &Snapshot{server: src.Server(), close: src.Close, savepoints: true}
	var db *sql.DB
	var begin []string
	switch src := src.(type) {
	case *postgres:
		db = src.db
		begin = []string{"BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY", "SELECT set_config('search_path', 'pg_catalog', true), set_config('TimeZone', 'UTC', true), " +
			"set_config('DateStyle', 'ISO, YMD', true), set_config('IntervalStyle', 'postgres', true), set_config('extra_float_digits', '1', true), " +
			"set_config('bytea_output', 'hex', true), set_config('client_encoding', 'UTF8', true), set_config('lc_monetary', 'C', true), set_config('quote_all_identifiers', 'off', true), " +
			"set_config('row_security', 'off', true), set_config('idle_in_transaction_session_timeout', '0', true), " +
			fmt.Sprintf("set_config('lock_timeout', '%d', true)", lockTimeout.Milliseconds())}
		s.limit = func(ms int64) string { return fmt.Sprintf("SELECT set_config('statement_timeout', '%d', true)", ms) }
	case *mysql:
		db = src.db
		begin = []string{"SET NAMES utf8mb4", "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ",
			fmt.Sprintf("SET SESSION sql_mode = '', SESSION time_zone = '+00:00', SESSION group_concat_max_len = 1000000, SESSION lock_wait_timeout = %d", int(lockTimeout.Seconds())),
			"START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY"}
		s.limit = func(ms int64) string { return fmt.Sprintf("SET SESSION max_execution_time = %d", ms) }
		if s.mariaDB = src.mariaDB; s.mariaDB {
			begin[2] += ", " + allWarnings
			s.limit = func(ms int64) string {
				return fmt.Sprintf("SET SESSION max_statement_time = %d.%03d", ms/1000, ms%1000)
			}
		}
	case *sqlite:
		db = src.db
		begin = []string{"BEGIN", "SELECT count(*) FROM sqlite_schema"}
		s.savepoints = false
	default:
		return nil, errors.Join(fmt.Errorf("%s has no snapshot", s.server.Product), src.Close())
	}
	if s.conn, err = db.Conn(ctx); err != nil {
		return nil, errors.Join(err, s.close())
	}
	for _, statement := range begin {
		if _, err := s.conn.ExecContext(ctx, statement); err != nil {
			return nil, errors.Join(fmt.Errorf("cannot begin a snapshot: %s: %w", statement, err), s.Close())
		}
	}
	return s, nil
}

// Server describes the server.
func (s *Snapshot) Server() Server { return s.server }

// Close ends the transaction and the connection.
func (s *Snapshot) Close() error { return errors.Join(s.conn.Close(), s.close()) }

// Query sends a statement and calls each for every row. It ends at the deadline of ctx. If that
// passes, the connection ends too.
func (s *Snapshot) Query(ctx context.Context, query string, each func(*sql.Rows) error) (err error) {
	if s.savepoints {
		if err := s.begin(ctx); err != nil {
			return err
		}
		defer func() {
			if _, e := s.conn.ExecContext(ctx, "ROLLBACK TO SAVEPOINT sortid"); e != nil && err == nil {
				err = e
			}
		}()
	}
	if err := queryRows(ctx, s.conn, query, each); err != nil || !s.mariaDB || !readsTables(query) {
		return err
	}
	return complete(ctx, s.conn)
}

// begin makes the savepoint, and limits the statement on the server, which may not notice that
// the client went away.
func (s *Snapshot) begin(ctx context.Context) error {
	statements := []string{"SAVEPOINT sortid"}
	if end, ok := ctx.Deadline(); ok {
		statements = append(statements, s.limit(max(1, time.Until(end).Milliseconds()+statementTimeout.Milliseconds())))
	}
	for _, statement := range statements {
		if _, err := s.conn.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}
