package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"

	"github.com/sortid/sortid/bench/btree/btreebench"
	"github.com/sortid/sortid/bench/btree/internal/progress"
)

// Exit codes.
const (
	exitOK          = 0
	exitFailure     = 1
	exitUsage       = 2
	exitInterrupted = 130 // what a shell reports of a program that SIGINT ended
)

// command runs the program and returns the exit code. The end of ctx interrupts it.
func command(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parse(args)
	if errors.Is(err, errHelp) {
		return exitOf(help(stdout), stderr)
	}
	if err != nil {
		return usage(stderr, err)
	}
	var dir *btreebench.Dir
	if o.out != "" {
		d, err := btreebench.OpenDir(o.out)
		if err != nil {
			return usage(stderr, fmt.Errorf("invalid value %q for flag -out: %w", o.out, err))
		}
		dir = &d
	}
	res, err := result(ctx, o, stderr)
	if err != nil {
		if dir != nil {
			dir.Discard()
		}
		if ctx.Err() != nil {
			fmt.Fprintln(stderr, "btree: interrupted before the first run")
			return exitInterrupted
		}
		return exitOf(err, stderr)
	}
	code := show(res, btreebench.Format(o.format), dir, stdout, stderr)
	if o.load != nil && code == exitInterrupted {
		return exitOK // it was another run that was interrupted
	}
	return code
}

// result measures, or loads what was measured.
func result(ctx context.Context, o options, stderr io.Writer) (*btreebench.Result, error) {
	if o.load != nil {
		return btreebench.LoadFiles(o.load...)
	}
	c := o.config
	var mu sync.Mutex // the progress has a goroutine of its own
	c.Log = func(line string) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintln(stderr, "btree:", line)
	}
	c.Seed, c.Observer = rand.Uint64(), progress.For(stderr, c.Log)
	return btreebench.Run(ctx, c)
}

// show writes the result and returns the exit code. The files come first: what
// was measured is safe then, whatever becomes of the terminal.
func show(res *btreebench.Result, format btreebench.Format, dir *btreebench.Dir, stdout, stderr io.Writer) int {
	code := exitOK
	if !res.Complete() {
		fmt.Fprintf(stderr, "btree: stopped after %d of %d planned trials: %s\n", len(res.Trials()), res.Planned(), res.Stopped())
		code = exitFailure
		if res.Interrupted() {
			code = exitInterrupted
		}
	}
	if dir != nil {
		names, err := dir.Save(res)
		if err != nil {
			code = max(code, exitOf(err, stderr))
		}
		tell(stderr, names)
		if names == nil {
			dir.Discard()
		}
		if names == nil && err == nil {
			fmt.Fprintln(stderr, "btree: nothing was measured, and so nothing was written")
		}
	}
	if err := res.Write(stdout, format); err != nil {
		code = max(code, exitOf(fmt.Errorf("the result could not be printed: %w", err), stderr))
	}
	return code
}

// tell says which files were written, pictures by their number.
func tell(stderr io.Writer, names []string) {
	pictures := make(map[string]int)
	for _, n := range names {
		switch ending := filepath.Ext(n); ending {
		case ".svg", ".png":
			pictures[filepath.Join(filepath.Dir(n), "*"+ending)]++
		default:
			fmt.Fprintln(stderr, "btree: wrote", n)
		}
	}
	for _, pattern := range slices.Sorted(maps.Keys(pictures)) {
		fmt.Fprintf(stderr, "btree: wrote %s, %d pictures\n", pattern, pictures[pattern])
	}
}

func usage(stderr io.Writer, err error) int {
	fmt.Fprintf(stderr, "btree: %v\nbtree -h explains the flags.\n", err)
	return exitUsage
}

func exitOf(err error, stderr io.Writer) int {
	if err == nil {
		return exitOK
	}
	fmt.Fprintln(stderr, "btree:", err)
	return exitFailure
}
