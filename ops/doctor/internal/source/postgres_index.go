package source

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"strings"

	"github.com/sortid/sortid/ops/doctor/internal/sqltext"
)

// mostStatIndex is the size in bytes of the largest index that pgstatindex reads.
const mostStatIndex = 64 << 20

// Measure reads the figures of indexes: their sizes, and the pages by pgstattuple, if it is
// installed and the account may use it.
func (p *postgres) Measure(ctx context.Context, t *Table, list []Index, s Sample) []Figures {
	if t.place.(*pgTable).blocks == 0 { // a table without a sample
		p.size(ctx, t)
	}
	figures := make([]Figures, len(list))
	sizes := p.sizes(ctx, list)
	for i, x := range list {
		f := unknownFigures("the server does not show it")
		if f.Bytes = sizes[i]; f.Bytes.Known() {
			p.leaves(ctx, t, x, s, &f)
		}
		figures[i] = f
	}
	return figures
}

// sizes returns the sizes of indexes.
func (p *postgres) sizes(ctx context.Context, list []Index) []Figure {
	oids := make([]string, len(list))
	at := make(map[int64]int, len(list))
	sizes := make([]Figure, len(list))
	for i, x := range list {
		oid := x.place.(*pgIndex).oid
		oids[i], at[oid], sizes[i] = fmt.Sprint(oid), i, Unknown("the server does not show it")
	}
	if len(list) == 0 {
		return nil
	}
	err := p.catalog(ctx, "SELECT oid::bigint, pg_relation_size(oid)::float8 FROM pg_class WHERE oid IN ("+strings.Join(oids, ", ")+")", func(rows *sql.Rows) error {
		var oid int64
		var size sql.NullFloat64
		err := rows.Scan(&oid, &size)
		if size.Valid {
			sizes[at[oid]] = Exactly(size.Float64)
		}
		return err
	})
	if err != nil {
		for i := range list {
			sizes[i] = Unknown(OneLine(err))
		}
	}
	return sizes
}

// leaves sets the figures of the leaf pages.
func (p *postgres) leaves(ctx context.Context, t *Table, x Index, s Sample, f *Figures) {
	item, shared := p.entryWidth(t, x, s), !x.Unique || s.hasNull(x.Columns)
	f.Entries, f.Method = entriesOf(t, x), "estimate"
	if p.pgstattuple(ctx) != "" && f.Bytes.Value <= mostStatIndex && p.stat(ctx, t, x, item, shared, f) {
		return
	}
	if shared {
		f.Leaves, f.Fill = Unknown(sharing), Unknown(sharing)
		return
	}
	// A page above the leaf pages has hundreds of them.
	pages := f.Bytes.Value/float64(p.blockSize) - 1
	f.Leaves = About(pages*0.995, pages*0.985, pages)
	if f.Entries.Known() && item.Known() && pages > 0 {
		f.Fill = scaled(times(f.Entries, item), 100/(f.Leaves.Value*p.usable()))
		f.Fill.Estimate = true
	}
}

// entriesOf returns the number of rows in an index: in a partial one, the part of the table's rows that it had when they
// were counted.
func entriesOf(t *Table, x Index) Figure {
	const sampled = 30_000 // rows of a large table of which ANALYZE finds out whether they are in the index
	all, part := t.place.(*pgTable).counted, x.place.(*pgIndex).counted
	switch {
	case !x.Partial:
		return t.Rows
	case all <= 0 || part <= 0: // none may be as much as not counted, or not in the sample
		return Unknown("nothing shows how many rows are in the partial index")
	}
	// Each row that was written since may have come into the index, or left it.
	share, e := min(1, part/all), t.place.(*pgTable).changed/all
	if all > sampled {
		e += StandardErrors * math.Sqrt(share*(1-share)/sampled)
	}
	in := times(t.Rows, Figure{Value: share, Low: max(0, share-e), High: min(1, share+e)})
	in.Low = max(0, in.Low)
	return in
}

// pgstattuple returns the schema of the extension, quoted, or "" if it is not installed.
func (p *postgres) pgstattuple(ctx context.Context) string {
	if p.statSchema == nil {
		schema := ""
		err := p.catalog(ctx, "SELECT n.nspname FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace WHERE e.extname = 'pgstattuple'", func(rows *sql.Rows) error {
			err := rows.Scan(&schema)
			schema = sqltext.PgQuote(schema)
			return err
		})
		if err != nil {
			schema = "" // the estimate is good enough
		}
		p.statSchema = &schema
	}
	return *p.statSchema
}

// usable returns the bytes of a leaf page that entries can take.
func (p *postgres) usable() float64 { return float64(p.blockSize - pgPageHeader - 16) }

// rows returns the number of rows: those of the last VACUUM or ANALYZE, in proportion to
// the growth of the file since.
func (place *pgTable) rows() Figure {
	if place.counted < 0 || place.analyzed == 0 || place.blocks == 0 {
		return Unknown("the table was never analyzed")
	}
	n := place.counted * place.blocks / place.analyzed
	// ANALYZE counts a sample of the pages. What the file grew by since may be rows or dead
	// rows: nothing shows which. Rows that were deleted leave the file as it is.
	share := 0.02 + max(math.Abs(place.blocks-place.analyzed)/place.blocks, place.changed/max(n, 1))
	return About(n, max(0, n*(1-share)), n*(1+share))
}

// living returns the entries of an index that has those of dead rows as well: one of each,
// except where an UPDATE changed no indexed column. Of a partial index it is not known how many of the dead rows it has.
func living(t *Table, x Index, all Figure) Figure {
	dead := t.place.(*pgTable).dead
	if x.Partial {
		all.Low = max(0, all.Low-dead)
		return all
	}
	if dead > 0 {
		all.Value, all.Low = max(0, all.Value-dead), max(0, all.Low-dead)
	}
	return all
}

// stat reads an index by pgstatindex. shared is whether entries of equal keys share space. It reports whether that succeeded.
func (p *postgres) stat(ctx context.Context, t *Table, x Index, item Figure, shared bool, f *Figures) bool {
	ok := false
	err := p.data(ctx, "SELECT leaf_pages::float8, avg_leaf_density::float8 FROM "+p.pgstattuple(ctx)+".pgstatindex("+pgText(x.quoted)+"::regclass)", "", func(rows *sql.Rows) error {
		var leaves, density float64
		err := rows.Scan(&leaves, &density)
		if err == nil && leaves > 0 {
			ok = true
			f.Leaves, f.Fill, f.Method = Exactly(leaves), Exactly(density), "pgstatindex"
			if !shared && item.Known() {
				// Each leaf page but the last has a high key as well.
				full := leaves * p.usable() * density / 100
				f.Entries = living(t, x, Figure{Value: full/item.Value - leaves, Low: full/item.High - leaves, High: full/item.Low - leaves})
			}
		}
		return err
	})
	return err == nil && ok
}

func pgText(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
