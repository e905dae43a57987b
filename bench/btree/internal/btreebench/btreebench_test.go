package btreebench

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/engine/sim"
	"github.com/sortid/sortid/bench/btree/internal/report/summary"
	"github.com/sortid/sortid/bench/btree/internal/run"
	"github.com/sortid/sortid/bench/btree/internal/server"
)

// watcher is an Observer that counts.
type watcher struct {
	plan         Plan
	started      []Coordinates
	rows         atomic.Int64
	done         []Trial
	begun, ended int
	onStart      func()
}

func (w *watcher) Begin(p Plan) { w.plan, w.begun = p, w.begun+1 }
func (w *watcher) Start(c Coordinates) {
	w.started = append(w.started, c)
	if w.onStart != nil {
		w.onStart()
	}
}
func (w *watcher) Rows(n int)   { w.rows.Add(int64(n)) }
func (w *watcher) Done(t Trial) { w.done = append(w.done, t) }
func (w *watcher) End()         { w.ended++ }

func small(w *watcher) Config {
	return Config{
		Engines: []string{"sqlite", "sim"}, Keys: []string{"uuidv4"}, Rows: []int{400}, Batch: []int{1, 20},
		Repeats: 2, Curve: 2, Observer: w,
	}
}

// described checks that Metrics describes every reading.
func described(t *testing.T, m Trial) {
	t.Helper()
	known := make(map[string]bool)
	for _, d := range Metrics() {
		if d.About == "" || d.Unit == "" || known[d.Name] {
			t.Errorf("a metric is described twice or poorly: %+v", d)
		}
		known[d.Name] = true
	}
	for _, name := range slices.Collect(maps.Keys(m.Readings)) {
		if !known[name] {
			t.Errorf("%s is not described", name)
		}
	}
}

func TestRun(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	w := &watcher{}
	r, err := Run(t.Context(), small(w))
	if err != nil {
		t.Fatal(err)
	}
	list := r.Trials()
	if !r.Complete() || r.Stopped() != "" || r.Interrupted() || r.Planned() != len(list) || len(list) == 0 {
		t.Errorf("complete %v, stopped %q, %d of %d trials", r.Complete(), r.Stopped(), len(list), r.Planned())
	}
	if w.plan.Trials != len(list) || w.plan.Rows != 400*len(list) || w.plan.Repeats != 2 || int(w.rows.Load()) != w.plan.Rows {
		t.Errorf("planned %+v, and %d rows were inserted", w.plan, w.rows.Load())
	}
	if w.begun != 1 || w.ended != 1 || len(w.started) != len(list) || len(w.done) != len(list) {
		t.Errorf("begun %d, ended %d, started %d, done %d", w.begun, w.ended, len(w.started), len(w.done))
	}
	for i, m := range list {
		if m.Coordinates != w.started[i] || m.Coordinates != w.done[i].Coordinates {
			t.Errorf("trial %d is at %+v, and the observer got %+v", i, m.Coordinates, w.started[i])
		}
		if v := m.Readings.Get("leaf_pages"); v.Value <= 0 || v.Missing != "" {
			t.Errorf("trial %d: %+v", i, m)
		}
		described(t, m)
		if v := m.Readings.Get("rows_per_second"); (v.Missing != "") != (m.Engine == "sim") {
			t.Errorf("%s: rows/s are %v", m.Engine, v)
		}
	}
	if left, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	roundTrip(t, r)
}

