package documents

import (
	"database/sql"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"github.com/sortid/sortid/integration_test/internal/functions"
	"github.com/sortid/sortid/migrations/sqlitefunc"
)

func init() {
	if err := sqlitefunc.Register(); err != nil {
		panic(err)
	}
}

// needsFunctions lists the scenes whose SQL calls functions of Go, which a program registers.
var needsFunctions = map[string]bool{"functions": true}

// onSQLite runs the scene with the shell sqlite3, or in a Go program.
func (s scene) onSQLite(t *testing.T) {
	name := filepath.Join(t.TempDir(), "shop.db")
	db, err := sql.Open("sqlite", name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	db.SetMaxOpenConns(1)
	functions.Install(t, "", db)
	if path, ok := shell(t); ok && !needsFunctions[s.name] {
		if out, err := (client{path, "-bail", name}).run(t, s.script()); err != nil {
			t.Errorf("%s: %v\n%s", s, err, out)
		}
	} else if _, err := db.ExecContext(t.Context(), s.script()); err != nil {
		t.Errorf("%s: %v", s, err)
	}
	s.check(t, db)
}

// shell returns the shell sqlite3 of this machine. One before 3.41 lacks functions that the
// pages use, as they say.
func shell(t *testing.T) (path string, ok bool) {
	t.Helper()
	path, err := exec.LookPath("sqlite3")
	if err != nil {
		t.Log("there is no program sqlite3: a Go program runs the SQL")
		return "", false
	}
	out, err := exec.Command(path, "--version").Output()
	if err != nil {
		t.Fatal(err)
	}
	version := strings.SplitN(string(out), ".", 3)
	minor, err := strconv.Atoi(version[1])
	if err != nil {
		t.Fatalf("sqlite3 --version: %s", out)
	}
	if version[0] == "3" && minor < 41 {
		t.Logf("a Go program runs the SQL: sqlite3 is %s", out)
		return "", false
	}
	return path, true
}
