package lease

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
)

// checkCommit refuses a handle whose statements do not commit by themselves: other processes
// would not see its claims.
func (t *sqlTable) checkCommit(ctx context.Context) error {
	var on bool
	if err := t.db.QueryRowContext(ctx, "SELECT @@autocommit").Scan(&on); err != nil {
		return fmt.Errorf("lease: claim of a number: %w: check the connection", err)
	}
	if !on {
		return Config{}.refuse("autocommit is off: open a handle without autocommit=0 in its DSN")
	}
	return nil
}

// check fails if a server could grant a number twice: if another one writes to the table, or if
// this one can lose a commit.
func (t *sqlTable) check(ctx context.Context) error {
	var err error
	switch {
	case t.isTiDB: // its commits are durable on most of its stores
	case t.server == postgres:
		err = t.checkPostgres(ctx)
	case t.server == mysql:
		err = t.checkMySQL(ctx)
	default:
		err = t.checkSQLite(ctx)
	}
	if err == nil || errors.Is(err, ErrReplicated) || errors.Is(err, ErrNotDurable) {
		return err
	}
	return fmt.Errorf("lease: claim of a number: %w: check the connection, and install the migrations", err)
}

// notDurable reports a setting with which the server can lose commits.
func notDurable(detail string) error {
	return fault("claim of a number", ErrNotDurable, detail, nil)
}

func (t *sqlTable) checkPostgres(ctx context.Context) error {
	var isTarget, isLogged, syncs bool
	err := t.db.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM pg_catalog.pg_subscription_rel WHERE srrelid = c.oid), "+
		"relpersistence = 'p', current_setting('fsync') = 'on' FROM pg_catalog.pg_class AS c WHERE c.oid = 'sortid_lease'::regclass").
		Scan(&isTarget, &isLogged, &syncs)
	switch {
	case err != nil:
		return err
	case isTarget:
		return fault("claim of a number", ErrReplicated, "a subscription writes to sortid_lease, and another server can grant the same numbers: "+
			"leave the table out of the publication, and connect to one server for all claims", nil)
	case !isLogged:
		return notDurable("sortid_lease is unlogged or temporary, and a crash empties it: ALTER TABLE sortid_lease SET LOGGED")
	case !syncs:
		return notDurable("fsync is off, and a crash of the machine loses commits: set fsync = on")
	}
	return nil
}

func (t *sqlTable) checkMySQL(ctx context.Context) error {
	var flush, syncBinlog int64
	var hasBinlog bool
	var engine string
	err := t.db.QueryRowContext(ctx, "SELECT @@GLOBAL.innodb_flush_log_at_trx_commit, @@GLOBAL.log_bin, @@GLOBAL.sync_binlog, "+
		"engine FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = 'sortid_lease'").
		Scan(&flush, &hasBinlog, &syncBinlog, &engine)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return errors.New("there is no table sortid_lease in the connection's database")
	case err != nil:
		return err
	case engine != "InnoDB":
		return notDurable("sortid_lease has the engine " + strconv.Quote(engine) + ": ALTER TABLE sortid_lease ENGINE = InnoDB")
	case flush != 1 && flush != 3: // MariaDB has 3, which syncs more often than 1
		return notDurable("innodb_flush_log_at_trx_commit is " + strconv.FormatInt(flush, 10) + ", and a crash loses commits: SET GLOBAL innodb_flush_log_at_trx_commit = 1")
	case hasBinlog && syncBinlog != 1:
		// With a binary log, it decides after a crash which transactions were committed.
		return notDurable("sync_binlog is " + strconv.FormatInt(syncBinlog, 10) + " with a binary log, and a crash of the machine loses commits: SET GLOBAL sync_binlog = 1")
	}
	return nil
}

// checkSQLite refuses what a connection cannot make durable by itself. Without syncs the other
// connections lose pages of the file in a checkpoint.
func (t *sqlTable) checkSQLite(ctx context.Context) error {
	conn, err := t.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	var level int
	var journal string
	if err := conn.QueryRowContext(ctx, "PRAGMA synchronous").Scan(&level); err != nil {
		return err
	}
	if err := conn.QueryRowContext(ctx, "PRAGMA journal_mode").Scan(&journal); err != nil {
		return err
	}
	switch {
	case journal == "memory" || journal == "off":
		return notDurable("journal_mode is " + strconv.Quote(journal) + ": use a database in a file, with journal_mode = WAL")
	case level == 0:
		return notDurable("synchronous is OFF, and a crash of the machine loses commits: open all handles with synchronous = NORMAL or FULL")
	}
	return nil
}

// durableConn returns a connection to SQLite whose commits are durable until restore returns it.
// With journal_mode = DELETE only EXTRA is; with WAL it is what FULL is.
func durableConn(ctx context.Context, db *sql.DB) (conn *sql.Conn, restore func(), err error) {
	conn, err = db.Conn(ctx)
	if err != nil {
		return nil, nil, err
	}
	const extra = 3
	var level int
	if err := conn.QueryRowContext(ctx, "PRAGMA synchronous").Scan(&level); err != nil {
		_ = conn.Close() // with the level that it has: restore would write OFF
		return nil, nil, err
	}
	restore = func() {
		if level < extra {
			// A failure leaves the connection slower, and as safe.
			_, _ = conn.ExecContext(context.WithoutCancel(ctx), "PRAGMA synchronous = "+strconv.Itoa(level))
		}
		_ = conn.Close()
	}
	if level < extra {
		if _, err := conn.ExecContext(ctx, "PRAGMA synchronous = EXTRA"); err != nil {
			restore()
			return nil, nil, err
		}
	}
	return conn, restore, nil
}
