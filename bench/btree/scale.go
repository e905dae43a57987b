package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/run"
	"github.com/sortid/sortid/bench/btree/internal/scale"
)

// scaleHelp has places for the default values.
const scaleHelp = `Usage: btree scale [flags]

Computes what tables cost that are too large to measure: the key's tree and the
table, the cache that inserts need, the pages that they read with a smaller one,
and the log. The formulas and how they are checked: docs/scale.md

  btree scale
  btree scale -rows 5e9 -nodes 1,6 -keys uuidv4,wiji -servers postgres

  -rows LIST        rows of the table (%s)
  -nodes LIST       nodes that share the rows evenly (1,3,30)
  -keys LIST        kinds of key, or all (%s)
  -servers LIST     %s, or all (%s)
  -memory N         buffer pool of a node in GB (%.0f)
  -rate N           rows per second, on all nodes together (%.0f)
  -checkpoint TIME  time between two checkpoints (%v)
  -json             print JSON
  -h                print this
`

// maxNodes is the greatest number of nodes.
const maxNodes = 100_000

// scaleCommand is the command scale.
func scaleCommand(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o := scale.Defaults()
	memory := int(o.Memory / gigabyte)
	fs := flag.NewFlagSet("btree scale", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.Var(&amounts{&o.Rows}, "rows", "")
	fs.Var(&numbers{&o.Nodes, 1, maxNodes}, "nodes", "")
	fs.Var(&list{&o.Keys, scale.Keys()}, "keys", "")
	fs.Var(&list{&o.Servers, scale.Servers()}, "servers", "")
	fs.Var(&number{&memory, 1, 1 << 20}, "memory", "")
	rate := int(o.Rate)
	fs.Var(&number{&rate, 1, run.MaxRows}, "rate", "")
	fs.Var(&distance{&o.Checkpoint}, "checkpoint", "")
	asJSON := fs.Bool("json", false, "")
	err := fs.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return exitOf(helpScale(stdout), stderr)
	case err == nil && fs.NArg() > 0:
		err = fmt.Errorf("scale takes no arguments, and %q is one", fs.Arg(0))
	}
	if err != nil {
		fmt.Fprintf(stderr, "btree: %v\nRun btree scale -h for the flags.\n", err)
		return exitUsage
	}
	o.Memory, o.Rate = float64(memory)*gigabyte, float64(rate)
	r, err := scale.Compute(ctx, o)
	switch {
	case err != nil && ctx.Err() != nil:
		fmt.Fprintln(stderr, "btree: interrupted")
		return exitInterrupted
	case err != nil:
		return exitOf(err, stderr)
	case *asJSON:
		err = r.JSON(stdout)
	default:
		err = r.Terminal(stdout)
	}
	return exitOf(err, stderr)
}

const gigabyte = 1e9

// helpScale writes what the flags mean.
func helpScale(w io.Writer) error {
	o := scale.Defaults()
	var rows []string
	for _, n := range o.Rows {
		rows = append(rows, scale.Rows(n))
	}
	_, err := fmt.Fprintf(w, scaleHelp, strings.Join(rows, ","), strings.Join(o.Keys, ","), strings.Join(scale.Servers(), ", "), strings.Join(o.Servers, ","),
		o.Memory/gigabyte, o.Rate, o.Checkpoint)
	return err
}

// amounts is a flag for a list of large whole numbers, such as 1e9.
type amounts struct{ to *[]float64 }

func (a *amounts) String() string {
	if a.to == nil {
		return ""
	}
	return fmt.Sprint(*a.to)
}

func (a *amounts) Set(s string) error {
	const least, most = 1e6, 1e15
	var out []float64
	for each := range strings.SplitSeq(s, ",") {
		v, err := strconv.ParseFloat(strings.TrimSpace(each), 64)
		if err != nil || v != math.Trunc(v) || v < least || v > most {
			return fmt.Errorf("%q: it must be a whole number from 1e6 to 1e15, such as 1e9", each)
		}
		out = append(out, v)
	}
	*a.to = out
	return nil
}
