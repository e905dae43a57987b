package mysql_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"
	"github.com/sortid/sortid/integration_test/internal/servertest"
	"github.com/sortid/sortid/internal/dbserver"
)

// Servers of the test's own: what happens to them, or how they are started, would be in the
// way of other tests. One for all of these, because it takes its time to set itself up.
func TestServerOfItsOwn(t *testing.T) {
	for _, kind := range []dbserver.Kind{dbserver.MySQL, dbserver.MariaDB} {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			box := servertest.StartKept(t, kind)
			sessionOf(t, onBox(t, box, "").DB).exec("CREATE DATABASE own")
			onBox(t, box, "own").install(t, nil)
			if !t.Run("crash", func(t *testing.T) { crash(t, box) }) {
				return
			}
			box.Kill(t)
			box.Restart(t, "--sysdate-is-now")
			t.Run("sysdate-is-now", func(t *testing.T) { sysdateIsNow(t, onBox(t, box, "own")) })
			box.Kill(t)
			box.Restart(t, "--log-bin")
			t.Run("binary log", func(t *testing.T) {
				sessionOf(t, onBox(t, box, "").DB).exec("CREATE DATABASE logged")
				d := onBox(t, box, "logged")
				d.install(t, nil)
				binaryLog(t, d)
			})
		})
	}
}

// onBox is a database of a server that may be killed.
func onBox(t *testing.T, box *servertest.Box, name string) database {
	t.Helper()
	config, err := mysql.ParseDSN(box.DSN())
	if err != nil {
		t.Fatal(err)
	}
	config.DBName = name
	config.Logger = &mysql.NopLogger{} // that a connection is lost is what is wanted
	db := open(t, config)
	db.SetMaxIdleConns(-1) // none that the kill would surprise
	return database{db, &dbserver.Database{Server: box.Server, Name: name, DSN: config.FormatDSN()}}
}

// makers lists all functions that generate: the generators, and the random IDs, which have
// neither a time nor an order.
var makers = append(slices.Clone(generators), generator{name: "random", call: "LPAD(sortid_uid_random(), 20, '0')"})

// fill makes a session's IDs in a table, with each generator, and returns them by its name.
func fill(s session, who string) map[string][]string {
	s.t.Helper()
	ids := map[string][]string{}
	for _, g := range makers {
		s.exec(fmt.Sprintf("INSERT INTO made (who, generator, id) "+
			"WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 200) SELECT '%s', '%s', %s FROM r", who, g.name, g.call))
		ids[g.name] = s.list("SELECT id FROM made WHERE who = ? AND generator = ? ORDER BY n", who, g.name)
		g.ascending(s, ids[g.name])
	}
	return ids
}

// crash: a kill takes the sessions away with the generators' states, and what was not
// committed, and yet no ID that was given out comes again, and each is later.
func crash(t *testing.T, box *servertest.Box) {
	d := onBox(t, box, "own")
	d.session(t).exec("CREATE TABLE made (n INT AUTO_INCREMENT PRIMARY KEY, who VARCHAR(20), generator VARCHAR(20), id VARCHAR(40)) ENGINE = InnoDB")
	done, undone := d.session(t), d.session(t)
	committed := fill(done, "committed")
	undone.exec("BEGIN")
	lost := fill(undone, "lost")
	done.exec("INSERT INTO made (who) VALUES ('after')")
	box.Kill(t)
	for _, s := range []session{done, undone} {
		if _, err := s.ExecContext(t.Context(), "COMMIT"); err == nil {
			t.Error("a session goes on with a server that is gone")
		}
	}

	box.Restart(t)
	d = onBox(t, box, "own")
	s := d.session(t)
	if n := s.get("SELECT COUNT(*) FROM made WHERE who = 'lost'"); n != "0" {
		t.Errorf("%s rows are there that were not committed", n)
	}
	again := []map[string][]string{fill(s, "again"), fill(d.session(t), "and again")}
	for _, g := range makers {
		if kept := s.list("SELECT id FROM made WHERE who = 'committed' AND generator = ? ORDER BY n", g.name); !slices.Equal(kept, committed[g.name]) {
			t.Errorf("%s: %d rows are there, want the %d that were committed", g.name, len(kept), len(committed[g.name]))
		}
		before := slices.Concat(committed[g.name], lost[g.name])
		for _, ids := range again {
			for _, id := range ids[g.name] {
				if slices.Contains(before, id) {
					t.Errorf("%s: %s comes a second time", g.name, id)
				}
			}
			if last, next := slices.Max(before), slices.Min(ids[g.name]); g.time != "" && next <= last {
				t.Errorf("%s: %s before the crash, and %s after it", g.name, last, next)
			}
		}
	}
}

