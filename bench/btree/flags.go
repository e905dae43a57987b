package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/btreebench"
	"github.com/sortid/sortid/bench/btree/internal/engine/sim"
	"github.com/sortid/sortid/bench/btree/internal/run"
	"github.com/sortid/sortid/bench/dbserver"
)

// options are the values of the flags.
type options struct {
	config btreebench.Config
	out    string
	// pictures asks for the pictures of the page in out.
	pictures bool
	format   string
	// load names saved results to show instead of measuring.
	load []string
}

// helpError is the error of parse for -h.
type helpError struct{ args []string }

func (*helpError) Error() string { return flag.ErrHelp.Error() }

// defaultPreset is the preset if none is named.
const defaultPreset = "quick"

// parse reads the command line. Its errors name the flag, the value, the rule and the
// remedy.
func parse(args []string) (options, error) {
	o := options{format: string(btreebench.Table)}
	preset := defaultPreset
	c := btreebench.Config{DSNs: perServer{}, Images: perServer{}}
	fs := flag.NewFlagSet("btree", flag.ContinueOnError)
	fs.SetOutput(io.Discard) // command writes the error
	presets, _ := btreebench.Presets()
	fs.Var(&choice{&preset, presets}, "preset", "")
	bind(fs, &c)
	formats := texts(btreebench.Formats())
	fs.Var(&choice{&o.format, formats}, "format", "")
	fs.StringVar(&o.out, "out", "", "")
	fs.BoolVar(&o.pictures, "pictures", false, "")
	verbose := false
	fs.BoolVar(&verbose, "v", false, "")
	fs.Var(&files{&o.load}, "load", "")
	fs.Func("image", "", perServer(c.Images).Set)
	// The flag package would show an invalid value with its password.
	var dsnError error
	fs.Func("dsn", "", func(s string) error {
		s, err := named(s)
		if err == nil {
			err = addDSN(&c, s)
		}
		if err != nil && dsnError == nil {
			dsnError = fmt.Errorf("invalid value for flag -dsn: %w", err)
		}
		return nil
	})
	switch err := fs.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return options{}, &helpError{fs.Args()}
	case err != nil:
		return options{}, err
	}
	if dsnError != nil {
		return options{}, dsnError
	}
	if verbose {
		if o.format != string(btreebench.Table) {
			return options{}, fmt.Errorf("flags -v and -format %s contradict each other: give one of them", o.format)
		}
		o.format = string(btreebench.Verbose)
	}
	if fs.NArg() > 0 {
		return options{}, fmt.Errorf("unexpected argument %q: btree takes flags only, such as -keys %s", fs.Arg(0), fs.Arg(0))
	}
	if o.pictures && o.out == "" {
		return options{}, errors.New("flag -pictures writes files: name a directory for them with -out")
	}
	if o.load != nil {
		return o, onlyShows(fs)
	}
	base, err := btreebench.Preset(preset)
	if err != nil {
		return options{}, err
	}
	o.config = over(base, c)
	if c.Engines == nil && len(c.DSNs)+len(c.Images) > 0 { // a server that is named is to be measured
		o.config.Engines = slices.DeleteFunc(btreebench.Servers(), func(name string) bool { return c.DSNs[name] == "" && c.Images[name] == "" })
	}
	fs.Visit(func(f *flag.Flag) { // 0 and false are values, too
		if f.Name == "curve" {
			o.config.Curve = c.Curve
		}
	})
	if err := checkServers(o.config); err != nil {
		return options{}, err
	}
	if err := checkUsed(fs, o.config); err != nil {
		return options{}, err
	}
	return o, withFlag(o.config.Validate())
}

