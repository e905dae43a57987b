package mysql_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"
	"github.com/pressly/goose/v3"
	"github.com/sortid/sortid/integration_test/migrations/suite"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/migrations"
)

// laterVersions is the set of files with further ones, as later versions would have them: each replaces
// every function by one with a changed body and comment.
func laterVersions(t *testing.T, versions int) fs.FS {
	t.Helper()
	return suite.Later(t, migrations.MySQL, versions, func(up string, version int) string {
		mark := fmt.Sprintf("of version %d", version)
		changed := strings.NewReplacer(
			"SQL SECURITY INVOKER\n", "SQL SECURITY INVOKER COMMENT '"+mark+"'\n", "\nBEGIN\n", "\nBEGIN\n  -- "+mark+"\n",
		).Replace(up)
		if n := strings.Count(changed, mark); n < strings.Count(changed, "OR REPLACE") {
			t.Fatalf("the next version changes %d functions", n)
		}
		return changed
	})
}

// upgrade installs the next versions and returns how long that took.
func upgrade(t *testing.T, db *sql.DB, versions int) (time.Duration, error) {
	t.Helper()
	p, err := goose.NewProvider(goose.DialectMySQL, db, laterVersions(t, versions), goose.WithTableName(migrations.VersionTable))
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	_, err = p.Up(t.Context())
	return time.Since(start), err
}

// keyed makes a table for each generator, whose trigger makes the key, and a view, and returns
// the names of the tables.
func keyed(t *testing.T, d database) (tables []string) {
	t.Helper()
	s := d.session(t)
	for _, g := range generators {
		name := "kept_" + g.name
		s.exec("CREATE TABLE "+name+" (n BIGINT AUTO_INCREMENT PRIMARY KEY, id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT '', session INT)",
			"CREATE TRIGGER "+name+"_id BEFORE INSERT ON "+name+" FOR EACH ROW SET NEW.id = "+g.call)
		tables = append(tables, name)
	}
	s.exec("CREATE SQL SECURITY INVOKER VIEW kept AS SELECT sortid_wiji_text(UNHEX(id)) AS id, sortid_wiji_time(UNHEX(id)) AS made_at FROM kept_wiji",
		"INSERT INTO kept_wiji (session) VALUES (-1)")
	return tables
}

// kept selects the definitions that an upgrade must not change.
const kept = "SELECT CONCAT(TRIGGER_NAME, ' ', ACTION_STATEMENT) AS x FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = DATABASE()" +
	" UNION ALL SELECT CONCAT(TABLE_NAME, '.', COLUMN_NAME, ' ', COLUMN_TYPE, ' ', COALESCE(COLUMN_DEFAULT, 'NULL')) FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE()" +
	" AND TABLE_NAME LIKE 'kept%' UNION ALL SELECT VIEW_DEFINITION FROM information_schema.VIEWS WHERE TABLE_SCHEMA = DATABASE() ORDER BY x"

// missing lists the errors of a call of a function that MySQL has dropped and not created again:
// by itself, in a trigger, in a view and in a prepared statement. The last is a deadlock of the
// locks of functions and views, of which the caller is the victim.
var missing = []uint16{1305, 1048, 1356, 1615, 1213}

// load is what writers met.
type load struct {
	retry   []uint16 // the errors after which a writer tries again
	lock    sync.Mutex
	done    atomic.Bool
	rows    atomic.Int64
	errors  map[uint16]int
	longest time.Duration // from an error to the success of its retry
}

