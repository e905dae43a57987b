package dbserver

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/go-sql-driver/mysql"
)

// Database is a database that [Server.NewDatabase] created. Its methods are safe for
// concurrent use.
type Database struct {
	// Server is the database's server.
	Server *Server
	// Name is the database's name on the server.
	Name string
	// DSN connects to the database, in the form of [Server.DSN].
	DSN string
}

// DatabaseOptions say how a database sorts text. The zero value means the order of the
// bytes on PostgreSQL, and the server's default on MySQL and MariaDB.
type DatabaseOptions struct {
	// Locale is the locale of a PostgreSQL database: empty or C for the order of the
	// bytes, else an ICU locale such as en-US, which needs PostgreSQL 15. ICU treats an
	// unknown name as the root locale. It must be empty on MySQL and MariaDB.
	Locale string
	// Collation is the default collation of a MySQL or MariaDB database, such as
	// utf8mb4_bin. It must be empty on PostgreSQL.
	Collation string
	// CopyFiles makes PostgreSQL, from 15 on, checkpoint and copy the files of the template in place of writing its
	// pages to the log: a quarter of the time where the data is in memory. Other servers ignore it.
	CopyFiles bool
	// Template is the name of a PostgreSQL database that the new one is a copy of, with its locale. Nobody may be
	// connected to it meanwhile. It must be empty with Locale, and on MySQL and MariaDB.
	Template string
}

// NewDatabase creates a database: an empty one, or a copy of [DatabaseOptions.Template]. Its name contains the given one and is unique.
// [Database.Close] or [Server.Close] drops it.
func (s *Server) NewDatabase(ctx context.Context, name string, o DatabaseOptions) (*Database, error) {
	return s.CreateDatabase(ctx, UniqueName(name), o)
}

// CreateDatabase is NewDatabase for a name that is unique.
func (s *Server) CreateDatabase(ctx context.Context, name string, o DatabaseOptions) (*Database, error) {
	d := &Database{Server: s, Name: name}
	statement, err := s.createStatement(ctx, d.Name, o)
	if err != nil {
		return nil, fmt.Errorf("dbserver: database %s: %w", name, err)
	}
	if d.DSN, err = WithDatabase(s.Kind, s.dsn, d.Name); err != nil {
		return nil, fmt.Errorf("dbserver: database %s: %w", name, err)
	}
	if err := s.own(d); err != nil {
		return nil, err
	}
	if _, err := s.admin.ExecContext(ctx, statement); err != nil {
		failed := fmt.Errorf("dbserver: database %s cannot be created on %s %s: %w: the account of the DSN needs the right to create databases",
			name, s.Kind.Title(), s.Version, err)
		// The server may have executed a statement that was interrupted, but not one
		// that it refused.
		if err := d.Close(); ctx.Err() != nil {
			failed = errors.Join(failed, err)
		}
		return nil, failed
	}
	return d, nil
}

func (s *Server) own(d *Database) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.databases == nil {
		return fmt.Errorf("dbserver: the %s server is closed: open another", s.Kind.Title())
	}
	s.databases[d] = struct{}{}
	return nil
}

// createStatement returns the CREATE DATABASE for the options. On PostgreSQL it states
// encoding and locale, so that they do not depend on the server's defaults, or the template, which has them.
func (s *Server) createStatement(ctx context.Context, name string, o DatabaseOptions) (string, error) {
	if o.Template != "" && (s.Kind != Postgres || o.Locale != "") {
		return "", fmt.Errorf("no copy of %q: only PostgreSQL copies a database, with the locale that it has", o.Template)
	}
	if s.Kind != Postgres {
		if o.Locale != "" {
			return "", fmt.Errorf("%s has no locale %q: use the option Collation", s.Kind.Title(), o.Locale)
		}
		if o.Collation == "" {
			return "CREATE DATABASE `" + name + "`", nil
		}
		return "CREATE DATABASE `" + name + "` COLLATE '" + strings.ReplaceAll(o.Collation, "'", "''") + "'", nil
	}
	if o.Collation != "" {
		return "", fmt.Errorf("PostgreSQL databases have no default collation %q apart from their locale: use the option Locale", o.Collation)
	}
	var number int
	if err := s.admin.QueryRowContext(ctx, "SELECT current_setting('server_version_num')::int").Scan(&number); err != nil {
		return "", fmt.Errorf("the server's version cannot be read: %w", err)
	}
	create := `CREATE DATABASE "` + name + `" TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'`
	if o.Template != "" {
		create = `CREATE DATABASE "` + name + `" TEMPLATE "` + o.Template + `"`
	}
	const since = 150000 // ICU locales, providers and strategies
	if o.CopyFiles && number >= since {
		create += " STRATEGY file_copy"
	}
	switch {
	case o.Template != "":
		return create, nil
	case o.Locale != "" && o.Locale != "C" && number < since:
		return "", fmt.Errorf("PostgreSQL %s knows no ICU locale for a database (%q): use PostgreSQL 15 or later", s.Version, o.Locale)
	case o.Locale != "" && o.Locale != "C":
		return create + " LOCALE_PROVIDER icu ICU_LOCALE '" + strings.ReplaceAll(o.Locale, "'", "''") + "'", nil
	case number >= since:
		return create + " LOCALE_PROVIDER libc", nil
	}
	return create, nil
}

