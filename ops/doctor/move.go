package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/sortid/sortid/ops/doctor/internal/move"
	"github.com/sortid/sortid/ops/doctor/internal/newkeys"
)

var moveHelp = strings.NewReplacer("{{forms}}", strings.Join(move.Forms(), ", "), "{{formats}}", strings.Join(newkeys.Formats(), ", ")).Replace(`Usage: doctor move [flags] DSN TABLE.COLUMN...

Prints a script that moves key columns, and all that hold their values. Foreign
keys say which these are, and where there are none, the values of the columns.
It only reads. What it cannot move it refuses by name, and prints no script.

From texts to uuid on PostgreSQL, and to BINARY on MySQL and MariaDB:

  doctor move postgres://user:password@host:5432/database users.id > move.sql

  -from FORM      what the columns hold: {{forms}};
                  uuid is the default, and bytes are 16 of a bytea of PostgreSQL
  -tool TOOL      print a migration for goose, golang-migrate, atlas, dbmate,
                  flyway or tern (the client of the server)

From keys of any type to new, time-ordered ones, also on SQLite:

  doctor move -to uuidv7 DSN users.id orders.id > move.sql

  -to FORMAT      {{formats}}
  -time T=C       the column with the time of each row: users=created_at, or
                  users=now for the time of the move, in the order of the old
                  keys
  -keep-old       keep old keys in a column old_id; -keep-old=table keeps them
                  in a table users_old_ids

Both:

  -with COLUMN    a column that moves too, where values and names leave it open;
                  with -to its key as well: orders.user_id=users.id
  -leave COLUMN   a column that stays as it is, though it holds such keys
  -reviewed NAME  a view, routine, trigger, event, check or index that you have
                  read and found right for both forms
  -h              print this

-with, -leave, -reviewed and -time may be repeated.
`)

// moveFlags are what a user wrote.
type moveFlags struct {
	move.Options
	newKeys newkeys.Options
	help    bool
}

// moveCommand runs doctor move and returns its exit code.
func moveCommand(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parseMove(args)
	switch {
	case err != nil:
		fmt.Fprintf(stderr, "doctor move: %v\nRun doctor move -h for the flags.\n", err)
		return exitUsage
	case o.help:
		_, err := io.WriteString(stdout, moveHelp)
		return exitOf(err, stderr)
	}
	text, notes, err := o.script(ctx)
	if err != nil && ctx.Err() != nil {
		fmt.Fprintln(stderr, "doctor: interrupted")
		return exitInterrupted
	}
	for _, n := range notes {
		fmt.Fprintln(stderr, "doctor move:", n)
	}
	if err == nil {
		_, err = io.WriteString(stdout, text)
	}
	return exitOf(err, stderr)
}

// script prints the script with what a reader should know of it first.
func (o moveFlags) script(ctx context.Context) (text string, notes []string, err error) {
	if o.newKeys.To != "" {
		return newkeys.Script(ctx, o.newKeys)
	}
	m, err := move.Open(ctx, o.Options)
	return m.Script, m.Notes, err
}

// parseMove reads the flags and arguments.
func parseMove(args []string) (o moveFlags, err error) {
	fs := flag.NewFlagSet("doctor move", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar(&o.From, "from", "uuid", "")
	fs.StringVar(&o.Tool, "tool", "", "")
	fs.StringVar(&o.newKeys.To, "to", "", "")
	for name, list := range map[string]*[]string{"reviewed": &o.Reviewed, "with": &o.With, "leave": &o.Leave, "time": &o.newKeys.Times} {
		fs.Func(name, "", func(s string) error {
			*list = append(*list, s)
			return nil
		})
	}
	fs.BoolFunc("keep-old", "", func(s string) error {
		o.newKeys.KeepOld = map[string]string{"true": newkeys.KeepColumn, "false": ""}[s]
		if s != "true" && s != "false" {
			o.newKeys.KeepOld = s
		}
		return nil
	})
	err = fs.Parse(args)
	given := map[string]bool{}
	fs.Visit(func(f *flag.Flag) { given[f.Name] = true })
	switch {
	case errors.Is(err, flag.ErrHelp):
		o.help = true
		return o, nil
	case err != nil:
		return o, err
	case fs.NArg() < 2:
		return o, errors.New("give a DSN and columns, after the flags")
	case o.newKeys.To != "" && given["from"]:
		return o, errors.New("-from is for keys that stay: leave it out beside -to, which takes columns of any type")
	case o.newKeys.To != "" && given["tool"]:
		return o, errors.New("-tool is for scripts of one transaction: run that of -to with the client of the server, because it commits many times")
	case o.newKeys.To == "" && (given["time"] || given["keep-old"]):
		return o, errors.New("-time and -keep-old are for new keys: give -to")
	}
	o.DSN, o.Columns = fs.Arg(0), fs.Args()[1:]
	o.newKeys.DSN, o.newKeys.Columns, o.newKeys.Reviewed, o.newKeys.With, o.newKeys.Leave = o.DSN, o.Columns, o.Reviewed, o.With, o.Leave
	return o, nil
}
