package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
)

// computed is what a command shows that needs no database.
type computed interface {
	Terminal(io.Writer) error
	JSON(io.Writer) error
}

// computedCommand is such a command.
type computedCommand struct {
	name    string
	flags   func(*flag.FlagSet)
	help    func(io.Writer) error
	compute func(context.Context) (computed, error)
}

// run runs the command and returns its exit code.
func (c computedCommand) run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("btree "+c.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	c.flags(fs)
	asJSON := fs.Bool("json", false, "")
	err := fs.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return exitOf(c.help(stdout), stderr)
	case err == nil && fs.NArg() > 0:
		err = fmt.Errorf("%s takes no arguments, and %q is one", c.name, fs.Arg(0))
	}
	if err != nil {
		return wrongFlags(c.name, err, stderr)
	}
	r, err := c.compute(ctx)
	switch {
	case err != nil:
		return failed(ctx, err, stderr)
	case *asJSON:
		err = r.JSON(stdout)
	default:
		err = r.Terminal(stdout)
	}
	return exitOf(err, stderr)
}

// wrongFlags prints what is wrong with the command line of a command.
func wrongFlags(command string, err error, stderr io.Writer) int {
	fmt.Fprintf(stderr, "btree: %v\nRun btree %s -h for the flags.\n", err, command)
	return exitUsage
}

// failed prints why a command failed, or that it was interrupted.
func failed(ctx context.Context, err error, stderr io.Writer) int {
	if ctx.Err() != nil {
		fmt.Fprintln(stderr, "btree: interrupted")
		return exitInterrupted
	}
	return exitOf(err, stderr)
}
