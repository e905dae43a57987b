package main

import (
	"bytes"
	"context"
	"io"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

func TestBadArguments(t *testing.T) {
	scratch(t)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want []string // the flag, the value, the rule or the remedy
	}{
		{[]string{"-rows", "0"}, []string{"-rows", `"0"`, "1 to 1000000000"}},
		{[]string{"-rows", "1.5"}, []string{"-rows", `"1.5"`, "whole number"}},
		{[]string{"-for", "-3m"}, []string{"-for", `"-3m"`, "such as 3m"}},
		{[]string{"-like", "oracle://u:secret@h/db#orders"}, []string{"-like", "NAME=VALUE"}},
		{[]string{"postgres"}, []string{`"postgres"`, "run btree -db postgres"}},
		{[]string{"1e5"}, []string{`"1e5"`, "run btree -rows 1e5"}},
		{[]string{"uuidv4,wiji"}, []string{"run btree -keys uuidv4,wiji"}},
		{[]string{"server"}, []string{"run btree -preset server"}},
		{[]string{"inspect"}, []string{"the program ops/doctor"}},
		{[]string{"results.json"}, []string{"run btree -load results.json"}},
		{[]string{"nothing"}, []string{"run btree -h"}},
		{[]string{"-rows", "99999999999999999999"}, []string{"-rows", "1 to 1000000000"}},
		{[]string{"-rows"}, []string{"-rows"}},
		{[]string{"-writers", "-1"}, []string{"-writers", `"-1"`, "1 to 1024"}},
		{[]string{"-writers", "11", "-rows", "10"}, []string{"-writers", `"11"`, "10 rows", "fewer writers"}},
		{[]string{"-batch", ""}, []string{"-batch", `""`, "1 to 1000000"}},
		{[]string{"-repeat", "many"}, []string{"-repeat", `"many"`, "1 to 1000"}},
		{[]string{"-payload", "-5"}, []string{"-payload", `"-5"`, "0 to 1048576"}},
		{[]string{"-keys", "uuidv4,uuidv9"}, []string{"-keys", `"uuidv9"`, "choose from", "counter"}},
		{[]string{"-keys", ""}, []string{"-keys", "empty name", "counter"}},
		{[]string{"-keys", "uuidv4,,uuidv7"}, []string{"-keys", "empty name"}},
		{[]string{"-keys", "uuidv4,uuidv4"}, []string{"-keys", "twice"}},
		{[]string{"-db", "oracle"}, []string{"-db", `"oracle"`, "choose from sqlite"}},
		{[]string{"-v", "-format", "json"}, []string{"-v", "-format json", "contradict"}},
		{[]string{"-format", "xml"}, []string{"-format", `"xml"`, "table, json, html"}},
		{[]string{"-out", file}, []string{"-out", file, "name another"}},
		{[]string{"-pictures"}, []string{"-pictures", "-out"}},
		{[]string{"-rows", "10,20,10"}, []string{"-rows", `"10,20,10"`, "twice"}},
		{[]string{"-pool", "12"}, []string{"-pool", `"12"`, "64MB"}},
		{[]string{"-pool", "0%"}, []string{"-pool", `"0%"`, "25%"}},
		{[]string{"-pool", "16MB,16384kB"}, []string{"-pool", "twice"}},
		{[]string{"-checkpoints", "some"}, []string{"-checkpoints", `"some"`, "several"}},
		{[]string{"-scenario", "flood"}, []string{"-scenario", `"flood"`, "migration"}},
		{[]string{"-scenario", "migration", "-writers", "6", "-rows", "10"}, []string{"-writers", `"6"`, "5 rows"}},
		{[]string{"-preset", "full"}, []string{"-preset", "-scenario all"}},
		{[]string{"-curve", "10"}, []string{"-curve", "-rows 100000,300000"}},
		{[]string{"-make", "late"}, []string{"-make", `"late"`, "twopass"}},
		{[]string{"-checkpoints", "none,several", "-db", "sqlite,sim"}, []string{"-checkpoints", "add one of postgres, mysql"}},
		{[]string{"-preset", "slow"}, []string{"-preset", `"slow"`, "quick", "outgrow"}},
		{[]string{"-load", "a.json", "-rows", "5"}, []string{"-rows", "-load"}},
		{[]string{"-load", "a.json,"}, []string{"-load", "empty name"}},
		{[]string{"-fast"}, []string{"-fast"}},
		{[]string{"wiji"}, []string{`"wiji"`, "flags only"}},
	} {
		var stdout, stderr bytes.Buffer
		code := command(t.Context(), c.args, &stdout, &stderr)
		if code != exitUsage || stdout.Len() != 0 {
			t.Errorf("%q: exit code %d, want %d; on stdout %q", c.args, code, exitUsage, &stdout)
		}
		for _, want := range append(c.want, "btree -h") {
			if !strings.Contains(stderr.String(), want) {
				t.Errorf("%q: the error does not say %s: %s", c.args, want, &stderr)
			}
		}
		if lines := strings.Count(stderr.String(), "\n"); lines != 2 {
			t.Errorf("%q: %d lines of error, want 2: %s", c.args, lines, &stderr)
		}
	}
}

