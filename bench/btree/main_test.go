package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/btreebench"
	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report"
	"github.com/sortid/sortid/bench/btree/internal/report/format"
	"github.com/sortid/sortid/bench/btree/internal/trial"
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
	args := []string{"-db", "sqlite", "-keys", "all", "-rows", "2_000", "-repeat", "1", "-batch", "50", "-writers", "3", "-out", out}
	if code := command(t.Context(), args, &stdout, &stderr); code != exitOK {
		t.Fatalf("exit code %d: %s", code, &stderr)
	}
	f, err := os.Open(filepath.Join(out, report.JSONFile))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := format.ReadJSON(f)
	if err != nil {
		t.Fatal(err)
	}
	kinds := slices.DeleteFunc(key.All(), func(k key.Kind) bool { return k.Server != "" && !slices.Contains(r.Engines[0].Generates, k.Server) })
	plain := slices.DeleteFunc(r.Engines[0].Layouts, func(l engine.Layout) bool { return l.Secondary })
	// Not every layout can have every key: what is left out has a note.
	left := len(slices.DeleteFunc(slices.Clone(r.Notes), func(n string) bool { return !strings.HasSuffix(n, ", and was left out.") }))
	controls := len(slices.DeleteFunc(slices.Clone(r.Keys), func(k trial.Key) bool { return !k.IsControl() })) // which one writer inserts as well
	if !r.Complete || len(r.Trials) != len(plain)*(len(kinds)+controls)-left || left > 1 {
		t.Errorf("complete %v with %d trials; %q", r.Complete, len(r.Trials), r.Notes)
	}
	for _, k := range kinds {
		if !regexp.MustCompile(`(?m)^` + k.Name + ` `).Match(stdout.Bytes()) {
			t.Errorf("the table has no %s:\n%s", k.Name, &stdout)
		}
	}
	for _, run := range r.Trials {
		for _, m := range metric.All() {
			if v, ok := run.Readings[m.Name]; ok && v.Missing != "" {
				t.Errorf("%s, %s: no %s: %s", run.Layout, run.Key, m.Name, v.Missing)
			}
		}
		for _, name := range []string{metric.RowsPerSecond, metric.LeafPages, metric.LeafFill, metric.RangePages, metric.RangeSkipped, metric.Neighbours, metric.PagesWritten, metric.PagesRead, metric.InsertP99} {
			if _, ok := run.Readings[name]; !ok {
				t.Errorf("%s, %s: no %s", run.Layout, run.Key, name)
			}
		}
	}
	if b, err := os.ReadFile(filepath.Join(out, "results.txt")); err != nil || bytes.Count(b, []byte("\nBenchmarkInsert/")) != len(r.Trials) {
		t.Errorf("%s: %v\n%s", "results.txt", err, b)
	}
	if want := filepath.Join(out, report.JSONFile); !strings.Contains(stderr.String(), want) {
		t.Errorf("%q does not name the file %s", &stderr, want)
	}
}

// The other formats print exactly what -out writes.
func TestFormats(t *testing.T) {
	scratch(t)
	for format, check := range map[btreebench.Format]func([]byte) bool{
		btreebench.JSON: func(b []byte) bool {
			r, err := format.ReadJSON(bytes.NewReader(b))
			return err == nil && r.Complete && len(r.Trials) == 4
		},
		btreebench.GoBench: func(b []byte) bool { return bytes.Count(b, []byte("BenchmarkInsert/")) == 4 },
		btreebench.Verbose: func(b []byte) bool { return bytes.Contains(b, []byte("Machine: ")) },
		btreebench.Table:   func(b []byte) bool { return bytes.Contains(b, []byte("uuidv7")) },
		btreebench.CSV:     func(b []byte) bool { return bytes.Count(b, []byte("\nsqlite,")) == 4 },
		btreebench.HTML:    func(b []byte) bool { return bytes.Contains(b, []byte("</html>")) },
	} {
		var stdout, stderr bytes.Buffer
		code := command(t.Context(), []string{"-db", "sqlite", "-keys", "uuidv7", "-rows", "100", "-repeat", "1", "-format", string(format)}, &stdout, &stderr)
		if code != exitOK || strings.Count(stderr.String(), "\n") != 2 || !check(stdout.Bytes()) { // the estimate and the first trial
			t.Errorf("-format %s: exit code %d, on stderr %q, on stdout\n%s", format, code, &stderr, &stdout)
		}
	}
}