// bind defines the flags of the fields of a Config.
func bind(fs *flag.FlagSet, c *btreebench.Config) {
	fs.Var(&list{&c.Engines, btreebench.Engines()}, "db", "")
	fs.Var(&list{&c.Keys, keyNames()}, "keys", "")
	fs.Var(&list{&c.Scenarios, btreebench.Scenarios()}, "scenario", "")
	fs.Var(&list{&c.Generators, btreebench.Generators()}, "generators", "")
	fs.Var(&list{&c.Make, btreebench.Makes()}, "make", "")
	fs.Var(&list{&c.Checkpoints, btreebench.Checkpoints()}, "checkpoints", "")
	fs.Var(&sizes{&c.BufferPools}, "pool", "")
	fs.Var(&numbers{&c.Rows, 1, run.MaxRows}, "rows", "")
	fs.Var(&numbers{&c.Writers, 1, run.MaxWriters}, "writers", "")
	fs.Var(&numbers{&c.Batch, 1, run.MaxBatch}, "batch", "")
	fs.Var(&numbers{&c.Payload, 0, run.MaxPayload}, "payload", "")
	fs.Var(&number{&c.Repeats, 1, run.MaxRepeats}, "repeat", "")
	fs.Var(&number{&c.Curve, 0, run.MaxCurve}, "curve", "")
	fs.Var(&rate{&c.Rate}, "rate", "")
	fs.Var(&distance{&c.Pace}, "pace", "")
}

// over returns the preset with the values of the flags in place of its own.
func over(preset, flags btreebench.Config) btreebench.Config {
	c := preset
	lists := []struct{ to, from *[]string }{
		{&c.Engines, &flags.Engines}, {&c.Keys, &flags.Keys}, {&c.Scenarios, &flags.Scenarios}, {&c.Generators, &flags.Generators},
		{&c.Make, &flags.Make}, {&c.Checkpoints, &flags.Checkpoints}, {&c.BufferPools, &flags.BufferPools},
	}
	for _, l := range lists {
		if *l.from != nil {
			*l.to = *l.from
		}
	}
	for _, l := range []struct{ to, from *[]int }{
		{&c.Rows, &flags.Rows}, {&c.Writers, &flags.Writers}, {&c.Batch, &flags.Batch}, {&c.Payload, &flags.Payload},
	} {
		if *l.from != nil {
			*l.to = *l.from
		}
	}
	for _, n := range []struct{ to, from *int }{
		{&c.Repeats, &flags.Repeats}, {&c.Curve, &flags.Curve},
	} {
		if *n.from != 0 {
			*n.to = *n.from
		}
	}
	if flags.Rate != 0 {
		c.Rate = flags.Rate
	}
	if flags.Pace != 0 {
		c.Pace = flags.Pace
	}
	c.DSNs, c.Nodes, c.Images = flags.DSNs, flags.Nodes, flags.Images
	return c
}

// onlyShows rejects flags beside -load that say what to measure.
func onlyShows(fs *flag.FlagSet) error {
	var err error
	fs.Visit(func(f *flag.Flag) {
		if !slices.Contains([]string{"load", "format", "out", "pictures", "v"}, f.Name) && err == nil {
			err = fmt.Errorf("flag -%s says what to measure, and -load measures nothing: give one of them", f.Name)
		}
	})
	return err
}

// withFlag returns an error of a Config with the name of the flag.
func withFlag(err error) error {
	if e, ok := errors.AsType[*run.FieldError](err); ok {
		return fmt.Errorf("invalid value \"%v\" for flag -%s: %s: %s", e.Value, e.Field, e.Rule, e.Remedy)
	}
	return err
}

// checkUsed rejects a flag that affects no trial, because its user expects an effect. It
// does not check the values of a preset.
func checkUsed(fs *flag.FlagSet, c btreebench.Config) error {
	c = c.WithDefaults()
	hasOne := func(list []string, of ...string) bool {
		return slices.ContainsFunc(of, func(name string) bool { return slices.Contains(list, name) })
	}
	var err error
	fs.Visit(func(f *flag.Flag) {
		var lacking, remedy string
		switch {
		case f.Name == "pace" && !slices.Contains(c.Engines, sim.Name):
			lacking, remedy = "the engine sim", "add sim to -db"
		case f.Name == "checkpoints" && hasOne(c.Checkpoints, btreebench.Checkpoints()[1:]...) && !hasOne(c.Engines, btreebench.Servers()...):
			lacking, remedy = "a server", "add one of "+strings.Join(btreebench.Servers(), ", ")+" to -db"
		default:
			return
		}
		if err == nil {
			err = fmt.Errorf("flag -%s needs %s, which no trial has: %s, or leave -%s out", f.Name, lacking, remedy, f.Name)
		}
	})
	return err
}

