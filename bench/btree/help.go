package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/sortid/sortid/bench/btree/btreebench"
	"github.com/sortid/sortid/bench/btree/internal/run"
)

// help writes what the flags mean.
func help(w io.Writer) error {
	quick := btreebench.Config{}.WithDefaults()
	server := btreebench.Config{Engines: btreebench.Servers()}.WithDefaults()
	_, err := fmt.Fprintf(w, `Usage: btree [flags]

Inserts rows into a database with the primary keys of each format, and compares
the B+ trees that they make with those of sequential keys of the same width.
Without flags it takes less than a minute and needs nothing installed; with
a server it takes some minutes.

A list has commas between its values; the runs are the product of all lists.

  -preset NAME    values for the flags that are not given (default %s):
%s
  -db LIST        databases (default %s), of:
                  %s
  -dsn NAME=DSN   take a server that runs already, such as
                  postgres=postgres://user:password@host:5432/database or
                  mysql=user:password@tcp(host:3306)/database; the account must
                  be allowed to create databases. Once for each server
  -image NAME=IMG start this image, such as postgres=postgres:17. Once for each
  -keys LIST      keys, or all (default those with a *); the sequential keys of
                  the same width are added
%s
  -scenario LIST  what happens to a table (default insert):
      insert      rows are inserted into an empty table
      migration   the first half of the rows has random keys, UUIDv4 where they
                  fit, and the second half, which is measured, the key
      jump        the first -jump keys are from a clock that is a day ahead
      skew        the generators' clocks lie up to -skew apart
      secondary   the key is in a secondary index
      read        rows are read by key afterwards, any of them and recent ones
  -rows LIST      rows in each tree, 1 to %d (default %s, with a
                  server %s)
  -writers LIST   goroutines that insert them, 1 to %d (default %s), on
                  servers with a connection each; SQLite lets one write at a
                  time: more put keys of several generators in flight, they do
                  not make it faster
  -generators LIST  one for all writers, or one for each writer (default
                  %s); some keys have one whatever is asked for
  -batch LIST     rows in a transaction, 1 to %d (default %s); 1 makes
                  each key at its INSERT, which commits by itself
  -make LIST      when keys are made (default %s): for a batch in advance;
                  for each statement or row just before it is sent; or out of a
                  block of -block consecutive keys that the writer reserved, in
                  twopass about every other key first and then the rest
  -payload LIST   bytes beside the key in each row, 0 to %d (default %s);
                  what a database cannot have is left out there before the first
                  run, with a note: a row of the simulated InnoDB has to fit
                  a page twice, with a payload up to some 8000
  -pool LIST      sizes of the page cache of servers that are started, such as
                  16MB,64MB (default %s)
  -checkpoints LIST  none in a run, or several (default %s)
  -rate N         rows a second, such as 5000, that the writers begin together
                  on a schedule of their own; times of transactions then count
                  from when they were to begin (default 0: each begins when it
                  is done)
  -curve N        read the tree N times while it grows, 0 to %d
  -jump N         keys from the clock that is ahead (default %d), fewer than the
                  rows
  -skew TIME      distance of the clocks, with its unit (default %v)
  -block N        keys that a writer reserves at a time, 1 to %d (default
                  %d)
  -pgbench        have pgbench insert as many rows beside the bigint keys with
                  batches of 1 in the scenario insert on PostgreSQL, and give
                  the ratio
  -repeat N       runs of each point, 1 to %d (default %d); 6 are the fewest
                  that give an interval at 95%%
  -load LIST      measure nothing: read these results.json files and show them,
                  merged, with -format and -out; runs that are in two of them
                  are an error
  -out DIR        write the results into DIR, which is made if need be: a page
                  with pictures (results.html), results.json, results.csv, and
                  results.txt in the Go benchmark format, for benchstat;
                  nothing if nothing was measured
  -format FORM    what to print: %s
                  (default %s); bench is the Go benchmark format
  -h              print this and do nothing

A flag that no run heeds, such as -jump without its scenario, is an error that
says what is lacking. Where standard error is no terminal, a line once a minute
says how far the runs are.

A server comes from -dsn, or else -image, or else SORTID_POSTGRES_DSN,
SORTID_MYSQL_DSN and SORTID_MARIADB_DSN; or else it is started: in a container
if Docker is there, or else from the server's binaries on this machine. Which it
is and why is printed. What was started is removed at the end, and from a server
that runs already the one database that was made on it.

Ctrl-C stops it, shows what was measured and removes all that was made. TMPDIR
says where files of the databases are.
`,
		defaultPreset, presetList(), strings.Join(quick.Engines, ","), strings.Join(btreebench.Engines(), ", "), keyList(quick.Keys),
		run.MaxRows, values(quick.Rows), values(server.Rows), run.MaxWriters, values(quick.Writers), quick.Generators[0],
		run.MaxBatch, values(quick.Batch), quick.Make[0], run.MaxPayload, values(quick.Payload), btreebench.DefaultBufferPool, quick.Checkpoints[0],
		run.MaxCurve, quick.Jump, quick.Skew, run.MaxBlock, quick.BlockSize, run.MaxRepeats, quick.Repeats,
		strings.Join(texts(btreebench.Formats()), ", "), btreebench.Table)
	return err
}

func presetList() string {
	var b strings.Builder
	names, about := btreebench.Presets()
	for i, name := range names {
		fmt.Fprintf(&b, "      %-11s %s\n", name, about[i])
	}
	return strings.TrimRight(b.String(), "\n")
}

func keyList(usual []string) string {
	var b strings.Builder
	marked := make(map[string]string)
	for _, name := range usual {
		marked[name] = "*"
	}
	for _, k := range btreebench.Keys() {
		fmt.Fprintf(&b, "    %1s %-16s %-14s  %s\n", marked[k.Name], k.Name, k.Form, k.Title)
	}
	return strings.TrimRight(b.String(), "\n")
}

func values(list []int) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(list), " ", ","), "[]")
}
