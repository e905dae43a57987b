package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/sortid/sortid/bench/btree/internal/bench"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/progress"
	"github.com/sortid/sortid/bench/btree/internal/report"
)

// Exit codes.
const (
	exitOK          = 0
	exitFailure     = 1
	exitUsage       = 2
	exitInterrupted = 130 // what a shell reports of a program that SIGINT ended
)

const (
	formatTable = "table"
	formatJSON  = "json"
	formatBench = "bench"
)

var formats = []string{formatTable, formatJSON, formatBench}

// run is the command: it returns the exit code. The end of ctx interrupts it.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parse(args)
	if errors.Is(err, errHelp) {
		return exitOf(help(stdout), stderr)
	}
	if err != nil {
		return usage(stderr, err)
	}
	kinds, added, err := key.Select(o.keys)
	if err != nil {
		return usage(stderr, fmt.Errorf("invalid value for flag -keys: %w", err))
	}
	var files *report.Files
	if o.out != "" {
		f, err := report.OpenFiles(o.out)
		if err != nil {
			return usage(stderr, fmt.Errorf("invalid value %q for flag -out: %w", o.out, err))
		}
		files = &f
	}
	res, err := measure(ctx, o, kinds, added, stderr)
	if err != nil {
		if ctx.Err() != nil {
			fmt.Fprintln(stderr, "btree: interrupted before the first run")
			return exitInterrupted
		}
		return exitOf(err, stderr)
	}
	return show(res, o.format, files, stdout, stderr)
}

// measure opens the databases, makes the runs and closes the databases again. Its
// error means that nothing was measured; what goes wrong once there are figures is
// in the result.
func measure(ctx context.Context, o options, kinds []key.Kind, added []string, stderr io.Writer) (res bench.Result, err error) {
	c := bench.Config{
		Keys: kinds, Added: added, Rows: o.rows, Writers: o.writers, Batch: o.batch,
		Repeats: o.repeats, Payload: o.payload, Seed: rand.Uint64(), Observer: progress.For(stderr),
	}
	defer func() {
		for _, e := range c.Engines {
			if closing := e.Close(); closing != nil {
				fmt.Fprintln(stderr, "btree:", closing)
			}
		}
	}()
	if c.Engines, err = openEngines(ctx, o, stderr); err != nil {
		return bench.Result{}, err
	}
	return bench.Run(ctx, c)
}

// show writes the result and returns the exit code. The files come first: what
// was measured is safe then, whatever becomes of the terminal.
func show(res bench.Result, format string, files *report.Files, stdout, stderr io.Writer) int {
	code := exitOK
	if !res.Complete {
		fmt.Fprintf(stderr, "btree: stopped after %d of %d runs: %s\n", len(res.Runs), res.Planned, res.Stopped)
		code = exitFailure
		if res.Interrupted {
			code = exitInterrupted
		}
	}
	if files != nil {
		names, err := files.Write(res)
		if err != nil {
			code = max(code, exitOf(err, stderr))
		}
		for _, n := range names {
			fmt.Fprintln(stderr, "btree: wrote", n)
		}
	}
	write := report.Table
	switch format {
	case formatJSON:
		write = report.JSON
	case formatBench:
		write = report.GoBench
	}
	if err := write(stdout, res); err != nil {
		code = max(code, exitOf(fmt.Errorf("the result could not be printed: %w", err), stderr))
	}
	return code
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
