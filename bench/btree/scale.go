package main

import (
	"context"
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

// maxNodes is the greatest number of nodes of a cluster.
const maxNodes = 1000

// scaleCommand is the command scale.
func scaleCommand() computedCommand {
	o := scale.Defaults()
	memory, rate := int(o.Memory/gigabyte), int(o.Rate)
	return computedCommand{
		name: "scale",
		flags: func(fs *flag.FlagSet) {
			fs.Var(&amounts{&o.Rows}, "rows", "")
			fs.Var(&numbers{&o.Nodes, 1, maxNodes}, "nodes", "")
			fs.Var(&list{&o.Keys, scale.Keys()}, "keys", "")
			fs.Var(&list{&o.Servers, scale.Servers()}, "servers", "")
			fs.Var(&number{&memory, 1, 1 << 20}, "memory", "")
			fs.Var(&number{&rate, 1, run.MaxRows}, "rate", "")
			fs.Var(&distance{&o.Checkpoint}, "checkpoint", "")
		},
		help: helpScale,
		compute: func(ctx context.Context) (computed, error) {
			o.Memory, o.Rate = float64(memory)*gigabyte, float64(rate)
			return scale.Compute(ctx, o)
		},
	}
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
