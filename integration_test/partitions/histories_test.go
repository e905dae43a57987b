package partitions_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/hex"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sortid/sortid/id/uid11"
)

var (
	histories   = flag.Int("histories", 15, "the random histories of a table that TestHistories runs on each server; .ci/nightly runs 2,000")
	historySeed = flag.Uint64("history-seed", 1, "the seed of the first history; 0 for the time, as .ci/nightly has it")
)

// A random history of a partitioned table: IDs of a format in a column, bounds made by hand and by the procedures, odd names,
// other spellings of keys, wrong clocks of writers and of the server, subpartitions, wrong arguments, roles without rights, kills in the middle, and writers beside them. After each step, no row
// with a time at or after the limits of its calls is gone. Rows of partitions that are wholly older are gone after the
// last call.
func TestHistories(t *testing.T) {
	seed := *historySeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("the histories begin with -history-seed %d", seed)
	onServers(t, func(t *testing.T, s server) {
		s.install()
		role := s.newcomer()
		var next, refusals, dropped, skips atomic.Int64
		var workers sync.WaitGroup
		for range 4 {
			workers.Go(func() {
				for i := next.Add(1) - 1; i < int64(*histories); i = next.Add(1) - 1 {
					t.Run(fmt.Sprint(seed+uint64(i)), func(t *testing.T) {
						h := s.history(t, seed+uint64(i), role)
						defer h.close()
						h.run()
						refusals.Add(h.refusals)
						dropped.Add(h.dropped)
						if h.wrong {
							skips.Add(1)
						}
					})
				}
			})
		}
		workers.Wait()
		t.Logf("%d histories: old rows went %d times, a last call was refused %d times, %d had a wrong record", *histories, dropped.Load(), refusals.Load(), skips.Load())
		if n := int64(*histories); n >= 50 && (dropped.Load() < n/3 || refusals.Load() > n/2 || skips.Load() > n/3) {
			t.Error("the histories show too little")
		}
	})
}

// newcomer creates a role that may read and call, and nothing else: it returns its name.
func (s server) newcomer() string {
	name := s.rows(s.pick("SELECT lower(current_database())", "SELECT LOWER(DATABASE())"))[0]
	name = "h" + name[max(0, len(name)-20):]
	if s.postgres() {
		s.exec("CREATE ROLE "+name, "GRANT SELECT ON ALL TABLES IN SCHEMA public TO "+name, "ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO "+name)
		s.t.Cleanup(func() {
			if _, err := s.db.Exec("DROP OWNED BY " + name); err != nil {
				s.t.Error(err)
			}
			if _, err := s.db.Exec("DROP ROLE " + name); err != nil {
				s.t.Error(err)
			}
		})
		return name
	}
	s.exec("CREATE USER '"+name+"'@'%' IDENTIFIED BY 'Sortid-1'", "GRANT SELECT, EXECUTE ON "+s.rows("SELECT DATABASE()")[0]+".* TO '"+name+"'@'%'")
	s.t.Cleanup(func() {
		if _, err := s.db.Exec("DROP USER '" + name + "'@'%'"); err != nil {
			s.t.Error(err)
		}
	})
	return name
}

// storedRow is a row that was stored.
type storedRow struct {
	shown string
	at    time.Time
	other bool // its key has another spelling
}

// history is a random history of a table.
type history struct {
	server
	col      column
	r        *rand.Rand
	role     string
	table    string // as an identifier
	name     string // as the first argument of the procedures, in SQL
	bare     string // without quotes
	declared string // the format of the calls
	now      time.Time
	mutex    sync.Mutex
	rows     []storedRow
	divided  bool      // MySQL and MariaDB refuse the table, which has subpartitions
	spelled  bool      // there are keys that are not IDs in the format's own form: they must be of today
	limit    time.Time // the latest limit of the calls of this step, and of those that can run on after a kill
	killed   time.Time // the latest limit of a killed call
	wrong    bool      // the format of the calls is not that of the IDs
	refusals int64
	dropped  int64
}

// names of tables: %d is the number of the history.
var tableNames = []string{"events_%d", "Events_%d", "EVENTS_%d", "größe %d", "grosse %d", `it's %d 100%%s`, "a\"b`c.%d", `back\%d`, "select %d", "ключ_%d"}

