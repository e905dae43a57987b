package source

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"github.com/sortid/sortid/internal/english"
	"github.com/sortid/sortid/ops/doctor/internal/idkind"
	"github.com/sortid/sortid/ops/doctor/internal/sqltext"
)

// sqliteKeys returns the columns by which the rows are stored, quoted: none if the rowid has no
// name, because columns have all of its names.
func sqliteKeys(t *Table) []string {
	var keys []string
	if !t.clusters {
		for _, name := range []string{"rowid", "_rowid_", "oid"} {
			if !slices.ContainsFunc(t.Columns, func(c Column) bool { return strings.EqualFold(c.Name, name) }) {
				return []string{name}
			}
		}
		for _, x := range t.Indexes {
			if x.Clustered {
				keys = append(keys, sqltext.PgQuote(x.Columns[0]))
			}
		}
		return keys
	}
	for _, c := range t.Indexes[0].Columns { // the primary key
		keys = append(keys, sqltext.PgQuote(c))
	}
	return keys
}

// Runs reads runs of neighbours in the order of the rows.
func (s *sqlite) Runs(ctx context.Context, t *Table, sample Sample) []idkind.Run {
	keys := sqliteKeys(t)
	if len(keys) == 0 {
		return nil
	}
	return s.runs(ctx, keys[0], t.quoted, between(sample.Least, sample.Greatest, probes), probedRows, func(v any) any { return v })
}

// Sample reads rows after keys that are spread evenly: by the rowid, which is the order of
// the pages, or by the primary key of a table that has no rowid.
func (s *sqlite) Sample(ctx context.Context, t *Table, columns []string) Sample {
	out := Sample{Values: make(map[string][]any), Lengths: make(map[string][]float64), Placed: !t.clusters}
	keys := sqliteKeys(t)
	if len(keys) == 0 {
		out.Missing = "columns have all names of the rowid, so that a sample would read the whole table"
		return out
	}
	by := keys[0]
	var least, greatest any
	for _, end := range []struct {
		function string
		to       *any
	}{{"min", &least}, {"max", &greatest}} {
		err := s.data(ctx, "SELECT "+end.function+"("+by+") FROM "+t.quoted, "", func(rows *sql.Rows) error { return rows.Scan(end.to) })
		if err != nil {
			return noSample(err)
		}
	}
	list := slices.Clone(keys)
	for _, c := range columns {
		q := sqltext.PgQuote(c)
		list = append(list, "CASE WHEN typeof("+q+") IN ('text', 'blob') THEN substr("+q+", 1, 100) ELSE "+q+" END")
	}
	for _, c := range t.Columns {
		list = append(list, sqliteSize(sqltext.PgQuote(c.Name)))
	}
	out.Least, out.Greatest = least, greatest
	starts := between(least, greatest, probes)
	arm := "SELECT * FROM (SELECT " + strings.Join(list, ", ") + " FROM " + t.quoted + " WHERE " + by + " >= %s ORDER BY " + by + fmt.Sprintf(" LIMIT %d)", probedRows)
	shown := fmt.Sprintf(arm, "…") + " UNION ALL …  -- " + english.Count(probes, "place")
	arms := make([]string, len(starts))
	for i, v := range starts {
		arms[i] = fmt.Sprintf(arm, v)
	}
	switch {
	case len(starts) > 0:
	case s.dry:
		arms = []string{fmt.Sprintf(arm, "0")}
	case least == nil:
		out.Missing = Empty
		return out
	default: // the keys are of several types, or of one that has no places
		arms = []string{fmt.Sprintf("SELECT %s FROM %s LIMIT %d", strings.Join(list, ", "), t.quoted, probes*probedRows)}
		shown = arms[0]
	}
	seen := make(map[string]bool)
	err := s.data(ctx, strings.Join(arms, " UNION ALL "), shown, func(rows *sql.Rows) error {
		row, err := scanAll(rows, len(list))
		if err != nil {
			return err
		}
		key := fmt.Sprintf("%#v", row[:len(keys)])
		if seen[key] {
			return nil // the next probe's rows begin before this one's end
		}
		seen[key] = true
		for i, c := range columns {
			out.Values[c] = append(out.Values[c], row[len(keys)+i])
		}
		for i, c := range t.Columns {
			out.Lengths[c.Name] = append(out.Lengths[c.Name], sqliteBytes(t, c, row[len(keys)+len(columns)+i]))
		}
		out.Rows++
		return nil
	})
	if err != nil {
		return noSample(err)
	}
	return out
}
