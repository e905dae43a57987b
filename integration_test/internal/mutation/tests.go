package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
)

// outcome is what go test -json says of the tests of a package: by name, with the package before it, the seconds of
// each that ran, and the failed ones without those that failed by a subtest.
type outcome struct {
	seconds map[string]float64
	failed  []string
}

// outcomeOf reads the output of go test -json. A package that fails by no test, as in TestMain, counts as one itself.
func outcomeOf(pack string, output []byte) outcome {
	o := outcome{seconds: map[string]float64{}}
	failed := map[string]bool{}
	for line := range bytes.Lines(output) {
		var event struct {
			Action, Test string
			Elapsed      float64
		}
		if json.Unmarshal(line, &event) != nil || event.Action != "pass" && event.Action != "fail" {
			continue
		}
		name := strings.TrimSuffix(pack+" "+event.Test, " ")
		o.seconds[name] = event.Elapsed
		if event.Action == "fail" {
			failed[name] = true
		}
	}
	names := slices.Sorted(maps.Keys(failed))
	for _, name := range names {
		if !slices.ContainsFunc(names, func(other string) bool { return other != name && part(other, name) }) {
			o.failed = append(o.failed, name)
		}
	}
	return o
}

// part reports whether a test is the named one or a part of it: a test of the package, or a subtest.
func part(test, of string) bool {
	rest, ok := strings.CutPrefix(test, of)
	return ok && (rest == "" || rest[0] == '/' || rest[0] == ' ')
}

// withParts returns the seconds of tests, at least those of their longest part: the time of a test does not have that of
// its parallel subtests.
func withParts(seconds map[string]float64) map[string]float64 {
	all := maps.Clone(seconds)
	for name := range all {
		for other, took := range seconds {
			if part(other, name) {
				all[name] = max(all[name], took)
			}
		}
	}
	return all
}

// top returns the test that a subtest is a part of.
func top(name string) string {
	pack, test, _ := strings.Cut(name, " ")
	test, _, _ = strings.Cut(test, "/")
	return pack + " " + test
}

// reportTests prints of each test and each of its own subtests how many mutants it kills, and how many no other test
// does, those first that take longest, without those that take less than 50 ms. One that kills nothing alone is one to
// look at. It can still show what no mutant changes, such as a plan, a lock or a type. A mutant that ends the program,
// by a panic or the time limit, hides the tests that would have run later.
func reportTests(out io.Writer, seconds map[string]float64, verdicts []verdict) error {
	seconds = withParts(seconds)
	names := slices.DeleteFunc(slices.Collect(maps.Keys(seconds)), func(name string) bool {
		_, test, _ := strings.Cut(name, " ")
		return test == "" || strings.Count(test, "/") > 1 || seconds[name] < 0.05
	})
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(-cmp.Compare(seconds[top(a)], seconds[top(b)]), strings.Compare(a, b))
	})
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "seconds\tkills\talone\ttest")
	for _, name := range names {
		var kills, alone int
		for _, v := range verdicts {
			others := slices.ContainsFunc(v.by, func(by string) bool { return !part(by, name) })
			mine := slices.ContainsFunc(v.by, func(by string) bool { return part(by, name) })
			switch {
			case mine && !others:
				kills, alone = kills+1, alone+1
			case mine:
				kills++
			}
		}
		fmt.Fprintf(w, "%.1f\t%d\t%d\t%s\n", seconds[name], kills, alone, name)
	}
	return w.Flush()
}
