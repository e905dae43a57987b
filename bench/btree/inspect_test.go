package main

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/inspect"
)

// aSQLiteFile makes a database with UUIDs as text.
func aSQLiteFile(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "app.sqlite")
	db, err := sql.Open("sqlite", name)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, s := range []string{
		"CREATE TABLE users (id TEXT PRIMARY KEY)",
		"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300) INSERT INTO users " +
			"SELECT lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))) FROM n",
	} {
		if _, err := db.ExecContext(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	return name
}

// A price is that of storage.
func TestInspectPrice(t *testing.T) {
	for price, want := range map[string]string{"gib=1,iops=1": "gib= alone", "1": "not a price"} {
		var stderr bytes.Buffer
		if code := command(t.Context(), []string{"inspect", "-price", price, "x"}, io.Discard, &stderr); code != exitUsage || !strings.Contains(stderr.String(), want) {
			t.Errorf("%s: exit code %d: %s", price, code, &stderr)
		}
	}
}

func TestInspect(t *testing.T) {
	name := aSQLiteFile(t)
	var stdout, stderr bytes.Buffer
	if code := command(t.Context(), []string{"inspect", name}, &stdout, &stderr); code != exitOK || stderr.Len() > 0 {
		t.Fatalf("exit code %d: %s", code, &stderr)
	}
	if out := stdout.String(); !strings.Contains(out, "users.id") || !strings.Contains(out, "UUIDv4, UUID text") {
		t.Errorf("got\n%s", out)
	}
	fits(t, stdout.String())
	stdout.Reset()
	page := filepath.Join(t.TempDir(), "page.html")
	if code := command(t.Context(), []string{"inspect", "-page", page, "-json", name}, &stdout, &stderr); code != exitOK {
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
	if code := command(t.Context(), []string{"inspect", "-dry-run", name}, &stdout, &stderr); code != exitOK ||
		!strings.Contains(stdout.String(), `FROM "users"`) || !strings.Contains(stdout.String(), "only without -dry-run") {
		t.Errorf("exit code %d, got\n%s", code, &stdout)
	}
}

func TestInspectArguments(t *testing.T) {
	for _, args := range [][]string{{"inspect"}, {"inspect", "a", "b"}, {"inspect", "-rows", "5", "a"}} {
		var stdout, stderr bytes.Buffer
		if code := command(t.Context(), args, &stdout, &stderr); code != exitUsage || !strings.Contains(stderr.String(), "btree inspect -h") {
			t.Errorf("%q: exit code %d, %s", args, code, &stderr)
		}
	}
	var stdout, stderr bytes.Buffer
	if code := command(t.Context(), []string{"inspect", "-h"}, &stdout, &stderr); code != exitOK || !strings.Contains(stdout.String(), "-dry-run") {
		t.Errorf("exit code %d, %s", code, &stdout)
	}
	fits(t, stdout.String())
	stderr.Reset()
	if code := command(t.Context(), []string{"inspect", "no-such-file"}, &stdout, &stderr); code != exitFailure || strings.Contains(stderr.String(), "no-such-file") {
		t.Errorf("exit code %d, %s", code, &stderr)
	}
}

func TestInspectInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var stdout, stderr bytes.Buffer
	if code := command(ctx, []string{"inspect", aSQLiteFile(t)}, &stdout, &stderr); code != exitInterrupted {
		t.Errorf("exit code %d, %s", code, &stderr)
	}
}
