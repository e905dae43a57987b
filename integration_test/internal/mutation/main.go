// Command mutation measures what the tests notice: it changes one line at a time, a condition, a bound, a sign, a
// constant by one, a statement, an error, and runs the tests beside it. .ci/mutants starts it.
//
//	.ci/mutants ./ops/lease                               # 100 mutants of a package, killed by its own tests
//	.ci/mutants -n 0 -only 'sql.go:12[0-9]' ./ops/lease   # all of ten lines
//	.ci/mutants -with ./gormtype ./gormtype/internal/...  # tests of other packages, for those that the own ones leave
//	.ci/mutants -tests ./ops/lease                        # what each test kills, and which kill nothing alone
//	. servers.env; .ci/mutants -servers -with ./integration_test/ops/lease migrations/postgres/00011_lease.sql
//
// A mutant that does not compile is not counted, and neither is one of equal/, which no test can notice. Copies of
// the repository are changed: the working tree stays as it is.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/sortid/sortid/integration_test/internal/modproxy"
)

// options are the command's flags and arguments.
type options struct {
	sample  int
	seed    uint64
	only    *regexp.Regexp
	with    []string
	run     string
	least   float64
	workers int
	servers bool
	list    bool
	tests   bool
	args    []string
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	o, err := parse(os.Args[1:])
	if err == nil {
		err = o.measure(ctx, ".", os.Stdout)
	}
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1) //nolint:gocritic // stop only ends the notification of an interrupt
	}
}

// parse reads the arguments of the command.
func parse(args []string) (options, error) {
	var o options
	f := flag.NewFlagSet(".ci/mutants", flag.ContinueOnError)
	f.IntVar(&o.sample, "n", 100, "mutants of the sample; 0 for all")
	f.Uint64Var(&o.seed, "seed", 1, "seed of the sample")
	only := f.String("only", "", "a `pattern` of the mutants, as they are printed: file.go:line, declaration, old and new text")
	with := f.String("with", "", "packages whose tests run after the own ones, with commas between; for SQL, the only ones")
	f.StringVar(&o.run, "run", "", "a `pattern` of the tests of -with")
	f.Float64Var(&o.least, "least", 0, "percentage of killed mutants below which the command fails")
	f.IntVar(&o.workers, "workers", runtime.NumCPU(), "mutants at a time")
	f.BoolVar(&o.servers, "servers", false, "use the servers of the environment; without it, tests that need one are skipped")
	f.BoolVar(&o.list, "list", false, "print the mutants, and test nothing")
	f.BoolVar(&o.tests, "tests", false, "run the tests with each mutant to their end, and print what each test kills, and what it kills alone")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	o.args = f.Args()
	if len(o.args) == 0 {
		return o, errors.New("no package: name packages or SQL files, as .ci/mutants ./ops/lease")
	}
	if *with != "" {
		o.with = strings.Split(*with, ",")
	}
	var err error
	if o.only, err = regexp.Compile(*only); err != nil {
		return o, fmt.Errorf("-only: %w", err)
	}
	if o.workers < 1 || o.sample < 0 {
		return o, fmt.Errorf("-workers %d -n %d: at least one worker, and no negative sample", o.workers, o.sample)
	}
	return o, nil
}