// moving lists the generators that ask UUID's clock for each ID, which goes on where the
// server's own stands still.
var moving = []string{"large_steps", "xid", "snowish"}

// sysdateIsNow: SYSDATE stands still while a statement runs, as NOW does. The IDs are in order
// and of the present all the same; those of a statement hold the time of its first, but for the
// generators that have another clock.
func sysdateIsNow(t *testing.T, d database) {
	if d.session(t).get("SELECT SLEEP(0.01) + (SYSDATE(6) = NOW(6))") != "1" {
		t.Fatal("SYSDATE moves: the option has no effect")
	}
	hasUUID := d.hasUUID(t) // UUID_v7 reads a clock of its own
	each(t, d, func(t *testing.T, s session, g generator) {
		moves := slices.Contains(moving, g.name) || g.name == "uuid" && hasUUID
		var all []string
		// made makes IDs, of a time between the beginning and the end of their statement.
		made := func(rows string) (first, last time.Time) {
			t.Helper()
			const skew = time.Second // MariaDB's UUID may be off by the corrections of the system's clock
			from := time.Now().Add(-skew)
			ids := s.list("SELECT " + g.call + rows)
			to := time.Now().Add(skew)
			first, last = g.timeOf(s, ids[0]), g.timeOf(s, ids[len(ids)-1])
			if first.Before(from) || last.After(to) {
				t.Errorf("IDs that were made between %v and %v are of %v to %v", from, to, first, last)
			}
			all = append(all, ids...)
			return first, last
		}
		var before time.Time
		moved := 0
		for range 2 {
			first, last := made(" FROM (SELECT 1 UNION ALL SELECT 2) AS two WHERE SLEEP(0.05) = 0")
			passed := last.Sub(first)
			if moves && passed < 40*time.Millisecond {
				t.Errorf("between two IDs of a statement that slept 50 ms passed %v", passed)
			}
			if passed != 0 {
				moved++
			}
			if first.Sub(before) < 40*time.Millisecond {
				t.Errorf("a statement that slept 50 ms has an ID of %v, and the one before of %v", first, before)
			}
			before = last
		}
		// One can have moved: of 4,096 first IDs, one has the last turn of its millisecond.
		if !moves && moved == 2 {
			t.Error("the IDs of two statements are of two times each, want one time")
		}
		// Not among them is a timestamp of the last quarter of an hour: sortid_wiji_new takes that
		// for the beginning of the statement, and goes on from the last ID without a clock.
		now := time.Now()
		for _, setting := range []string{
			"SET time_zone = '+05:30'", "SET time_zone = '-12:00'", stamp(now.AddDate(-20, 0, 0)), stamp(now.AddDate(8, 0, 0)),
			stamp(now.Add(-time.Hour)), stamp(now.Add(5 * time.Minute)),
		} {
			s.exec("SET timestamp = DEFAULT", "SET time_zone = DEFAULT", setting)
			for range 3 {
				made("")
			}
		}
		g.ascending(s, all)
	})
}

func stamp(at time.Time) string { return fmt.Sprintf("SET timestamp = %d.25", at.Unix()) }
