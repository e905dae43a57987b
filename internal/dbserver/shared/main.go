// Command shared starts one server of each kind and runs a command, whose tests use these servers in place of one of
// each kind for every package:
//
//	go run ./internal/dbserver/shared go test work
//
// Each test has a database of its own. Packages that set [dbtest.Own] start their own servers all the same, with data that
// one server of MySQL and MariaDB has initialised for them, unless -all is given. A kind whose server the environment
// chooses is left to it, and without Docker the command runs as it would alone.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"sync"
	"syscall"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	status, err := run(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "shared:", err)
		status = max(status, 1)
	}
	os.Exit(status)
}

// run runs a command beside the servers, and returns its exit status.
func run(ctx context.Context, args []string) (status int, err error) {
	f := flag.NewFlagSet("shared", flag.ContinueOnError)
	all := f.Bool("all", false, "for all packages, as if their DSNs were set")
	if err := f.Parse(args); err != nil {
		return 2, err
	}
	if args = f.Args(); len(args) == 0 {
		return 2, errors.New("no command: write it behind, as in shared go test work")
	}
	variable := dbtest.SharedVariable
	if *all {
		variable = dbserver.Kind.DSNVariable
	}
	variables, end, err := servers(ctx, variable, *all)
	if err != nil {
		return 1, err
	}
	defer func() { err = errors.Join(err, end()) }()
	// An interrupt of a terminal reaches the command too, which ends by itself: the servers wait for it.
	cmd := exec.Command(args[0], args[1:]...) //nolint:noctx // it ends by the signal that it gets, so that it can clean up
	cmd.Env = append(os.Environ(), variables...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := cmd.Start(); err != nil {
		return 1, err
	}
	stop := context.AfterFunc(ctx, func() { _ = cmd.Process.Signal(syscall.SIGTERM) }) // it can have ended
	defer stop()
	err = cmd.Wait()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return max(exit.ExitCode(), 1), nil
	}
	return 0, err
}

// servers starts a server of each kind that the environment does not choose, all at a time, for the packages that share one
// or for all. It returns the settings of the variables that name them and the data with which those of other packages
// begin, and the function that ends them.
func servers(ctx context.Context, variable func(dbserver.Kind) string, all bool) (variables []string, end func() error, err error) {
	var (
		mu     sync.Mutex
		group  sync.WaitGroup
		opened []io.Closer // data in front of the servers that begin with them
		errs   []error
	)
	add := func(c io.Closer, err error, variable string, value func() string) {
		mu.Lock()
		defer mu.Unlock()
		if _, none := errors.AsType[*dbserver.UnavailableError](err); none {
			return // the tests say so, or skip
		}
		if err != nil {
			errs = append(errs, err)
			return
		}
		opened = append(opened, c)
		variables = append(variables, variable+"="+value())
	}
	for _, kind := range dbserver.Kinds() {
		if kind.Chosen(os.Getenv) {
			continue
		}
		group.Go(func() {
			o := dbtest.SharedOptions(kind, all)
			if kind != dbserver.Postgres && !all {
				d, err := dbserver.NewData(ctx, kind)
				o.Data = d
				add(d, err, dbtest.DataVariable(kind), d.Encode)
			}
			s, err := dbserver.Open(ctx, kind, o)
			add(s, err, variable(kind), s.DSN)
		})
	}
	group.Wait()
	end = func() error {
		var errs []error
		for _, c := range slices.Backward(opened) {
			errs = append(errs, c.Close())
		}
		return errors.Join(errs...)
	}
	if len(errs) > 0 {
		return nil, nil, errors.Join(append(errs, end())...)
	}
	return variables, end, nil
}