// try runs a unit of work until it succeeds; after some minutes it hangs.
func (l *load) try(work func() error) error {
	var since time.Time
	for {
		err := work()
		e, ok := errors.AsType[*mysql.MySQLError](err)
		if err != nil && !ok {
			return err
		}
		l.lock.Lock()
		if err != nil {
			l.errors[e.Number]++
		} else if !since.IsZero() {
			l.longest = max(l.longest, time.Since(since))
		}
		l.lock.Unlock()
		switch {
		case err == nil:
			return nil
		case since.IsZero():
			since = time.Now()
		case time.Since(since) > 3*time.Minute:
			return err
		}
		if !slices.Contains(l.retry, e.Number) {
			return err
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// write inserts into all tables until the load is done: by statements, by prepared statements,
// in transactions, and beside each it reads the view.
func (l *load) write(ctx context.Context, s session, number int, tables []string) error {
	insert := func(table string) string {
		return fmt.Sprintf("INSERT INTO %s (session) VALUES (%d), (%[2]d), (%[2]d)", table, number)
	}
	read := func() error {
		var id, at string
		return s.QueryRowContext(ctx, "SELECT id, made_at FROM kept WHERE id = sortid_wiji_text(sortid_wiji_parse(id)) ORDER BY id DESC LIMIT 1").Scan(&id, &at)
	}
	for n := 0; !l.done.Load() || n < 5; n++ {
		switch number % 3 {
		case 0:
			for _, table := range tables {
				if err := l.try(func() error { _, err := s.ExecContext(ctx, insert(table)); return err }); err != nil {
					return err
				}
			}
		case 1:
			for _, table := range tables {
				var stmt *sql.Stmt
				if err := l.try(func() (err error) { stmt, err = s.PrepareContext(ctx, insert(table)); return err }); err != nil {
					return err
				}
				for range 3 {
					if err := l.try(func() error { _, err := stmt.ExecContext(ctx); return err }); err != nil {
						return err
					}
				}
				if err := stmt.Close(); err != nil {
					return err
				}
			}
		default:
			err := l.try(func() error {
				tx, err := s.BeginTx(ctx, nil)
				if err != nil {
					return err
				}
				for _, table := range tables {
					if _, err := tx.ExecContext(ctx, insert(table)); err != nil {
						return errors.Join(err, tx.Rollback())
					}
				}
				return tx.Commit()
			})
			if err != nil {
				return err
			}
		}
		l.rows.Add(int64(3 * len(tables)))
		if err := l.try(read); err != nil {
			return err
		}
	}
	return nil
}

// under runs work while six sessions write, and returns what they met.
func under(t *testing.T, d database, tables []string, retry []uint16, work func()) *load {
	t.Helper()
	l := &load{retry: retry, errors: map[uint16]int{}}
	var wait sync.WaitGroup
	for i := range 6 {
		s := d.session(t)
		wait.Go(func() {
			if err := l.write(t.Context(), s, i, tables); err != nil {
				t.Errorf("session %d during the upgrade: %v", i, err)
			}
		})
	}
	for l.rows.Load() < 100 && !t.Failed() {
		time.Sleep(time.Millisecond)
	}
	work()
	l.done.Store(true)
	wait.Wait()
	return l
}

// intact fails the test unless the tables are as before and each session's keys increase.
func intact(t *testing.T, d database, before []string) {
	t.Helper()
	s := d.session(t)
	if after := s.list(kept); !slices.Equal(after, before) {
		t.Errorf("there was %q, and there is %q", before, after)
	}
	for _, g := range generators {
		query := "SELECT COUNT(*) FROM (SELECT id, LAG(id) OVER (PARTITION BY session ORDER BY n) AS before_it FROM kept_" + g.name + ") AS s WHERE id <= before_it"
		if got := s.get(query); g.ordered && got != "0" {
			t.Errorf("%s: %s IDs are out of order", g.name, got)
		}
	}
	if got := s.get("SELECT COUNT(*) FROM kept WHERE LENGTH(id) <> 26 OR ABS(TIMESTAMPDIFF(SECOND, made_at, UTC_TIMESTAMP())) > 3600"); got != "0" {
		t.Errorf("%s rows of the view are wrong", got)
	}
}

// Later versions are installed while sessions insert. MariaDB replaces functions in one step, so
// no statement fails. MySQL drops each and creates it again: a call in between fails, and a
// retry of the statement or of the transaction succeeds.
func TestUpgradeInPlace(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		tables := keyed(t, d)
		before := d.session(t).list(kept)
		const versions = 2
		retry := missing
		if d.mariadb() {
			retry = nil
		}
		if d.galera(t) { // DDL does not wait for transactions, but ends them, a few as interrupted or while they load a trigger
			retry = []uint16{1213, 1317, 1064}
		}
		l := under(t, d, tables, retry, func() {
			took, err := upgrade(t, d.DB, versions)
			if err != nil {
				t.Error(err)
			}
			t.Logf("%d versions of all functions took %v", versions, took)
		})
		t.Logf("%d rows, errors by number: %v, the longest time until a retry succeeded: %v", l.rows.Load(), l.errors, l.longest)
		s := d.session(t)
		if got := s.get("SELECT COUNT(*) FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = DATABASE() AND ROUTINE_COMMENT <> 'of version " + fmt.Sprint(1+versions) + "'"); got != "0" {
			t.Errorf("%s functions were not replaced", got)
		}
		intact(t, d, before)
	})
}

// While another session holds the tables with LOCK TABLES … READ, writers wait: no function is
// missing on MySQL either. A transaction that has written one table and wants another can be a
// deadlock's victim, as with any LOCK TABLES; a retry succeeds.
func TestUpgradeLocked(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		tables := keyed(t, d)
		before := d.session(t).list(kept)
		holder := d.session(t)
		l := under(t, d, tables, []uint16{1213}, func() {
			for range 3 {
				holder.exec("LOCK TABLES " + strings.Join(tables, " READ, ") + " READ")
				took, err := upgrade(t, d.DB, 1)
				holder.exec("UNLOCK TABLES")
				if err != nil {
					t.Error(err)
				}
				t.Logf("writers waited %v", took)
				d.session(t).exec("DELETE FROM " + migrations.VersionTable + " WHERE version_id > " + fmt.Sprint(files(t)))
				time.Sleep(50 * time.Millisecond)
			}
		})
		t.Logf("%d rows, errors by number: %v", l.rows.Load(), l.errors)
		intact(t, d, before)
	})
}

