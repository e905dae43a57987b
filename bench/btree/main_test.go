package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/bench"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report"
)

// scratch makes the directory for temporary files an empty one and checks at the
// end that nothing is left in it.
func scratch(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir)
	t.Cleanup(func() {
		if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
			t.Errorf("left behind: %v, %v", left, err)
		}
	})
	return dir
}

func TestWholeRun(t *testing.T) {
	scratch(t)
	out := filepath.Join(t.TempDir(), "results")
	var stdout, stderr bytes.Buffer
	args := []string{"-rows", "2_000", "-repeat", "1", "-batch", "50", "-writers", "3", "-out", out}
	if code := run(t.Context(), args, &stdout, &stderr); code != exitOK {
		t.Fatalf("exit code %d: %s", code, &stderr)
	}
	f, err := os.Open(filepath.Join(out, report.JSONFile))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := report.ReadJSON(f)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Complete || len(r.Runs) != 2*len(key.All()) {
		t.Errorf("complete %v with %d runs", r.Complete, len(r.Runs))
	}
	for _, k := range key.All() {
		if !regexp.MustCompile(`(?m)^` + k.Name + ` `).Match(stdout.Bytes()) {
			t.Errorf("the table has no %s:\n%s", k.Name, &stdout)
		}
	}
	for _, run := range r.Runs {
		for _, m := range metric.All() {
			if v := run.Readings.Get(m.Name); v.Missing != "" {
				t.Errorf("%s, %s: no %s: %s", run.Layout, run.Key, m.Name, v.Missing)
			}
		}
	}
	if b, err := os.ReadFile(filepath.Join(out, report.GoBenchFile)); err != nil || bytes.Count(b, []byte("\nBenchmarkInsert/")) != len(r.Runs) {
		t.Errorf("%s: %v\n%s", report.GoBenchFile, err, b)
	}
	if want := filepath.Join(out, report.JSONFile); !strings.Contains(stderr.String(), want) {
		t.Errorf("%q does not name the file %s", &stderr, want)
	}
}

// What is printed in the other forms is what -out writes, and nothing else.
func TestFormats(t *testing.T) {
	scratch(t)
	for format, check := range map[string]func([]byte) bool{
		formatJSON: func(b []byte) bool {
			r, err := report.ReadJSON(bytes.NewReader(b))
			return err == nil && r.Complete && len(r.Runs) == 4
		},
		formatBench: func(b []byte) bool { return bytes.Count(b, []byte("BenchmarkInsert/")) == 4 },
		formatTable: func(b []byte) bool { return bytes.Contains(b, []byte("uuidv7")) },
	} {
		var stdout, stderr bytes.Buffer
		code := run(t.Context(), []string{"-keys", "uuidv7", "-rows", "100", "-repeat", "1", "-format", format}, &stdout, &stderr)
		if code != exitOK || stderr.Len() != 0 || !check(stdout.Bytes()) {
			t.Errorf("-format %s: exit code %d, on stderr %q, on stdout\n%s", format, code, &stderr, &stdout)
		}
	}
}

// The difference that the whole program is there to show, as far as it does not
// depend on the machine's speed.
func TestRandomKeysWriteMorePages(t *testing.T) {
	scratch(t)
	var stdout, stderr bytes.Buffer
	if code := run(t.Context(), []string{"-keys", "uuidv4,uuidv7", "-rows", "2500", "-payload", "300", "-batch", "20", "-repeat", "1", "-format", "json"}, &stdout, &stderr); code != exitOK {
		t.Fatalf("exit code %d: %s", code, &stderr)
	}
	r, err := report.ReadJSON(&stdout)
	if err != nil {
		t.Fatal(err)
	}
	written, fragmented := make(map[string]float64), make(map[string]float64)
	for _, run := range r.Runs {
		written[run.Layout+" "+run.Key] = run.Readings.Get(metric.PagesWritten).Value
		fragmented[run.Layout+" "+run.Key] = run.Readings.Get(metric.Fragmentation).Value
	}
	// Beside the index the pages of its table are written, which are the same for
	// all keys; and it has so few leaf pages at this size that they may be in order
	// by chance.
	for layout, least := range map[string]struct{ written, fragmented float64 }{"clustered ": {3, 50}, "index ": {1.4, 0}} {
		if written[layout+"uuidv4"] < least.written*written[layout+"seq16"] || written[layout+"uuidv7"] > 1.1*written[layout+"seq16"] {
			t.Errorf("%spages written per row: %v", layout, written)
		}
		if fragmented[layout+"uuidv4"] < least.fragmented || fragmented[layout+"seq16"] != 0 || fragmented[layout+"uuidv7"] != 0 {
			t.Errorf("%sfragmentation: %v", layout, fragmented)
		}
	}
}

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
		{[]string{"-rows", "1e6"}, []string{"-rows", `"1e6"`, "whole number"}},
		{[]string{"-rows", "99999999999999999999"}, []string{"-rows", "1 to 1000000000"}},
		{[]string{"-rows"}, []string{"-rows"}},
		{[]string{"-writers", "-1"}, []string{"-writers", `"-1"`, "1 to 1024"}},
		{[]string{"-writers", "11", "-rows", "10"}, []string{"-writers", `"11"`, "-rows is 10", "fewer writers"}},
		{[]string{"-batch", ""}, []string{"-batch", `""`, "1 to 1000000"}},
		{[]string{"-repeat", "many"}, []string{"-repeat", `"many"`, "1 to 1000"}},
		{[]string{"-payload", "-5"}, []string{"-payload", `"-5"`, "0 to 1048576"}},
		{[]string{"-keys", "uuidv4,uuidv9"}, []string{"-keys", `"uuidv9"`, "choose from", "seq16"}},
		{[]string{"-keys", ""}, []string{"-keys", "empty name", "seq16"}},
		{[]string{"-keys", "uuidv4,,uuidv7"}, []string{"-keys", "empty name"}},
		{[]string{"-keys", "uuidv4,uuidv4"}, []string{"-keys", "twice"}},
		{[]string{"-db", "oracle"}, []string{"-db", `"oracle"`, "choose from sqlite"}},
		{[]string{"-format", "xml"}, []string{"-format", `"xml"`, "table, json, bench"}},
		{[]string{"-out", file}, []string{"-out", file, "name another"}},
		{[]string{"-fast"}, []string{"-fast"}},
		{[]string{"wiji"}, []string{`"wiji"`, "flags only"}},
	} {
		var stdout, stderr bytes.Buffer
		code := run(t.Context(), c.args, &stdout, &stderr)
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
	if code := run(t.Context(), []string{"-h"}, &stdout, &stderr); code != exitOK || stderr.Len() != 0 {
		t.Errorf("exit code %d, on stderr %q", code, &stderr)
	}
	for _, name := range []string{"-db", "-keys", "-rows", "-writers", "-batch", "-repeat", "-payload", "-dsn", "-image", "-out", "-format"} {
		if !strings.Contains(stdout.String(), "\n  "+name+" ") {
			t.Errorf("the help does not explain %s", name)
		}
	}
	for line := range strings.Lines(stdout.String()) {
		if len(line) > 81 {
			t.Errorf("%d columns: %s", len(line)-1, line)
		}
	}
}

