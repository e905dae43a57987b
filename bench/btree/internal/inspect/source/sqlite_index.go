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
func (s *sqlite) Measure(ctx context.Context, t *Table, list []Index, _ Sample) []Figures {
	s.tableBytes(ctx, t)
	figures := make([]Figures, len(list))
	for i, x := range list {
		f := unknownFigures("SQLite does not show it")
		f.Garbage = Unknown("a deleted entry is free space on its page at once")
		f.Cached, f.Reads = Unknown("each program has its own page cache"), Unknown("the file has no counters of reads")
		f.Entries = t.Rows
		if x.Clustered {
			// The rows are in the order of the key.
			f.Order = Unknown("the rows are in the order of the key")
		}
		if why := s.tooLarge(); why != "" {
			f.Bytes, f.Leaves, f.Fill = Unknown(why), Unknown(why), Unknown(why)
		} else {
			s.stat(ctx, t, x, &f)
		}
		figures[i] = f
	}
	return figures
}

// tooLarge returns why dbstat is not read, or nothing if it is.
func (s *sqlite) tooLarge() string {
	if int64(s.pages)*int64(s.pageSize) <= mostStat {
		return ""
	}
	return fmt.Sprintf("the file has more than %d MiB, and dbstat would read all pages", mostStat>>20)
}

// statOf returns the part of a statement that reads dbstat's rows of a tree.
func statOf(name string) string {
	return "FROM dbstat WHERE name = '" + strings.ReplaceAll(name, "'", "''") + "'"
}

// tableBytes sets the size of a table whose rows are in no index.
func (s *sqlite) tableBytes(ctx context.Context, t *Table) {
	if t.InIndex() {
		return
	}
	if why := s.tooLarge(); why != "" {
		t.Bytes = Unknown(why)
		return
	}
	err := s.data(ctx, "SELECT SUM(pgsize) "+statOf(t.Name), "", func(rows *sql.Rows) error {
		var size sql.NullFloat64
		err := rows.Scan(&size)
		t.Bytes = Exactly(size.Float64)
		return err
	})
	if err != nil {
		t.Bytes = Unknown(oneLine(err))
	}
}

// stat sets the figures of a tree's pages.
func (s *sqlite) stat(ctx context.Context, t *Table, x Index, f *Figures) {
	name := x.Name
	if x.Clustered {
		name = t.Name
	}
	var pages, leaves, entries, unused, places []float64
	err := s.data(ctx, "SELECT pageno, pagetype, ncell, unused "+statOf(name)+" ORDER BY path", "", func(rows *sql.Rows) error {
		var number, cells, free float64
		var kind string
		if err := rows.Scan(&number, &kind, &cells, &free); err != nil {
			return err
		}
		pages = append(pages, number)
		// An index has entries on the pages above the leaf pages as well.
		if kind == "leaf" || kind == "internal" && (t.clusters || !x.Clustered) {
			entries = append(entries, cells)
		}
		if kind == "leaf" {
			leaves, unused, places = append(leaves, number), append(unused, free), append(places, float64(len(places)))
		}
		return nil
	})
	if err != nil || len(leaves) == 0 {
		if err != nil {
			f.Leaves = Unknown(oneLine(err))
		}
		return
	}
	size := float64(s.pageSize)
	f.Bytes, f.Leaves, f.Method = Exactly(size*float64(len(pages))), Exactly(float64(len(leaves))), "dbstat"
	f.Fill = Exactly(100 * (1 - meanOf(unused).Value/size))
	f.Entries = Exactly(total(entries))
	values := make([]any, len(leaves))
	for i, n := range leaves {
		values[i] = int64(n)
	}
	f.Order = OrderOf(values, places)
}

func total(list []float64) float64 {
	sum := 0.0
	for _, v := range list {
		sum += v
	}
	return sum
}