// WithParams returns the DSN with parameters of the connection added: those of the
// driver, such as default_query_exec_mode or interpolateParams, and variables of the
// session, such as sql_mode (written as in SET, with its quotes).
func (d *Database) WithParams(params map[string]string) (string, error) {
	dsn, err := withParams(d.Server.Kind, d.DSN, params)
	if err != nil {
		return "", fmt.Errorf("dbserver: database %s: %w", d.Name, err)
	}
	return dsn, nil
}

// Connect opens the database with database/sql. The caller must close the result, and
// should do so before it closes the database.
func (d *Database) Connect() (*sql.DB, error) {
	db, err := sql.Open(d.Server.Kind.Driver(), d.DSN)
	if err != nil {
		return nil, fmt.Errorf("dbserver: database %s: %w", d.Name, err)
	}
	return db, nil
}

// Close ends all connections to the database and drops it. Calling it again, or after
// [Server.Close], does nothing.
func (d *Database) Close() error {
	s := d.Server
	s.mu.Lock()
	_, mine := s.databases[d]
	delete(s.databases, d)
	s.mu.Unlock()
	if !mine {
		return nil
	}
	return d.drop()
}

func (d *Database) drop() error {
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	statement := `DROP DATABASE IF EXISTS "` + d.Name + `" WITH (FORCE)`
	if d.Server.Kind != Postgres {
		// DROP DATABASE waits for open transactions.
		if err := d.Disconnect(ctx); err != nil {
			return fmt.Errorf("dbserver: database %s is left behind: %w: drop it by hand", d.Name, err)
		}
		statement = "DROP DATABASE IF EXISTS `" + d.Name + "`"
	}
	// The server may have ended an idle connection, which shows when it is used: then
	// database/sql drops it, and the next try takes another.
	const tries = 3
	var err error
	for range tries {
		if _, err = d.Server.admin.ExecContext(ctx, statement); err == nil || ctx.Err() != nil {
			break
		}
	}
	if err != nil {
		return fmt.Errorf("dbserver: database %s is left behind: %w: drop it by hand", d.Name, err)
	}
	return nil
}

// Disconnect ends the connections to the database on MySQL and MariaDB. It leaves those of
// TiDB, whose process can end when a connection inside a transaction is killed.
func (d *Database) Disconnect(ctx context.Context) error {
	if d.Server.IsTiDB() {
		return nil
	}
	ids, err := d.connections(ctx)
	if err != nil {
		return fmt.Errorf("its connections cannot be listed: %w", err)
	}
	for _, id := range ids {
		_, err := d.Server.admin.ExecContext(ctx, fmt.Sprintf("KILL %d", id))
		const noSuchThread = 1094 // it has ended
		if e, ok := errors.AsType[*mysql.MySQLError](err); err != nil && !(ok && e.Number == noSuchThread) {
			return fmt.Errorf("connection %d cannot be ended: %w", id, err)
		}
	}
	return nil
}

// connections returns the numbers of the connections to the database on MySQL and MariaDB,
// without the server's own threads: a member of a group whose applier is ended leaves it.
func (d *Database) connections(ctx context.Context) (ids []uint64, err error) {
	ids, err = d.listed(ctx, "SELECT id FROM information_schema.processlist WHERE db = ? AND user <> 'system user'")
	// MySQL's table converts statements to text and fails while one holds other bytes.
	// The second table needs more privileges.
	const cannotConvert = 3854
	if e, ok := errors.AsType[*mysql.MySQLError](err); ok && e.Number == cannotConvert {
		return d.listed(ctx, "SELECT processlist_id FROM performance_schema.threads WHERE processlist_db = ? AND type = 'FOREGROUND' AND name NOT LIKE 'thread/sql/replica%'")
	}
	return ids, err
}

// listed returns the numbers of the connections that a query finds.
func (d *Database) listed(ctx context.Context, query string) (ids []uint64, err error) {
	rows, err := d.Server.admin.QueryContext(ctx, query, d.Name)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id uint64
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// maxName is how many bytes of a given name are kept. PostgreSQL's names have at most 63
// bytes, and a prefix and a suffix are added.
const maxName = 40

// UniqueName makes a database name of lower-case letters, digits and underscores.
func UniqueName(name string) string {
	clean := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return '_'
	}, name)
	return "sortid_" + clean[:min(len(clean), maxName)] + "_" + strings.ToLower(rand.Text()[:10])
}
