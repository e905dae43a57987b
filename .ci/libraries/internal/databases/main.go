// Command databases runs a command with empty databases, and drops them afterwards:
//
//	databases postgres 4 COMMAND ARGUMENT…
//
// It opens the server that the environment asks for, as package dbserver says. The command finds the DSNs of its
// databases in the variables DSN1, DSN2 and so on. Without a server it is not run, which is an error if
// SORTID_REQUIRE_SERVERS is 1.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"syscall"

	"github.com/sortid/sortid/internal/dbserver"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("databases: ")
	if len(os.Args) < 4 {
		log.Fatal("usage: databases KIND NUMBER COMMAND ARGUMENT…")
	}
	number, err := strconv.Atoi(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	err = run(ctx, dbserver.Kind(os.Args[1]), number, os.Args[3:])
	if _, ok := errors.AsType[*dbserver.UnavailableError](err); ok && os.Getenv("SORTID_REQUIRE_SERVERS") != "1" {
		log.Printf("%v: the command is not run", err)
		return
	}
	if err != nil {
		log.Fatal(err)
	}
}

// run runs a command with databases of a server.
func run(ctx context.Context, kind dbserver.Kind, number int, command []string) (err error) {
	server, err := dbserver.Open(ctx, kind, dbserver.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Close()) }() // drops the databases
	c := exec.CommandContext(ctx, command[0], command[1:]...)
	c.Stdin, c.Stdout, c.Stderr, c.Env = os.Stdin, os.Stdout, os.Stderr, os.Environ()
	for i := range number {
		d, err := server.NewDatabase(ctx, "databases", dbserver.DatabaseOptions{})
		if err != nil {
			return err
		}
		c.Env = append(c.Env, fmt.Sprintf("DSN%d=%s", i+1, d.DSN))
	}
	if err := c.Run(); err != nil {
		return fmt.Errorf("%s: %w", command[0], err)
	}
	return nil
}
