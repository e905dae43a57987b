package partitions_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/sortid/sortid/integration_test/internal/await"
	"github.com/sortid/sortid/internal/dbserver"
)

// fiveYears creates a table with partitions of years, of which three or four are older than two years, and rows of five
// years ago and of now.
func (s server) fiveYears(table string) {
	s.t.Helper()
	s.create(table, s.pick("uuid", "BINARY(16)"))
	ago := s.pick("now() - interval '5 years'", "UTC_TIMESTAMP() - INTERVAL 5 YEAR")
	s.exec("CALL sortid_partitions_ensure_from('"+table+"', 'wiji', 'year', 1, "+ago+")", "INSERT INTO "+table+" (id) VALUES (sortid_wiji_min_at("+ago+")), (sortid_wiji_new())")
}

// wantRecent reports partitions that are old, and a row of now that is gone. Three or four partitions are not old.
func (s server) wantRecent(table string) {
	s.t.Helper()
	if got := s.parts(table); len(got) < 4 || len(got) > 5 {
		s.t.Errorf("the partitions are %q, want those of the last two years and of the next", got)
	}
	if got := s.rows("SELECT COUNT(*) FROM " + table)[0]; got != "1" {
		s.t.Errorf("%s rows are left, want the one of now", got)
	}
}

// session returns the server with a session of its own, and what that is noticed of.
func (s server) session() (server, *[]string) {
	s.t.Helper()
	config, err := pgx.ParseConfig(s.dsn)
	if err != nil {
		s.t.Fatal(err)
	}
	var notices []string
	config.OnNotice = func(_ *pgconn.PgConn, n *pgconn.Notice) { notices = append(notices, n.Message) }
	s.db = stdlib.OpenDB(*config)
	s.t.Cleanup(func() { _ = s.db.Close() })
	if s.Conn, err = s.db.Conn(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
	return s, &notices
}

// process returns the number of the session's process.
func (s server) process() string {
	s.t.Helper()
	return s.rows("SELECT pg_backend_pid()")[0]
}

// waits reports whether a process sleeps between two looks for the claim.
func (s server) waits(process string) bool {
	s.t.Helper()
	return s.rows("SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND pid = " + process)[0] == "1"
}

// A job of sortid partition -drop begins while another one is in DETACH CONCURRENTLY, where an open transaction keeps it until
// the second one has ended, or is in a DETACH, too. Both end well.
func TestTwoJobs(t *testing.T) {
	s := tool{open(t, dbserver.Postgres), build(t)}
	s.install()
	s.fiveYears("events")
	script := s.output(t, "partition", "-server", "postgres", "-table", "events", "-format", "wiji", "-every", "year", "-ahead", "1", "-retain", "2", "-drop")
	reader, err := s.db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := reader.ExecContext(t.Context(), "SELECT FROM events"); err != nil {
		t.Fatal(err)
	}
	first, firstNotices := s.session()
	second, secondNotices := s.session()
	firstEnd, secondEnd := make(chan error, 1), make(chan error, 1)
	process := second.process()
	go func() { firstEnd <- first.run(script) }()
	await.Until(t, "the first job's DETACH", func() bool {
		return s.rows("SELECT COUNT(*) FROM pg_inherits WHERE inhparent = 'events'::regclass AND inhdetachpending")[0] == "1"
	})
	go func() { secondEnd <- second.run(script) }()
	await.Until(t, "the end of the second job, or its DETACH", func() bool {
		return len(secondEnd) > 0 || s.rows("SELECT COUNT(*) FROM pg_stat_activity WHERE query LIKE 'ALTER TABLE%' AND wait_event_type = 'Lock' AND pid = " + process)[0] == "1"
	})
	if err := reader.Rollback(); err != nil {
		t.Fatal(err)
	}
	if err := <-firstEnd; err != nil || len(*firstNotices) > 0 {
		t.Errorf("the first job ends with %v and the notices %q", err, *firstNotices)
	}
	if err, want := <-secondEnd, "another run is detaching old partitions"; err != nil || !strings.Contains(strings.Join(*secondNotices, "\n"), want) {
		t.Errorf("the second job ends with %v and the notices %q, want one with %q", err, *secondNotices, want)
	}
	s.wantRecent("events")
	if got := s.rows("SELECT relname FROM pg_class WHERE relname LIKE 'events\\_p%' AND relkind = 'r' AND NOT relispartition"); len(got) > 0 {
		t.Errorf("the tables %q were detached and not dropped", got)
	}
}

// leavePending interrupts DETACH CONCURRENTLY of a partition of the table.
func (s server) leavePending(table, part string) {
	s.t.Helper()
	reader, err := s.db.BeginTx(s.t.Context(), nil)
	if err != nil {
		s.t.Fatal(err)
	}
	if _, err := reader.ExecContext(s.t.Context(), "SELECT FROM "+table); err != nil {
		s.t.Fatal(err)
	}
	s.exec("SET lock_timeout = '50ms'")
	s.fails("lock timeout", "ALTER TABLE "+table+" DETACH PARTITION "+table+"_"+part+" CONCURRENTLY")
	s.exec("RESET lock_timeout")
	if err := reader.Rollback(); err != nil {
		s.t.Fatal(err)
	}
}

// An interrupted DETACH of a partition that is not the oldest is finished first: beside it Postgres begins no other one. A listing does
// not wait for a FINALIZE, which would wait for the listing. A quarantine holds for the partition, too.
func TestPending(t *testing.T) {
	s := tool{open(t, dbserver.Postgres), build(t)}
	s.install()
	s.fiveYears("events")
	part := s.parts("events")[1]
	s.leavePending("events", part)
	s.exec("BEGIN", "LOCK TABLE events_"+part+" IN ACCESS EXCLUSIVE MODE")
	other, _ := s.session()
	list := other.cells("SELECT * FROM " + s.oldCall("sortid_partitions_before", "events", "0"))
	if want := "is being detached by another session"; len(list) < 2 || list[0][8] != "" || list[1][8] != want {
		t.Errorf("the listing is %q, want %q for the second partition", list, want)
	}
	s.exec("ROLLBACK")
	s.mustRun("-table", "events", "-every", "year", "-ahead", "1", "-retain", "2", "-drop")
	s.wantRecent("events")
	if s.exists("events_" + part) {
		t.Errorf("events_%s was detached and not dropped", part)
	}

	s.fiveYears("held")
	s.leavePending("held", part)
	s.exec("CALL " + s.oldCall("sortid_partitions_drop_before", "held", "3"))
	s.wantRecent("held")
	if got := s.actions("held", "3")["held_"+part]; got != "keep" {
		t.Errorf("held_%s is listed for %q, want keep", part, got)
	}
}

// What another session that has claimed a table does decides whether a job waits, goes on, or ends.
func TestClaims(t *testing.T) {
	s := open(t, dbserver.Postgres)
	s.install()
	for name, c := range map[string]struct {
		other    []string // statements of the other session
		patience string
		want     string // the result or the error
	}{
		"no other":         {nil, "0 s", "[[true]] <nil>"},
		"checks":           {[]string{"BEGIN", "SELECT sortid_internal_partitions_claim('%[1]s', '0 s')"}, "0 s", "another run did not end within ten seconds: run it again"},
		"failed":           {[]string{"BEGIN", "SELECT sortid_partitions_detach_before('%[1]s', 'wiji', now() - interval '2 years')", "ROLLBACK"}, "0 s", "[[true]] <nil>"},
		"detaches":         {[]string{"SELECT sortid_partitions_detach_before('%[1]s', 'wiji', now() - interval '2 years')", "BEGIN", "SELECT FROM %[1]s"}, "0 s", "another run did not end within ten seconds: run it again"},
		"was left":         {[]string{"SELECT sortid_partitions_detach_before('%[1]s', 'wiji', now() - interval '2 years')"}, "300 ms", "[[true]] <nil>"},
		"has dropped":      {[]string{"SELECT sortid_partitions_detach_before('%[1]s', 'wiji', now() - interval '2 years')", "CALL sortid_partitions_drop_before('%[1]s', 'wiji', now() - interval '2 years')", "BEGIN", "SELECT FROM %[1]s"}, "0 s", "[[true]] <nil>"},
		"works on another": {[]string{"BEGIN", "SELECT sortid_internal_partitions_claim('pg_class', '0 s')"}, "0 s", "[[true]] <nil>"},
	} {
		t.Run(name, func(t *testing.T) {
			s := s
			s.t = t
			table := "claimed_" + strings.ReplaceAll(name, " ", "_")
			s.fiveYears(table)
			other, _ := s.session()
			for _, statement := range c.other {
				if strings.Contains(statement, "%") {
					statement = fmt.Sprintf(statement, table)
				}
				other.exec(statement)
			}
			rows, err := s.query("SELECT sortid_internal_partitions_claim('" + table + "', '" + c.patience + "')")
			if got := fmt.Sprint(rows, err); !strings.Contains(got, c.want) {
				t.Errorf("the claim is %s, want one with %s", got, c.want)
			}
		})
	}
	t.Run("ends", func(t *testing.T) {
		s := s
		s.t = t
		s.fiveYears("ending")
		other, _ := s.session()
		other.exec("BEGIN", "SELECT sortid_internal_partitions_claim('ending', '0 s')")
		job, notices := s.session()
		process, end := job.process(), make(chan string)
		go func() {
			rows, err := job.query("SELECT sortid_internal_partitions_claim('ending', '1 day')")
			end <- fmt.Sprint(rows, err)
		}()
		await.Until(t, "the job's wait", func() bool { return s.waits(process) })
		other.exec("ROLLBACK")
		if got := <-end; got != "[[true]] <nil>" || len(*notices) != 1 || !strings.Contains((*notices)[0], "this one goes on with what is left") {
			t.Errorf("the claim is %s, with the notices %q", got, *notices)
		}
	})
}

// What a run of another node drops at a time: the run goes on if its partition is gone and the table is not.
func TestDroppedElsewhere(t *testing.T) {
	for _, kind := range []dbserver.Kind{dbserver.MySQL, dbserver.MariaDB} {
		t.Run(string(kind), func(t *testing.T) {
			s := open(t, kind)
			s.install()
			s.meddle()
			for i, c := range []struct {
				name      string
				when      string // the statement of the run, in the pattern of LIKE
				other     string // the statement of another one before it
				days      string
				set       bool   // an earlier run has detached the partitions
				want      string // the error
				remaining bool   // partitions, after the error
			}{
				{name: "a checked partition", when: "%FROM `(T)` PARTITION (`(P)`)%", other: "ALTER TABLE (T) DROP PARTITION (P)", days: "0"},
				{name: "a partition", when: "ALTER TABLE `(T)` DROP PARTITION `(P)`", other: "ALTER TABLE (T) DROP PARTITION (P)", days: "0"},
				{name: "a partition to detach", when: "ALTER TABLE `(T)` EXCHANGE PARTITION `(P)`%", other: "ALTER TABLE (T) DROP PARTITION (P)", days: "3"},
				{name: "an exchanged partition", when: "ALTER TABLE `(T)` DROP PARTITION `(P)`", other: "ALTER TABLE (T) DROP PARTITION (P)", days: "3"},
				{name: "a checked table", when: "%FROM `(T)_(P)`", other: "DROP TABLE (T)_(P)", days: "0", set: true},
				{name: "a table", when: "DROP TABLE `(T)_(P)`", other: "DROP TABLE (T)_(P)", days: "0", set: true},
				{name: "another partition", when: "ALTER TABLE `(T)` DROP PARTITION `(P)`", other: "ALTER TABLE (T) DROP PARTITION nowhere", days: "0", want: "another session changed the partitions", remaining: true},
				{name: "another table", when: "ALTER TABLE `(T)` DROP PARTITION `(P)`", other: "SELECT * FROM nowhere", days: "0", want: "nowhere", remaining: true},
				{name: "the table", when: "ALTER TABLE `(T)` DROP PARTITION `(P)`", other: "DROP TABLE (T)", days: "0", want: "(T)"},
				{name: "the table's partitions", when: "ALTER TABLE `(T)` DROP PARTITION `(P)`", other: "ALTER TABLE (T) REMOVE PARTITIONING", days: "0", want: "partition"},
			} {
				t.Run(c.name, func(t *testing.T) {
					s := s
					s.t = t
					table := fmt.Sprintf("elsewhere_%d", i)
					s.fiveYears(table)
					first := s.parts(table)[0]
					if c.set {
						s.exec("CALL " + s.oldCall("sortid_partitions_drop_before", table, "3"))
					}
					fill := strings.NewReplacer("(T)", table, "(P)", first).Replace
					s.exec("INSERT INTO meddling VALUES ('" + fill(c.when) + "', '" + fill(c.other) + "')")
					_, err := s.ExecContext(t.Context(), "CALL "+s.oldCall("sortid_partitions_drop_before", table, c.days))
					warnings := s.rows("SHOW WARNINGS")
					if got := s.rows("SELECT COUNT(*) FROM meddling")[0]; got != "0" {
						t.Fatalf("the run had no statement like %q", fill(c.when))
					}
					if c.want != "" {
						if err == nil || !strings.Contains(err.Error(), fill(c.want)) {
							t.Errorf("the run ends with %v, want an error with %q", err, fill(c.want))
						}
						if c.remaining && s.parts(table)[0] != first {
							t.Errorf("after the error the partitions are %q", s.parts(table))
						}
						return
					}
					if want := "another run dropped "; err != nil || len(warnings) != 1 || !strings.Contains(warnings[0], want) {
						t.Errorf("the run ends with %v and the warnings %q, want one with %q", err, warnings, want)
					}
					s.wantRecent(table)
				})
			}
		})
	}
}

// meddle lets a statement of a run follow that of another session: the table meddling has them.
func (s server) meddle() {
	s.t.Helper()
	body := s.cells("SHOW CREATE PROCEDURE sortid_internal_partition_run")[0][2]
	s.exec("CREATE TABLE meddling (run varchar(300) PRIMARY KEY, other varchar(300))", strings.Replace(body, "sortid_internal_partition_run", "run_itself", 1), "DROP PROCEDURE sortid_internal_partition_run",
		`CREATE PROCEDURE sortid_internal_partition_run(statement LONGTEXT CHARACTER SET utf8mb4) MODIFIES SQL DATA SQL SECURITY INVOKER
		BEGIN
			DECLARE other_statement VARCHAR(300) CHARACTER SET utf8mb4 DEFAULT (SELECT other FROM meddling WHERE statement LIKE run);
			IF other_statement IS NOT NULL THEN
				DELETE FROM meddling;
				COMMIT;
				CALL run_itself(other_statement);
			END IF;
			CALL run_itself(statement);
		END`)
}
