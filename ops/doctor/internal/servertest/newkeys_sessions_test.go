package servertest

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/ops/doctor/internal/inventory"
	"github.com/sortid/sortid/ops/doctor/internal/newkeys"
)

// killedKeys are the kinds of keys for TestNewKeysKilled. They change their type, by which its writers see the switch.
func killedKeys() map[dbserver.Kind][]string {
	list := map[dbserver.Kind][]string{dbserver.Postgres: {"bigint"}, dbserver.MySQL: {"bigint"}, dbserver.MariaDB: {"text"}}
	if dbtest.Every() {
		list[dbserver.MySQL] = append(list[dbserver.MySQL], "text")
	}
	return list
}

// A script that is killed after any statement goes on when it is run again, while others write, and then says that it is
// done.
func TestNewKeysKilled(t *testing.T) {
	t.Parallel()
	for _, kind := range newKeyKinds {
		for _, k := range keysOf(kind) {
			if want := killedKeys()[kind]; !slices.Contains(want, k.name) {
				continue
			}
			t.Run(string(kind)+"/"+k.name, func(t *testing.T) {
				d, db := withFunctions(t, kind, "wiji")
				execute(t, db, shopOf(kind, k)...)
				fillShop(t, db, k)
				script := statementsOf(printed(t, newKeysOptions(d, kind)))
				o := newKeysOptions(d, kind)
				schema := take(t, inventory.Options{DSN: d.DSN, NoRows: true, Keys: o.Columns, References: o.With})
				w := startWriters(t, d, kind, k)
				change := slices.IndexFunc(script, func(s string) bool {
					return strings.HasPrefix(s, "CALL sortid_move_switch") || strings.Contains(s, "$switch$")
				})
				const every = 15
				var places []int
				for i := 20 + rand.IntN(every); i < change; i += every {
					places = append(places, i)
				}
				for _, i := range append(places, change+1+rand.IntN(len(script)-change-1)) {
					if t.Failed() {
						break
					}
					if i > change && kind != dbserver.Postgres {
						for range 4 {
							killSwitch(t, db, script)
						}
					}
					if kind == dbserver.Postgres {
						interrupt(t, db, script[:min(i+3, len(script))])
					}
					resume(t, db, script[:i])
				}
				resume(t, db, script)
				w.stop()
				t.Logf("%d transactions beside the script", w.rows.Load())
				if err := runScript(t, db, script); err == nil || !strings.Contains(err.Error(), "the move is done") {
					t.Errorf("run again: %v", err)
				}
				if kind != dbserver.Postgres {
					execute(t, db, "DROP PROCEDURE sortid_move_alone", "DROP PROCEDURE sortid_move_done")
				}
				related(t, db)
				onlyNewKeys(t, schema, d.DSN)
			})
		}
	}
}

// While a session runs a script, another one waits, then says which session it is and changes nothing. The session itself
// can run the script again. If it ends while the other one waits, that runs the script.
func TestNewKeysTwice(t *testing.T) {
	t.Parallel()
	for _, kind := range dbtest.SomeKinds(t.Name()) {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			d, db := withFunctions(t, kind, "wiji")
			execute(t, db, shopOf(kind, keysOf(kind)[0])...)
			fillShop(t, db, keysOf(kind)[0])
			script := statementsOf(printed(t, newKeysOptions(d, kind)))
			conn, err := db.Conn(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			first, own := slices.IndexFunc(script, func(s string) bool { return strings.Contains(s, "ADD COLUMN IF NOT EXISTS") })+1, "SELECT pg_backend_pid()"
			others := [][]string{script}
			if kind != dbserver.Postgres {
				first, own = slices.Index(script, "CALL sortid_move_prepare()")+1, "SELECT CONNECTION_ID()"
				others = append(others, []string{"CALL sortid_move_give_up()"}, []string{"CALL sortid_move_finish()"})
			}
			for range 2 {
				for _, s := range script[:first] {
					if _, err := conn.ExecContext(t.Context(), s); err != nil {
						t.Fatalf("%.200s: %v", s, err)
					}
				}
			}
			var id string
			if err := conn.QueryRowContext(t.Context(), own).Scan(&id); err != nil {
				t.Fatal(err)
			}
			before := take(t, inventory.Options{DSN: d.DSN})
			var wait sync.WaitGroup
			for _, other := range others {
				wait.Go(func() {
					if err := runScript(t, db, other); err == nil || !strings.Contains(err.Error(), "another session has begun a script of new keys in this database: ") || !regexp.MustCompile(`\b`+id+`\b`).MatchString(err.Error()) {
						t.Errorf("beside session %s: %v", id, err)
					}
				})
			}
			wait.Wait()
			for _, difference := range before.Compare(take(t, inventory.Options{DSN: d.DSN})) {
				t.Errorf("the other session changed: %v", difference)
			}
			waited := make(chan error)
			go func() { waited <- runScript(t, db, script) }()
			time.Sleep(time.Second)
			_ = conn.Raw(func(any) error { return driver.ErrBadConn })
			if err := <-waited; err != nil {
				t.Errorf("after the first session: %v", err)
			}
			if err := runScript(t, db, script); err == nil || !strings.Contains(err.Error(), "the move is done") {
				t.Errorf("after the end: %v", err)
			}
			related(t, db)
		})
	}
}

