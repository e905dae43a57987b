package source

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
)

// mostStat is the size in bytes of the largest file whose pages are read: SQLite's dbstat
// reads all pages of a tree.
const mostStat = 256 << 20

// Measure reads the figures of trees from dbstat.
func (s *sqlite) Measure(ctx context.Context, t *Table, list []Index, sample Sample) []Figures {
	if !t.InIndex() {
		f := unknownFigures("no page was read")
		s.pagesOf(ctx, t, Index{Clustered: true}, sample, &f)
		t.Bytes = f.Bytes
	}
	figures := make([]Figures, len(list))
	for i, x := range list {
		f := unknownFigures("SQLite does not show it")
		if f.Entries = t.Rows; x.Partial {
			f.Entries = Unknown("SQLite does not show how many rows are in the partial index")
		}
		s.pagesOf(ctx, t, x, sample, &f)
		figures[i] = f
	}
	return figures
}

// pagesOf sets the figures of a tree's pages, unless the file is too large.
func (s *sqlite) pagesOf(ctx context.Context, t *Table, x Index, sample Sample, f *Figures) {
	if int64(s.pages)*int64(s.pageSize) > mostStat {
		why := fmt.Sprintf("the file has more than %d MiB, and dbstat would read all pages", mostStat>>20)
		f.Bytes, f.Leaves, f.Fill = Unknown(why), Unknown(why), Unknown(why)
		return
	}
	payload := s.stat(ctx, t, x, f)
	if m, err := s.modelOf(t, x, sample); err == nil && payload > 0 && sample.Rows > 0 {
		s.beyond[treeOf(t, x)] = payload/f.Entries.Value - meanOf(m.payloads()).Value
	}
}

// treeOf returns the name of an index's tree.
func treeOf(t *Table, x Index) string {
	if x.Clustered {
		return t.Name
	}
	return x.Name
}

// stat sets the figures of a tree's pages by dbstat. It returns the bytes of all records, 0
// without an answer.
func (s *sqlite) stat(ctx context.Context, t *Table, x Index, f *Figures) float64 {
	name := strings.ReplaceAll(treeOf(t, x), "'", "''")
	var entries, unused, payloads []float64 // the leaf pages have unused bytes, and all pages a payload
	err := s.data(ctx, "SELECT pagetype, ncell, unused, payload FROM dbstat WHERE name = '"+name+"'", "", func(rows *sql.Rows) error {
		var cells, free, payload float64
		var kind string
		if err := rows.Scan(&kind, &cells, &free, &payload); err != nil {
			return err
		}
		payloads = append(payloads, payload)
		// An index has entries on the pages above the leaf pages as well.
		if kind == "leaf" || kind == "internal" && (t.clusters || !x.Clustered) {
			entries = append(entries, cells)
		}
		if kind == "leaf" {
			unused = append(unused, free)
		}
		return nil
	})
	if err != nil || len(unused) == 0 {
		if err != nil {
			f.Leaves = Unknown(OneLine(err))
		}
		return 0
	}
	size := float64(s.pageSize)
	f.Bytes, f.Leaves, f.Method = Exactly(size*float64(len(payloads))), Exactly(float64(len(unused))), "dbstat"
	f.Fill = Exactly(100 * (1 - meanOf(unused).Value/size))
	f.Entries = Exactly(total(entries))
	return total(payloads)
}
