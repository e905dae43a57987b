package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// tester runs tests in copies of the repository, one for each worker, with one file changed. The go command could read
// a changed file in place of another (-overlay), but then it uses no index of the modules and takes up to five times as long.
type tester struct {
	options
	root    string
	copies  []string
	timeout time.Duration      // of one package's tests
	seconds map[string]float64 // of each test without a mutant, with -tests
}

// verdict is what the tests said of a mutant.
type verdict struct {
	mutant
	killed bool
	by     []string // the tests that fail, with -tests
}

// memory is how much address space, in KiB, tests may take: a mutant can fill memory in a loop.
const memory = 12 << 20

// baseline runs the tests without a change. They have to pass, and say how long those of a mutant may take.
func (t *tester) baseline(ctx context.Context, all []mutant, out io.Writer) error {
	var packages []string
	for _, m := range all {
		if m.pack != "" && !slices.Contains(packages, m.pack) {
			packages = append(packages, m.pack)
		}
	}
	slices.Sort(packages)
	packages = append(packages, t.with...)
	var longest, sum time.Duration
	for _, p := range packages {
		var took time.Duration
		for range 2 { // the first one builds
			began := time.Now()
			output, err := t.test(ctx, t.copies[0], 20*time.Minute, p)
			if err != nil {
				return fmt.Errorf("the tests of %s fail without a mutant: %w\n%s", p, err, output)
			}
			maps.Copy(t.seconds, outcomeOf(p, output).seconds)
			took = time.Since(began)
		}
		longest, sum = max(longest, took), sum+took
	}
	t.timeout = 30*time.Second + 5*longest
	fmt.Fprintf(out, "%d mutants; the tests of %d packages pass in %.1f s\n", len(all), len(packages), sum.Seconds())
	return nil
}

// sample tests mutants in their order until the sample is full; those that do not compile are not of it.
func (t *tester) sample(ctx context.Context, all []mutant) ([]verdict, error) {
	limit := t.options.sample
	if limit == 0 {
		limit = len(all)
	}
	var (
		mu       sync.Mutex
		next     int
		verdicts = make([]*verdict, len(all))
		full     int // verdicts that there are
		errs     []error
		group    sync.WaitGroup
	)
	for _, dir := range t.copies {
		group.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			for ctx.Err() == nil && len(errs) == 0 && full < limit && next < len(all) {
				i := next
				next++
				mu.Unlock()
				verdict, err := t.verdict(ctx, dir, all[i])
				mu.Lock()
				switch {
				case err == nil:
					verdicts[i] = &verdict
					full++
				case !errors.Is(err, errBuild):
					errs = append(errs, err)
				}
			}
		})
	}
	group.Wait()
	var sample []verdict
	for _, v := range verdicts {
		if v != nil && len(sample) < limit { // the workers can end with more
			sample = append(sample, *v)
		}
	}
	slices.SortFunc(sample, func(a, b verdict) int { return strings.Compare(a.place(), b.place()) })
	return sample, errors.Join(append(errs, ctx.Err())...)
}

// place sorts mutants by file and line.
func (m mutant) place() string { return fmt.Sprintf("%s:%06d:%06d:%s", m.file, m.line, m.start, m.new) }

// errBuild says that a mutant does not compile.
var errBuild = errors.New("does not compile")

// verdict runs the tests with the mutant: until one fails, or all of them with -tests.
func (t *tester) verdict(ctx context.Context, dir string, m mutant) (v verdict, err error) {
	v.mutant = m
	source, err := os.ReadFile(filepath.Join(t.root, m.file))
	if err != nil {
		return v, err
	}
	changed := filepath.Join(dir, m.file)
	if err := os.WriteFile(changed, m.apply(source), 0o600); err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, os.WriteFile(changed, source, 0o600)) }()
	var packages []string
	if m.pack != "" {
		packages = append(packages, m.pack)
	}
	for _, p := range append(packages, t.with...) {
		output, err := t.test(ctx, dir, t.timeout, p)
		switch {
		case err == nil:
		case bytes.Contains(output, []byte("[build failed]")) || bytes.Contains(output, []byte("[setup failed]")):
			return v, errBuild
		case !t.tests:
			v.killed = true
			return v, nil
		default:
			v.killed = true
			v.by = append(v.by, outcomeOf(p, output).failed...)
		}
	}
	return v, nil
}

// test runs the tests of a package, until one fails or all of them. With -trimpath the copies share what is built.
func (t *tester) test(ctx context.Context, dir string, timeout time.Duration, pack string) ([]byte, error) {
	args := []string{"test", "-trimpath", "-count=1", "-vet=off", "-timeout", timeout.String()}
	if t.tests {
		args = append(args, "-json")
	} else {
		args = append(args, "-failfast")
	}
	if t.run != "" && slices.Contains(t.with, pack) {
		args = append(args, "-run", t.run)
	}
	args = append(args, pack)
	cmd := exec.CommandContext(ctx, "sh", append([]string{"-c", fmt.Sprintf(`ulimit -v %d; exec go "$@"`, memory), "go"}, args...)...)
	cmd.Dir = dir
	cmd.Env = os.Environ()
	if !t.servers {
		cmd.Env = slices.DeleteFunc(cmd.Env, func(e string) bool { return strings.HasPrefix(e, "SORTID_") })
		// The source of DSNs, without a DSN: tests that need a server are skipped.
		cmd.Env = append(cmd.Env, "SORTID_SERVER_SOURCE=dsn")
	}
	return cmd.CombinedOutput()
}