// interruptOnce ends a context when the third tree or a later one is there, which
// is in the middle of its run.
func interruptOnce(t *testing.T, dir string) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	go func() {
		for ctx.Err() == nil {
			if found, _ := filepath.Glob(filepath.Join(dir, "*", "tree-[3-9]")); found != nil {
				cancel()
			}
		}
	}()
	return ctx
}

func TestInterrupt(t *testing.T) {
	dir := scratch(t)
	out := t.TempDir()
	var stdout, stderr bytes.Buffer
	args := []string{"-keys", "uuidv4", "-rows", "2500", "-repeat", "50", "-out", out}
	code := run(interruptOnce(t, dir), args, &stdout, &stderr)
	if code != exitInterrupted {
		t.Errorf("exit code %d, want %d: %s", code, exitInterrupted, &stderr)
	}
	f, err := os.Open(filepath.Join(out, report.JSONFile))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := report.ReadJSON(f)
	if err != nil || r.Complete || !r.Interrupted || len(r.Runs) < 2 || len(r.Runs) >= r.Planned {
		t.Errorf("saved: complete %v, interrupted %v, %d of %d runs, %v", r.Complete, r.Interrupted, len(r.Runs), r.Planned, err)
	}
	marked := fmt.Sprintf("%d of 200 runs", len(r.Runs))
	for _, s := range []string{stdout.String(), stderr.String()} {
		if !strings.Contains(s, marked) || !strings.Contains(s, "interrupted") {
			t.Errorf("not marked as incomplete, %s:\n%s", marked, s)
		}
	}
}

func TestInterruptBeforeTheFirstRun(t *testing.T) {
	scratch(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var stdout, stderr bytes.Buffer
	if code := run(ctx, []string{"-rows", "10"}, &stdout, &stderr); code != exitInterrupted || stderr.Len() == 0 {
		t.Errorf("exit code %d, on stderr %q", code, &stderr)
	}
}

func TestNoScratchDirectory(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "missing"))
	var stdout, stderr bytes.Buffer
	code := run(t.Context(), []string{"-rows", "10"}, &stdout, &stderr)
	if code != exitFailure || !strings.Contains(stderr.String(), "TMPDIR") || stdout.Len() != 0 {
		t.Errorf("exit code %d, on stderr %q", code, &stderr)
	}
}

type closedPipe struct{}

func (closedPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// A terminal that is gone fails the command, and the files are written all the same.
func TestShowSavesFirst(t *testing.T) {
	dir := t.TempDir()
	files, err := report.OpenFiles(dir)
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	if code := show(bench.Result{Schema: bench.Schema, Complete: true}, formatTable, &files, closedPipe{}, &stderr); code != exitFailure {
		t.Errorf("exit code %d, want %d", code, exitFailure)
	}
	if !strings.Contains(stderr.String(), io.ErrClosedPipe.Error()) {
		t.Errorf("on stderr %q", &stderr)
	}
	if _, err := os.Stat(filepath.Join(dir, report.JSONFile)); err != nil {
		t.Error(err)
	}
}

// A failure in the middle keeps its exit code apart from an interrupt's.
func TestShowFailure(t *testing.T) {
	var stdout, stderr bytes.Buffer
	r := bench.Result{Planned: 4, Stopped: errors.New("disk full").Error()}
	if code := show(r, formatTable, nil, &stdout, &stderr); code != exitFailure {
		t.Errorf("exit code %d, want %d", code, exitFailure)
	}
	if !strings.Contains(stdout.String(), "INCOMPLETE: 0 of 4 runs, disk full") || !strings.Contains(stderr.String(), "disk full") {
		t.Errorf("on stdout %q, on stderr %q", &stdout, &stderr)
	}
}

func TestEnginesAreNamedOnce(t *testing.T) {
	list := engineNames()
	slices.Sort(list)
	if len(list) == 0 || len(slices.Compact(list)) != len(engines) {
		t.Errorf("engines: %v", engineNames())
	}
}
