package servertest

import (
	"database/sql"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/ops/doctor/internal/inspect"
	"github.com/sortid/sortid/ops/doctor/internal/inventory"
)

// two creates the tables held and other with UUIDs.
func two(t *testing.T, db *sql.DB, kind dbserver.Kind) {
	t.Helper()
	column := map[dbserver.Kind]string{dbserver.Postgres: "uuid", "": "BLOB"}[kind]
	if column == "" {
		column = "binary(16)"
	}
	for _, table := range []string{"held", "other"} {
		execute(t, db, "CREATE TABLE "+table+" (id "+column+" PRIMARY KEY)")
		fill(t, db, kind, table, rows, "id", func() any { return bytesFor(kind, v4()) })
	}
}

// during inspects a database and calls the function again and again until that has ended.
func during(t *testing.T, dsn string, each func()) *inspect.Report {
	t.Helper()
	var r *inspect.Report
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		r, err = inspect.Run(t.Context(), inspect.Options{DSN: dsn})
	}()
	for {
		select {
		case <-done:
			if err != nil {
				t.Fatal(err)
			}
			return r
		default:
			each()
		}
	}
}

// onlyOther checks that of the two tables one was read, and that a note says why the other
// was not.
func onlyOther(t *testing.T, r *inspect.Report, why string) {
	t.Helper()
	if notes := strings.Join(r.Notes, "\n"); !strings.Contains(notes, "held: no sample: "+why) || strings.Contains(notes, "empty") {
		t.Errorf("notes: %s, want %q", notes, why)
	}
	for _, c := range r.Columns {
		if isRead := c.Missing == "" && c.IDs.Distinct > 0; isRead != (c.Table == "other") || !isRead && !strings.HasPrefix(c.Missing, why) {
			t.Errorf("%s: %+v", c.Table, c)
		}
	}
	if len(r.Columns) != 2 {
		t.Errorf("%d key columns, want those of both tables", len(r.Columns))
	}
}

const anotherHolds = "another session holds a lock"

// A table that another session has locked, or is altering, is not empty: its figures are
// missing, with the reason, and the other table is read. The doctor itself takes no locks but
// those of readers.
func TestTableLockedOrAltered(t *testing.T) {
	d, db := openPostgres(t)
	two(t, db, dbserver.Postgres)
	for _, statement := range []string{"LOCK TABLE held IN ACCESS EXCLUSIVE MODE", "ALTER TABLE held ADD COLUMN n int"} {
		tx, err := db.BeginTx(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tx.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
		modes := make(map[string]bool)
		onlyOther(t, during(t, d.DSN, func() {
			for _, mode := range texts(t, db, "SELECT DISTINCT l.mode FROM pg_locks AS l JOIN pg_stat_activity AS a USING (pid) "+
				"WHERE a.application_name = 'sortid doctor' AND a.datname = current_database() AND l.locktype = 'relation'") {
				modes[mode] = true
			}
		}), anotherHolds)
		if got := slices.Collect(maps.Keys(modes)); !slices.Equal(got, []string{"AccessShareLock"}) {
			t.Errorf("%s: the doctor takes %q", statement, got)
		}
		if err := tx.Rollback(); err != nil {
			t.Fatal(err)
		}
	}
}

// texts returns the first column of a query.
func texts(t *testing.T, db *sql.DB, query string, args ...any) (list []string) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	if rows.Err() != nil {
		t.Fatal(rows.Err())
	}
	return list
}

