package scale

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/key"
)

// Options are those of a report.
type Options struct {
	// Servers and Keys are names.
	Servers, Keys []string
	// Rows are those of the whole table, which Nodes share evenly.
	Rows  []float64
	Nodes []int
	// Memory is the buffer pool of a node in bytes.
	Memory float64
	// Rate is the rows per second that all nodes together insert, and Checkpoint the time
	// between two checkpoints.
	Rate       float64
	Checkpoint time.Duration
}

// Servers returns the names of the servers.
func Servers() []string {
	var names []string
	for _, s := range servers {
		names = append(names, s.name)
	}
	return names
}

// Defaults returns the options of the tables in docs/scale.md.
func Defaults() Options {
	return Options{
		Servers: []string{"postgres", "mysql"}, Keys: []string{"seq16", "uuidv4", "uuidv7", "wiji", "bigint"}, Rows: []float64{1e9, 1e11}, Nodes: []int{1, 3, 30},
		Memory: 64e9, Rate: 20_000, Checkpoint: 5 * time.Minute,
	}
}

// Report is what tables cost.
type Report struct {
	Options Options `json:"options"`
	Lines   []Line  `json:"lines"`
}

// Line is what one table costs one of its nodes.
type Line struct {
	Server string  `json:"server"`
	Key    string  `json:"key"`
	Rows   float64 `json:"rows"`
	Nodes  int     `json:"nodes"`
	// Tree and Table are bytes of the key's tree and of the table beside it.
	Tree  float64 `json:"tree_bytes"`
	Table float64 `json:"table_bytes"`
	// Cache is the bytes with which an insert reads nothing, and Reads the pages that it
	// reads with the memory of the node.
	Cache float64 `json:"cache_bytes"`
	Reads float64 `json:"reads_per_row"`
	// Log is the bytes of the log for a row.
	Log float64 `json:"log_bytes_per_row"`
}

// Compute measures the constants and returns the lines by server, rows, nodes and key.
func Compute(ctx context.Context, o Options) (Report, error) {
	r := Report{Options: o}
	kinds, _, err := key.Select(o.Keys)
	if err != nil {
		return Report{}, fmt.Errorf("scale: %w", err)
	}
	kinds = slices.DeleteFunc(kinds, func(k key.Kind) bool { return !slices.Contains(o.Keys, k.Name) })
	constants := models{make(map[string]Model)}
	for _, s := range servers {
		if !slices.Contains(o.Servers, s.name) {
			continue
		}
		list := make([]Model, len(kinds))
		for i, k := range kinds {
			if list[i], err = constants.of(ctx, s, k); err != nil {
				return Report{}, err
			}
		}
		for _, rows := range o.Rows {
			for _, nodes := range o.Nodes {
				for i, k := range kinds {
					r.Lines = append(r.Lines, o.line(s.name, k.Name, list[i], rows, nodes))
				}
			}
		}
	}
	return r, nil
}

func (o Options) line(server, key string, m Model, rows float64, nodes int) Line {
	n := rows / float64(nodes)
	between := o.Rate / float64(nodes) * o.Checkpoint.Seconds()
	return Line{
		Server: server, Key: key, Rows: rows, Nodes: nodes, Tree: m.Tree(n), Table: m.Table(n),
		Cache: m.Cache(n), Reads: m.Reads(n, o.Memory), Log: m.Log(n, between),
	}
}

// JSON writes the report as JSON.
func (r Report) JSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// Terminal writes a table for each server, at most 80 characters wide.
func (r Report) Terminal(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "Computed for each node. Rows: a key and %d bytes. Buffer pool: %s.\n", Payload, Bytes(r.Options.Memory))
	fmt.Fprintf(&b, "All nodes together: %.0f rows/s. A checkpoint every %v.\n", r.Options.Rate, r.Options.Checkpoint)
	for _, s := range servers {
		first := true
		for _, l := range r.Lines {
			if l.Server != s.name {
				continue
			}
			if first {
				fmt.Fprintf(&b, "\n%s\n%7s %5s  %-9s %9s %9s %9s %9s %9s\n", s.title, "rows", "nodes", "key", "tree", "table", "cache", "reads/row", "log B/row")
				first = false
			}
			fmt.Fprintf(&b, "%7s %5d  %-9s %9s %9s %9s %9.2f %9.0f\n", Rows(l.Rows), l.Nodes, l.Key, Bytes(l.Tree), besides(l.Table), Bytes(l.Cache), l.Reads, l.Log)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// besides returns a size, or a dash if the rows are in the tree.
func besides(n float64) string {
	if n == 0 {
		return "-"
	}
	return Bytes(n)
}

// Rows returns a number of rows for a person, such as 1e9.
func Rows(n float64) string {
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(n, 'e', -1, 64), "e+")
	return mantissa + "e" + strings.TrimPrefix(exponent, "0")
}

// Bytes returns a size in decimal units.
func Bytes(n float64) string {
	units := []string{"B", "kB", "MB", "GB", "TB", "PB"}
	i := 0
	for ; n >= 999.5 && i < len(units)-1; i++ {
		n /= 1000
	}
	if n < 10 && i > 0 {
		return fmt.Sprintf("%.1f %s", n, units[i])
	}
	return fmt.Sprintf("%.0f %s", n, units[i])
}
