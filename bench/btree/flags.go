package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/like"
	"github.com/sortid/sortid/bench/btree/internal/report"
	"github.com/sortid/sortid/bench/btree/internal/run"
	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/internal/dbserver"
)

// options holds the values of the flags.
type options struct {
	// plan has its defaults and passed Check.
	plan trial.Plan
	run  run.Options
	out  string
	// pictures asks for the pictures of the page in out.
	pictures bool
	format   string
	// verbose asks for the table of the terminal with everything.
	verbose bool
	// like is the table that the plan is like, if any.
	like like.Table
	// load names saved results to show instead of measuring.
	load []string
}

// helpError is the error of parse for -h.
type helpError struct{ args []string }

func (*helpError) Error() string { return flag.ErrHelp.Error() }

// asked holds the values of flags that a server must be asked about, once all flags are right.
type asked struct {
	dsns []string
	like string
}

// parse reads the command line. Its errors name the flag, the value, the rule and the
// remedy. It asks servers only if the command line is right, and until ctx ends.
func parse(ctx context.Context, args []string) (options, error) {
	o := options{format: report.Table, run: run.Options{DSNs: map[string]string{}, Images: map[string]string{}}}
	preset := trial.Presets()[0]
	var given trial.Plan // by flags
	settings := make(map[string]trial.Setting)
	fs := flag.NewFlagSet("btree", flag.ContinueOnError)
	fs.SetOutput(io.Discard) // command writes the error
	for _, s := range trial.Settings() {
		settings[s.Flag] = s
		fs.Func(s.Flag, "", func(text string) error { return s.Set(&given, text) })
	}
	fs.Func("preset", "", func(name string) error {
		i := slices.IndexFunc(trial.Presets(), func(p trial.Preset) bool { return p.Name == name })
		if name == "full" {
			return errors.New("the preset is gone: give what you need of -db all -scenario all -keys all -writers 1,8 -batch 1,1000")
		}
		if i < 0 {
			return errors.New("choose one of " + strings.Join(presetNames(), ", "))
		}
		preset = trial.Presets()[i]
		return nil
	})
	fs.Func("format", "", func(name string) error {
		if !slices.Contains(report.Forms(), name) {
			return errors.New("choose one of " + strings.Join(report.Forms(), ", "))
		}
		o.format = name
		return nil
	})
	fs.StringVar(&o.out, "out", "", "")
	fs.BoolVar(&o.pictures, "pictures", false, "")
	fs.BoolVar(&o.verbose, "v", false, "")
	fs.Func("load", "", func(text string) error {
		names := strings.Split(text, ",")
		if slices.Contains(names, "") {
			return errors.New("the list has an empty name: name results.json files, with commas between")
		}
		o.load = append(o.load, names...)
		return nil
	})
	fs.Func("curve", "", func(string) error {
		return errors.New("the flag is gone, its rates were of one trial: give several -rows, such as -rows 100000,300000 -v")
	})
	fs.Func("image", "", func(text string) error { return addImage(o.run, text) })
	var ask asked // package flag would show an invalid value with its password
	fs.Func("dsn", "", func(text string) error {
		ask.dsns = append(ask.dsns, text)
		return nil
	})
	fs.StringVar(&ask.like, "like", "", "")
	switch err := fs.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return options{}, &helpError{fs.Args()}
	case err != nil:
		return options{}, err
	case o.verbose && o.format != report.Table:
		return options{}, fmt.Errorf("flags -v and -format %s contradict each other: give one of them", o.format)
	case fs.NArg() > 0:
		return options{}, fmt.Errorf("unexpected argument %q: btree takes flags only: %s", fs.Arg(0), near(fs.Arg(0)))
	case o.pictures && o.out == "":
		return options{}, errors.New("flag -pictures writes files: name a directory for them with -out")
	}
	if o.load != nil {
		return o, onlyShows(fs)
	}
	if err := o.ask(ctx, ask); err != nil {
		return options{}, err
	}
	o.plan = likeTable(preset.Plan, o.like)
	fs.Visit(func(f *flag.Flag) {
		if s, ok := settings[f.Name]; ok {
			s.Copy(&o.plan, given)
		}
	})
	if given.Engines == nil && len(o.run.DSNs)+len(o.run.Images) > 0 { // a server that is named is to be measured
		o.plan.Engines = slices.DeleteFunc(engine.Servers(), func(name string) bool { return o.run.DSNs[name] == "" && o.run.Images[name] == "" })
	}
	o.plan = o.plan.WithDefaults()
	return o, cmp.Or(checkServers(o), checkUsed(given, o.plan), o.plan.Check())
}

// ask sets what depends on servers: which of them a DSN names, and the table of -like.
func (o *options) ask(ctx context.Context, a asked) error {
	for _, text := range a.dsns {
		if err := addDSN(ctx, o.run, text); err != nil {
			return fmt.Errorf("invalid value for flag -dsn: %w", err)
		}
	}
	if a.like == "" {
		return nil
	}
	text, table, _ := strings.Cut(a.like, "#")
	name, dsn, err := named(ctx, text)
	if err == nil {
		o.like, err = like.Read(ctx, dbserver.Kind(name), dsn, table)
	}
	if err != nil {
		return fmt.Errorf("invalid value for flag -like: %w", err)
	}
	return nil
}

