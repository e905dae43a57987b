package sqlite_test

import (
	"bytes"
	"fmt"
	"io/fs"
	osexec "os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pressly/goose/v3"
	"github.com/sortid/sortid/integration_test/migrations/suite"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/migrations"
)

// laterVersions is the set of files with further ones, as later versions would have them: each replaces the
// triggers by some with a changed body.
func laterVersions(t *testing.T, versions int) fs.FS {
	t.Helper()
	return suite.Later(t, migrations.SQLite, versions, func(up string, version int) string {
		return strings.ReplaceAll(up, "\nBEGIN\n", fmt.Sprintf("\nBEGIN\n  -- of version %d\n", version))
	})
}

// Later versions are installed while four connections insert by a trigger: no statement fails, and
// the IDs go on increasing in the order of the rows.
func TestUpgradeInPlace(t *testing.T) {
	db := open(t)
	up(t, db)
	for _, g := range generators {
		execAll(t, db, "CREATE TABLE kept_"+g.table+" (n INTEGER PRIMARY KEY, id BLOB UNIQUE)",
			"CREATE TRIGGER kept_"+g.table+"_id AFTER INSERT ON kept_"+g.table+" WHEN NEW.id IS NULL BEGIN UPDATE "+g.table+
				" SET made = made + 1; UPDATE kept_"+g.table+" SET id = (SELECT id FROM "+g.table+") WHERE n = NEW.n; END")
	}
	var done atomic.Bool
	var rows atomic.Int64
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for !done.Load() {
				for _, g := range generators {
					if _, err := db.ExecContext(t.Context(), "INSERT INTO kept_"+g.table+" (id) VALUES (NULL), (NULL), (NULL)"); err != nil {
						t.Errorf("during the upgrade: %v", err)
						return
					}
					rows.Add(3)
				}
			}
		})
	}
	for rows.Load() < 100 && !t.Failed() {
		time.Sleep(time.Millisecond)
	}
	const versions = 10
	p, err := goose.NewProvider(goose.DialectSQLite3, db, laterVersions(t, versions), goose.WithTableName(migrations.VersionTable))
	if err != nil {
		t.Fatal(err)
	}
	before := rows.Load()
	if results, err := p.Up(t.Context()); err != nil || len(results) != versions {
		t.Errorf("%d files went up: %v", len(results), err)
	}
	t.Logf("%d rows before the upgrade, %d during it", before, rows.Load()-before)
	done.Store(true)
	wait.Wait()
	if n := queryOne[int](t, db, fmt.Sprintf("SELECT count(*) FROM sqlite_schema WHERE type = 'trigger' AND sql LIKE '%%of version %d%%'", versions+1)); n != len(generators) {
		t.Errorf("%d triggers are of the last version, want %d", n, len(generators))
	}
	for _, g := range generators {
		ids := column[[]byte](t, db, "SELECT id FROM kept_"+g.table+" ORDER BY n")
		for i := 1; i < len(ids); i++ {
			if bytes.Compare(ids[i-1], ids[i]) >= 0 {
				t.Errorf("%s: %x comes before %x", g.table, ids[i-1], ids[i])
			}
		}
	}
}

// All files run again over an installation, as without goose, and keep the generators' state.
func TestRunAgain(t *testing.T) {
	db := open(t)
	up(t, db)
	execAll(t, db, "UPDATE sortid_wiji SET made = made + 1")
	state := queryOne[string](t, db, "SELECT hex(id) FROM sortid_wiji")
	before := strings.Join(column[string](t, db, suite.SQLiteCatalog+" ORDER BY 1"), "\n")
	execAll(t, db, "DELETE FROM "+migrations.VersionTable+" WHERE version_id > 0")
	up(t, db)
	if after := strings.Join(column[string](t, db, suite.SQLiteCatalog+" ORDER BY 1"), "\n"); after != before {
		t.Errorf("there was\n%s\nand there is\n%s", before, after)
	}
	if got := queryOne[string](t, db, "SELECT hex(id) FROM sortid_wiji"); got != state {
		t.Errorf("the last ID was %s and is %s", state, got)
	}
}

// The command of docs/server.md for sqlite3 does what goose does, over an installation, too.
func TestShell(t *testing.T) {
	if _, err := osexec.LookPath("sqlite3"); err != nil {
		dbtest.Missing(t, err.Error())
	}
	var command string
	for part := range strings.SplitSeq(suite.Page(t, "server.md"), "```") {
		fence, block, _ := strings.Cut(part, "\n")
		if fence == "sh run" && strings.Contains(block, "sqlite3") && strings.Contains(block, "sed") {
			command = block
		}
	}
	path := filepath.Join(t.TempDir(), "shop.db")
	script := strings.Replace(command, " shop.db", " "+path, 1)
	if script == command {
		t.Fatalf("the page has no command for sqlite3: %q", command)
	}
	for range 2 {
		shell := osexec.CommandContext(t.Context(), "sh", "-ec", script)
		shell.Dir = filepath.Join("..", "..", "..")
		if out, err := shell.CombinedOutput(); err != nil || len(out) > 0 {
			t.Fatalf("%v: %s", err, out)
		}
	}
	db := open(t)
	up(t, db)
	want := column[string](t, db, suite.SQLiteCatalog+" ORDER BY 1")
	execAll(t, db, "ATTACH '"+path+"' AS shell")
	got := column[string](t, db, strings.Replace(suite.SQLiteCatalog, "sqlite_schema", "shell.sqlite_schema", 1)+" ORDER BY 1")
	if len(want) == 0 || strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("the shell makes %q, goose %q", got, want)
	}
}

func execAll(t testing.TB, db execer, statements ...string) {
	t.Helper()
	for _, s := range statements {
		exec(t, db, s)
	}
}