func TestHelp(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if code := command(t.Context(), []string{"-h"}, &stdout, &stderr); code != exitOK || stderr.Len() != 0 {
		t.Errorf("exit code %d, on stderr %q", code, &stderr)
	}
	for _, name := range []string{
		"-preset", "-db", "-keys", "-scenario", "-rows", "-writers", "-batch", "-make", "-payload", "-pool", "-checkpoints",
		"-repeat", "-load", "-dsn", "-image", "-out", "-pictures", "-format", "-v",
	} {
		if !strings.Contains(stdout.String(), "\n  "+name+" ") {
			t.Errorf("the help does not explain %s", name)
		}
	}
	if n := strings.Count(stdout.String(), "\n"); n > 40 {
		t.Errorf("the help has %d lines, which do not fit one screen of 40", n)
	}
	fits(t, stdout.String())
}

// fits checks that no line has more than 80 columns.
func fits(t *testing.T, s string) {
	t.Helper()
	for line := range strings.Lines(s) {
		if len(line) > 81 { // with its end
			t.Errorf("%d columns: %s", len(line)-1, line)
		}
	}
}

func TestHelpKeys(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if code := command(t.Context(), []string{"-h", "keys"}, &stdout, &stderr); code != exitOK || stderr.Len() != 0 {
		t.Errorf("exit code %d, on stderr %q", code, &stderr)
	}
	for _, k := range key.All() {
		if !strings.Contains(stdout.String(), " "+k.Name+" ") || !strings.Contains(stdout.String(), k.Title) {
			t.Errorf("the help does not explain %s", k.Name)
		}
	}
	if !strings.Contains(stdout.String(), "  * wiji ") || strings.Contains(stdout.String(), "* ksuid ") {
		t.Errorf("the keys that are inserted by default have no star:\n%s", &stdout)
	}
	fits(t, stdout.String())
}

// A flag overrides the preset's value of the same name and no other.
func TestPresetAndFlags(t *testing.T) {
	o, err := parse(t.Context(), []string{"-preset", "migration", "-rows", "70_000", "-batch", "1,10"})
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(trial.Presets(), func(p trial.Preset) bool { return p.Name == "migration" })
	want := trial.Presets()[i].Plan
	want.Rows, want.Batch = []int{70_000}, []int{1, 10}
	if want = want.WithDefaults(); !reflect.DeepEqual(o.plan, want) {
		t.Errorf("got %+v\nwant %+v", o.plan, want)
	}
}

// A server that is silent is not asked while the command line is wrong, and an interrupt ends the
// wait for it.
func TestSilentServer(t *testing.T) {
	scratch(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var asked atomic.Int64
	var interrupt atomic.Pointer[context.CancelFunc]
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			defer c.Close() // it never answers
			asked.Add(1)
			(*interrupt.Load())()
		}
	}()
	for _, server := range [][]string{
		{"-like", "postgres=postgres://u@" + l.Addr().String() + "/d?sslmode=disable#orders"}, {"-like", "mysql=u@tcp(" + l.Addr().String() + ")/d"}, {"-dsn", "u@tcp(" + l.Addr().String() + ")/d"},
	} {
		asked.Store(0)
		ctx, cancel := context.WithCancel(t.Context())
		interrupt.Store(&cancel)
		if code := command(ctx, append(server, "-rows", "0"), io.Discard, io.Discard); code != exitUsage || asked.Load() > 0 {
			t.Errorf("%s: exit code %d, %d connections", server, code, asked.Load())
		}
		var stderr bytes.Buffer
		if code := command(ctx, server, io.Discard, &stderr); code != exitInterrupted || asked.Load() == 0 || !strings.Contains(stderr.String(), "interrupted") {
			t.Errorf("%s: exit code %d, %d connections: %s", server, code, asked.Load(), &stderr)
		}
	}
}