// The difference that the whole program is there to show, as far as it does not
// depend on the machine's speed.
func TestRandomKeysWriteMorePages(t *testing.T) {
	scratch(t)
	var stdout, stderr bytes.Buffer
	if code := command(t.Context(), []string{"-db", "sqlite", "-keys", "uuidv4,uuidv7", "-rows", "2500", "-payload", "300", "-batch", "20", "-repeat", "1", "-format", "json"}, &stdout, &stderr); code != exitOK {
		t.Fatalf("exit code %d: %s", code, &stderr)
	}
	r, err := format.ReadJSON(&stdout)
	if err != nil {
		t.Fatal(err)
	}
	written, skipped := make(map[string]float64), make(map[string]float64)
	for _, run := range r.Trials {
		written[run.Layout+" "+run.Key] = run.Readings.Get(metric.PagesWritten).Value
		skipped[run.Layout+" "+run.Key] = run.Readings.Get(metric.RangeSkipped).Value
	}
	// Beside the index the pages of its table are written, and lie between its own, which
	// is the same for all keys.
	for layout, least := range map[string]struct{ written, skipped float64 }{"clustered ": {3, 20}, "index ": {1.4, 1.2}} {
		if written[layout+"uuidv4"] < least.written*written[layout+"seq16"] || written[layout+"uuidv7"] > 1.1*written[layout+"seq16"] {
			t.Errorf("%spages written per row: %v", layout, written)
		}
		if skipped[layout+"uuidv4"] < least.skipped*skipped[layout+"seq16"] || skipped[layout+"uuidv7"] != skipped[layout+"seq16"] {
			t.Errorf("%sbytes skipped by a range: %v", layout, skipped)
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
		{[]string{"-writers", "11", "-rows", "10"}, []string{"-writers", `"11"`, "10 rows", "fewer writers"}},
		{[]string{"-batch", ""}, []string{"-batch", `""`, "1 to 1000000"}},
		{[]string{"-repeat", "many"}, []string{"-repeat", `"many"`, "1 to 1000"}},
		{[]string{"-payload", "-5"}, []string{"-payload", `"-5"`, "0 to 1048576"}},
		{[]string{"-keys", "uuidv4,uuidv9"}, []string{"-keys", `"uuidv9"`, "choose from", "seq16"}},
		{[]string{"-keys", ""}, []string{"-keys", "empty name", "seq16"}},
		{[]string{"-keys", "uuidv4,,uuidv7"}, []string{"-keys", "empty name"}},
		{[]string{"-keys", "uuidv4,uuidv4"}, []string{"-keys", "twice"}},
		{[]string{"-db", "oracle"}, []string{"-db", `"oracle"`, "choose from sqlite"}},
		{[]string{"-v", "-format", "json"}, []string{"-v", "-format json", "contradict"}},
		{[]string{"-format", "xml"}, []string{"-format", `"xml"`, "table, verbose, json, bench"}},
		{[]string{"-out", file}, []string{"-out", file, "name another"}},
		{[]string{"-rows", "10,20,10"}, []string{"-rows", `"10,20,10"`, "twice"}},
		{[]string{"-pool", "12"}, []string{"-pool", `"12"`, "64MB"}},
		{[]string{"-pool", "16MB,16384kB"}, []string{"-pool", "twice"}},
		{[]string{"-checkpoints", "some"}, []string{"-checkpoints", `"some"`, "several"}},
		{[]string{"-scenario", "flood"}, []string{"-scenario", `"flood"`, "migration"}},
		{[]string{"-scenario", "jump", "-jump", "40", "-rows", "40"}, []string{"-jump", `"40"`, "less than the rows"}},
		{[]string{"-scenario", "migration", "-writers", "6", "-rows", "10"}, []string{"-writers", `"6"`, "5 rows"}},
		{[]string{"-make", "late"}, []string{"-make", `"late"`, "statement"}},
		{[]string{"-generators", "two"}, []string{"-generators", `"two"`, "writer"}},
		{[]string{"-rate", "-5"}, []string{"-rate", `"-5"`, "0 or more"}},
		{[]string{"-rate", "x"}, []string{"-rate", `"x"`, "rows per second, 0 or more"}},
		{[]string{"-rate", "NaN"}, []string{"-rate", `"NaN"`, "rows per second"}},
		{[]string{"-skew", "far"}, []string{"-skew", `"far"`, "such as 5ms"}},
		{[]string{"-skew", "5"}, []string{"-skew", `"5"`, "a duration with its unit", "such as 5ms"}},
		{[]string{"-skew", "-1s"}, []string{"-skew", `"-1s"`, "more than 0"}},
		{[]string{"-skew", "5ms"}, []string{"-skew", "add skew to -scenario"}},
		{[]string{"-pace", "15"}, []string{"-pace", `"15"`, "a duration with its unit"}},
		{[]string{"-db", "sqlite", "-pace", "15us"}, []string{"-pace", "add sim to -db"}},
		{[]string{"-jump", "5"}, []string{"-jump", "add jump to -scenario"}},
		{[]string{"-checkpoints", "none,several", "-db", "sqlite,sim"}, []string{"-checkpoints", "add one of postgres, mysql"}},
		{[]string{"-pgbench", "-db", "sim"}, []string{"-pgbench", "add postgres to the engines"}},
		{[]string{"-pgbench", "-db", "postgres", "-keys", "wiji"}, []string{"-pgbench", "add a batch of 1 and the key bigint"}},
		{[]string{"-pgbench=maybe"}, []string{"-pgbench", `"maybe"`, "without a value"}},
		{[]string{"-rows", "1", "-scenario", "jump"}, []string{"-rows", `"1"`, "begins with 40 keys", "more rows"}},
		{[]string{"-scenario", "skew", "-skew", "-5ms"}, []string{"-skew", `"-5ms"`, "more than 0"}},
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
		"-preset", "-db", "-keys", "-scenario", "-rows", "-writers", "-generators", "-batch", "-make", "-payload", "-pool", "-checkpoints",
		"-rate", "-curve", "-jump", "-skew", "-pace", "-pgbench", "-repeat", "-load", "-dsn", "-image", "-out", "-format", "-v",
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
	for _, k := range btreebench.Keys() {
		if !strings.Contains(stdout.String(), " "+k.Name+" ") || !strings.Contains(stdout.String(), k.Title) {
			t.Errorf("the help does not explain %s", k.Name)
		}
	}
	if !strings.Contains(stdout.String(), "  * wiji ") || strings.Contains(stdout.String(), "* ksuid ") {
		t.Errorf("the keys that are inserted by default have no star:\n%s", &stdout)
	}
	fits(t, stdout.String())
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
	args := []string{"-db", "sqlite", "-keys", "uuidv4", "-rows", "2500", "-repeat", "50", "-out", out}
	code := command(interruptOnce(t, dir), args, &stdout, &stderr)
	if code != exitInterrupted {
		t.Errorf("exit code %d, want %d: %s", code, exitInterrupted, &stderr)
	}
	f, err := os.Open(filepath.Join(out, report.JSONFile))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := format.ReadJSON(f)
	if err != nil || r.Complete || !r.Interrupted || len(r.Trials) < 2 || len(r.Trials) >= r.Planned {
		t.Errorf("saved: complete %v, interrupted %v, %d of %d trials, %v", r.Complete, r.Interrupted, len(r.Trials), r.Planned, err)
	}
	marked := fmt.Sprintf("%d of 200 planned trials", len(r.Trials))
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
	if code := command(ctx, []string{"-rows", "10"}, &stdout, &stderr); code != exitInterrupted || stderr.Len() == 0 {
		t.Errorf("exit code %d, on stderr %q", code, &stderr)
	}
}

func TestNoScratchDirectory(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "missing"))
	var stdout, stderr bytes.Buffer
	out := filepath.Join(t.TempDir(), "a", "b")
	code := command(t.Context(), []string{"-db", "sqlite", "-rows", "10", "-out", out}, &stdout, &stderr)
	if _, err := os.Stat(filepath.Dir(out)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("nothing was run, and the directory for the results was left behind: %v", err)
	}
	if code != exitFailure || !strings.Contains(stderr.String(), "TMPDIR") || stdout.Len() != 0 {
		t.Errorf("exit code %d, on stderr %q", code, &stderr)
	}
}

