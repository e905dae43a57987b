package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/progress"
	"github.com/sortid/sortid/bench/btree/internal/report"
	"github.com/sortid/sortid/bench/btree/internal/run"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// Exit codes.
const (
	exitOK          = 0
	exitFailure     = 1
	exitUsage       = 2
	exitInterrupted = 130 // as a shell reports a program that SIGINT ended
)

// command runs the program and returns its exit code. The end of ctx interrupts it.
func command(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	started := time.Now()
	o, err := parse(ctx, args)
	if h, ok := errors.AsType[*helpError](err); ok {
		return exitOf(help(stdout, h.args), stderr)
	}
	if err != nil && ctx.Err() != nil {
		return interrupted(stderr)
	}
	if err != nil {
		return usage(stderr, err)
	}
	o.run.Started = started
	var dir *report.Dir
	if o.out != "" {
		d, err := report.OpenDir(o.out)
		if err != nil {
			return usage(stderr, fmt.Errorf("invalid value %q for flag -out: %w", o.out, err))
		}
		dir = &d
	}
	res, err := result(ctx, o, stderr)
	if err != nil {
		if ctx.Err() != nil {
			return interrupted(stderr)
		}
		return exitOf(err, stderr)
	}
	code := show(res, o, dir, stdout, stderr)
	if o.load != nil && code == exitInterrupted {
		return exitOK // the measurement was interrupted, not this command
	}
	return code
}

// result measures, or loads a saved result.
func result(ctx context.Context, o options, stderr io.Writer) (trial.Result, error) {
	if o.load != nil {
		return trial.ReadFiles(o.load...)
	}
	plan, opt := o.plan, o.run
	var mu sync.Mutex // the progress logs from another goroutine
	opt.Log = func(line string) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintln(stderr, "btree:", line)
	}
	if o.like.Name != "" {
		opt.Log(o.like.String())
	}
	plan.Seed, opt.Observer = rand.Uint64(), progress.New(opt.Log)
	opt.Undecided = func(r trial.Result) []trial.Coordinates { return report.Of(r).Undecided() }
	return run.Run(ctx, plan, opt)
}

// show writes the result and returns the exit code. It writes the files first, so that the
// result is saved even if the terminal is gone.
func show(res trial.Result, o options, dir *report.Dir, stdout, stderr io.Writer) int {
	r, code := report.Of(res), exitOK
	if !res.Complete {
		fmt.Fprintf(stderr, "btree: %d of %d planned trials were finished: %s\n", len(res.Trials), res.Planned, res.Stopped)
		code = exitFailure
		if res.Interrupted {
			code = exitInterrupted
		}
	}
	var names []string
	if dir != nil {
		var err error
		names, err = dir.Write(r)
		if o.pictures {
			pictures, failed := dir.WritePictures(r)
			names, err = append(names, pictures...), errors.Join(err, failed)
		}
		if err != nil {
			code = max(code, exitOf(err, stderr))
		}
		if names == nil && err == nil {
			fmt.Fprintln(stderr, "btree: nothing was measured, so no file was written")
		}
	}
	write := func() error { return r.Write(stdout, o.format) }
	if o.verbose {
		write = func() error { return r.Verbose(stdout) }
	}
	if err := write(); err != nil {
		code = max(code, exitOf(fmt.Errorf("cannot print the result: %w", err), stderr))
	}
	tell(stderr, names)
	return code
}

// tell prints which files were written, the page last.
func tell(stderr io.Writer, names []string) {
	pictures, page, pattern := 0, "", ""
	for _, n := range names {
		switch filepath.Ext(n) {
		case ".svg":
			pictures, pattern = pictures+1, filepath.Join(filepath.Dir(n), "*.svg")
		case ".html":
			page = n
		default:
			fmt.Fprintln(stderr, "btree: wrote", n)
		}
	}
	if pictures > 0 {
		fmt.Fprintf(stderr, "btree: wrote %s, %d pictures\n", pattern, pictures)
	}
	if page != "" {
		fmt.Fprintf(stderr, "btree: wrote %s: open this page in a browser\n", page)
	}
}

func interrupted(stderr io.Writer) int {
	fmt.Fprintln(stderr, "btree: interrupted before the first trial")
	return exitInterrupted
}

func usage(stderr io.Writer, err error) int {
	fmt.Fprintf(stderr, "btree: %v\nRun btree -h for the flags.\n", err)
	return exitUsage
}

func exitOf(err error, stderr io.Writer) int {
	if err == nil {
		return exitOK
	}
	fmt.Fprintln(stderr, "btree:", err)
	return exitFailure
}
