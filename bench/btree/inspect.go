package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"io"
	"os"

	"github.com/sortid/sortid/bench/btree/internal/inspect"
	"github.com/sortid/sortid/bench/btree/internal/inspect/present"
	"github.com/sortid/sortid/bench/btree/internal/price"
)

const inspectHelp = `Usage: btree inspect [flags] DSN

Finds the primary, unique and foreign keys of a database that hold IDs, and says
by sampling which IDs they are, what is wrong with them, what their indexes cost
and what changes would save. It only reads: each statement is a read-only
transaction of at most 5 seconds, and none reads a whole table.

  btree inspect postgres://user:password@host:5432/database
  btree inspect 'mysql://user:password@host:3306/database'
  btree inspect app.sqlite

  -dry-run      print the statements; read the catalog alone
  -price gib=N  the price of a GiB for a month, to say what changes save
  -json         print JSON
  -page FILE    write a page for a browser as well
  -h            print this
`

// inspectCommand is the command inspect.
func inspectCommand(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("btree inspect", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	var o inspect.Options
	fs.BoolVar(&o.DryRun, "dry-run", false, "")
	fs.Func("price", "", func(s string) error {
		p, err := price.Parse(s)
		if err == nil && (p.MillionIO > 0 || p.IOPS > 0) {
			return errors.New("inspect knows the size of indexes, not their reads and writes: give gib= alone")
		}
		o.Price = p
		return err
	})
	asJSON := fs.Bool("json", false, "")
	page := fs.String("page", "", "")
	err := fs.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		_, err := io.WriteString(stdout, inspectHelp)
		return exitOf(err, stderr)
	case err == nil && fs.NArg() != 1:
		err = errors.New("inspect takes one DSN, after the flags")
	}
	if err != nil {
		return wrongFlags("inspect", err, stderr)
	}
	o.DSN = fs.Arg(0)
	r, err := inspect.Run(ctx, o)
	if err == nil && *page != "" && !o.DryRun {
		err = writePage(*page, r)
	}
	switch {
	case err != nil:
		return failed(ctx, err, stderr)
	case o.DryRun:
		err = present.Statements(stdout, r.Statements)
	case *asJSON:
		err = present.JSON(stdout, r)
	default:
		err = present.Terminal(stdout, r)
	}
	return exitOf(err, stderr)
}

// writePage writes the page into a file.
func writePage(name string, r *inspect.Report) error {
	var b bytes.Buffer
	if err := present.Page(&b, r); err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o644)
}