type closedPipe struct{}

func (closedPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// loaded returns a result as if it had been saved.
func loaded(t *testing.T, r trial.Result) *btreebench.Result {
	t.Helper()
	var b bytes.Buffer
	if err := format.JSON(&b, r); err != nil {
		t.Fatal(err)
	}
	res, err := btreebench.Load(&b)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// A terminal that is gone fails the command, and the files are written all the same.
func TestShowSavesFirst(t *testing.T) {
	dir := t.TempDir()
	files, err := btreebench.OpenDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	one := trial.Result{Schema: trial.Schema, Complete: true, Trials: []trial.Trial{{Coordinates: trial.Coordinates{Engine: "sqlite", Key: "wiji", Rows: 10}}}}
	if code := show(loaded(t, one), btreebench.Table, &files, closedPipe{}, &stderr); code != exitFailure {
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
	r := loaded(t, trial.Result{Schema: trial.Schema, Planned: 4, Stopped: errors.New("disk full").Error()})
	if code := show(r, btreebench.Table, nil, &stdout, &stderr); code != exitFailure {
		t.Errorf("exit code %d, want %d", code, exitFailure)
	}
	if !strings.Contains(stdout.String(), "INCOMPLETE: 0 of 4 planned trials finished: disk full") || !strings.Contains(stderr.String(), "disk full") {
		t.Errorf("on stdout %q, on stderr %q", &stdout, &stderr)
	}
}

// Saved results are shown again, merged, without a database.
func TestLoad(t *testing.T) {
	scratch(t)
	dir := t.TempDir()
	var saved []string
	for _, keys := range []string{"uuidv4", "wiji"} {
		out := filepath.Join(dir, keys)
		if code := command(t.Context(), []string{"-db", "sqlite", "-keys", keys, "-rows", "300", "-repeat", "1", "-out", out}, io.Discard, io.Discard); code != exitOK {
			t.Fatalf("exit code %d", code)
		}
		saved = append(saved, filepath.Join(out, report.JSONFile))
	}
	var stdout, stderr bytes.Buffer
	out := filepath.Join(dir, "both")
	if code := command(t.Context(), []string{"-load", strings.Join(saved, ","), "-out", out}, &stdout, &stderr); code != exitOK {
		t.Fatalf("exit code %d: %s", code, &stderr)
	}
	for _, name := range []string{"seq16", "uuidv4", "wiji"} {
		if !regexp.MustCompile(`(?m)^` + name + ` `).Match(stdout.Bytes()) {
			t.Errorf("the table has no %s:\n%s", name, &stdout)
		}
	}
	if _, err := os.Stat(filepath.Join(out, "results.html")); err != nil {
		t.Error(err)
	}
	for want, names := range map[string]string{"missing.json": filepath.Join(dir, "missing.json"), "is named twice": saved[0] + "," + saved[0]} {
		stderr.Reset()
		out := filepath.Join(dir, "none")
		code := command(t.Context(), []string{"-load", names, "-out", out}, io.Discard, &stderr)
		if _, err := os.Stat(out); code != exitFailure || strings.Count(stderr.String(), want) != 1 || !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("exit code %d, the directory: %v: %s", code, err, &stderr)
		}
	}
}

// An impossible payload is left out before the first trial, and the rest of the plan runs.
func TestPayloadThatDoesNotFit(t *testing.T) {
	var stdout, stderr bytes.Buffer
	args := []string{"-db", "sim", "-keys", "wiji", "-rows", "50", "-repeat", "1", "-payload", "100,8200", "-format", "json"}
	if code := command(t.Context(), args, &stdout, &stderr); code != exitOK || strings.Count(stderr.String(), "\n") != 2 { // the estimate and the first trial
		t.Fatalf("exit code %d: %s", code, &stderr)
	}
	r, err := format.ReadJSON(&stdout)
	if err != nil {
		t.Fatal(err)
	}
	// Two keys and two payloads on the two plain layouts, of which one takes one payload.
	if note := strings.Join(r.Notes, " "); r.Planned != 6 || len(r.Trials) != 6 || !strings.Contains(note, "sim (innodb): a payload of 8200 bytes is impossible") {
		t.Errorf("%d of %d trials; notes: %s", len(r.Trials), r.Planned, note)
	}
}

// A value of a preset that affects no trial is ignored.
func TestPresetThatFlagsLeaveNothingOf(t *testing.T) {
	o, err := parse([]string{"-preset", "full", "-db", "sqlite"})
	if err != nil || o.config.Pgbench {
		t.Errorf("pgbench is %v, %v", o.config.Pgbench, err)
	}
	if o, err = parse([]string{"-preset", "full", "-db", "postgres"}); err != nil || !o.config.Pgbench {
		t.Errorf("pgbench is %v, %v", o.config.Pgbench, err)
	}
}

// A flag that takes away what the preset has takes effect.
func TestFlagsThatTakeAway(t *testing.T) {
	o, err := parse([]string{"-preset", "full", "-curve", "0", "-pgbench=false"})
	if err != nil || o.config.Curve != 0 || o.config.Pgbench {
		t.Errorf("curve is %d and pgbench %v, %v", o.config.Curve, o.config.Pgbench, err)
	}
}

// When nothing was measured nothing is written that a later run would be refused for.
func TestInterruptInTheFirstRun(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	res, err := btreebench.Run(ctx, btreebench.Config{Engines: []string{"sim"}, Rows: []int{5}, Observer: &stopper{stop: cancel}})
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "out")
	dir, err := btreebench.OpenDir(out)
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	code := show(res, btreebench.Table, &dir, &stdout, &stderr)
	if _, err := os.Stat(out); code != exitInterrupted || !errors.Is(err, fs.ErrNotExist) || !strings.Contains(stderr.String(), "no file was written") {
		t.Errorf("exit code %d, the directory: %v: %s", code, err, &stderr)
	}
}

// stopper is an observer that stops the plan in its first run.
type stopper struct{ stop func() }

func (s *stopper) Begin(btreebench.Plan)        {}
func (s *stopper) Start(btreebench.Coordinates) { s.stop() }
func (s *stopper) Rows(int)                     {}
func (s *stopper) Done(btreebench.Trial)        {}
func (s *stopper) End()                         {}

// A flag overrides the preset's value of the same name and no other.
func TestPresetAndFlags(t *testing.T) {
	o, err := parse([]string{"-preset", "migration", "-rows", "70_000", "-batch", "1,10", "-jump", "7"})
	if err != nil {
		t.Fatal(err)
	}
	preset, err := btreebench.Preset("migration")
	if err != nil {
		t.Fatal(err)
	}
	want := preset
	want.Rows, want.Batch, want.Jump = []int{70_000}, []int{1, 10}, 7
	want.DSNs, want.Images = o.config.DSNs, o.config.Images
	if !reflect.DeepEqual(o.config, want) {
		t.Errorf("got %+v\nwant %+v", o.config, want)
	}
}

// The default run ends with an answer that fits a screen: the verdict of each database
// first, and a table for each.
func TestAnswerFitsAScreen(t *testing.T) {
	scratch(t)
	var stdout, stderr bytes.Buffer
	if code := command(t.Context(), []string{"-rows", "5000"}, &stdout, &stderr); code != exitOK {
		t.Fatalf("exit code %d: %s", code, &stderr)
	}
	lines := strings.Split(strings.TrimSuffix(stdout.String(), "\n"), "\n")
	if len(lines) > 40 {
		t.Errorf("%d lines:\n%s", len(lines), &stdout)
	}
	for _, line := range lines {
		if n := len([]rune(line)); n > 80 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	for _, want := range []string{"SQLite 3", "PostgreSQL (simulated), 1 writer: ", "InnoDB (simulated), 1 writer: ", "UUIDv4 makes the index ", "seq16, uuidv7, ulid, wiji", "-v "} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("the answer has no %q:\n%s", want, &stdout)
		}
	}
	if !strings.HasPrefix(lines[0], "SQLite ") || !strings.Contains(stderr.String(), "first trial: ") || !strings.Contains(stderr.String(), "btree: 400 trials, 2000000 rows, about ") {
		t.Errorf("the answer begins with %q, after\n%s", lines[0], &stderr)
	}
	var brief, verbose bytes.Buffer
	saved := filepath.Join(t.TempDir(), "out")
	args := []string{"-db", "sim", "-keys", "uuidv4", "-rows", "500", "-repeat", "4", "-out", saved}
	if code := command(t.Context(), args, &brief, &stderr); code != exitOK {
		t.Fatalf("exit code %d: %s", code, &stderr)
	}
	if code := command(t.Context(), []string{"-load", filepath.Join(saved, report.JSONFile), "-v"}, &verbose, &stderr); code != exitOK {
		t.Fatalf("exit code %d: %s", code, &stderr)
	}
	if strings.Contains(brief.String(), "Note: ") || !strings.Contains(verbose.String(), "Note: ") || !strings.Contains(verbose.String(), "Machine: ") {
		t.Errorf("notes and settings are not with -v alone:\n%s\n%s", &brief, &verbose)
	}
}
