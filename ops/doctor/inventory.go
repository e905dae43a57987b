package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/sortid/sortid/internal/english"
	"github.com/sortid/sortid/ops/doctor/internal/inventory"
)

const inventoryHelp = `Usage: doctor inventory [flags] DSN > before.json
       doctor inventory -compare before.json DSN

Writes what a schema has, and a checksum of each table in which keys count by
their value and not by their form. After a move it compares, and lists every
difference. It reads each row once, in one read-only snapshot.

  doctor inventory postgres://user:password@host/shop > before.json
  psql shop < move.sql
  doctor inventory -compare before.json postgres://user:password@host/shop

  -compare FILE    compare with an inventory, whose flags count. The exit code
                   is 3 if something differs that the move did not mean, and 1
                   if a table was not compared
  -for DURATION    how long to read rows; 10m is the default. Tables for which
                   no time is left are named
  -no-rows         only the schema
  -keys COLUMN     a column such as users.id that gets new keys. It and all that
                   foreign keys join to it count by the row that they point to.
                   May be repeated. The rows of these tables are read twice, and
                   each takes some 150 bytes of memory
  -references A=B  a column that holds keys without a foreign key, such as
                   orders.user_id=users.id. May be repeated
  -h               print this

With -keys, rows that are equal but for the key are not told apart: how many
there are is printed.
`

// inventoryCommand runs doctor inventory and returns its exit code.
func inventoryCommand(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("doctor inventory", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	var o inventory.Options
	list := func(to *[]string) func(string) error {
		return func(s string) error {
			*to = append(*to, s)
			return nil
		}
	}
	compare := fs.String("compare", "", "")
	fs.DurationVar(&o.For, "for", 10*time.Minute, "")
	fs.BoolVar(&o.NoRows, "no-rows", false, "")
	fs.Func("keys", "", list(&o.Keys))
	fs.Func("references", "", list(&o.References))
	err := fs.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		_, err := io.WriteString(stdout, inventoryHelp)
		return exitOf(err, stderr)
	case err != nil:
	case fs.NArg() != 1:
		err = errors.New("give one DSN, after the flags")
	case o.For <= 0:
		err = fmt.Errorf("-for %v: give a time above zero", o.For)
	case *compare != "" && (o.NoRows || o.Keys != nil || o.References != nil):
		err = errors.New("-compare takes -no-rows, -keys and -references from its file: leave them out")
	}
	if err == nil && *compare != "" {
		o.Before, err = readInventory(*compare)
	}
	if err != nil {
		fmt.Fprintf(stderr, "doctor inventory: %v\nRun doctor inventory -h for the flags.\n", err)
		return exitUsage
	}
	o.DSN = fs.Arg(0)
	v, err := inventory.Take(ctx, o)
	switch {
	case err != nil && ctx.Err() != nil:
		fmt.Fprintln(stderr, "doctor: interrupted")
		return exitInterrupted
	case err != nil:
	case o.Before != nil:
		return compareInventories(o.Before, v, stdout, stderr)
	default:
		err = v.Write(stdout)
	}
	if err == nil {
		err = unreadError(v.Unread())
	}
	return exitOf(err, stderr)
}

// unreadError returns an error that lists what could not be read.
func unreadError(list []string) error {
	if len(list) == 0 {
		return nil
	}
	return fmt.Errorf("not everything could be read, so that nothing can be said of it later:\n- %s", strings.Join(list, "\n- "))
}

// readInventory reads the inventory of a file.
func readInventory(name string) (*inventory.Inventory, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	v, err := inventory.Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return v, nil
}

// compareInventories prints the differences and returns the exit code.
func compareInventories(before, after *inventory.Inventory, stdout, stderr io.Writer) int {
	list := before.Compare(after)
	var b strings.Builder
	english.Wrap(&b, "", fmt.Sprintf("%s %s, %s, compared with the inventory of %s", after.Server.Product, after.Server.Version, after.Server.Database, before.Taken.Format("2006-01-02 15:04:05 MST")))
	if before.Server.Database != after.Server.Database {
		english.Wrap(&b, "", "That one is of the database "+before.Server.Database+".")
	}
	count := map[inventory.Class]int{}
	for _, d := range list {
		if count[d.Class] == 0 {
			b.WriteString("\n" + map[inventory.Class]string{inventory.Meant: "Meant by the move:", inventory.Differs: "Differs:", inventory.NotCompared: "Not compared:"}[d.Class] + "\n")
		}
		count[d.Class]++
		english.Wrap(&b, "- ", d.String())
	}
	for _, t := range after.Tables {
		if t.Twins > 0 {
			english.Wrap(&b, "", fmt.Sprintf("%s: %s are equal to others but for the key: which of them a reference points to was not compared", t.Name, english.Count(t.Twins, "row")))
		}
	}
	rows := int64(0)
	for _, t := range after.Tables {
		rows += t.Rows
	}
	verdict := fmt.Sprintf("%s compared, with %s", english.Count(len(after.Objects), "object"), english.Count(int(rows), "row"))
	if after.NoRows {
		verdict = english.Count(len(after.Objects), "object") + " compared, and no rows"
	}
	b.WriteString("\n")
	switch {
	case count[inventory.Differs] > 0:
		english.Wrap(&b, "", verdict+": "+english.Count(count[inventory.Differs], "difference")+".")
	case count[inventory.NotCompared] > 0:
		english.Wrap(&b, "", verdict+": nothing else differs, but not everything was compared.")
	default:
		english.Wrap(&b, "", verdict+": nothing else differs.")
	}
	if _, err := io.WriteString(stdout, b.String()); err != nil {
		return exitOf(err, stderr)
	}
	switch {
	case count[inventory.Differs] > 0:
		return exitFindings
	case count[inventory.NotCompared] > 0:
		return exitFailure
	}
	return exitOK
}
