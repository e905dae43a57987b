package lease

import (
	"context"
	"database/sql"
	"errors"
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
	// durably is a condition of each UPDATE that changes a row, which makes its commit durable.
	durably string
}

var (
	postgres = server{
		clock:    "floor(extract(epoch FROM now()) * 1000)::bigint",
		numbered: true, insert: "INSERT", onConflict: " ON CONFLICT DO NOTHING",
		// It holds until the end of the statement's transaction. The commit waits for the disk
		// and for synchronous standbys; remote_apply waits longer.
		durably: " AND set_config('synchronous_commit', CASE current_setting('synchronous_commit') " +
			"WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, true) <> ''",
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
	holder string // another one in each process
	isTiDB bool
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
		t.server, t.isTiDB = mysql, strings.Contains(version, "TiDB")
		return t, t.checkCommit(ctx)
	case db.QueryRowContext(ctx, "SELECT sqlite_version()").Scan(&version) == nil:
		t.server = sqlite
	default:
		return nil, fmt.Errorf("lease: claim of a number: %w: check the connection; the servers are Postgres, MySQL, MariaDB and SQLite", err)
	}
	return t, nil
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
	return t.update(ctx, "UPDATE sortid_lease SET token = token + 1, renewal = 0, holder = ?, begins = mark, expires = NOW + ?, mark = ? "+
		"WHERE name = ? AND number = ? AND token = ? AND mark = ? AND expires <= NOW",
		t.holder, ttl.Milliseconds(), mark, name, f.number, f.token, f.mark)
}

func (t *sqlTable) renew(ctx context.Context, c *claim, ttl time.Duration, mark int64) error {
	return t.writeRenewal(ctx, c, "NOW + ?", ttl.Milliseconds(), mark)
}

func (t *sqlTable) release(ctx context.Context, c *claim, mark int64) error {
	return t.writeRenewal(ctx, c, "?", 0, mark)
}

// A node of a cluster can show a row some time after another node has confirmed it: on MySQL and
// MariaDB a row that went back is read again, so many times after such a pause.
const (
	lagReads = 10
	lagPause = 100 * time.Millisecond
)

// writeRenewal writes the next renewal of a claim. Renewals have numbers, so that one which arrives
// late has no effect, and so that of two copies of a process one loses the claim.
func (t *sqlTable) writeRenewal(ctx context.Context, c *claim, expires string, millis, mark int64) error {
	c.tried++
	for reads := 0; ; reads++ {
		ok, err := t.update(ctx, "UPDATE sortid_lease SET renewal = ?, expires = "+expires+", mark = ? "+
			"WHERE name = ? AND number = ? AND token = ? AND holder = ? AND renewal >= ? AND renewal < ? AND mark >= ?",
			c.tried, millis, mark, c.Name, c.Number, c.Token, t.holder, c.renewal, c.tried, c.mark)
		if ok {
			c.renewal = c.tried
			return nil
		}
		if err == nil {
			err = t.judge(ctx, c)
		}
		if t.server != mysql || !errors.Is(err, ErrReverted) || reads == lagReads {
			return err
		}
		if sleep(ctx, lagPause) != nil {
			return err
		}
	}
}

// judge reads the row of a claim and returns why it does not admit a renewal.
func (t *sqlTable) judge(ctx context.Context, c *claim) error {
	var r row
	var holder string
	err := t.db.QueryRowContext(ctx, t.text("SELECT token, renewal, begins, mark, holder FROM sortid_lease WHERE name = ? AND number = ?"),
		c.Name, c.Number).Scan(&r.token, &r.renewal, &r.begins, &r.mark, &holder)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	r.exists, r.own = err == nil, holder == t.holder
	return c.judge(r)
}

// update executes a statement whose commit is durable, and reports whether it changed a row.
func (t *sqlTable) update(ctx context.Context, statement string, args ...any) (bool, error) {
	execute := t.db.ExecContext
	if t.server == sqlite {
		conn, restore, err := durableConn(ctx, t.db)
		if err != nil {
			return false, err
		}
		defer restore()
		execute = conn.ExecContext
	}
	result, err := execute(ctx, t.text(statement+t.server.durably), args...)
	if err == nil {
		// A wait for a standby that was cancelled leaves a commit that is not durable, and no error.
		err = ctx.Err()
	}
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n == 1, err
}
