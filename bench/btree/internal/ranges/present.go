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

// Widths of the column of keys and of an index's columns.
const (
	label = 13
	cell  = 21
)

// engine writes the table of an engine, if the report has one. Keys with the same figures
// share a row.
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
	names := make(map[string][]string) // by figures
	var list []string
	for _, k := range keys {
		f := figures(rows[k])
		if names[f] == nil {
			list = append(list, f)
		}
		names[f] = append(names[f], words.KeyName(k))
	}
	for _, f := range list {
		s := strings.Join(names[f], ", ")
		if len(s) > label { // above the figures
			words.Wrap(b, "", s)
			s = ""
		}
		fmt.Fprintf(b, "%-*s%s\n", label, s, f)
	}
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

// figures returns the cells of a row.
func figures(list []Result) string {
	var b strings.Builder
	for _, t := range list {
		fmt.Fprintf(&b, " %4.0f %% %4.0f %%%8s", t.HottestRange, t.HottestNode, fmt.Sprintf("%d/%d", t.Recent, t.Ranges))
	}
	return b.String()
}

// JSON writes the report as JSON.
func (r Report) JSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r)
}
