package servertest

import (
	"database/sql/driver"
	"fmt"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/ops/doctor/internal/strangers"
)

// A script is killed after each statement that changes something, and run again, while old programs write in
// between. Nothing is lost, and in the end it is as if it had run once.
func TestStrangersKilled(t *testing.T) {
	t.Parallel()
	some := func(f *strangers.File, m *strangers.Case) bool {
		return len(m.Refused)+len(m.Unknown)+len(m.Stops) == 0 && (*strangersAll || f.Name == "cycles" || f.Name == "shop")
	}
	eachStranger(t, some, func(t *testing.T, s *strangerDB, m *strangers.Case) {
		analyzeAll(t, s.db, s.kind)
		before := s.see(t)
		printed := s.prepare(t, m, before)
		script := s.script(t, m)
		if script == "" {
			return
		}
		w := s.writer(t)
		places, kill := myPlaces(script), s.killMySQL
		if s.kind == dbserver.Postgres {
			places, kill = pgPlaces(script), s.killPostgres
		}
		if len(places) == 0 {
			t.Fatal("no place to kill it")
		}
		for _, at := range partOf(places) {
			kill(t, script, at)
			if s.kind == dbserver.Postgres {
				s.unchanged(t, before.rows, printed, w)
			} else {
				w.check(t, sameRows(t, before.rows, allRows(t, s.db, s.kind)))
			}
			if t.Failed() {
				t.Fatalf("it was killed at place %d of %d", slices.Index(places, at)+1, len(places))
			}
			if err := w.write(t.Context()); err != nil {
				w.failed[err.Error()]++
			}
		}
		if _, err := outputOf(t, s.db, s.kind, script); err != nil {
			t.Fatal(err)
		}
		t.Logf("transactions that failed: %v", w.failed)
		execute(t, s.db, m.After...)
		s.check(t, m, before, w)
	})
}

// partOf returns all places with -strangers-all, otherwise the first, the last, and some between.
func partOf(places []int) (list []int) {
	if *strangersAll || len(places) < 5 {
		return places
	}
	for _, part := range []int{0, 1, 2, 3, 4} {
		list = append(list, places[part*(len(places)-1)/4])
	}
	return list
}

// pgPlaces are after each statement of a script but COMMIT and what follows it.
func pgPlaces(script string) (places []int) {
	for i, statement := range strangers.Split("postgres", script) {
		if statement == "COMMIT" {
			return places
		}
		places = append(places, i+1)
	}
	return places
}

// killPostgres runs so many statements and ends the session.
func (s *strangerDB) killPostgres(t *testing.T, script string, at int) {
	t.Helper()
	conn, err := s.db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	var id int
	if err := conn.QueryRowContext(t.Context(), "SELECT pg_backend_pid()").Scan(&id); err != nil {
		t.Fatal(err)
	}
	for _, statement := range strangers.Split(string(s.kind), script)[:at] {
		if _, err := conn.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%.300s: %v", statement, err)
		}
	}
	execute(t, s.db, fmt.Sprintf("SELECT pg_terminate_backend(%d, 10000)", id))
}

// myChange matches the statements of the procedures that change a table.
var myChange = regexp.MustCompile(`(?s)\n +(?:ALTER|CREATE|RENAME|DROP) (?:TABLE|INDEX|UNIQUE INDEX) .*?;\n`)

// myPlaces are the ends of the statements that change a table.
func myPlaces(script string) (places []int) {
	for _, m := range myChange.FindAllStringIndex(script, -1) {
		places = append(places, m[1])
	}
	return places
}

// killMySQL runs a script until it sleeps behind a statement, and kills its session. What an earlier run did is
// passed over, so that one database serves for all places.
func (s *strangerDB) killMySQL(t *testing.T, script string, at int) {
	t.Helper()
	conn, err := s.db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Raw(func(any) error { return driver.ErrBadConn }) }() // closes it
	var id int64
	if err := conn.QueryRowContext(t.Context(), "SELECT CONNECTION_ID()").Scan(&id); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() {
		for _, statement := range strangers.Split(string(s.kind), script[:at]+"    DO SLEEP(600);\n"+script[at:]) {
			if _, err := conn.ExecContext(t.Context(), statement); err != nil {
				ended <- fmt.Errorf("%.300s: %w", statement, err)
				return
			}
		}
		ended <- nil
	}()
	asleep := fmt.Sprintf("SELECT COUNT(*) FROM information_schema.processlist WHERE id = %d AND state = 'User sleep'", id)
	for texts(t, s.db, asleep)[0] == "0" {
		select {
		case err := <-ended:
			t.Fatalf("the script ended before it was killed: %v", err)
		case <-time.After(10 * time.Millisecond):
		}
	}
	execute(t, s.db, fmt.Sprintf("KILL %d", id))
	if err := <-ended; err == nil {
		t.Fatal("the script did not notice that it was killed")
	}
	for texts(t, s.db, fmt.Sprintf("SELECT COUNT(*) FROM information_schema.processlist WHERE id = %d", id))[0] != "0" {
		time.Sleep(10 * time.Millisecond)
	}
}
