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

// Database is a database of its own on a server, empty at first. Its methods are
// safe for concurrent use.
type Database struct {
	// Server is where the database is.
	Server *Server
	// Name is the database's name on the server.
	Name string
	// DSN connects to the database, in the form of [Server.DSN].
	DSN string
}

// DatabaseOptions say how a database sorts text. The zero value asks for the order
// of bytes on PostgreSQL, and for the server's own default on MySQL and MariaDB.
type DatabaseOptions struct {
	// Locale is the collation of a PostgreSQL database: empty or C for the order
	// of bytes, else an ICU locale such as en-US, for which PostgreSQL 15 is the
	// least; ICU takes a name that it does not know for the root locale. MySQL and
	// MariaDB have no locales: it must be empty there.
	Locale string
	// Collation is the default collation of a MySQL or MariaDB database, such as
	// utf8mb4_bin; it must be empty on PostgreSQL.
	Collation string
}

// NewDatabase creates a database whose name contains the given one, so that a
// person can tell what it was for; names are made unique. [Database.Close] or
// [Server.Close] drops it.
func (s *Server) NewDatabase(ctx context.Context, name string, o DatabaseOptions) (*Database, error) {
	d := &Database{Server: s, Name: uniqueName(name)}
	statement, err := s.createStatement(ctx, d.Name, o)
	if err != nil {
		return nil, fmt.Errorf("dbserver: database %s: %w", name, err)
	}
	if d.DSN, err = withDatabase(s.Kind, s.dsn, d.Name); err != nil {
		return nil, fmt.Errorf("dbserver: database %s: %w", name, err)
	}
	if err := s.own(d); err != nil {
		return nil, err
	}
	if _, err := s.admin.ExecContext(ctx, statement); err != nil {
		failed := fmt.Errorf("dbserver: database %s cannot be created on %s %s: %w: the account of the DSN needs the right to create databases",
			name, s.Kind.Title(), s.Version, err)
		// A statement that was broken off may have been carried out all the same;
		// one that was refused was not, and neither is the attempt to undo it news.
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

// createStatement returns the CREATE DATABASE for the options. On PostgreSQL
// everything that could come from the server's own defaults is said, so that a
// cluster in another encoding or locale gives the same database.
func (s *Server) createStatement(ctx context.Context, name string, o DatabaseOptions) (string, error) {
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
	const icuSince = 150000
	switch {
	case o.Locale != "" && o.Locale != "C" && number < icuSince:
		return "", fmt.Errorf("PostgreSQL %s knows no ICU locale for a database (%q): use PostgreSQL 15 or later", s.Version, o.Locale)
	case o.Locale != "" && o.Locale != "C":
		return create + " LOCALE_PROVIDER icu ICU_LOCALE '" + strings.ReplaceAll(o.Locale, "'", "''") + "'", nil
	case number >= icuSince:
		return create + " LOCALE_PROVIDER libc", nil
	}
	return create, nil
}

// WithParams returns the DSN with parameters of the connection added: those of the
// driver, such as default_query_exec_mode or interpolateParams, and variables of
// the session, such as sql_mode (whose value is written as in SET: ”).
func (d *Database) WithParams(params map[string]string) (string, error) {
	dsn, err := withParams(d.Server.Kind, d.DSN, params)
	if err != nil {
		return "", fmt.Errorf("dbserver: database %s: %w", d.Name, err)
	}
	return dsn, nil
}

// Connect opens a database/sql pool on the database. The caller closes it, best
// before the database.
func (d *Database) Connect() (*sql.DB, error) {
	db, err := sql.Open(d.Server.Kind.Driver(), d.DSN)
	if err != nil {
		return nil, fmt.Errorf("dbserver: database %s: %w", d.Name, err)
	}
	return db, nil
}

// Close drops the database; connections to it are ended. Calling it again, or
// after the server was closed, does nothing.
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
		// An open transaction would hold up the DROP for as long as it lasts.
		if err := d.disconnect(ctx); err != nil {
			return fmt.Errorf("dbserver: database %s is left behind: %w: drop it by hand", d.Name, err)
		}
		statement = "DROP DATABASE IF EXISTS `" + d.Name + "`"
	}
	// A connection of the pool that the server has ended meanwhile is found out by
	// using it. The pool then has one less, and in the end makes a new one.
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

// disconnect ends the connections to the database on MySQL and MariaDB.
func (d *Database) disconnect(ctx context.Context) error {
	ids, err := d.connections(ctx)
	if err != nil {
		return fmt.Errorf("its connections cannot be listed: %w", err)
	}
	for _, id := range ids {
		_, err := d.Server.admin.ExecContext(ctx, fmt.Sprintf("KILL %d", id))
		const noSuchThread = 1094 // it ended by itself in the meantime
		if e, ok := errors.AsType[*mysql.MySQLError](err); err != nil && !(ok && e.Number == noSuchThread) {
			return fmt.Errorf("connection %d cannot be ended: %w", id, err)
		}
	}
	return nil
}

func (d *Database) connections(ctx context.Context) (ids []uint64, err error) {
	ids, err = d.listed(ctx, "SELECT id FROM information_schema.processlist WHERE db = ?")
	// MySQL converts what it shows there, and fails while some statement holds bytes
	// that are no text. The other table asks for more privileges.
	const cannotConvert = 3854
	if e, ok := errors.AsType[*mysql.MySQLError](err); ok && e.Number == cannotConvert {
		return d.listed(ctx, "SELECT processlist_id FROM performance_schema.threads WHERE processlist_db = ? AND type = 'FOREGROUND'")
	}
	return ids, err
}

// listed returns the connections that a query finds for the database.
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

// maxName is how much of a given name is kept. PostgreSQL, the narrowest, takes 63
// bytes, of which the rest of the name needs its share.
const maxName = 40

// uniqueName makes a database name of lower-case letters, digits and underscores.
func uniqueName(name string) string {
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
