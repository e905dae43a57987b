package main

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sortid/sortid/ops/doctor/internal/inspect"
)

// aSQLiteFile makes a database with UUIDs as text.
func aSQLiteFile(t *testing.T) string {
	t.Helper()
	return aFile(t, "CREATE TABLE users (id TEXT PRIMARY KEY)",
		"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300) INSERT INTO users "+
			"SELECT lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))) FROM n")
}

// aFile makes a database by statements.
func aFile(t *testing.T, statements ...string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "app.sqlite")
	inFile(t, name, statements...)
	return name
}

// inFile runs statements in a database.
func inFile(t *testing.T, name string, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", name+"?_pragma=synchronous(off)&_pragma=journal_mode(memory)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, s := range statements {
		if _, err := db.ExecContext(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
}

// The headline promises nothing about an index whose figures are not known.
func TestHeadlineWithoutFigures(t *testing.T) {
	name := aFile(t, "CREATE TABLE events (id BLOB PRIMARY KEY, kind TEXT) WITHOUT ROWID", "CREATE UNIQUE INDEX kinds ON events (id, lower(kind))",
		"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300) INSERT INTO events "+
			"SELECT unhex(printf('0199%08x7%03x8000', i * 7919, i % 4096) || hex(randomblob(6))), 'kind' FROM n")
	var stdout, stderr bytes.Buffer
	if code := command(t.Context(), []string{name}, &stdout, &stderr); code != exitOK || !strings.Contains(stdout.String(), "what 1 change would save is not known.") {
		t.Errorf("exit code %d, %s%s", code, &stdout, &stderr)
	}
}

func TestInspect(t *testing.T) {
	name := aSQLiteFile(t)
	var stdout, stderr bytes.Buffer
	if code := command(t.Context(), []string{name}, &stdout, &stderr); code != exitOK || stderr.Len() > 0 {
		t.Fatalf("exit code %d: %s", code, &stderr)
	}
	if out := stdout.String(); !strings.Contains(out, "users.id") || !strings.Contains(out, "UUIDv4, UUID text") {
		t.Errorf("got\n%s", out)
	}
	checkWidth(t, stdout.String())
	stdout.Reset()
	page := filepath.Join(t.TempDir(), "page.html")
	if code := command(t.Context(), []string{"-page", page, "-json", name}, &stdout, &stderr); code != exitOK {
		t.Fatalf("exit code %d: %s", code, &stderr)
	}
	var r inspect.Report
	if err := json.Unmarshal(stdout.Bytes(), &r); err != nil || len(r.Columns) != 1 || r.Columns[0].IDs.Parts[0].Name != "UUIDv4" {
		t.Errorf("got %+v, %v", r, err)
	}
	if b, err := os.ReadFile(page); err != nil || !bytes.Contains(b, []byte("UUIDv4, UUID text")) || !bytes.HasPrefix(b, []byte("<!DOCTYPE html>")) {
		t.Errorf("page: %v\n%s", err, b)
	}
	stdout.Reset()
	if code := command(t.Context(), []string{"-dry-run", name}, &stdout, &stderr); code != exitOK ||
		!strings.Contains(stdout.String(), `FROM "users"`) || !strings.Contains(stdout.String(), "only without -dry-run") {
		t.Errorf("exit code %d, got\n%s", code, &stdout)
	}
}

func TestInspectArguments(t *testing.T) {
	for _, args := range [][]string{{}, {"a", "b"}, {"-rows", "5", "a"}} {
		var stdout, stderr bytes.Buffer
		if code := command(t.Context(), args, &stdout, &stderr); code != exitUsage || !strings.Contains(stderr.String(), "doctor -h") {
			t.Errorf("%q: exit code %d, %s", args, code, &stderr)
		}
	}
	var stdout, stderr bytes.Buffer
	if code := command(t.Context(), []string{"-h"}, &stdout, &stderr); code != exitOK || !strings.Contains(stdout.String(), "-dry-run") {
		t.Errorf("exit code %d, %s", code, &stdout)
	}
	checkWidth(t, stdout.String())
	stderr.Reset()
	if code := command(t.Context(), []string{"no-such-file"}, &stdout, &stderr); code != exitFailure || !strings.Contains(stderr.String(), `no SQLite file "no-such-file"`) {
		t.Errorf("exit code %d, %s", code, &stderr)
	}
}

// The exit code says how bad the findings are, but for those that a file accepts.
func TestFailOn(t *testing.T) {
	name := aSQLiteFile(t)
	unread := aFile(t, "CREATE TABLE users (id TEXT PRIMARY KEY, rowid, _rowid_, oid)", "INSERT INTO users (id) VALUES (1)")
	accepted := filepath.Join(t.TempDir(), "accepted")
	if err := os.WriteFile(accepted, []byte("text-key users.id\nrandom-key users.id\ntwo-trees users*\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want int
	}{
		{[]string{name}, exitOK},
		{[]string{"-fail-on", "error", name}, exitOK},
		{[]string{"-fail-on", "warning", name}, exitFindings},
		{[]string{"-fail-on", "info", "-accept", accepted, name}, exitOK},
		{[]string{"-table", "nothing*", name}, exitOK},
		{[]string{"-fail-on", "warning", "-table", "nothing*", name}, exitFailure},
		{[]string{"-fail-on", "warning", unread}, exitFailure},
		{[]string{"-fail-on", "error", "-dry-run", unread}, exitOK},
		{[]string{unread}, exitOK},
		{[]string{"-fail-on", "fatal", name}, exitUsage},
		{[]string{"-accept", "no-such-file", name}, exitUsage},
		{[]string{"-table", "[", name}, exitFailure},
		{[]string{"-schema", "x", name}, exitFailure},
	} {
		var stdout, stderr bytes.Buffer
		if code := command(t.Context(), c.args, &stdout, &stderr); code != c.want {
			t.Errorf("%q: exit code %d, want %d: %s%s", c.args, code, c.want, &stdout, &stderr)
		}
	}
}

func TestInspectInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var stdout, stderr bytes.Buffer
	if code := command(ctx, []string{aSQLiteFile(t)}, &stdout, &stderr); code != exitInterrupted {
		t.Errorf("exit code %d, %s", code, &stderr)
	}
}

// checkWidth fails if a line is too long for a terminal.
func checkWidth(t *testing.T, s string) {
	t.Helper()
	for line := range strings.Lines(s) {
		if len(line) > 81 { // with its end
			t.Errorf("%d columns: %s", len(line)-1, line)
		}
	}
}