// likeTable returns a plan with the payload, the other indexes and the batch of a table.
func likeTable(p trial.Plan, t like.Table) trial.Plan {
	if t.Name != "" {
		p.Payload = []int{t.Payload}
	}
	if t.Indexes > 0 {
		p.Scenarios = []trial.Scenario{trial.Indexes}
	}
	if t.Batch > 0 {
		p.Batch = []int{t.Batch}
	}
	return p
}

// near names the command that an argument without a flag may have meant.
func near(arg string) string {
	switch {
	case arg == "doctor" || arg == "inspect":
		return "the program ops/doctor reads the keys of a database"
	case slices.Contains(presetNames(), arg):
		return "run btree -preset " + arg
	case strings.Contains(arg, "://"):
		return "run btree -dsn and the DSN"
	case strings.HasSuffix(arg, ".json"):
		return "run btree -load " + arg
	}
	for _, s := range trial.Settings() {
		if s.Set(new(trial.Plan), arg) == nil {
			return "run btree -" + s.Flag + " " + arg
		}
	}
	return "run btree -h for a list"
}

func presetNames() []string {
	var list []string
	for _, p := range trial.Presets() {
		list = append(list, p.Name)
	}
	return list
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

// checkUsed rejects a flag that affects no trial, because its user expects an effect. It
// does not check the values of a preset.
func checkUsed(given, plan trial.Plan) error {
	if given.Checkpoints != nil && !slices.ContainsFunc(plan.Engines, engine.IsServer) {
		return errors.New("flag -checkpoints needs a server, which no trial has: add one of " + strings.Join(engine.Servers(), ", ") + " to -db, or leave -checkpoints out")
	}
	return nil
}

// checkServers rejects a DSN or an image for an engine that is not measured, both for the same
// engine, and several conditions for a running server, which keeps its own.
func checkServers(o options) error {
	for _, name := range engine.Servers() {
		dsn, image := o.run.DSNs[name] != "", o.run.Images[name] != ""
		switch {
		case dsn && image:
			return fmt.Errorf("flags -dsn and -image both name a server for %s: give one of them", name)
		case (dsn || image) && !slices.Contains(o.plan.Engines, name):
			return fmt.Errorf("flag -dsn or -image names %s, which is not measured: add it to -db", name)
		case dsn && len(o.plan.BufferPools) > 1:
			return fmt.Errorf("%s is a running server, whose buffer pool cannot be changed: give one -pool, or no -dsn for it", name)
		}
	}
	return nil
}

// driverDSN matches the beginning of a DSN of go-sql-driver/mysql, which does not say whether
// the server is MySQL or MariaDB.
var driverDSN = regexp.MustCompile(`^([^=@]*(:.*)?@)?(tcp|unix)\(`)

// named splits a value of -dsn into the name of its server and the DSN: it is NAME=DSN, or the
// scheme of a URL is the name. The server of a DSN of go-sql-driver/mysql is asked.
func named(ctx context.Context, s string) (name, dsn string, err error) {
	if driverDSN.MatchString(s) {
		kind, err := dbserver.KindOf(ctx, s)
		if err != nil {
			return "", "", fmt.Errorf("the server does not say whether it is MySQL or MariaDB: %w: %w", err, errNoName())
		}
		return string(kind), s, nil
	}
	name, _, ok := strings.Cut(s, "://")
	if name == "postgresql" {
		name = engine.Postgres
	}
	if ok && engine.IsServer(name) {
		return name, s, nil
	}
	return nameAndValue(s)
}

// nameAndValue splits NAME=VALUE. Its error leaves the value out, because it may hold a password.
func nameAndValue(s string) (name, value string, err error) {
	name, value, _ = strings.Cut(s, "=")
	if value == "" || !engine.IsServer(name) {
		return "", "", errNoName()
	}
	return name, value, nil
}

// errNoName returns the error of a value that names no server.
func errNoName() error {
	return fmt.Errorf("it must be NAME=VALUE, and NAME one of %s; a DSN may be a URL with such a scheme", strings.Join(engine.Servers(), ", "))
}

// addDSN adds a value of -dsn. Its errors do not show the DSN.
func addDSN(ctx context.Context, o run.Options, s string) error {
	name, dsn, err := named(ctx, s)
	if err == nil && o.DSNs[name] != "" {
		err = fmt.Errorf("%s is given twice: give it once", name)
	}
	o.DSNs[name] = dsn
	return err
}

// addImage adds a value of -image.
func addImage(o run.Options, s string) error {
	name, image, err := nameAndValue(s)
	if err == nil && o.Images[name] != "" {
		err = fmt.Errorf("%s is given twice: give it once", name)
	}
	o.Images[name] = image
	return err
}