// checkServers rejects a DSN or an image for an engine that is not measured, and both for
// the same engine.
func checkServers(c btreebench.Config) error {
	for _, name := range btreebench.Servers() {
		_, dsn := c.DSNs[name]
		_, image := c.Images[name]
		switch {
		case dsn && image:
			return fmt.Errorf("flags -dsn and -image both name a server for %s: give one of them", name)
		case (dsn || image) && !slices.Contains(c.Engines, name):
			return fmt.Errorf("flag -dsn or -image names %s, which is not measured: add it to -db", name)
		}
	}
	return nil
}

// keyNames returns the names that -keys takes.
func keyNames() []string {
	var list []string
	for _, k := range btreebench.Keys() {
		list = append(list, k.Name)
	}
	return list
}

func texts[T ~string](list []T) []string {
	var out []string
	for _, v := range list {
		out = append(out, string(v))
	}
	return out
}

// addDSN adds NAME=DSN: the first DSN of a name is a server, and each further one is a node
// of the cluster that the server is in. Its errors do not show the DSN.
func addDSN(c *btreebench.Config, s string) error {
	name, dsn, _ := strings.Cut(s, "=")
	if c.DSNs[name] == "" {
		return perServer(c.DSNs).Set(s)
	}
	switch {
	case dsn == "":
		return errNoName()
	case dsn == c.DSNs[name] || slices.Contains(c.Nodes[name], dsn):
		return fmt.Errorf("a node of %s is given twice: give each node once", name)
	case c.Nodes == nil:
		c.Nodes = map[string][]string{}
	}
	c.Nodes[name] = append(c.Nodes[name], dsn)
	return nil
}

// driverDSN matches the beginning of a DSN of go-sql-driver/mysql, which does not say whether
// the server is MySQL or MariaDB.
var driverDSN = regexp.MustCompile(`^([^=@]*(:.*)?@)?(tcp|unix)\(`)

// named returns a value of -dsn as NAME=DSN: the scheme of a URL says which server it is of.
// The server of a DSN of go-sql-driver/mysql is asked.
func named(s string) (string, error) {
	if driverDSN.MatchString(s) {
		kind, err := dbserver.KindOf(context.Background(), s)
		if err != nil {
			return "", fmt.Errorf("the server does not say whether it is MySQL or MariaDB: %w: %w", err, errNoName())
		}
		return string(kind) + "=" + s, nil
	}
	scheme, _, ok := strings.Cut(s, "://")
	if scheme == "postgresql" {
		scheme = "postgres"
	}
	if ok && slices.Contains(btreebench.Servers(), scheme) {
		return scheme + "=" + s, nil
	}
	return s, nil
}

// errNoName returns the error of a value that names no server.
func errNoName() error {
	return fmt.Errorf("it must be NAME=VALUE, and NAME one of %s; a DSN may be a URL with such a scheme", strings.Join(btreebench.Servers(), ", "))
}

// perServer is a flag that can be repeated for each server, as NAME=VALUE.
type perServer map[string]string

// Set leaves the value out of its errors, because it may hold a password.
func (p perServer) Set(s string) error {
	servers := btreebench.Servers()
	name, value, ok := strings.Cut(s, "=")
	switch _, twice := p[name]; {
	case !ok || value == "" || !slices.Contains(servers, name):
		return errNoName()
	case twice:
		return fmt.Errorf("%s is given twice: give it once", name)
	}
	p[name] = value
	return nil
}
