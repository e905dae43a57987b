package main

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/report"
	"github.com/sortid/sortid/bench/btree/internal/run"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

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
	r := saved(t, out)
	if r.Complete || !r.Interrupted || len(r.Trials) < 2 || len(r.Trials) >= r.Planned {
		t.Errorf("saved: complete %v, interrupted %v, %d of %d trials", r.Complete, r.Interrupted, len(r.Trials), r.Planned)
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

// When nothing was measured nothing is written that a later run would be refused for.
func TestInterruptInTheFirstRun(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	res, err := run.Run(ctx, trial.Plan{Engines: []string{"sim"}, Rows: []int{5}}.WithDefaults(), run.Options{Observer: &stopper{stop: cancel}})
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "out")
	dir, err := report.OpenDir(out)
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	code := show(res, options{format: report.Table}, &dir, &stdout, &stderr)
	if files := filesIn(t, out); code != exitInterrupted || len(files) > 0 || !strings.Contains(stderr.String(), "no file was written") {
		t.Errorf("exit code %d, the directory has %v: %s", code, files, &stderr)
	}
}

// stopper is an observer that stops the plan in its first run.
type stopper struct{ stop func() }

func (s *stopper) Begin(run.Size) {}

func (s *stopper) Start(trial.Coordinates) { s.stop() }

func (s *stopper) Rows(int) {}

func (s *stopper) Done(trial.Trial) {}

func (s *stopper) End() {}
