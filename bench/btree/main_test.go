package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report"
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
	r := saved(t, out)
	kinds := key.All()
	layouts := r.Engines[0].Layouts
	// Not every layout can have every key: what is left out has a note.
	left := len(slices.DeleteFunc(slices.Clone(r.Notes), func(n string) bool { return !strings.HasSuffix(n, ", and was left out.") }))
	controls := len(slices.DeleteFunc(slices.Clone(r.Keys), func(k trial.Key) bool { return !k.IsControl() })) // which one writer inserts as well
	if !r.Complete || len(r.Trials) != len(layouts)*(len(kinds)+controls)-left || left > 1 {
		t.Errorf("complete %v with %d trials; %q", r.Complete, len(r.Trials), r.Notes)
	}
	for _, k := range kinds {
		if !regexp.MustCompile(`(?m)(^|, )` + k.Name + `(,| |$)`).Match(stdout.Bytes()) {
			t.Errorf("the table has no %s:\n%s", k.Name, &stdout)
		}
	}
	for _, run := range r.Trials {
		for _, m := range metric.All() {
			if v, ok := run.Readings[m.Name]; ok && v.Missing != "" {
				t.Errorf("%s, %s: no %s: %s", run.Layout, run.Key, m.Name, v.Missing)
			}
		}
		for _, name := range []string{metric.RowsPerSecond, metric.LeafPages, metric.LeafFill, metric.RangePages, metric.RangeSkipped, metric.Neighbours, metric.PagesWritten, metric.PagesRead} {
			if _, ok := run.Readings[name]; !ok {
				t.Errorf("%s, %s: no %s", run.Layout, run.Key, name)
			}
		}
	}
	if want := filepath.Join(out, report.JSONFile); !strings.Contains(stderr.String(), want) {
		t.Errorf("%q does not name the file %s", &stderr, want)
	}
	for file := range filesIn(t, out) {
		if file != report.JSONFile && file != "results.html" {
			t.Errorf("-out writes %s", file)
		}
	}
	args = []string{"-load", filepath.Join(out, report.JSONFile), "-pictures", "-out", filepath.Join(out, "more")}
	if code := command(t.Context(), args, io.Discard, &stderr); code != exitOK {
		t.Errorf("exit code %d: %s", code, &stderr)
	}
	if more := filesIn(t, filepath.Join(out, "more")); !more["order-sqlite-clustered.svg"] || !more["results.html"] {
		t.Errorf("-pictures writes %v", more)
	}
	if want := filepath.Join(out, "more", "results.html: open this page in a browser\n"); !strings.HasSuffix(stderr.String(), want) {
		t.Errorf("%q does not end with the page's path", &stderr)
	}
}

// filesIn returns the names of the files in a directory.
func filesIn(t *testing.T, dir string) map[string]bool {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	names := make(map[string]bool)
	for _, e := range entries {
		names[e.Name()] = true
	}
	return names
}

// The other formats print exactly what -out writes.
func TestFormats(t *testing.T) {
	const verbose = "" // the flag -v
	scratch(t)
	for name, check := range map[string]func([]byte) bool{
		report.JSON: func(b []byte) bool {
			r, err := trial.Read(bytes.NewReader(b))
			return err == nil && r.Complete && len(r.Trials) == 4
		},
		verbose:      func(b []byte) bool { return bytes.Contains(b, []byte("Machine: ")) },
		report.Table: func(b []byte) bool { return bytes.Contains(b, []byte("uuidv7")) },
		report.HTML:  func(b []byte) bool { return bytes.Contains(b, []byte("</html>")) },
	} {
		var stdout, stderr bytes.Buffer
		args := []string{"-db", "sqlite", "-keys", "uuidv7", "-rows", "1e2", "-repeat", "1", "-format", name}
		if name == verbose {
			args = append(args[:len(args)-2], "-v")
		}
		code := command(t.Context(), args, &stdout, &stderr)
		if code != exitOK || strings.Count(stderr.String(), "\n") < 3 || !check(stdout.Bytes()) { // the simulation, the estimate and the first trial; and how far it is, on a slow machine
			t.Errorf("-format %s: exit code %d, on stderr %q, on stdout\n%s", name, code, &stderr, &stdout)
		}
	}
}

