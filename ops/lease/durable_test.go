package lease

import (
	"context"
	"database/sql/driver"
	"errors"
	"slices"
	"testing"
)

// check refuses a server that can grant a number twice, and says what to set.
func TestCheck(t *testing.T) {
	const (
		prefix    = "lease: claim of a number: "
		lossy     = prefix + "commits are not durable: "
		flushOf   = lossy + "innodb_flush_log_at_trx_commit is "
		flushSet  = ", and a crash loses commits: SET GLOBAL innodb_flush_log_at_trx_commit = 1"
		remedy    = ": check the connection, and install the migrations"
		unlogged  = lossy + "sortid_lease is unlogged or temporary, and a crash empties it: ALTER TABLE sortid_lease SET LOGGED"
		fsync     = lossy + "fsync is off, and a crash of the machine loses commits: set fsync = on"
		isTarget  = prefix + "replicated table: a subscription writes to sortid_lease, and another server can grant the same numbers: leave the table out of the publication, and connect to one server for all claims"
		synchrony = lossy + "synchronous is OFF, and a crash of the machine loses commits: open all handles with synchronous = NORMAL or FULL"
	)
	pragmas := func(level int64, journal string) []reply {
		return []reply{rowTo("PRAGMA synchronous", level), rowTo("PRAGMA journal_mode", journal)}
	}
	settings := func(values ...driver.Value) []reply { return []reply{rowTo("", values...)} }
	for name, x := range map[string]struct {
		table   sqlTable
		replies []reply
		want    string
		is      error
	}{
		"Postgres":                     {sqlTable{server: postgres}, settings(false, true, true), "", nil},
		"a subscription":               {sqlTable{server: postgres}, settings(true, true, true), isTarget, ErrReplicated},
		"a subscription, and unlogged": {sqlTable{server: postgres}, settings(true, false, false), isTarget, ErrReplicated},
		"unlogged":                     {sqlTable{server: postgres}, settings(false, false, true), unlogged, ErrNotDurable},
		"fsync":                        {sqlTable{server: postgres}, settings(false, true, false), fsync, ErrNotDurable},
		"no Postgres":                  {sqlTable{server: postgres}, []reply{{err: errGiven}}, prefix + "the server's error" + remedy, errGiven},

		"MySQL":                    {sqlTable{server: mysql}, settings(int64(1), int64(1), int64(1), "InnoDB"), "", nil},
		"MariaDB's 3":              {sqlTable{server: mysql}, settings(int64(3), int64(1), int64(1), "InnoDB"), "", nil},
		"no binary log":            {sqlTable{server: mysql}, settings(int64(1), int64(0), int64(0), "InnoDB"), "", nil},
		"flush 0":                  {sqlTable{server: mysql}, settings(int64(0), int64(1), int64(1), "InnoDB"), flushOf + "0" + flushSet, ErrNotDurable},
		"flush 2":                  {sqlTable{server: mysql}, settings(int64(2), int64(1), int64(1), "InnoDB"), flushOf + "2" + flushSet, ErrNotDurable},
		"flush 10":                 {sqlTable{server: mysql}, settings(int64(10), int64(1), int64(1), "InnoDB"), flushOf + "10" + flushSet, ErrNotDurable},
		"sync_binlog 0":            {sqlTable{server: mysql}, settings(int64(1), int64(1), int64(0), "InnoDB"), lossy + "sync_binlog is 0 with a binary log, and a crash of the machine loses commits: SET GLOBAL sync_binlog = 1", ErrNotDurable},
		"sync_binlog 100":          {sqlTable{server: mysql}, settings(int64(1), int64(1), int64(100), "InnoDB"), lossy + "sync_binlog is 100 with a binary log, and a crash of the machine loses commits: SET GLOBAL sync_binlog = 1", ErrNotDurable},
		"MyISAM":                   {sqlTable{server: mysql}, settings(int64(1), int64(1), int64(1), "MyISAM"), lossy + `sortid_lease has the engine "MyISAM": ALTER TABLE sortid_lease ENGINE = InnoDB`, ErrNotDurable},
		"no table in MySQL":        {sqlTable{server: mysql}, []reply{{}}, prefix + "there is no table sortid_lease in the connection's database" + remedy, nil},
		"no MySQL":                 {sqlTable{server: mysql}, []reply{{err: errGiven}}, prefix + "the server's error" + remedy, errGiven},
		"TiDB, which is not asked": {sqlTable{server: mysql, isTiDB: true}, nil, "", nil},

		"SQLite with WAL":    {sqlTable{server: sqlite}, pragmas(1, "wal"), "", nil},
		"SQLite with DELETE": {sqlTable{server: sqlite}, pragmas(2, "delete"), "", nil},
		"in memory":          {sqlTable{server: sqlite}, pragmas(2, "memory"), lossy + `journal_mode is "memory": use a database in a file, with journal_mode = WAL`, ErrNotDurable},
		"no journal":         {sqlTable{server: sqlite}, pragmas(2, "off"), lossy + `journal_mode is "off": use a database in a file, with journal_mode = WAL`, ErrNotDurable},
		"no syncs":           {sqlTable{server: sqlite}, pragmas(0, "wal"), synchrony, ErrNotDurable},
		"no level":           {sqlTable{server: sqlite}, []reply{{to: "PRAGMA synchronous", err: errGiven}, rowTo("PRAGMA journal_mode", "wal")}, prefix + "the server's error" + remedy, errGiven},
		"no mode":            {sqlTable{server: sqlite}, []reply{rowTo("PRAGMA synchronous", int64(1)), {to: "PRAGMA journal_mode", err: errGiven}}, prefix + "the server's error" + remedy, errGiven},
	} {
		s := &script{replies: x.replies}
		x.table.db = s.open(t)
		err := x.table.check(t.Context())
		if (err == nil) != (x.want == "") || err != nil && (err.Error() != x.want || x.is != nil && !errors.Is(err, x.is)) {
			t.Errorf("%s: %v, want %q", name, err, x.want)
		}
		if x.table.isTiDB != (len(s.sent) == 0) {
			t.Errorf("%s: statements %q", name, s.sent)
		}
		if open := x.table.db.Stats().InUse; open != 0 {
			t.Errorf("%s: %d connections are in use afterwards", name, open)
		}
	}
}