// While another session changes a table, MariaDB's information_schema leaves it out. What follows the switch, or gives up
// before it, waits for that session, and leaves no column behind, nor the lock of a script. No other test runs beside it.
func TestNewKeysRenamed(t *testing.T) {
	for _, kind := range renamedKinds() {
		for _, c := range []struct {
			until, statement, left string
			released               bool // whether the statement is the last one of the script
		}{
			{"CALL sortid_move_finish()", "CALL sortid_move_finish()", "sortid\\_old%", false}, {"CALL sortid_move_fill()", "CALL sortid_move_give_up()", "sortid\\_new%", true},
		} {
			t.Run(string(kind)+"/"+c.until, func(t *testing.T) {
				d, db := withFunctions(t, kind, "wiji")
				execute(t, db, shopOf(kind, keysOf(kind)[0])...)
				execute(t, db, "CREATE TABLE waited (id INT PRIMARY KEY)")
				fillShop(t, db, keysOf(kind)[0])
				script := statementsOf(printed(t, newKeysOptions(d, kind)))
				if err := runScript(t, db, script[:slices.Index(script, c.until)]); err != nil {
					t.Fatal(err)
				}
				end := renaming(t, db, "logs")
				time.AfterFunc(time.Second, end)
				conn, err := db.Conn(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				defer conn.Close()
				if _, err := conn.ExecContext(t.Context(), c.statement); err != nil {
					t.Error(err)
				}
				if left := texts(t, db, "SELECT column_name FROM information_schema.columns WHERE table_schema = DATABASE() AND column_name LIKE '"+c.left+"'"); len(left) > 0 {
					t.Errorf("%s leaves %q", c.statement, left)
				}
				if free := texts(t, db, "SELECT IS_FREE_LOCK(CONCAT('sortid.', SHA2(CONCAT(DATABASE(), '/move'), 224)))"); (free[0] == "1") != c.released {
					t.Errorf("after %s the lock is free: %v", c.statement, free)
				}
				related(t, db)
			})
		}
	}
}

// renaming renames a table, and gives it its name again, in a session that waits for a reader of the table waited, and
// holds the table meanwhile. end ends the reader.
func renaming(t *testing.T, db *sql.DB, table string) (end func()) {
	t.Helper()
	reader, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	end = sync.OnceFunc(func() { _ = reader.Raw(func(any) error { return driver.ErrBadConn }) })
	for _, s := range []string{"BEGIN", "DO (SELECT COUNT(*) FROM waited)"} {
		if _, err := reader.ExecContext(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	renamed := make(chan error, 1)
	go func() {
		_, err := db.ExecContext(t.Context(), fmt.Sprintf("RENAME TABLE %[1]s TO %[1]s_2, waited TO waited_2, waited_2 TO waited, %[1]s_2 TO %[1]s", table))
		renamed <- err
		close(renamed) // for both who wait for it
	}()
	t.Cleanup(func() {
		end()
		if err := <-renamed; err != nil && t.Context().Err() == nil {
			t.Error(err)
		}
	})
	waits(t, db, "RENAME TABLE "+table, renamed)
	return end
}

// interrupt runs statements in a session whose client goes away during the last one, which the server may still end.
func interrupt(t *testing.T, db *sql.DB, script []string) {
	t.Helper()
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Raw(func(any) error { return driver.ErrBadConn }) }()
	for i, s := range script {
		ctx, cancel := t.Context(), func() {}
		if i == len(script)-1 {
			ctx, cancel = context.WithTimeout(ctx, time.Duration(rand.IntN(3000))*time.Microsecond)
		}
		_, err := conn.ExecContext(ctx, s)
		cancel()
		if err != nil {
			return
		}
	}
}

// killSwitch runs a script in a session that is killed in the middle of its switch, which is no transaction.
func killSwitch(t *testing.T, db *sql.DB, script []string) {
	t.Helper()
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Raw(func(any) error { return driver.ErrBadConn }) }()
	var id int64
	if err := conn.QueryRowContext(t.Context(), "SELECT CONNECTION_ID()").Scan(&id); err != nil {
		t.Fatal(err)
	}
	for _, s := range script {
		if !strings.HasPrefix(s, "CALL sortid_move_switch") && !strings.HasPrefix(s, "CALL sortid_move_resume") {
			if _, err := conn.ExecContext(t.Context(), s); err != nil {
				t.Logf("%.40s: %v", s, err)
				return
			}
			continue
		}
		kill := time.AfterFunc(time.Duration(2+rand.IntN(80))*time.Millisecond, func() { db.ExecContext(t.Context(), fmt.Sprint("KILL ", id)) }) //nolint:errcheck // it may have ended
		_, err := conn.ExecContext(t.Context(), s)
		kill.Stop()
		if err != nil {
			t.Logf("%.40s: %v, half switched: %v", s, err, texts(t, db, "SELECT table_name FROM information_schema.columns WHERE table_schema = DATABASE() AND column_name LIKE 'sortid_old%'"))
			return
		}
	}
}

// resume runs a script as its first lines say. After the switch it runs what follows.
func resume(t *testing.T, db *sql.DB, script []string) {
	t.Helper()
	for t.Context().Err() == nil {
		err := runScript(t, db, script)
		if err != nil && strings.Contains(err.Error(), "run what follows") {
			err = runScript(t, db, []string{"CALL sortid_move_finish()"})
		}
		switch {
		case err == nil || strings.Contains(err.Error(), "the move is done"):
			return
		case !regexp.MustCompile("Error (1213|1205)|another session has begun").MatchString(err.Error()):
			t.Fatal(err)
		}
	}
}

// Until the switch the first lines of the script undo it, after any statement.
func TestNewKeysGivenUp(t *testing.T) {
	t.Parallel()
	for _, kind := range dbtest.SomeKinds(t.Name()) {
		t.Run(string(kind), func(t *testing.T) {
			k := keysOf(kind)[0]
			d, db := withFunctions(t, kind, "wiji")
			execute(t, db, shopOf(kind, k)...)
			fillShop(t, db, k)
			o := newKeysOptions(d, kind)
			o.KeepOld = newkeys.KeepColumn
			script := printed(t, o)
			before, schema := content(t, db), take(t, inventory.Options{DSN: d.DSN, NoRows: true})
			statements := statementsOf(script)
			end := slices.IndexFunc(statements, func(s string) bool { return strings.Contains(s, "$switch$") || strings.HasPrefix(s, "LOCK TABLES") })
			begun := slices.IndexFunc(statements, func(s string) bool { return strings.Contains(s, "sortid_move_give_up()") }) + 1
			for _, i := range []int{begun, (2*begun + end) / 3, (begun + end) / 2, end - 3, end} {
				if err := runScript(t, db, append(slices.Clone(statements[:i]), givingUp(script)...)); err != nil {
					t.Fatal(err)
				}
				differences(t, before, content(t, db))
				if list := schema.Compare(take(t, inventory.Options{DSN: d.DSN, Before: schema})); len(list) > 0 {
					t.Errorf("given up after %d statements: %q", i, list)
				}
			}
		})
	}
}

// givingUp returns the statements in the first lines of a script that undo it.
func givingUp(script string) (list []string) {
	_, script, _ = strings.Cut(script, "To give up before the switch:\n")
	for line := range strings.Lines(script) {
		s, ok := strings.CutPrefix(line, "--   ")
		if !ok {
			return list
		}
		list = append(list, strings.TrimSuffix(strings.TrimSpace(s), ";"))
	}
	return list
}
