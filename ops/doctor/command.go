package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/sortid/sortid/internal/english"
	"github.com/sortid/sortid/internal/finding"
	"github.com/sortid/sortid/ops/doctor/internal/inspect"
	"github.com/sortid/sortid/ops/doctor/internal/present"
)

// Exit codes.
const (
	exitOK          = 0
	exitFailure     = 1
	exitUsage       = 2
	exitFindings    = 3   // see -fail-on
	exitInterrupted = 130 // as a shell reports a program that SIGINT ended
)

const help = `Usage: doctor [flags] DSN

Finds the primary, unique and foreign keys of a database that hold IDs, and says
by sampling which IDs they are, what is wrong with them, what their indexes cost
and what changes would save. It only reads: each statement is a read-only
transaction of at most 5 seconds.

  doctor postgres://user:password@host:5432/database
  doctor 'mysql://user:password@host:3306/database'
  doctor app.sqlite

  -schema NAME  only tables of this schema of PostgreSQL; * stands for anything
  -table NAME   only this table; * stands for anything
  -fail-on S    exit with 3 if a finding is as bad as S: error, warning or info,
                and with 1 if a table could not be read
  -accept FILE  leave out findings that the file names: "text-key users.id"
  -dry-run      print the statements; read the catalog alone
  -json         print JSON
  -page FILE    write a page for a browser as well
  -v            print everything, not 60 lines
  -h            print this

doctor move prints a script that changes the type of a key: doctor move -h
doctor inventory shows afterwards that nothing else changed: doctor inventory -h
`

// command runs the program and returns its exit code. The end of ctx interrupts it.
func command(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	if len(args) > 0 && args[0] == "move" {
		return moveCommand(ctx, args[1:], stdout, stderr)
	}
	if len(args) > 0 && args[0] == "inventory" {
		return inventoryCommand(ctx, args[1:], stdout, stderr)
	}
	fs := flag.NewFlagSet("doctor", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	var o inspect.Options
	fs.BoolVar(&o.DryRun, "dry-run", false, "")
	asJSON := fs.Bool("json", false, "")
	verbose := fs.Bool("v", false, "")
	page := fs.String("page", "", "")
	fs.StringVar(&o.Filter.Schema, "schema", "", "")
	fs.StringVar(&o.Filter.Table, "table", "", "")
	var failOn finding.Severity
	fs.Func("fail-on", "", func(s string) error { return failOn.UnmarshalText([]byte(s)) })
	fs.Func("accept", "", func(name string) (err error) {
		o.Accepted, err = readAccepted(name)
		return err
	})
	err := fs.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		_, err := io.WriteString(stdout, help)
		return exitOf(err, stderr)
	case err == nil && fs.NArg() != 1:
		err = errors.New("give one DSN, after the flags")
	}
	if err != nil {
		fmt.Fprintf(stderr, "doctor: %v\nRun doctor -h for the flags.\n", err)
		return exitUsage
	}
	o.DSN = fs.Arg(0)
	r, err := inspect.Run(ctx, o)
	if err == nil && *page != "" && !o.DryRun {
		err = writePage(*page, r)
	}
	switch {
	case err != nil && ctx.Err() != nil:
		fmt.Fprintln(stderr, "doctor: interrupted")
		return exitInterrupted
	case err != nil:
	case o.DryRun:
		err = present.Statements(stdout, r.Statements)
	case *asJSON:
		err = present.JSON(stdout, r)
	default:
		err = present.Terminal(stdout, r, *verbose)
	}
	switch {
	case err != nil || failOn == 0 || o.DryRun:
	case r.Worst() >= failOn:
		return exitFindings
	case len(r.Unread) > 0:
		err = fmt.Errorf("-fail-on: %s could not be read: see the notes, or select others with -table", english.Count(len(r.Unread), "table"))
	case r.Tables == 0:
		err = errors.New("-fail-on: no table was found that the account may read: check the DSN, -schema and -table")
	}
	return exitOf(err, stderr)
}

// readAccepted reads a file of accepted findings.
func readAccepted(name string) (inspect.Accepted, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return inspect.ReadAccepted(f)
}

func exitOf(err error, stderr io.Writer) int {
	if err == nil {
		return exitOK
	}
	fmt.Fprintln(stderr, "doctor:", err)
	return exitFailure
}

// writePage writes the page into a file.
func writePage(name string, r *inspect.Report) error {
	var b bytes.Buffer
	if err := present.Page(&b, r); err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o644)
}