// So it is on MySQL and MariaDB, where ALTER waits for a reader and the doctor for ALTER.
func TestInnoDBTableLockedOrAltered(t *testing.T) {
	for _, kind := range innodbs {
		t.Run(string(kind), func(t *testing.T) {
			d := dbtest.Open(t, kind)
			db := open(t, kind.Driver(), d.DSN)
			two(t, db, kind)
			lock, err := db.Conn(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer lock.Close()
			on := func(statement string) {
				t.Helper()
				if _, err := lock.ExecContext(t.Context(), statement); err != nil {
					t.Fatalf("%s: %v", statement, err)
				}
			}
			on("LOCK TABLES held WRITE")
			modes := make(map[string]bool)
			onlyOther(t, during(t, d.DSN, func() {
				if kind != dbserver.MySQL {
					return // only MySQL shows locks of metadata without a plugin
				}
				for _, mode := range texts(t, db, "SELECT l.lock_type FROM performance_schema.metadata_locks AS l JOIN performance_schema.threads AS h ON h.thread_id = l.owner_thread_id "+
					"WHERE l.object_schema = DATABASE() AND l.object_type = 'TABLE' AND l.lock_status = 'PENDING'") {
					modes[mode] = true
				}
			}), anotherHolds)
			if got := slices.Collect(maps.Keys(modes)); kind == dbserver.MySQL && !slices.Equal(got, []string{"SHARED_READ"}) {
				t.Errorf("the doctor waits for %q", got)
			}
			on("UNLOCK TABLES")
			on("BEGIN")
			on("DO (SELECT COUNT(*) FROM held)")
			altered := make(chan error)
			go func() {
				_, err := db.ExecContext(t.Context(), "ALTER TABLE held ADD COLUMN n int")
				altered <- err
			}()
			waits(t, db, "ALTER TABLE held", altered)
			onlyOther(t, run(t, inspect.Options{DSN: d.DSN}), anotherHolds)
			on("ROLLBACK")
			if err := <-altered; err != nil {
				t.Error(err)
			}
		})
	}
}

// waits waits until a statement that begins so waits for the lock of a table, and fails if it ends before.
func waits(t *testing.T, db *sql.DB, statement string, ended <-chan error) {
	t.Helper()
	for len(texts(t, db, "SELECT info FROM information_schema.processlist WHERE info LIKE '"+statement+"%' AND state LIKE 'Waiting for table metadata lock' AND db = DATABASE()")) == 0 {
		select {
		case err := <-ended:
			t.Fatalf("the session does not wait: %v", err)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// A table that another session renames cannot be opened. MariaDB leaves it out of its catalog, which is an error and no
// table without columns or keys, but is none for another database; on MySQL the other tables are read.
func TestInnoDBTableRenamed(t *testing.T) {
	for _, kind := range renamedKinds() {
		t.Run(string(kind), func(t *testing.T) {
			d := dbtest.Open(t, kind)
			db := open(t, kind.Driver(), d.DSN)
			two(t, db, kind)
			execute(t, db, "CREATE TABLE waited (id INT PRIMARY KEY)")
			beside := dbtest.Open(t, kind)
			execute(t, open(t, kind.Driver(), beside.DSN), "CREATE TABLE other (id INT PRIMARY KEY)")
			renaming(t, db, "held")
			if v, err := inventory.Take(t.Context(), inventory.Options{DSN: beside.DSN}); err != nil {
				t.Errorf("of another database: %v", err)
			} else if unread := v.Unread(); len(unread) > 0 {
				t.Errorf("of another database: unread %q", unread)
			}
			r, err := inspect.Run(t.Context(), inspect.Options{DSN: d.DSN})
			v, fault := inventory.Take(t.Context(), inventory.Options{DSN: d.DSN})
			if kind == dbserver.MariaDB {
				for _, err := range []error{err, fault} {
					if err == nil || !strings.HasPrefix(err.Error(), "cannot read the catalog: another session has held a table for more than 1s") {
						t.Errorf("got %v", err)
					}
				}
				return
			}
			if err != nil || fault != nil || !strings.Contains(strings.Join(r.Notes, "\n"), "held: no sample: "+anotherHolds) || len(v.Unread()) == 0 {
				t.Errorf("got %v, %v", err, fault)
			}
		})
	}
}

// renamedKinds are the servers for tests of tables that are being renamed: MariaDB, and in the night MySQL.
func renamedKinds() []dbserver.Kind {
	if dbtest.Every() {
		return innodbs
	}
	return []dbserver.Kind{dbserver.MariaDB}
}

// A SQLite file that another program has locked is an error, and no database without tables.
func TestSQLiteFileLocked(t *testing.T) {
	name := filepath.Join(t.TempDir(), "locked.sqlite")
	db := open(t, "sqlite", name)
	db.SetMaxOpenConns(1)
	two(t, db, "")
	execute(t, db, "BEGIN EXCLUSIVE")
	if r, err := inspect.Run(t.Context(), inspect.Options{DSN: name}); err == nil || !strings.Contains(err.Error(), "locked") {
		t.Errorf("got %+v, %v", r, err)
	}
	execute(t, db, "COMMIT")
}

// Tables that are being written are read, and the writer is not disturbed.
func TestTableBeingWritten(t *testing.T) {
	check := func(t *testing.T, kind dbserver.Kind, db *sql.DB, dsn string) {
		t.Helper()
		two(t, db, kind)
		written := 0
		r := during(t, dsn, func() {
			fill(t, db, kind, "held", 5, "id", func() any { return bytesFor(kind, v4()) })
			written++
		})
		if len(r.Columns) != 2 || r.Columns[0].IDs.Parts[0].Name != "UUIDv4" || written == 0 {
			t.Errorf("columns %+v, notes %q after %d statements", r.Columns, r.Notes, written)
		}
	}
	for _, kind := range dbserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			d := dbtest.Open(t, kind)
			check(t, kind, open(t, kind.Driver(), d.DSN), d.DSN)
		})
	}
	t.Run("sqlite", func(t *testing.T) {
		name := filepath.Join(t.TempDir(), "written.sqlite")
		db := open(t, "sqlite", name)
		db.SetMaxOpenConns(1)
		execute(t, db, "PRAGMA journal_mode = WAL", "PRAGMA busy_timeout = 10000")
		check(t, "", db, name)
	})
}

// A table of which the server needs too long, here because a policy sleeps for each row, has
// no sample, and the reason.
func TestTableTooSlow(t *testing.T) {
	d, db := openPostgres(t)
	two(t, db, dbserver.Postgres)
	dsn := reader(t, db, d, "held", "other")
	execute(t, db, "ALTER TABLE held ENABLE ROW LEVEL SECURITY", "CREATE POLICY slow ON held USING (pg_sleep(0.1) IS NOT NULL)")
	onlyOther(t, run(t, inspect.Options{DSN: dsn}), "ERROR: canceling statement due to statement timeout")
}

// valuesByName returns the second column of a query by the first.
func valuesByName[V any](t *testing.T, db *sql.DB, query string) map[string]V {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	list := make(map[string]V)
	for rows.Next() {
		var name string
		var value V
		if err := rows.Scan(&name, &value); err != nil {
			t.Fatal(err)
		}
		list[name] = value
	}
	if rows.Err() != nil {
		t.Fatal(rows.Err())
	}
	return list
}

// One of the doctor's runs leaves no record in the write-ahead log: so it writes nothing. In
// others the server's own work does, such as autovacuum, and the first reader of new rows
// notes in the catalog's pages that these are committed.
func TestNothingInTheLog(t *testing.T) {
	d, db := openPostgres(t)
	mustBeAlone(t, d)
	aDatabase(t, db, dbserver.Postgres)
	execute(t, db, "CREATE EXTENSION pg_walinspect", "CREATE EXTENSION pgstattuple", "VACUUM (FREEZE, ANALYZE)", "CHECKPOINT")
	run(t, inspect.Options{DSN: d.DSN})
	position := func() string { return texts(t, db, "SELECT pg_current_wal_insert_lsn()")[0] }
	const tries = 50
	var records []string
	for range tries {
		before := position()
		r := run(t, inspect.Options{DSN: d.DSN})
		after := position()
		if len(r.Columns) < 4 {
			t.Fatalf("columns %+v", r.Columns)
		}
		if before == after {
			return
		}
		// The server itself writes which transactions run.
		records = texts(t, db, "SELECT DISTINCT resource_manager || ' ' || record_type FROM pg_get_wal_records_info($1, $2) WHERE resource_manager <> 'Standby' AND record_type NOT LIKE 'CHECKPOINT%'", before, after)
		if len(records) == 0 {
			return
		}
	}
	t.Errorf("each of %d runs has records in the log; the last one has %q", tries, records)
}

// mustBeAlone skips a test on a server that others use as well.
func mustBeAlone(t *testing.T, d *dbserver.Database) {
	t.Helper()
	if d.Server.Source == dbserver.SourceDSN {
		t.Skip("the test compares counters of the server, which others may be using")
	}
}

// On MySQL and MariaDB, statements that read and set the session's limits are the only ones
// that the counters show, and the binary log stays as it is.
func TestNothingButReads(t *testing.T) {
	for _, kind := range innodbs {
		t.Run(string(kind), func(t *testing.T) {
			d := dbtest.Open(t, kind)
			mustBeAlone(t, d)
			db := open(t, kind.Driver(), d.DSN)
			aDatabase(t, db, kind)
			const sent = "SHOW GLOBAL STATUS WHERE Variable_name LIKE 'Com\\_%' OR Variable_name IN ('Handler_update', 'Handler_delete', 'Binlog_bytes_written', 'Innodb_rows_inserted', 'Innodb_rows_updated', 'Innodb_rows_deleted')"
			before := valuesByName[string](t, db, sent)
			run(t, inspect.Options{DSN: d.DSN})
			allowed := []string{"Com_select", "Com_set_option", "Com_begin", "Com_rollback", "Com_show_status", "Com_show_warnings", "Com_admin_commands"}
			changed := 0
			for name, value := range valuesByName[string](t, db, sent) {
				if value == before[name] {
					continue
				}
				if changed++; !slices.Contains(allowed, name) {
					t.Errorf("%s went from %s to %s", name, before[name], value)
				}
			}
			if changed < 3 {
				t.Errorf("%d counters changed", changed)
			}
		})
	}
}

// Of a table whose rows the planner of PostgreSQL would rather scan than fetch by their
// addresses, the server reads the pages of 100 places. Of the index it reads the first page,
// which tells the planner its height.
func TestPagesRead(t *testing.T) {
	d, db := openPostgres(t)
	db.SetMaxOpenConns(1)
	// Autovacuum, which may not have counted that the table is vacuumed, would bring its pages back into the buffer pool.
	execute(t, db, "CREATE EXTENSION pg_buffercache", "CREATE TABLE big (id uuid PRIMARY KEY, n text) WITH (autovacuum_enabled = off)",
		"INSERT INTO big SELECT gen_random_uuid(), repeat('x', 30) FROM generate_series(1, 200000) AS n", "VACUUM ANALYZE big", "CHECKPOINT",
		"DROP EXTENSION pg_buffercache", "CREATE SCHEMA tools", "CREATE EXTENSION pg_buffercache SCHEMA tools")
	read := func() (heap, index int) {
		// The pages of a closed connection are counted once it has left pg_stat_activity, which is after Close returns.
		for len(texts(t, db, "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()")) > 0 {
			time.Sleep(time.Millisecond)
		}
		execute(t, db, "SELECT pg_stat_force_next_flush()")
		if err := db.QueryRowContext(t.Context(), "SELECT heap_blks_read, idx_blks_read + idx_blks_hit FROM pg_statio_user_tables WHERE relname = 'big'").Scan(&heap, &index); err != nil {
			t.Fatal(err)
		}
		return heap, index
	}
	execute(t, db, "SELECT tools.pg_buffercache_evict(bufferid) FROM tools.pg_buffercache WHERE relfilenode = pg_relation_filenode('big') AND reldatabase = (SELECT oid FROM pg_database WHERE datname = current_database())",
		"DROP EXTENSION pg_buffercache")
	heap, index := read()
	r := run(t, inspect.Options{DSN: d.DSN})
	if len(r.Columns) != 1 || r.Columns[0].IDs.Sampled > 2000 {
		t.Errorf("columns %+v", r.Columns)
	}
	heapAfter, indexAfter := read()
	if n := heapAfter - heap; n == 0 || n > 100 {
		t.Errorf("the server read %d pages of the table", n)
	}
	if indexAfter-index > 1 {
		t.Errorf("the server read %d pages of the index", indexAfter-index)
	}
}

// Of a SQLite file beyond the limit of dbstat the doctor reads little, as the kernel counts.
func TestBytesReadOfSQLite(t *testing.T) {
	const counted = "/proc/self/io"
	if _, err := os.Stat(counted); err != nil {
		t.Skip("the kernel does not count what a process reads: " + err.Error())
	}
	name := filepath.Join(t.TempDir(), "large.sqlite")
	db := open(t, "sqlite", name)
	db.SetMaxOpenConns(1)
	const most = 256 << 20
	execute(t, db, "PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF", "CREATE TABLE large (id INTEGER PRIMARY KEY, body BLOB)",
		fmt.Sprintf("INSERT INTO large (body) VALUES (zeroblob(%d))", most))
	fillItems(t, db, 100_000)
	db.Close()
	before := hashOf(t, name)
	read := func() int {
		b, err := os.ReadFile(counted)
		if err != nil {
			t.Fatal(err)
		}
		n, _, _ := strings.Cut(strings.TrimPrefix(string(b), "rchar: "), "\n")
		bytes, err := strconv.Atoi(n)
		if err != nil {
			t.Fatal(err)
		}
		return bytes
	}
	start := read()
	r := run(t, inspect.Options{DSN: name})
	if n := read() - start; n > 32<<20 {
		t.Errorf("the doctor read %d MiB of %d", n>>20, most>>20)
	} else {
		t.Logf("the doctor read %d KiB of %d MiB", n>>10, most>>20)
	}
	if len(r.Columns) == 0 || hashOf(t, name) != before {
		t.Errorf("columns %+v, or the file has changed", r.Columns)
	}
}