func (s server) history(t *testing.T, seed uint64, role string) *history {
	c, err := s.db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(seed, 1))
	h := &history{server: s, r: r, now: time.Now().UTC().Truncate(time.Second), role: role}
	h.t, h.Conn = t, c
	h.col = pickOf(r, s.columns())
	h.declared = h.col.format
	h.bare = fmt.Sprintf(pickOf(r, tableNames), seed%1_000_000_000)
	q := s.pick(`"`, "`")
	h.table = q + strings.ReplaceAll(h.bare, q, q+q) + q
	h.name = s.pick("$q$"+h.table+"$q$", fmt.Sprintf("CONVERT(X'%X' USING utf8mb4)", h.bare))
	if r.IntN(8) == 0 {
		for _, other := range []string{"wiji", "ulid", "uuidv7", "uid11", "ulidflake"} {
			if other != h.col.format && len(families[other].fixed) == len(families[h.col.format].fixed) && r.IntN(2) == 0 {
				h.declared, h.wrong = other, true
			}
		}
	}
	if s.postgres() && r.IntN(4) == 0 {
		h.exec("SET standard_conforming_strings = off")
	}
	return h
}

func pickOf[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

func (h *history) close() {
	_, _ = h.ExecContext(context.Background(), h.pick("RESET ALL", "SET timestamp = DEFAULT"))
	if err := h.Conn.Close(); err != nil {
		h.t.Error(err)
	}
}

// ago returns a random time of the last months.
func (h *history) ago(months int) time.Time {
	return h.now.Add(-time.Duration(h.r.Int64N(int64(months) * 30 * 24 * int64(time.Hour)))).Truncate(time.Millisecond)
}

func (h *history) run() {
	h.divide()
	for range 2 + h.r.IntN(4) {
		h.insert(h.Conn, h.now.Add(-time.Duration(h.r.IntN(3600))*time.Second))
	}
	for range 3 + h.r.IntN(5) {
		h.limit = h.killed
		pickOf(h.r, []func(){h.fill, h.fill, h.ensure, h.retain, h.retain, h.retain, h.mistake, h.kill, h.beside, h.limited, h.interrupt, h.list, h.misspell, h.skew})()
		h.check()
		if h.t.Failed() {
			h.describe()
			return
		}
	}
	if !h.wrong {
		h.last()
	}
	if h.t.Failed() {
		h.describe()
	}
}

// describe logs how to run the history again.
func (h *history) describe() {
	h.t.Logf("-histories 1 -history-seed %s, a table %s of %s in %s, declared as %s", h.t.Name()[strings.LastIndex(h.t.Name(), "/")+1:], h.table, h.col.format, h.col.sql, h.declared)
}

// divide creates the table, and partitions by hand or by the procedure.
func (h *history) divide() {
	statement := fmt.Sprintf("CREATE TABLE %s (id %s NOT NULL PRIMARY KEY, note varchar(20))", h.table, h.col.sql)
	var bounds []rawID
	for range 1 + h.r.IntN(6) {
		at := h.now.AddDate(0, 1, 0).Add(-time.Duration(h.r.Int64N(int64(30*30*24) * int64(time.Hour))))
		id, err := families[h.col.format].minAt(at.Truncate(15 * time.Minute))
		if h.r.IntN(3) == 0 {
			id, err = families[h.col.format].randomAt(h.r, at)
		}
		if err != nil {
			h.t.Fatal(err)
		}
		if h.col.kind == "text" && h.r.IntN(2) == 0 {
			id.text = id.text[:4+h.r.IntN(6)]
		}
		bounds = append(bounds, id)
	}
	slices.SortFunc(bounds, func(a, b rawID) int { return strings.Compare(h.sorted(a), h.sorted(b)) })
	bounds = slices.CompactFunc(bounds, func(a, b rawID) bool { return h.sorted(a) == h.sorted(b) })
	byHand, rest := h.r.IntN(2) == 0, h.r.IntN(3)
	switch {
	case h.postgres():
		h.exec(statement + " PARTITION BY RANGE (id)")
		from := "MINVALUE"
		for i, bound := range bounds {
			if byHand {
				h.exec(fmt.Sprintf("CREATE TABLE %s PARTITION OF %s FOR VALUES FROM (%s) TO (%s)%s", h.part(i), h.table, from, bound.literal(h.col.kind), h.within(i)))
				if h.divided {
					h.exec(fmt.Sprintf("CREATE TABLE %s PARTITION OF %s FOR VALUES WITH (MODULUS 2, REMAINDER 0)", h.part(200+2*i), h.part(i)),
						fmt.Sprintf("CREATE TABLE %s PARTITION OF %s FOR VALUES WITH (MODULUS 2, REMAINDER 1)", h.part(201+2*i), h.part(i)))
				}
			}
			from = bound.literal(h.col.kind)
		}
		if byHand && rest == 0 {
			h.exec(fmt.Sprintf("CREATE TABLE %s PARTITION OF %s FOR VALUES FROM (%s) TO (MAXVALUE)", h.part(100), h.table, from))
		} else if rest == 1 {
			h.exec(fmt.Sprintf("CREATE TABLE %s PARTITION OF %s DEFAULT", h.part(101), h.table))
		}
	case byHand:
		var list []string
		for i, bound := range bounds {
			list = append(list, fmt.Sprintf("PARTITION `Päck %d` VALUES LESS THAN (%s)", i, bound.literal(h.col.kind)))
		}
		if rest > 0 {
			list = append(list, "PARTITION rest VALUES LESS THAN (MAXVALUE)")
		}
		statement += " PARTITION BY RANGE COLUMNS (id)" + h.within(0) + " (" + strings.Join(list, ", ") + ")"
		h.exec(statement)
	default:
		h.exec(statement)
	}
	if !byHand || h.r.IntN(2) == 0 {
		h.report(h.call(h.Conn, h.since(h.ago(24), h.declared)))
	}
}

// within returns the clause of subpartitions, in one of eight tables; in MySQL that of all partitions.
func (h *history) within(i int) string {
	if i == 0 {
		h.divided = h.r.IntN(8) == 0
	}
	if !h.divided {
		return ""
	}
	return h.pick(" PARTITION BY HASH (id)", " SUBPARTITION BY KEY (id) SUBPARTITIONS 2")
}

// sorted returns a text that sorts as the bound.
func (h *history) sorted(id rawID) string {
	if h.col.kind == "text" {
		return id.text
	}
	return string(id.raw)
}

// part returns the name of a partition of Postgres.
func (h *history) part(i int) string {
	return fmt.Sprintf(`"%s_%d"`, strings.ReplaceAll(h.bare, `"`, `""`), i)
}

// since returns a call that adds the partitions from a time on.
func (h *history) since(at time.Time, format string) string {
	return fmt.Sprintf("CALL sortid_partitions_ensure_from(%s, '%s', '%s', %d, %s)", h.name, format, pickOf(h.r, []string{"month", "quarter", "year", "month"}), h.r.IntN(3), h.moment(at))
}

func (h *history) moment(at time.Time) string {
	return h.pick("timestamptz ", "") + "'" + at.UTC().Format("2006-01-02 15:04:05.000000") + h.pick("Z", "") + "'"
}

// before returns a call that drops what is before a time, some of them after days.
func (h *history) before(at time.Time, format string) string {
	return h.drop(at, format, max(0, h.r.IntN(6)-3), h.r.IntN(3) == 0)
}

// drop returns a call that drops what is before a time.
func (h *history) drop(at time.Time, format string, days int, clockIsRight bool) string {
	return fmt.Sprintf("CALL sortid_partitions_drop_before(%s, '%s', %s, %d, %t)", h.name, format, h.moment(at), days, clockIsRight)
}

// call runs a statement in a session.
func (h *history) call(on execer, statement string) error {
	return h.persist(func() error {
		_, err := on.ExecContext(h.t.Context(), statement)
		return err
	})
}

// execer is a session or a pool.
type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// report reports an error that is not one of the procedures.
func (h *history) report(err error) {
	if err != nil && !strings.Contains(err.Error(), "partitions: ") {
		h.t.Errorf("an error of the catalogue: %v", err)
	}
}

// insert stores a row, if there is a partition for it.
func (h *history) insert(on *sql.Conn, at time.Time) {
	h.mutex.Lock()
	id, err := families[h.col.format].randomAt(h.r, at)
	h.mutex.Unlock()
	if err != nil || h.col.kind == "bigint" && id.raw[0] >= 128 {
		return
	}
	if h.call(on, "INSERT INTO "+h.table+" (id) VALUES ("+id.literal(h.col.kind)+")") == nil {
		h.mutex.Lock()
		h.rows = append(h.rows, storedRow{id.shown(h.col.kind), at, false})
		h.mutex.Unlock()
	}
}

// fill stores rows: most of them old ones, and some by clocks that are wrong.
func (h *history) fill() {
	for range 1 + h.r.IntN(6) {
		at := h.ago(30)
		switch h.r.IntN(30) {
		case 0:
			at = h.now.AddDate(h.r.IntN(9), 0, 1)
		case 1:
			at = h.ago(200)
		}
		h.insert(h.Conn, at)
	}
}

// misspell stores rows of today, whose keys another program has written in its own way.
func (h *history) misspell() {
	for range 1 + h.r.IntN(4) {
		id, err := families[h.col.format].randomAt(h.r, h.now)
		if err != nil {
			h.t.Fatal(err)
		}
		key := spellings[pickOf(h.r, slices.Sorted(maps.Keys(spellings)))](id)
		own := slices.Equal(key, id.raw) || h.col.kind == "text" && (string(key) == id.text || h.col.format == "uid11" && uid11.Valid(string(key)))
		if h.col.kind != "text" && h.col.kind != "bytea" || !h.col.holds(key) || own || h.col.kind == "bytea" && len(key) == len(id.raw) {
			continue
		}
		if h.call(h.Conn, "INSERT INTO "+h.table+" (id) VALUES ("+h.raw(h.col.kind, key)+")") != nil {
			continue // no partition, or a varchar that is too short
		}
		shown := string(key)
		if h.col.kind == "bytea" {
			shown = hex.EncodeToString(key)
		}
		h.mutex.Lock()
		h.rows = append(h.rows, storedRow{shown, h.now, true})
		h.mutex.Unlock()
		h.spelled = true
	}
}

// skew makes a call as a server makes it whose clock is ahead: the limit is later than the newest ID, and nothing may go. Without
// rows there is nothing to lose.
func (h *history) skew() {
	if len(h.rows) == 0 || h.wrong || !h.killed.IsZero() {
		return // a killed call can run on
	}
	newest := slices.MaxFunc(h.rows, func(a, b storedRow) int { return a.at.Compare(b.at) }).at
	at := newest.Add(time.Second + time.Duration(h.r.IntN(1000))*time.Millisecond)
	if !at.Before(h.now) {
		return // such a limit is not in the past
	}
	before := h.keys()
	h.report(h.call(h.Conn, h.drop(at, h.declared, 0, false)))
	if after := h.keys(); len(after) != len(before) {
		h.t.Errorf("%d rows became %d by a call for %s; the newest ID is of %s", len(before), len(after), at, newest)
	}
}

func (h *history) ensure() {
	h.report(h.call(h.Conn, fmt.Sprintf("CALL sortid_partitions_ensure(%s, '%s', '%s', %d)", h.name, h.declared, pickOf(h.r, []string{"month", "quarter", "week", "year"}), h.r.IntN(3))))
}

// cutoff returns a limit, and remembers it.
func (h *history) cutoff() time.Time {
	at := h.ago(24).Truncate(time.Second)
	if at.After(h.limit) {
		h.limit = at
	}
	return at
}

func (h *history) retain() { h.report(h.call(h.Conn, h.before(h.cutoff(), h.declared))) }

// mistake makes a call that must fail, or drop nothing that is not old in the true format.
func (h *history) mistake() {
	switch h.r.IntN(4) {
	case 0: // a limit in the future
		if err := h.call(h.Conn, h.before(h.now.AddDate(0, 1+h.r.IntN(24), 0), h.declared)); err == nil {
			h.t.Error("a limit in the future is accepted")
		} else {
			h.report(err)
		}
	case 1: // a session whose clock is ahead
		if !h.postgres() {
			h.exec(fmt.Sprintf("SET timestamp = %d", h.now.AddDate(2, 0, 0).Unix()))
			defer h.exec("SET timestamp = DEFAULT")
			if err := h.call(h.Conn, h.before(h.now.AddDate(1, 0, 0), h.declared)); err == nil {
				h.t.Error("a limit in the future is accepted in a session with another time")
			}
			return
		}
		h.exec("BEGIN ISOLATION LEVEL REPEATABLE READ")
		if err := h.call(h.Conn, h.before(h.cutoff(), h.declared)); err == nil {
			h.t.Error("a call with an old snapshot is accepted")
		}
		h.exec("ROLLBACK")
	case 2:
		h.report(h.call(h.Conn, h.before(h.cutoff(), pickOf(h.r, []string{"wiji", "ulid", "uuidv7", "scru160", "ulidflake", "uid11", "ksuid", "WIJI"}))))
	case 3:
		h.report(h.call(h.Conn, h.since(h.ago(24), pickOf(h.r, []string{"wiji", "ulid", "uuidv7", "scru160", "ulidflake", "uid11"}))))
	}
}

// session runs a function in another session.
func (h *history) session(f func(c *sql.Conn)) {
	c, err := h.db.Conn(h.t.Context())
	if err != nil {
		h.t.Error(err)
		return
	}
	f(c)
	_ = c.Close() // it can be killed
}

// kill kills the session of a call after a moment.
func (h *history) kill() {
	at := h.cutoff()
	if at.After(h.killed) {
		h.killed = at
	}
	statement, wait := h.before(at, h.declared), time.Duration(h.r.IntN(30_000))*time.Microsecond
	h.session(func(c *sql.Conn) {
		var id int
		if err := c.QueryRowContext(h.t.Context(), h.pick("SELECT pg_backend_pid()", "SELECT CONNECTION_ID()")).Scan(&id); err != nil {
			h.t.Error(err)
			return
		}
		ended := make(chan error)
		go func() { ended <- h.call(c, statement) }()
		time.Sleep(wait)
		_ = h.call(h.Conn, fmt.Sprintf(h.pick("SELECT pg_terminate_backend(%d)", "KILL %d"), id)) // it can have ended
		h.t.Logf("the killed call: %v", <-ended)
		_ = c.Raw(func(any) error { return driver.ErrBadConn }) // the pool must not use it again
	})
}

// beside runs two calls and a writer at once.
func (h *history) beside() {
	first, second := h.before(h.cutoff(), h.declared), h.since(h.ago(12), h.declared)
	if h.r.IntN(2) == 0 {
		second = h.before(h.cutoff(), h.declared)
	}
	times := []time.Time{h.now, h.ago(1), h.ago(24), h.now, h.ago(24)}
	var sessions sync.WaitGroup
	for _, statement := range []string{first, second} {
		sessions.Go(func() { h.session(func(c *sql.Conn) { h.report(h.call(c, statement)) }) })
	}
	sessions.Go(func() {
		h.session(func(c *sql.Conn) {
			for _, at := range times {
				h.insert(c, at)
			}
		})
	})
	sessions.Wait()
}

// limited calls as a role without rights.
func (h *history) limited() {
	statement := h.before(h.ago(24), h.declared)
	before := h.keys()
	var err error
	if h.postgres() {
		h.exec("SET ROLE " + h.role)
		err = h.call(h.Conn, statement)
		h.exec("RESET ROLE")
	} else {
		_, address, _ := strings.Cut(h.dsn, "@")
		db, openErr := sql.Open("mysql", h.role+":Sortid-1@"+address)
		if openErr != nil {
			h.t.Fatal(openErr)
		}
		err = h.call(db, statement)
		_ = db.Close()
	}
	if err != nil && !strings.Contains(err.Error(), "denied") && !strings.Contains(err.Error(), "partitions: ") || h.postgres() && err == nil {
		h.t.Errorf("a role without rights: %v", err)
	}
	for key := range before {
		if _, found := h.keys()[key]; !found {
			h.t.Error("a role without rights drops rows")
			return
		}
	}
}

// interrupt runs a part of the statements of sortid partition -drop.
func (h *history) interrupt() {
	if !h.postgres() {
		h.kill()
		return
	}
	at := h.cutoff()
	statements, err := h.query(fmt.Sprintf("SELECT sortid_partitions_detach_before(%s, '%s', %s, %d)", h.name, h.declared, h.moment(at), h.r.IntN(2)))
	h.report(err)
	for i := range statements {
		if h.r.IntN(4) > 0 {
			h.exec(statements[i][0])
		}
	}
}

// list lists what a call would drop, which changes nothing.
func (h *history) list() {
	before := h.keys()
	statement := fmt.Sprintf(h.pick("SELECT * FROM ", "CALL ")+"sortid_partitions_before(%s, '%s', %s, 0, FALSE)", h.name, h.declared, h.moment(h.ago(24)))
	_, err := h.query(statement)
	h.report(err)
	if after := h.keys(); len(after) != len(before) {
		h.t.Errorf("%d rows became %d by a listing", len(before), len(after))
	}
}

// keys returns the IDs in the table.
func (h *history) keys() map[string]bool {
	found := map[string]bool{}
	for _, row := range h.cells("SELECT " + h.show(h.col.kind) + " FROM " + h.table) {
		found[row[0]] = true
	}
	return found
}

// check reports rows that are gone and have a time at or after the limits.
func (h *history) check() {
	found := h.keys()
	var left []storedRow
	for _, row := range h.rows {
		switch {
		case found[row.shown]:
			left = append(left, row)
		case !row.at.Before(h.limit):
			h.t.Errorf("the row %s of %s is gone; the limit is %s", row.shown, row.at, h.limit)
		default:
			h.dropped++
		}
	}
	h.rows = left
}

// last makes a last call, and reports old rows that it leaves.
func (h *history) last() {
	_ = h.call(h.Conn, fmt.Sprintf("CALL sortid_partitions_ensure(%s, '%s', 'year', 1)", h.name, h.col.format)) // a DEFAULT partition can be in the way
	h.limit = h.killed
	at := h.cutoff()
	call := h.drop(at, h.col.format, 0, h.r.IntN(3) == 0)
	err := h.call(h.Conn, call)
	if err != nil {
		// The remedy of a format that is not the recorded one, or has no evidence.
		own := h.pick("table_name = $q$"+h.bare+"$q$", "table_name = "+h.name)
		h.exec("DELETE FROM sortid_partitioned WHERE "+own, "INSERT INTO sortid_partitioned VALUES ("+h.pick("'public', $q$"+h.bare+"$q$", h.name)+", 'id', '"+h.col.format+"')")
		err = h.call(h.Conn, call)
	}
	if err != nil {
		h.report(err)
		allowed := []string{"an ID of", "all IDs of the table", "no partition would be left", "newest ID", "without IDs"}
		if h.spelled {
			allowed = append(allowed, " keys ")
		}
		if h.divided && !h.postgres() {
			allowed = []string{"has subpartitions"}
		}
		if len(h.rows) > 0 && !slices.ContainsFunc(allowed, func(text string) bool { return strings.Contains(err.Error(), text) }) {
			h.t.Errorf("the last call: %v", err)
		}
		h.refusals++
		h.check()
		return
	}
	h.check()
	h.leftover(at)
}

// leftover reports rows before the limit that are in another partition than an ID of the limit.
func (h *history) leftover(at time.Time) {
	probe, err := families[h.col.format].minAt(at)
	if err != nil {
		return
	}
	_ = h.call(h.Conn, "INSERT INTO "+h.table+" (id) VALUES ("+probe.literal(h.col.kind)+")") // there can be no partition
	places := map[string]string{}
	if h.postgres() {
		for _, row := range h.cells("SELECT " + h.show(h.col.kind) + ", (SELECT array_agg(relid) FROM pg_partition_ancestors(e.tableoid))[(SELECT count(*) - 1 FROM pg_partition_ancestors(e.tableoid))] FROM " + h.table + " AS e WHERE NOT EXISTS (SELECT FROM pg_partitioned_table WHERE partdefid = e.tableoid)") {
			places[row[0]] = row[1]
		}
	} else {
		// information_schema also finds names of another case.
		for _, row := range h.cells("SELECT PARTITION_NAME FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = DATABASE() AND CAST(TABLE_NAME AS BINARY) = CAST(" + h.name + " AS BINARY) AND PARTITION_DESCRIPTION <> 'MAXVALUE'") {
			for _, key := range h.cells("SELECT " + h.show(h.col.kind) + " FROM " + h.table + " PARTITION (`" + row[0] + "`)") {
				places[key[0]] = row[0]
			}
		}
	}
	for _, row := range h.rows {
		if place, found := places[row.shown]; found && row.at.Before(at) && place != places[probe.shown(h.col.kind)] {
			h.t.Errorf("the row of %s is left in %s after the call for %s", row.at, place, at)
		}
	}
	query := "SELECT COUNT(*) FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND INSTR(TABLE_COMMENT, CONCAT('partition of ', " + h.pick("''", fmt.Sprintf("CONVERT(X'%X' USING utf8mb4)", h.table)) + ", ','))"
	if h.postgres() {
		query = "SELECT count(*) FROM pg_description WHERE starts_with(description, 'sortid: partition of ' || " + h.name + "::regclass) AND objoid NOT IN (SELECT inhrelid FROM pg_inherits)"
	}
	if got := h.cells(query)[0][0]; got != "0" && h.postgres() {
		h.t.Errorf("%s detached partitions are left", got)
	}
}
