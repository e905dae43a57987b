package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/ranges"
	"github.com/sortid/sortid/bench/btree/internal/run"
)

// rangesHelp has places for the default values.
const rangesHelp = `Usage: btree ranges [flags]

Simulates how inserts spread over a cluster that splits its tables by key range:
the share of the hottest range and of the hottest node for each kind of key, in
key order and with the remedies of CockroachDB, TiDB, YugabyteDB and Spanner.
The model: go doc github.com/sortid/sortid/bench/btree

  btree ranges
  btree ranges -engines cockroachdb -nodes 9 -keys uuidv4,wiji -buckets 32

  -engines LIST  %s
  -keys LIST     kinds of key, or all; btree -h keys lists them
  -nodes N       nodes of the cluster (%d)
  -rows N        rows of the table (%d)
  -rate N        rows per second (%d)
  -payload N     bytes of a row beside the key (%d)
  -buckets N     buckets of an index with buckets (%d)
  -json          print JSON
  -h             print this
`

// rangesCommand is the command ranges.
func rangesCommand() computedCommand {
	o := ranges.Defaults()
	return computedCommand{
		name: "ranges",
		flags: func(fs *flag.FlagSet) {
			fs.Var(&list{&o.Engines, o.Engines}, "engines", "")
			fs.Var(&list{&o.Keys, ranges.Keys()}, "keys", "")
			fs.Var(&number{&o.Nodes, 1, maxNodes}, "nodes", "")
			fs.Var(&number{&o.Rows, 1, run.MaxRows}, "rows", "")
			fs.Var(&number{&o.Rate, 1, run.MaxRows}, "rate", "")
			fs.Var(&number{&o.Payload, 0, run.MaxPayload}, "payload", "")
			fs.Var(&number{&o.Buckets, 2, 1 << 15}, "buckets", "")
		},
		help:    helpRanges,
		compute: func(ctx context.Context) (computed, error) { return ranges.Run(ctx, o) },
	}
}

// helpRanges writes what the flags mean.
func helpRanges(w io.Writer) error {
	o := ranges.Defaults()
	_, err := fmt.Fprintf(w, rangesHelp, strings.Join(o.Engines, ", "), o.Nodes, o.Rows, o.Rate, o.Payload, o.Buckets)
	return err
}
