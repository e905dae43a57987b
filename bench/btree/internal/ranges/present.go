package ranges

import (
	"encoding/json"
	"fmt"
	"io"
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
	for _, e := range Engines() {
		r.engine(&b, e)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// cell is the width of an index's columns.
const cell = 21

// engine writes the table of an engine, if the report has one.
func (r Report) engine(b *strings.Builder, e Engine) {
	rows := make(map[string][]Result) // by key
	var keys []string
	for _, t := range r.Tables {
		if t.Engine != e.Name {
			continue
		}
		if rows[t.Key] == nil {
			keys = append(keys, t.Key)
		}
		rows[t.Key] = append(rows[t.Key], t)
	}
	if len(keys) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%s\n%-13s", e.Defaults, e.Title)
	for _, t := range rows[keys[0]] {
		fmt.Fprintf(b, " %*s", cell, t.Index)
	}
	fmt.Fprintf(b, "\n%-13s", "key")
	b.WriteString(strings.Repeat("  range   node    last", len(rows[keys[0]])) + "\n")
	for _, k := range keys {
		fmt.Fprintf(b, "%-13s", k)
		for _, t := range rows[k] {
			fmt.Fprintf(b, " %4.0f %% %4.0f %%%8s", t.HottestRange, t.HottestNode, fmt.Sprintf("%d/%d", t.Recent, t.Ranges))
		}
		b.WriteString("\n")
	}
}

// JSON writes the report as JSON.
func (r Report) JSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r)
}