// measure tests a sample of mutants of the repository in a folder, and prints those that live.
func (o options) measure(ctx context.Context, folder string, out io.Writer) error {
	root, err := filepath.Abs(folder)
	if err != nil {
		return err
	}
	all, err := o.mutants(ctx, root)
	if err != nil {
		return err
	}
	reasons, err := equals(root)
	if err != nil {
		return err
	}
	if err := stale(reasons, all); err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(m mutant) bool {
		_, equal := reasons[m.key()]
		return equal || !o.only.MatchString(m.String())
	})
	if len(all) == 0 {
		return errors.New("no mutant: -only matches none, or the packages have no code")
	}
	rand.New(rand.NewPCG(o.seed, 0)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	if o.list {
		for _, m := range all {
			fmt.Fprintln(out, m)
		}
		return nil
	}
	scratch, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	t := tester{options: o, root: root, seconds: map[string]float64{}}
	for worker := range o.workers {
		dir := filepath.Join(scratch, strconv.Itoa(worker))
		if err := modproxy.CopyTree(root, dir); err != nil {
			return err
		}
		t.copies = append(t.copies, dir)
	}
	if err := t.baseline(ctx, all, out); err != nil {
		return err
	}
	verdicts, err := t.sample(ctx, all)
	if err != nil {
		return err
	}
	if o.tests {
		if err := reportTests(out, t.seconds, verdicts); err != nil {
			return err
		}
	}
	return report(out, verdicts, o.least)
}

// listed is a line for each file of packages. Those that import package testing hold what tests share.
const listed = `{{$p := .}}{{$tests := false}}{{range .Imports}}{{if eq . "testing"}}{{$tests = true}}{{end}}{{end}}` +
	`{{if not $tests}}{{range .GoFiles}}{{$p.ImportPath}}	{{$p.Dir}}	{{.}}{{"\n"}}{{end}}{{end}}`

// mutants returns the mutants of the packages and the SQL files.
func (o options) mutants(ctx context.Context, root string) ([]mutant, error) {
	var all []mutant
	var patterns []string
	for _, arg := range o.args {
		if !strings.HasSuffix(arg, ".sql") {
			patterns = append(patterns, arg)
			continue
		}
		found, err := mutants(root, filepath.Clean(arg))
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	if len(patterns) < len(o.args) && len(o.with) == 0 {
		return nil, errors.New("-with: SQL has no tests of its own: name the packages that test it")
	}
	if len(patterns) == 0 {
		return all, nil
	}
	list := exec.CommandContext(ctx, "go", append([]string{"list", "-f", listed}, patterns...)...)
	list.Stderr = os.Stderr
	files, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list %s: %w", strings.Join(patterns, " "), err)
	}
	for line := range strings.Lines(string(files)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if len(fields) != 3 {
			continue
		}
		file, err := filepath.Rel(root, filepath.Join(fields[1], fields[2]))
		if err != nil {
			return nil, err
		}
		found, err := mutants(root, file)
		if err != nil {
			return nil, err
		}
		for i := range found {
			found[i].pack = fields[0]
		}
		all = append(all, found...)
	}
	return all, nil
}

// score counts the mutants of a folder.
type score struct{ killed, all int }

// report prints the mutants that live, and the score of each folder.
func report(out io.Writer, verdicts []verdict, least float64) error {
	scores := map[string]*score{}
	var total score
	for _, v := range verdicts {
		folder := filepath.Dir(v.file)
		if scores[folder] == nil {
			scores[folder] = &score{}
		}
		scores[folder].all++
		total.all++
		if v.killed {
			scores[folder].killed++
			total.killed++
			continue
		}
		fmt.Fprintf(out, "lives\t%s\n", v.mutant)
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, folder := range slices.Sorted(maps.Keys(scores)) {
		s := scores[folder]
		fmt.Fprintf(w, "%s\t%d of %d\t%.0f %%\n", folder, s.killed, s.all, 100*float64(s.killed)/float64(s.all))
	}
	if total.all == 0 {
		return errors.New("no mutant of the sample compiles")
	}
	percent := 100 * float64(total.killed) / float64(total.all)
	fmt.Fprintf(w, "killed\t%d of %d\t%.1f %%\n", total.killed, total.all, percent)
	if err := w.Flush(); err != nil {
		return err
	}
	if percent < least {
		return fmt.Errorf("%.1f %% of the mutants are killed, and at least %g %% should be: give each that lives a test beside its rule, or a line in equal/ if none can tell it", percent, least)
	}
	return nil
}