// roundTrip writes a result in every format, and reads it back.
func roundTrip(t *testing.T, r *Result) {
	t.Helper()
	for _, f := range Formats() {
		var b bytes.Buffer
		if err := r.Write(&b, f); err != nil || b.Len() == 0 {
			t.Errorf("%s: %d bytes, %v", f, b.Len(), err)
		}
	}
	if err := r.Write(new(bytes.Buffer), "xml"); err == nil || !strings.Contains(err.Error(), "table") {
		t.Errorf("xml: %v", err)
	}
	d, err := OpenDir(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := d.Save(r)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(files, func(name string) bool { return strings.HasSuffix(name, ".json") })
	back, err := LoadFiles(files[i])
	if err != nil {
		t.Fatal(err)
	}
	if got, want := len(back.Trials()), len(r.Trials()); got != want || len(back.Notes()) != len(r.Notes()) {
		t.Errorf("%d trials, want %d; notes: %q", got, want, back.Notes())
	}
	copied := filepath.Join(t.TempDir(), "copy.json")
	text, err := os.ReadFile(files[i])
	if err == nil {
		err = os.WriteFile(copied, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		names []string
		want  string
	}{{[]string{files[i], files[i]}, files[i] + " is named twice"}, {[]string{files[i], copied}, files[i] + " and " + copied + " both have the trials"}} {
		if both, err := LoadFiles(c.names...); err == nil || both != nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v", c.names, err)
		}
	}
	if both, err := Merge(r, back); err == nil || both != nil {
		t.Errorf("a result and what was read back of it: %v", err)
	}
	d.Discard()
	if _, err := os.Stat(files[i]); err != nil {
		t.Errorf("what was saved is gone: %v", err)
	}
}

// Results of two runs are one, whose parts are known after it was saved.
func TestMerge(t *testing.T) {
	c := Config{Engines: []string{"sim"}, Keys: []string{"uuidv4"}, Rows: []int{50}, Repeats: 1}
	var list []*Result
	for range 2 {
		r, err := Run(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, r)
	}
	both, err := Merge(list[1], list[0])
	if err != nil || len(both.Trials()) != 2*len(list[0].Trials()) {
		t.Fatalf("%d trials, %v", len(both.Trials()), err)
	}
	var b bytes.Buffer
	if err := both.Write(&b, JSON); err != nil {
		t.Fatal(err)
	}
	back, err := Load(&b)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range list {
		if _, err := Merge(one, back); err == nil {
			t.Error("a result was merged with one that it is in")
		}
	}
}

// An empty Result is an error everywhere, and never a panic.
func TestNothing(t *testing.T) {
	r, err := Run(t.Context(), Config{Engines: []string{"sim"}, Rows: []int{5}, Keys: []string{"wiji"}, Repeats: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for name, none := range map[string]*Result{"nil": nil, "zero": {}} {
		if none.Complete() || none.Interrupted() || none.Stopped() != "" || none.Planned() != 0 || none.Notes() != nil || len(none.Trials()) != 0 {
			t.Errorf("%s: there is something in it", name)
		}
		for _, f := range Formats() {
			if err := none.Write(new(bytes.Buffer), f); err == nil {
				t.Errorf("%s was written as %s", name, f)
			}
		}
		d, err := OpenDir("d")
		if err != nil {
			t.Fatal(err)
		}
		if files, err := d.Save(none); err == nil || files != nil {
			t.Errorf("%s: %v was saved, %v", name, files, err)
		}
		d.Discard()
		if both, err := Merge(r, none); err == nil || both != nil || !strings.Contains(err.Error(), "result 2 of 2") {
			t.Errorf("%s was merged: %v", name, err)
		}
	}
	if both, err := Merge(); err == nil || both != nil {
		t.Errorf("no result was merged: %v", err)
	}
	if files, err := (Dir{}).Save(r); err == nil || files != nil {
		t.Errorf("the zero Dir took %v, %v", files, err)
	}
	(Dir{}).Discard()
	if left, err := os.ReadDir("."); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	var none context.Context
	if r, err := Run(none, Config{}); err == nil || r != nil {
		t.Errorf("without a context: %v", err)
	}
}

// A directory that was made and not used goes again, and no other does.
func TestDiscard(t *testing.T) {
	top := t.TempDir()
	d, err := OpenDir(filepath.Join(top, "a", "b", "c"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(top, "a", "own"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	// Nothing was measured: that leaves no files which a later run would be refused for.
	ctx, cancel := context.WithCancel(t.Context())
	r, err := Run(ctx, Config{Engines: []string{"sim"}, Rows: []int{5}, Observer: &watcher{onStart: cancel}})
	if err != nil || len(r.Trials()) != 0 || !r.Interrupted() {
		t.Fatalf("%d trials, %v", len(r.Trials()), err)
	}
	if files, err := d.Save(r); err != nil || files != nil {
		t.Errorf("%v was saved, %v", files, err)
	}
	d.Discard()
	if left, err := os.ReadDir(filepath.Join(top, "a")); err != nil || len(left) != 1 || left[0].Name() != "own" {
		t.Errorf("left are %v, %v", left, err)
	}
	if d, err = OpenDir(top); err != nil {
		t.Fatal(err)
	}
	d.Discard()
	if _, err := os.Stat(top); err != nil {
		t.Errorf("a directory that was there is gone: %v", err)
	}
}

// Files that are not results are rejected, and the error names a file once.
func TestLoadErrors(t *testing.T) {
	name := filepath.Join(t.TempDir(), "nope.json")
	for text, want := range map[string]string{
		"{}": "not a btree results file", "[]": "not an object", "x": "not a btree results file", "": "not a btree results file",
		`{"schema": 2, "name": "another's"}`:            `no "settings"`,
		`{"schema": 1, "settings": {}, "runs": []}`:     "schema 1",
		`{"schema": "2", "settings": {}, "runs": null}`: "not a btree results file",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if r, err := LoadFiles(name); err == nil || r != nil || !strings.Contains(err.Error(), want) || strings.Count(err.Error(), name) != 1 {
			t.Errorf("%q: %v", text, err)
		}
	}
	missing := name + "x"
	if _, err := LoadFiles(missing); !errors.Is(err, fs.ErrNotExist) || strings.Count(err.Error(), missing) != 1 {
		t.Error(err)
	}
	if _, err := LoadFiles(filepath.Dir(name)); err == nil || strings.Count(err.Error(), filepath.Dir(name)) != 1 {
		t.Error(err)
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	w := &watcher{}
	w.onStart = func() {
		if len(w.started) == 3 {
			cancel()
		}
	}
	r, err := Run(ctx, small(w))
	if err != nil {
		t.Fatal(err)
	}
	if r.Complete() || !r.Interrupted() || len(r.Trials()) != 2 || w.ended != 1 {
		t.Errorf("complete %v, interrupted %v, %d trials", r.Complete(), r.Interrupted(), len(r.Trials()))
	}
}

func TestErrors(t *testing.T) {
	for want, c := range map[string]Config{
		"oracle":               {Engines: []string{"oracle"}},
		"uuidv9":               {Keys: []string{"uuidv9"}},
		"rows is 0":            {Rows: []int{0}},
		"12":                   {BufferPools: []string{"12"}},
		"sometimes":            {Checkpoints: []string{"sometimes"}},
		"repeat is":            {Repeats: -1},
		"keys is empty":        {Keys: []string{}},
		"db is empty":          {Engines: []string{}},
		"pool is empty":        {BufferPools: []string{}},
		"checkpoints is empty": {Checkpoints: []string{}},
		"batch is empty":       {Batch: []int{}},
		"pace is -1s":          {Pace: -time.Second},
		"dsn is postgresql: no server has that name: choose from postgres": {DSNs: map[string]string{"postgresql": "kept-secret"}},
		"image is sqlite":              {Images: map[string]string{"sqlite": "x"}},
		"both name a server for mysql": {Engines: []string{"mysql"}, DSNs: map[string]string{"mysql": "kept-secret"}, Images: map[string]string{"mysql": "x"}},
		"a running server": {
			Engines: []string{"postgres"}, BufferPools: []string{"16MB", "64MB"}, DSNs: map[string]string{"postgres": "postgres://h/d"},
		},
	} {
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want one with %q", err, want)
		} else if strings.Contains(err.Error(), "kept-secret") {
			t.Errorf("the error shows a password: %v", err)
		}
		if r, err := Run(t.Context(), c); err == nil || r != nil {
			t.Errorf("%s: a result and %v", want, err)
		}
	}
	if c, err := Preset("slow"); err == nil || !strings.Contains(err.Error(), "quick") || c.Rows != nil {
		t.Errorf("a preset that is not there: %v", err)
	}
}

// Every preset is one that can be run.
func TestPresets(t *testing.T) {
	names, lasts := Presets()
	if len(names) == 0 || names[0] != "quick" || len(names) != len(lasts) || slices.Contains(lasts, "") {
		t.Fatalf("presets: %v", names)
	}
	for _, name := range names {
		c, err := Preset(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if n := c.WithDefaults().Repeats; n < summary.LeastTrials {
			t.Errorf("%s has %d trials of each key: no difference can be shown with fewer than %d", name, n, summary.LeastTrials)
		}
	}
	c, _ := Preset("quick")
	if c = c.WithDefaults(); slices.ContainsFunc(c.Engines, func(d string) bool { return slices.Contains(Servers(), d) }) {
		t.Errorf("the quick preset needs a server: %v", c.Engines)
	}
}

// A database that does not know a condition is opened once, under none.
func TestStages(t *testing.T) {
	all := openers
	defer func() { openers = all }()
	var opened []server.Options
	open := func(_ context.Context, o server.Options) (engine.Engine, error) {
		opened = append(opened, o)
		return nil, errors.New("this is a test")
	}
	openers = []opener{{name: "plain", open: open}, {name: "pooled", pool: true, open: open}, {name: "both", pool: true, checkpoints: true, open: open}}
	c := Config{Engines: []string{"both", "plain", "pooled"}, BufferPools: []string{"", "16MB"}, Checkpoints: []string{"none", "several"}}.WithDefaults()
	stages, err := c.stages()
	if err != nil {
		t.Fatal(err)
	}
	want := [][]run.Member{
		{{Engine: "plain", Checkpoints: "none"}, {Engine: "pooled", Checkpoints: "none"}, {Engine: "both", Checkpoints: "none"}},
		{{Engine: "both", Checkpoints: "several"}},
		{{Engine: "pooled", BufferPool: "16MB", Checkpoints: "none"}, {Engine: "both", BufferPool: "16MB", Checkpoints: "none"}},
		{{Engine: "both", BufferPool: "16MB", Checkpoints: "several"}},
	}
	if !slices.EqualFunc(stages, want, func(s run.Stage, m []run.Member) bool { return slices.Equal(s.Members, m) }) {
		t.Errorf("the stages are %+v", stages)
	}
	if _, err := stages[3].Open(t.Context(), 0); err == nil || len(opened) != 1 {
		t.Fatalf("%d were opened, %v", len(opened), err)
	}
	if got := opened[0].Conditions; got != (engine.Conditions{BufferPool: 16 << 20, Checkpoints: engine.SeveralCheckpoints, Pace: sim.DefaultPace}) {
		t.Errorf("opened under %+v", got)
	}
}

func TestPoolSize(t *testing.T) {
	for in, want := range map[string]string{"": "", "default": "", "64MB": "64MB", "65536kB": "64MB", "2gb": "2GB", "1536MB": "1536MB", "5120kb": "5MB"} {
		if got, err := BufferPoolSize(in); err != nil || got != want {
			t.Errorf("BufferPoolSize(%q) = %q, %v, want %q", in, got, err, want)
		}
	}
	for _, in := range []string{"64", "MB", "-1MB", "4MB", "1025GB", "9999999999999999999GB", "9007199254740993kB", "1.5GB", "64 MB"} {
		if got, err := BufferPoolSize(in); err == nil || got != "" || !strings.Contains(err.Error(), "64MB") {
			t.Errorf("BufferPoolSize(%q) = %q, %v", in, got, err)
		}
	}
}

func TestDatabasesAreNamedOnce(t *testing.T) {
	list := slices.Sorted(slices.Values(Engines()))
	if len(list) == 0 || len(slices.Compact(list)) != len(openers) || slices.Contains(Servers(), "sqlite") {
		t.Errorf("openers: %v", Engines())
	}
}
