package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// inventoryOf writes the inventory of a file, and returns the name of its file.
func inventoryOf(t *testing.T, flags ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := command(t.Context(), append([]string{"inventory"}, flags...), &stdout, &stderr); code != exitOK {
		t.Fatalf("%q: exit code %d: %s", flags, code, &stderr)
	}
	name := filepath.Join(t.TempDir(), "before.json")
	if err := os.WriteFile(name, stdout.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestInventory(t *testing.T) {
	name := aSQLiteFile(t)
	before := inventoryOf(t, name)
	var stdout, stderr bytes.Buffer
	if code := command(t.Context(), []string{"inventory", "-compare", before, name}, &stdout, &stderr); code != exitOK || !strings.Contains(stdout.String(), "with 300 rows: nothing else differs.") {
		t.Errorf("exit code %d, %s%s", code, &stdout, &stderr)
	}
	checkWidth(t, stdout.String())
	stdout.Reset()
	inFile(t, name, "CREATE INDEX late ON users (id)")
	if code := command(t.Context(), []string{"inventory", "-compare", before, name}, &stdout, &stderr); code != exitFindings || !strings.Contains(stdout.String(), "Differs:\n- index late of users is new\n") {
		t.Errorf("exit code %d, %s%s", code, &stdout, &stderr)
	}
}

func TestInventoryArguments(t *testing.T) {
	name := aSQLiteFile(t)
	before := inventoryOf(t, name)
	file := func(text string) string {
		f := filepath.Join(t.TempDir(), "file.json")
		if err := os.WriteFile(f, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return f
	}
	old, err := os.ReadFile(before)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{}, exitUsage, "doctor inventory -h"},
		{[]string{name, name}, exitUsage, "give one DSN"},
		{[]string{"-for", "0s", name}, exitUsage, "above zero"},
		{[]string{"-compare", before, "-no-rows", name}, exitUsage, "leave them out"},
		{[]string{"-compare", "no-such-file", name}, exitUsage, "no-such-file"},
		{[]string{"-compare", file("{}"), name}, exitUsage, "not an inventory"},
		{[]string{"-compare", file("key,column"), name}, exitUsage, "not an inventory"},
		{[]string{"-compare", file(strings.Replace(string(old), `"version": 1`, `"version": 2`, 1)), name}, exitUsage, "version 2"},
		{[]string{"-compare", file(strings.Replace(string(old), `"product": "SQLite"`, `"product": "MySQL"`, 1)), name}, exitFailure, "is of MySQL, and the DSN of SQLite"},
		{[]string{"-keys", "users.no", name}, exitFailure, `-keys "users.no": no such column`},
		{[]string{"-references", "users.id", name}, exitFailure, "write it like orders.user_id=users.id"},
		{[]string{"-references", "users.id=users.id", name}, exitFailure, "add -keys users.id"},
		{[]string{"no-such-file"}, exitFailure, `no SQLite file "no-such-file"`},
		{[]string{"mysql://root@127.0.0.1:1"}, exitFailure, "names no database"},
		{[]string{"-h"}, exitOK, "-compare FILE"},
	} {
		var stdout, stderr bytes.Buffer
		if code := command(t.Context(), append([]string{"inventory"}, c.args...), &stdout, &stderr); code != c.code || !strings.Contains(stdout.String()+stderr.String(), c.want) {
			t.Errorf("%q: exit code %d, %s%s, want %d, %q", c.args, code, &stdout, &stderr, c.code, c.want)
		}
		checkWidth(t, stdout.String())
	}
}
