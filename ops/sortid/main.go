package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// Exit codes.
const (
	exitOK    = 0
	exitInput = 1 // an input is not an ID, a time is outside a lifetime, or output failed
	exitUsage = 2 // the command line is wrong
)

var usage = `Usage:

  sortid new     [-format wiji] [-n 1] [-at TIME] [-json]   make IDs
  sortid inspect [-json] ID…                                say what IDs are, and show their fields and forms
  sortid convert -to FORM [-format NAME] [-prefix KIND] [-server SERVER] [-column id]
                 [-json] ID…                                write IDs in another form
  sortid range   [-format wiji] [-server SERVER] [-column id] [-json] FROM TO
                                                            bounds of the IDs from one time to another
  sortid partition -server SERVER -table TABLE -format NAME [-every month] [-from TIME] [-ahead 3]
                   [-retain N [-quarantine DAYS] [-drop]]   SQL that adds partitions by time, lists old ones, and drops them
  sortid migrations -server SERVER -tool TOOL [-formats wiji,uuidv7] [-sets functions,backfill] -out DIR [-json]
                                                            the functions in the server, as the files of a migration tool
  sortid version [-json]                                    what this program was built from

FORMAT  ` + strings.Join(formatNames(), ", ") + `
FORM    text, uuid, hex, int, sql
TIME    2026-01-31, 2026-01, 2026-01-31T12:00:00Z, or now; without an offset in UTC
TOOL    goose, golang-migrate, atlas, dbmate, flyway; psql, mysql, sqlite3 for the servers' clients
SERVER  postgres, mysql, mariadb; for range and convert also sqlite: without -server, they print a line for each
ID      a text, UUID, hexadecimal form (also 0x…, \x…, X'…'), decimal number, or typed ID such as
        user_069q6zxr120002m45bsqqg28t5; without arguments, a line of the standard input each: the result
        of a line is printed before the next is waited for, and a line that is refused ends nothing

Exit codes: 0, 1 if an input is refused, 2 if the command line is wrong.
`

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// program is one call of the command.
type program struct {
	in  io.Reader
	out *bufio.Writer
	err io.Writer
	now time.Time

	flags  *flag.FlagSet
	asJSON bool
}

// errUsage marks an error of the command line.
var errUsage = errors.New("run sortid -h for help")

func run(args []string, in io.Reader, out, errOut io.Writer) int {
	p := &program{in: in, out: bufio.NewWriter(out), err: errOut, now: time.Now()}
	err := p.command(args)
	if errors.Is(err, flag.ErrHelp) {
		err = nil
	}
	if err == nil || !errors.Is(err, errUsage) {
		if flushed := p.out.Flush(); err == nil || flushed != nil {
			err = flushed
		}
	}
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errRefused):
		return exitInput
	case errors.Is(err, errUsage):
		fmt.Fprintln(errOut, "sortid:", err)
		return exitUsage
	}
	fmt.Fprintln(errOut, "sortid:", err)
	return exitInput
}

func (p *program) command(args []string) error {
	if len(args) == 0 {
		return usageError("no command is given")
	}
	commands := map[string]func([]string) error{"new": p.newIDs, "inspect": p.inspect, "convert": p.convert, "range": p.bounds, "partition": p.partition, "migrations": p.migrations, "version": p.version}
	name := args[0]
	if name == "-h" || name == "-help" || name == "--help" || name == "help" {
		_, err := p.out.WriteString(usage)
		return err
	}
	command, ok := commands[name]
	if !ok {
		return usageError("there is no command %q: use new, inspect, convert, range, partition, migrations or version", name)
	}
	p.flags = flag.NewFlagSet("sortid "+name, flag.ContinueOnError)
	p.flags.SetOutput(io.Discard) // run prints the error, and parse the help
	p.flags.BoolVar(&p.asJSON, "json", false, "write JSON, one result a line")
	return command(args[1:])
}

// usageError returns an error of the command line.
func usageError(format string, args ...any) error {
	return fmt.Errorf("%w: %w", fmt.Errorf(format, args...), errUsage)
}

// parse parses the flags and returns the arguments.
func (p *program) parse(args []string) ([]string, error) {
	err := p.flags.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprintf(p.out, "Flags of %s:\n", p.flags.Name())
		p.flags.SetOutput(p.out)
		p.flags.PrintDefaults()
		return nil, err
	}
	if err != nil {
		return nil, usageError("%w", err)
	}
	return p.flags.Args(), nil
}

// writeJSON writes v in one line.
func (p *program) writeJSON(v any) error {
	e := json.NewEncoder(p.out)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// layouts lists the forms of a time. One without an offset is in UTC.
var layouts = []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02T15:04", "2006-01-02 15:04:05.999999999Z07:00",
	"2006-01-02 15:04:05.999999999", "2006-01-02 15:04", time.DateOnly, "2006-01"}

func (p *program) time(s string) (time.Time, error) {
	if s == "now" {
		return p.now.UTC(), nil
	}
	for _, layout := range layouts {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC(), nil
		}
	}
	return time.Time{}, usageError("time %q: use 2026-01-31, 2026-01-31T12:00:00Z or now", s)
}
