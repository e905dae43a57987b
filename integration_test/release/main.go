// Command release makes the two commits and the tags of a release of all modules.
//
//	go run ./integration_test/release [-n] [-keep DIR] v1.2.3
//
// The release commit has no replace directives for the repository's modules, and
// requires them at the release's version. The next commit restores the directives.
// Both are made in a clone, checked there with a module proxy in a folder, and then
// fetched into the repository: a release that fails changes nothing. The command
// never pushes; it prints the tags in their order and the command that pushes them.
// CONTRIBUTING.md describes the steps.
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/sortid/sortid/integration_test/internal/modproxy"
)

func main() {
	dry := flag.Bool("n", false, "make and check the commits and tags in a clone, and change nothing here")
	keep := flag.String("keep", "", "keep the module proxy of the release in the new folder `DIR`, to build programs with it")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: go run ./integration_test/release [-n] [-keep DIR] v1.2.3")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(flag.Arg(0), *dry, *keep); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(version string, dry bool, keep string) error {
	if err := checkKeep(keep); err != nil {
		return err
	}
	repository, err := modproxy.Git(".", "rev-parse", "--show-toplevel")
	if err != nil {
		return err
	}
	r, err := newRelease(repository, version, os.Stdout)
	if err != nil {
		return err
	}
	defer r.close()
	if err := r.make(); err != nil {
		return err
	}
	if err := r.check(); err != nil {
		return err
	}
	if keep != "" {
		if err := r.keep(keep); err != nil {
			return err
		}
	}
	if dry {
		fmt.Println("nothing is changed here; without -n the tags are, in their order:")
	} else if err := r.fetch(); err != nil {
		return err
	}
	return r.printTags()
}