// A handle that is closed fails with the error of database/sql.
func TestCheckClosed(t *testing.T) {
	table := (&script{}).table(t, sqlite)
	_ = table.db.Close()
	if err := table.check(t.Context()); err == nil || err.Error() != "lease: claim of a number: sql: database is closed: check the connection, and install the migrations" {
		t.Error(err)
	}
	if _, err := table.claim(t.Context(), "a", free{}, 1, 1); err == nil || err.Error() != "sql: database is closed" {
		t.Error(err)
	}
}

// On SQLite each change is made with synchronous = EXTRA, and the connection gets its level back,
// also if the change fails and if the caller's context has ended.
func TestDurableConn(t *testing.T) {
	const asks, extra, update = "PRAGMA synchronous", "PRAGMA synchronous = EXTRA", "UPDATE sortid_lease SET x = 1"
	for name, x := range map[string]struct {
		replies []reply
		ends    bool
		want    error
		sent    []string
	}{
		"NORMAL":    {[]reply{rowTo(asks, int64(1)), {}}, false, nil, []string{asks, extra, update, "PRAGMA synchronous = 1"}},
		"FULL":      {[]reply{rowTo(asks, int64(2)), {}}, false, nil, []string{asks, extra, update, "PRAGMA synchronous = 2"}},
		"EXTRA":     {[]reply{rowTo(asks, int64(3)), {}}, false, nil, []string{asks, update}},
		"a failure": {[]reply{rowTo(asks, int64(1)), {}, {err: errGiven}}, false, errGiven, []string{asks, extra, update, "PRAGMA synchronous = 1"}},
		"an end":    {[]reply{rowTo(asks, int64(1)), {}, {}}, true, context.Canceled, []string{asks, extra, update, "PRAGMA synchronous = 1"}},
		"no level":  {[]reply{{err: errGiven}}, false, errGiven, []string{asks}}, // which is left as it is: 0 would be OFF
		"no EXTRA":  {[]reply{rowTo(asks, int64(1)), {err: errGiven}}, false, errGiven, []string{asks, extra, "PRAGMA synchronous = 1"}},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		if x.ends {
			x.replies[2].then = cancel
		}
		s := &script{replies: x.replies}
		table := s.table(t, sqlite)
		_, err := table.update(ctx, update)
		cancel()
		if !errors.Is(err, x.want) || !slices.Equal(s.sent, x.sent) {
			t.Errorf("%s: %v, statements %q, want %v, %q", name, err, s.sent, x.want, x.sent)
		}
		if open := table.db.Stats().InUse; open != 0 {
			t.Errorf("%s: %d connections are in use afterwards", name, open)
		}
	}
}
