package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/sortid/sortid/ops/doctor/internal/move"
)

const moveHelp = `Usage: doctor move [flags] DSN TABLE.COLUMN...

Prints a script that moves key columns, and all that foreign keys join to them,
from texts to uuid on PostgreSQL, and to BINARY on MySQL and MariaDB. It only
reads. What it cannot move it refuses by name, and prints no script.

  doctor move postgres://user:password@host:5432/database users.id > move.sql

  -from FORM      what the columns hold: uuid (the default), hex, ulid, wiji,
                  scru160, or on PostgreSQL bytes, which are 16 of a bytea
  -reviewed NAME  a view, routine, trigger, event, check or index that you have
                  read and found right for both forms; may be repeated
  -h              print this
`

// moveCommand runs doctor move and returns its exit code.
func moveCommand(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("doctor move", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	var o move.Options
	fs.StringVar(&o.From, "from", "uuid", "")
	fs.Func("reviewed", "", func(s string) error {
		o.Reviewed = append(o.Reviewed, s)
		return nil
	})
	err := fs.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		_, err := io.WriteString(stdout, moveHelp)
		return exitOf(err, stderr)
	case err == nil && fs.NArg() < 2:
		err = errors.New("give a DSN and columns, after the flags")
	}
	if err != nil {
		fmt.Fprintf(stderr, "doctor move: %v\nRun doctor move -h for the flags.\n", err)
		return exitUsage
	}
	o.DSN, o.Columns = fs.Arg(0), fs.Args()[1:]
	script, err := move.Script(ctx, o)
	if err != nil && ctx.Err() != nil {
		fmt.Fprintln(stderr, "doctor: interrupted")
		return exitInterrupted
	}
	if err == nil {
		_, err = io.WriteString(stdout, script)
	}
	return exitOf(err, stderr)
}
