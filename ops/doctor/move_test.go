package main

import (
	"bytes"
	"strings"
	"testing"
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
