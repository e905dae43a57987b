package main

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/ops/doctor/internal/newkeys"
)

func TestMoveArguments(t *testing.T) {
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"move"}, exitUsage, "doctor move -h"},
		{[]string{"move", "app.sqlite"}, exitUsage, "doctor move -h"},
		{[]string{"move", "-from", "xid", "app.sqlite", "users.id"}, exitFailure, `-from "xid": not a form`},
		{[]string{"move", "-to", "snowflake", "app.sqlite", "users.id"}, exitFailure, `-to "snowflake": not a format`},
		{[]string{"move", "-to", "wiji", "-keep-old=file", "app.sqlite", "users.id"}, exitFailure, "-keep-old=file: write column or table"},
		{[]string{"move", "-to", "wiji", "-from", "hex", "app.sqlite", "users.id"}, exitUsage, "leave it out beside -to"},
		{[]string{"move", "-time", "users=now", "app.sqlite", "users.id"}, exitUsage, "give -to"},
		{[]string{"move", "-h"}, exitOK, "-reviewed NAME"},
		{[]string{"move", aSQLiteFile(t), "users.id"}, exitFailure, "create the tables again"},
	} {
		var stdout, stderr bytes.Buffer
		if code := command(t.Context(), c.args, &stdout, &stderr); code != c.code || !strings.Contains(stdout.String()+stderr.String(), c.want) {
			t.Errorf("%q: exit code %d, %s%s, want %d, %q", c.args, code, &stdout, &stderr, c.code, c.want)
		}
		checkWidth(t, stdout.String())
	}
}

// The flags of doctor move are those of both kinds of script, and some are of one alone.
func TestParseMove(t *testing.T) {
	args := strings.Fields
	o, err := parseMove(args("-from hex -tool goose -reviewed a -reviewed b -with c -leave d DSN users.id orders.id"))
	if err != nil || o.From != "hex" || o.Tool != "goose" || o.DSN != "DSN" || o.newKeys.To != "" ||
		!slices.Equal(o.Columns, []string{"users.id", "orders.id"}) || !slices.Equal(o.Reviewed, []string{"a", "b"}) || !slices.Equal(o.With, []string{"c"}) || !slices.Equal(o.Leave, []string{"d"}) {
		t.Errorf("%+v, %v", o, err)
	}
	if o, err = parseMove(args("DSN users.id")); err != nil || o.From != "uuid" || o.Tool != "" || o.help {
		t.Errorf("%+v, %v", o, err)
	}
	for keep, want := range map[string]string{"": "", "-keep-old": newkeys.KeepColumn, "-keep-old=table": newkeys.KeepTable, "-keep-old=true": newkeys.KeepColumn, "-keep-old=false": ""} {
		o, err := parseMove(args("-to wiji " + keep + " -time users=at -time orders=now -reviewed a -with c=e -leave d DSN users.id"))
		n := o.newKeys
		if err != nil || n.KeepOld != want || n.To != "wiji" || n.DSN != "DSN" || !slices.Equal(n.Columns, []string{"users.id"}) || !slices.Equal(n.Times, []string{"users=at", "orders=now"}) ||
			!slices.Equal(n.Reviewed, []string{"a"}) || !slices.Equal(n.With, []string{"c=e"}) || !slices.Equal(n.Leave, []string{"d"}) {
			t.Errorf("%q: %+v, %v", keep, n, err)
		}
	}
	for text, want := range map[string]string{
		"DSN": "give a DSN and columns, after the flags", "-to wiji -from uuid DSN users.id": "-from is for keys that stay: leave it out beside -to, which takes columns of any type", "-no DSN users.id": "flag provided but not defined: -no",
		"-to wiji -tool goose DSN users.id": "-tool is for scripts of one transaction: run that of -to with the client of the server, because it commits many times",
		"-time users=at DSN users.id":       "-time and -keep-old are for new keys: give -to", "-keep-old DSN users.id": "-time and -keep-old are for new keys: give -to",
	} {
		if _, err := parseMove(args(text)); err == nil || err.Error() != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// The script goes to standard output, and what a reader should know of it to standard error.
func TestMoveCommand(t *testing.T) {
	name := aFile(t, "CREATE TABLE users (id INTEGER PRIMARY KEY, created_at TEXT)", "CREATE TABLE logs (n INTEGER PRIMARY KEY, user_id INTEGER)",
		"INSERT INTO users VALUES (1, '2025-01-02'), (2, '2025-01-03')", "INSERT INTO logs VALUES (1, 1), (2, 2)")
	ended, end := context.WithCancel(t.Context())
	end()
	for _, c := range []struct {
		ctx            context.Context
		args           []string
		code           int
		stdout, stderr string // their beginnings; empty for nothing
	}{
		{t.Context(), []string{"-to", "wiji", name, "users.id"}, exitOK, "-- Read this first:\n--   logs.user_id moves too", "doctor move: logs.user_id moves too"},
		{t.Context(), []string{"-to", "wiji", name, "users.other"}, exitFailure, "", `doctor: "users.other": no such column`},
		{ended, []string{"-to", "wiji", name, "users.id"}, exitInterrupted, "", "doctor: interrupted\n"},
		{t.Context(), []string{name}, exitUsage, "", "doctor move: give a DSN and columns, after the flags\nRun doctor move -h for the flags.\n"},
	} {
		var stdout, stderr bytes.Buffer
		code := moveCommand(c.ctx, c.args, &stdout, &stderr)
		begins := func(text, with string) bool { return strings.HasPrefix(text, with) && (text == "") == (with == "") }
		if code != c.code || !begins(stdout.String(), c.stdout) || !begins(stderr.String(), c.stderr) {
			t.Errorf("%q: exit code %d, %.200q, %.200q", c.args, code, &stdout, &stderr)
		}
	}
}