// The difference that the whole program is there to show, as far as it does not
// depend on the machine's speed.
func TestRandomKeysWriteMorePages(t *testing.T) {
	scratch(t)
	var stdout, stderr bytes.Buffer
	if code := command(t.Context(), []string{"-db", "sqlite", "-keys", "uuidv4,uuidv7", "-rows", "5000", "-payload", "300", "-batch", "20", "-repeat", "1", "-format", "json"}, &stdout, &stderr); code != exitOK {
		t.Fatalf("exit code %d: %s", code, &stderr)
	}
	r, err := trial.Read(&stdout)
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
		if written[layout+"uuidv4"] < least.written*written[layout+"counter"] || written[layout+"uuidv7"] > 1.1*written[layout+"counter"] {
			t.Errorf("%spages written per row: %v", layout, written)
		}
		if skipped[layout+"uuidv4"] < least.skipped*skipped[layout+"counter"] || skipped[layout+"uuidv7"] != skipped[layout+"counter"] {
			t.Errorf("%sbytes skipped by a range: %v", layout, skipped)
		}
	}
}

func TestNoScratchDirectory(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "missing"))
	var stdout, stderr bytes.Buffer
	out := filepath.Join(t.TempDir(), "a", "b")
	code := command(t.Context(), []string{"-db", "sqlite", "-rows", "10", "-out", out}, &stdout, &stderr)
	if files := filesIn(t, out); len(files) > 0 {
		t.Errorf("nothing was run, and there are results: %v", files)
	}
	if code != exitFailure || !strings.Contains(stderr.String(), "TMPDIR") || stdout.Len() != 0 {
		t.Errorf("exit code %d, on stderr %q", code, &stderr)
	}
}

type closedPipe struct{}

func (closedPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// A terminal that is gone fails the command, and the files are written all the same.
func TestShowSavesFirst(t *testing.T) {
	dir := t.TempDir()
	files, err := report.OpenDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	one := trial.Result{Schema: trial.Schema, Complete: true, Trials: []trial.Trial{{Coordinates: trial.Coordinates{Engine: "sqlite", Key: "wiji", Rows: 10}}}}
	if code := show(one, options{format: report.Table}, &files, closedPipe{}, &stderr); code != exitFailure {
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
	r := trial.Result{Schema: trial.Schema, Planned: 4, Stopped: "disk full"}
	if code := show(r, options{format: report.Table}, nil, &stdout, &stderr); code != exitFailure {
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
	for _, name := range []string{"counter", "uuidv4", "wiji"} {
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
		if files := filesIn(t, out); code != exitFailure || strings.Count(stderr.String(), want) != 1 || len(files) > 0 {
			t.Errorf("exit code %d, the directory has %v: %s", code, files, &stderr)
		}
	}
}

// An impossible payload is left out before the first trial, and the rest of the plan runs.
func TestPayloadThatDoesNotFit(t *testing.T) {
	var stdout, stderr bytes.Buffer
	args := []string{"-db", "sim", "-keys", "wiji", "-rows", "50", "-repeat", "1", "-payload", "100,8200", "-format", "json"}
	if code := command(t.Context(), args, &stdout, &stderr); code != exitOK || strings.Count(stderr.String(), "\n") < 2 { // the estimate and the first trial; and how far it is, on a slow machine
		t.Fatalf("exit code %d: %s", code, &stderr)
	}
	r, err := trial.Read(&stdout)
	if err != nil {
		t.Fatal(err)
	}
	// Two keys and two payloads on the two plain layouts, of which one takes one payload.
	if note := strings.Join(r.Notes, " "); r.Planned != 6 || len(r.Trials) != 6 || !strings.Contains(note, "sim (innodb): a payload of 8200 bytes is impossible") {
		t.Errorf("%d of %d trials; notes: %s", len(r.Trials), r.Planned, note)
	}
}

// The default run ends with an answer that fits a screen: the verdict of each database
// first, and a table for each, and what ordered keys for new rows bring.
func TestAnswerFitsAScreen(t *testing.T) {
	scratch(t)
	var stdout, stderr bytes.Buffer
	if code := command(t.Context(), []string{"-rows", "2000", "-repeat", "10"}, &stdout, &stderr); code != exitOK {
		t.Fatalf("exit code %d: %s", code, &stderr)
	}
	lines := strings.Split(strings.TrimSuffix(stdout.String(), "\n"), "\n")
	const verdicts, switches = 40, 19
	if len(lines) > verdicts+switches {
		t.Errorf("%d lines:\n%s", len(lines), &stdout)
	}
	for _, line := range lines {
		if n := len([]rune(line)); n > 80 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	for _, want := range []string{"SQLite 3", "PostgreSQL (simulated), 2,000 rows, ", "InnoDB (simulated), 2,000 rows, ", "UUIDv4 makes the index ", "\ncounter", "UUIDv7 for new rows of a table with UUIDv4", "PostgreSQL fills leaf pages of new keys among old ones to 50 %", "-v "} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("the answer has no %q:\n%s", want, &stdout)
		}
	}
	if !strings.HasPrefix(lines[0], "SQLite ") || !strings.Contains(stderr.String(), "first trial: ") || !strings.Contains(stderr.String(), "btree: 400 trials, 800000 rows") {
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
