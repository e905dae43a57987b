package lease

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// server is what differs between the servers. The clock is a bigint: the server's time at
// which the statement began or an earlier one, in milliseconds since 1970.
type server struct {
	clock      string
	numbered   bool // placeholders are $1, $2, … instead of ?
	insert     string
	onConflict string
}

var (
	postgres = server{
		clock:    "floor(extract(epoch FROM now()) * 1000)::bigint",
		numbered: true, insert: "INSERT", onConflict: " ON CONFLICT DO NOTHING",
	}
	mysql = server{
		clock:  "TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00', UTC_TIMESTAMP(6)) DIV 1000",
		insert: "INSERT IGNORE",
	}
	sqlite = server{
		clock:  "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
		insert: "INSERT", onConflict: " ON CONFLICT DO NOTHING",
	}
)

// sqlTable is the table sortid_lease.
type sqlTable struct {
	db     *sql.DB
	server server
	holder string
}

// openTable asks the server what it is.
func openTable(ctx context.Context, db *sql.DB) (*sqlTable, error) {
	t := &sqlTable{db: db, holder: holder()}
	var version string
	err := db.QueryRowContext(ctx, "SELECT version()").Scan(&version)
	switch {
	case err == nil && strings.Contains(version, "PostgreSQL"):
		t.server = postgres
	case err == nil:
		t.server = mysql
		return t, t.checkCommit(ctx)
	case db.QueryRowContext(ctx, "SELECT sqlite_version()").Scan(&version) == nil:
		t.server = sqlite
	default:
		return nil, fmt.Errorf("lease: claim of a number: %w: check the connection; the servers are Postgres, MySQL, MariaDB and SQLite", err)
	}
	return t, nil
}

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

// text returns a statement in the server's form.
func (t *sqlTable) text(statement string) string {
	statement = strings.ReplaceAll(statement, "NOW", t.server.clock)
	if !t.server.numbered {
		return statement
	}
	var b strings.Builder
	for i, part := range strings.Split(statement, "?") {
		if i > 0 {
			b.WriteString("$" + strconv.Itoa(i))
		}
		b.WriteString(part)
	}
	return b.String()
}

func (t *sqlTable) check(ctx context.Context) error {
	if t.server != postgres {
		return nil
	}
	var isTarget bool
	err := t.db.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM pg_catalog.pg_subscription_rel WHERE srrelid = 'sortid_lease'::regclass)").Scan(&isTarget)
	if err != nil {
		return fmt.Errorf("lease: claim of a number: %w: install the migrations", err)
	}
	if isTarget {
		return fault("claim of a number", ErrReplicated, "a subscription writes to sortid_lease, and another server can grant the same numbers: "+
			"leave the table out of the publication, and connect to one server for all claims", nil)
	}
	return nil
}

func (t *sqlTable) free(ctx context.Context, name string, numbers int, before int64) (list []free, err error) {
	rows, err := t.db.QueryContext(ctx, t.text("SELECT number, token, mark FROM sortid_lease "+
		"WHERE name = ? AND number < ? AND mark <= ? AND expires <= NOW ORDER BY mark, number LIMIT 64"), name, numbers, before)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var f free
		if err := rows.Scan(&f.number, &f.token, &f.mark); err != nil {
			return nil, err
		}
		list = append(list, f)
	}
	return list, rows.Err()
}

func (t *sqlTable) count(ctx context.Context, name string, numbers int, before int64) (c counts, err error) {
	var millis int64
	err = t.db.QueryRowContext(ctx, t.text("SELECT COUNT(*), COUNT(CASE WHEN expires > NOW THEN 1 END), "+
		"COUNT(CASE WHEN expires <= NOW AND mark <= ? THEN 1 END), "+
		"COALESCE(MIN(CASE WHEN expires > NOW THEN expires - NOW END), 0) "+
		"FROM sortid_lease WHERE name = ? AND number < ?"), before, name, numbers).Scan(&c.rows, &c.held, &c.free, &millis)
	c.wait = time.Duration(min(millis, MaxTTL.Milliseconds())) * time.Millisecond
	return c, err
}

// growSize is the number of rows of one statement.
const growSize = 1024

// grow writes the name into the statement: Config.complete has checked it.
func (t *sqlTable) grow(ctx context.Context, name string, numbers int) error {
	for from := 0; from < numbers; from += growSize {
		var b strings.Builder
		b.WriteString(t.server.insert + " INTO sortid_lease (name, number) VALUES ")
		for n := from; n < min(from+growSize, numbers); n++ {
			if n > from {
				b.WriteString(", ")
			}
			b.WriteString("('" + name + "', " + strconv.Itoa(n) + ")")
		}
		if _, err := t.db.ExecContext(ctx, b.String()+t.server.onConflict); err != nil {
			return err
		}
	}
	return nil
}

func (t *sqlTable) claim(ctx context.Context, name string, f free, ttl time.Duration, mark int64) (bool, error) {
	return t.update(ctx, "UPDATE sortid_lease SET token = token + 1, renewal = 0, holder = ?, expires = NOW + ?, mark = ? "+
		"WHERE name = ? AND number = ? AND token = ? AND mark = ? AND expires <= NOW",
		t.holder, ttl.Milliseconds(), mark, name, f.number, f.token, f.mark)
}

func (t *sqlTable) renew(ctx context.Context, c *claim, ttl time.Duration, mark int64) error {
	return t.next(ctx, c, "NOW + ?", ttl.Milliseconds(), mark)
}

func (t *sqlTable) release(ctx context.Context, c *claim, mark int64) error {
	return t.next(ctx, c, "?", 0, mark)
}

// next writes the next renewal of a claim. Renewals have numbers, so that one which arrives
// late has no effect, and so that of two copies of a process one loses the claim.
func (t *sqlTable) next(ctx context.Context, c *claim, expires string, millis, mark int64) error {
	c.tried++
	ok, err := t.update(ctx, "UPDATE sortid_lease SET renewal = ?, expires = "+expires+", mark = ? "+
		"WHERE name = ? AND number = ? AND token = ? AND renewal >= ? AND renewal < ?",
		c.tried, millis, mark, c.Name, c.Number, c.Token, c.renewal, c.tried)
	if err != nil {
		return err
	}
	if !ok {
		return errGone
	}
	c.renewal = c.tried
	return nil
}

// update executes a statement, and reports whether it changed a row.
func (t *sqlTable) update(ctx context.Context, statement string, args ...any) (bool, error) {
	result, err := t.db.ExecContext(ctx, t.text(statement), args...)
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n == 1, err
}
