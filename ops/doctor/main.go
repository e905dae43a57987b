// Doctor reads the keys of a PostgreSQL, MySQL, MariaDB or SQLite database: which IDs they
// are, what is wrong with them, what their indexes cost, and what changes would save. It
// only reads. See [docs/doctor.md].
//
//	go run github.com/sortid/sortid/ops/doctor@latest postgres://user:password@host:5432/database
//
// [docs/doctor.md]: https://github.com/sortid/sortid/blob/main/docs/doctor.md
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// A second signal ends the program at once, in case the first has no effect.
	context.AfterFunc(ctx, stop)
	code := command(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
