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

Prints a script that moves key columns, and all that hold their values, from
texts to uuid on PostgreSQL, and to BINARY on MySQL and MariaDB. Foreign keys
say which these are, and where there are none, the values of the columns. It
only reads. What it cannot move it refuses by name, and prints no script.

  doctor move postgres://user:password@host:5432/database users.id > move.sql

  -from FORM      what the columns hold: uuid (the default), hex, ulid, wiji,
                  scru160, or on PostgreSQL bytes, which are 16 of a bytea
  -with COLUMN    a column that moves too, where values or names leave it open
  -leave COLUMN   a column that stays as it is, though it holds such keys
  -reviewed NAME  a view, routine, trigger, event, check or index that you have
                  read and found right for both forms
  -tool TOOL      print a migration for goose, golang-migrate, atlas, dbmate,
                  flyway or tern (the client of the server)
  -h              print this

-with, -leave and -reviewed may be repeated.
`

// moveCommand runs doctor move and returns its exit code.
func moveCommand(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("doctor move", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	var o move.Options
	fs.StringVar(&o.From, "from", "uuid", "")
	fs.StringVar(&o.Tool, "tool", "", "")
	for name, list := range map[string]*[]string{"reviewed": &o.Reviewed, "with": &o.With, "leave": &o.Leave} {
		fs.Func(name, "", func(s string) error {
			*list = append(*list, s)
			return nil
		})
	}
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
	m, err := move.Open(ctx, o)
	if err != nil && ctx.Err() != nil {
		fmt.Fprintln(stderr, "doctor: interrupted")
		return exitInterrupted
	}
	if err == nil {
		for _, n := range m.Notes {
			fmt.Fprintln(stderr, "doctor move:", n)
		}
		_, err = io.WriteString(stdout, m.Script)
	}
	return exitOf(err, stderr)
}
