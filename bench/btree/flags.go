package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/bench"
	"github.com/sortid/sortid/bench/btree/internal/engine/sqlite"
	"github.com/sortid/sortid/bench/btree/internal/key"
)

// Defaults: with SQLite they fill half a minute on two slow cores. A server's
// tree needs more rows before its pages say anything. Six repeats are the fewest
// for which there is an interval of the median at 95 %.
const (
	defaultRows       = 30_000
	defaultServerRows = 100_000
	defaultWriters    = 1
	defaultBatch      = 100
	defaultRepeats    = 6
	defaultPayload    = 100
)

// options are the arguments of the command line.
type options struct {
	databases []string
	keys      []string
	rows      int
	writers   int
	batch     int
	repeats   int
	payload   int
	out       string
	format    string
	// dsns and images are where servers come from, by the engine's name.
	dsns, images perServer
}

// errHelp is what parse returns for -h.
var errHelp = flag.ErrHelp

// parse reads the command line. Its error names the flag, the value, the rule and
// the remedy.
func parse(args []string) (options, error) {
	o := options{
		databases: []string{sqlite.Name}, keys: key.Names(key.All()),
		writers: defaultWriters, batch: defaultBatch, repeats: defaultRepeats, payload: defaultPayload,
		format: formatTable, dsns: perServer{}, images: perServer{},
	}
	fs := flag.NewFlagSet("btree", flag.ContinueOnError)
	fs.SetOutput(io.Discard) // run writes the error, once, and not the whole help after it
	fs.Var(&names{&o.databases, engineNames()}, "db", "")
	fs.Var(&names{&o.keys, key.Names(key.All())}, "keys", "")
	fs.Var(&number{&o.rows, 1, bench.MaxRows}, "rows", "")
	fs.Var(&number{&o.writers, 1, bench.MaxWriters}, "writers", "")
	fs.Var(&number{&o.batch, 1, bench.MaxBatch}, "batch", "")
	fs.Var(&number{&o.repeats, 1, bench.MaxRepeats}, "repeat", "")
	fs.Var(&number{&o.payload, 0, bench.MaxPayload}, "payload", "")
	fs.Var(&choice{&o.format, formats}, "format", "")
	fs.StringVar(&o.out, "out", "", "")
	fs.Func("image", "", o.images.Set)
	// The flag package would show a value that it does not like, password and all.
	var dsnError error
	fs.Func("dsn", "", func(s string) error {
		if err := o.dsns.Set(s); err != nil && dsnError == nil {
			dsnError = fmt.Errorf("invalid value for flag -dsn: %w", err)
		}
		return nil
	})
	if err := fs.Parse(args); err != nil {
		return options{}, err
	}
	if dsnError != nil {
		return options{}, dsnError
	}
	if fs.NArg() > 0 {
		return options{}, fmt.Errorf("argument %q is not understood: this command takes flags only, such as -keys %s", fs.Arg(0), fs.Arg(0))
	}
	if err := o.checkServers(); err != nil {
		return options{}, err
	}
	if o.rows == 0 {
		o.rows = defaultRows
		if slices.ContainsFunc(o.databases, func(name string) bool { return slices.Contains(serverNames(), name) }) {
			o.rows = defaultServerRows
		}
	}
	if o.writers > o.rows {
		return options{}, fmt.Errorf("invalid value \"%d\" for flag -writers: each writer needs a row to insert, and -rows is %d: give fewer writers or more rows", o.writers, o.rows)
	}
	return o, nil
}

// checkServers refuses what is said of a server that is not asked for, and two
// answers to the question where one comes from.
func (o options) checkServers() error {
	for _, name := range serverNames() {
		_, dsn := o.dsns[name]
		_, image := o.images[name]
		switch {
		case dsn && image:
			return fmt.Errorf("flags -dsn and -image both say where %s comes from: give one of them", name)
		case (dsn || image) && !slices.Contains(o.databases, name):
			return fmt.Errorf("flag -dsn or -image is for %s, which is not among the databases: add it to -db", name)
		}
	}
	return nil
}

// number is a flag for a whole number within a range.
type number struct {
	to          *int
	least, most int
}

func (n *number) String() string {
	if n.to == nil {
		return ""
	}
	return strconv.Itoa(*n.to)
}

func (n *number) Set(s string) error {
	v, err := strconv.ParseInt(s, 0, 64)
	if err != nil || v < int64(n.least) || v > int64(n.most) {
		return fmt.Errorf("it must be a whole number from %d to %d, written like 30000 or 30_000", n.least, n.most)
	}
	*n.to = int(v)
	return nil
}

// names is a flag for a list of names, separated by commas.
type names struct {
	to  *[]string
	all []string
}

func (n *names) String() string {
	if n.to == nil {
		return ""
	}
	return strings.Join(*n.to, ",")
}

func (n *names) Set(s string) error {
	var list []string
	for _, name := range strings.Split(s, ",") {
		name = strings.TrimSpace(name)
		switch {
		case name == "":
			return fmt.Errorf("there is an empty name in the list: choose from %s, with commas between", strings.Join(n.all, ","))
		case !slices.Contains(n.all, name):
			return fmt.Errorf("there is no %q: choose from %s", name, strings.Join(n.all, ","))
		case slices.Contains(list, name):
			return fmt.Errorf("%q is there twice: name it once", name)
		}
		list = append(list, name)
	}
	*n.to = list
	return nil
}

// choice is a flag for one word of a few.
type choice struct {
	to  *string
	all []string
}

func (c *choice) String() string {
	if c.to == nil {
		return ""
	}
	return *c.to
}

func (c *choice) Set(s string) error {
	if !slices.Contains(c.all, s) {
		return errors.New("choose one of " + strings.Join(c.all, ", "))
	}
	*c.to = s
	return nil
}
