package ranges

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/report/words"
)

// Terminal writes a table for each engine, at most 80 characters wide.
func (r Report) Terminal(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "Simulated: %s rows of %d bytes, %s rows/s, %d nodes, %d buckets.\n",
		words.Integer(r.Rows), r.Payload, words.Integer(r.Rate), r.Nodes, r.Buckets)
	b.WriteString("range, node: share of inserts on the hottest one, in the last fifth of the run.\n")
	fmt.Fprintf(&b, "last: ranges that hold the last %s rows, of all ranges.\n", words.Integer(RecentRows))
	b.WriteString("Keys whose shares differ by less than a point share a row: that of the first.\n")
	for _, e := range Engines() {
		r.engine(&b, e)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Widths of the column of keys and of an index's columns.
const (
	label = 13
	cell  = 21
)

// engine writes the table of an engine, if the report has one. Keys that differ by chance
// alone share a row, with the figures of the first.
func (r Report) engine(b *strings.Builder, e Engine) {
	keys, rows := r.rows(e)
	if len(keys) == 0 {
		return
	}
	first := rows[keys[0]]
	fmt.Fprintf(b, "\n%s\n%-*s", e.Defaults, label, e.Title)
	for _, t := range first {
		fmt.Fprintf(b, " %*s", cell, t.Index)
	}
	fmt.Fprintf(b, "\n%-*s%s\n", label, "key", strings.Repeat("  range   node    last", len(first)))
	for len(keys) > 0 {
		head := rows[keys[0]]
		var same, others []string
		for _, k := range keys {
			if equal(head, rows[k]) {
				same = append(same, words.KeyName(k))
			} else {
				others = append(others, k)
			}
		}
		writeRow(b, strings.Join(same, ", "), head)
		keys = others
	}
}

// equal reports whether the results of two keys differ by chance alone: the shares by less than
// a point, and the ranges not at all.
func equal(a, b []Result) bool {
	const point = 1
	return slices.EqualFunc(a, b, func(a, b Result) bool {
		return math.Abs(a.HottestRange-b.HottestRange) < point && math.Abs(a.HottestNode-b.HottestNode) < point && a.Recent == b.Recent && a.Ranges == b.Ranges
	})
}

// writeRow writes a row. Names that are wider than their column are above the figures.
func writeRow(b *strings.Builder, names string, list []Result) {
	if len(names) > label {
		words.Wrap(b, "", names)
		names = ""
	}
	fmt.Fprintf(b, "%-*s", label, names)
	for _, t := range list {
		fmt.Fprintf(b, " %4.0f %% %4.0f %%%8s", t.HottestRange, t.HottestNode, fmt.Sprintf("%d/%d", t.Recent, t.Ranges))
	}
	b.WriteByte('\n')
}

// rows returns the results of an engine by key, and the keys in their order.
func (r Report) rows(e Engine) (keys []string, rows map[string][]Result) {
	rows = make(map[string][]Result)
	for _, t := range r.Tables {
		if t.Engine != e.Name {
			continue
		}
		if rows[t.Key] == nil {
			keys = append(keys, t.Key)
		}
		rows[t.Key] = append(rows[t.Key], t)
	}
	return keys, rows
}

// JSON writes the report as JSON.
func (r Report) JSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r)
}
