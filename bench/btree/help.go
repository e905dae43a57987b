package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/bench"
	"github.com/sortid/sortid/bench/btree/internal/engine/sqlite"
	"github.com/sortid/sortid/bench/btree/internal/key"
)

// help writes what the flags mean.
func help(w io.Writer) error {
	_, err := fmt.Fprintf(w, `Usage: btree [flags]

Inserts rows into a database with the primary keys of each format, and compares
the B+ trees that they make with those of sequential keys of the same width.
Without flags it takes about half a minute and needs nothing installed; with
a server it takes some minutes.

  -db NAMES       databases, with commas between (default %s)
                  %s
  -dsn NAME=DSN   take a server that runs already, such as
                  postgres=postgres://user:password@host:5432/database or
                  mysql=user:password@tcp(host:3306)/database; the account must
                  be allowed to create databases. Once for each server
  -image NAME=IMG start this image, such as postgres=postgres:17. Once for each
  -keys NAMES     keys, with commas between (default all); the sequential keys
                  of the same width are added
%s
  -rows N         rows that each run inserts, 1 to %d (default %d,
                  with a server %d)
  -writers N      goroutines that insert them, 1 to %d (default %d), on
                  servers with a connection each; SQLite lets one write at a
                  time: more put keys of several generators in flight, they do
                  not make it faster
  -batch N        keys that a writer makes in advance and sends in one
                  transaction, 1 to %d (default %d); 1 makes each key at
                  its INSERT
  -repeat N       runs of each key and layout, 1 to %d (default %d); 6 are the
                  fewest that give an interval at 95%%
  -payload N      bytes beside the key in each row, 0 to %d (default %d)
  -out DIR        write results.json and results.txt (Go benchmark format, for
                  benchstat) into DIR, which is made if need be
  -format FORM    what to print: %s (default %s); bench is
                  the Go benchmark format
  -h              print this and do nothing

A server comes from -dsn, or else -image, or else SORTID_POSTGRES_DSN,
SORTID_MYSQL_DSN and SORTID_MARIADB_DSN; or else it is started: in a container
if Docker is there, or else from the server's binaries on this machine. Which it
is and why is printed. What was started is removed at the end, and from a server
that runs already the one database that was made on it.

Ctrl-C stops it, shows what was measured and removes all that was made. TMPDIR
says where files of the databases are.
`,
		sqlite.Name, "of: "+strings.Join(engineNames(), ", "), keyList(),
		bench.MaxRows, defaultRows, defaultServerRows, bench.MaxWriters, defaultWriters, bench.MaxBatch, defaultBatch,
		bench.MaxRepeats, defaultRepeats, bench.MaxPayload, defaultPayload,
		strings.Join(formats, ", "), formatTable)
	return err
}

func keyList() string {
	var b strings.Builder
	for _, k := range key.All() {
		fmt.Fprintf(&b, "      %-10s %-15s %s\n", k.Name, k.Form, k.Title)
	}
	return strings.TrimRight(b.String(), "\n")
}