// A transaction that has called a function keeps it: the upgrade fails after ten seconds with
// everything in place, and succeeds when the transaction has ended.
func TestUpgradeWaits(t *testing.T) {
	onOne(t, func(t *testing.T, d database) {
		if d.galera(t) {
			t.Skip("on Galera DDL does not wait for transactions, but ends them with a conflict (1213)")
		}
		s := d.session(t)
		all := "SELECT COUNT(*) FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = DATABASE()"
		want := s.get(all)
		idle := d.session(t)
		idle.exec("BEGIN", "DO sortid_wiji_new()")
		idle.get("SELECT HEX(sortid_wiji_new())")
		took, err := upgrade(t, d.DB, 1)
		isError(t, err, 1205, "Lock wait timeout")
		if took < 9*time.Second {
			t.Errorf("the upgrade gave up after %v", took)
		}
		if got := s.get(all); got != want {
			t.Errorf("there were %s functions, and there are %s", want, got)
		}
		idle.exec("COMMIT")
		if _, err := upgrade(t, d.DB, 1); err != nil {
			t.Error(err)
		}
	})
}

// All files run again over an installation, as without goose.
func TestRunAgain(t *testing.T) {
	onOne(t, func(t *testing.T, d database) {
		s := d.session(t)
		before := s.list(suite.MySQLCatalog)
		s.exec("DELETE FROM " + migrations.VersionTable + " WHERE version_id > 0")
		d.install(t, nil)
		after := s.list(suite.MySQLCatalog)
		slices.Sort(before)
		slices.Sort(after)
		if !slices.Equal(before, after) {
			t.Errorf("there were %d things, and there are %d, or others", len(before), len(after))
		}
	})
}

// Rights to single functions do not survive an upgrade on MySQL.
func TestUpgradeRights(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		root := d.session(t)
		name, db := d.account(t)
		root.exec(fmt.Sprintf("GRANT SELECT ON `%s`.* TO '%s'@'%%'", d.Name, name),
			fmt.Sprintf("GRANT EXECUTE ON FUNCTION `%s`.sortid_uid_random TO '%s'@'%%'", d.Name, name))
		s := sessionOf(t, db)
		s.exec("DO sortid_uid_random()")
		if _, err := upgrade(t, d.DB, 1); err != nil {
			t.Fatal(err)
		}
		_, err := sessionOf(t, db).ExecContext(t.Context(), "SELECT sortid_uid_random()")
		if d.mariadb() && err != nil {
			t.Errorf("the right to a function is gone: %v", err)
		}
		if d.Server.Kind == dbserver.MySQL {
			isError(t, err, 1370, "execute command denied")
		}
	})
}
