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
Without flags it takes about half a minute and needs nothing installed.

  -db NAMES       databases, with commas between (default %s)
                  %s
  -keys NAMES     keys, with commas between (default all); the sequential keys
                  of the same width are added
%s
  -rows N         rows that each run inserts, 1 to %d (default %d)
  -writers N      goroutines that insert them, 1 to %d (default %d); SQLite
                  lets one write at a time: more put keys of several generators
                  in flight, they do not make it faster
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

Ctrl-C stops it, shows what was measured and removes all files of the databases.
TMPDIR says where those files are.
`,
		sqlite.Name, "there are: "+strings.Join(engineNames(), ", "), keyList(),
		bench.MaxRows, defaultRows, bench.MaxWriters, defaultWriters, bench.MaxBatch, defaultBatch,
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
