package source

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/sortid/sortid/internal/english"
)

const (
	// mostStatIndex is the size in bytes of the largest index that pgstatindex reads.
	mostStatIndex = 64 << 20
	// sampledBlocks is how many pages of a larger index pageinspect reads.
	sampledBlocks = 300
)

// Measure reads the figures of indexes: the counters of the server, and the pages by
// pgstattuple or pageinspect, if they are installed and the account may use them.
func (p *postgres) Measure(ctx context.Context, t *Table, list []Index, s Sample) []Figures {
	figures := make([]Figures, len(list))
	sizes, reads := p.counters(ctx, list)
	for i, x := range list {
		place := x.place.(*pgIndex)
		f := unknownFigures("the server does not show it")
		f.Bytes, f.Reads, f.ReadUnit = sizes[i], reads[i], "pages"
		f.Cached = p.cached(ctx, place.oid)
		f.Order = OrderOf(s.Values[x.Columns[0]], s.Places)
		if f.Bytes.Known() {
			p.leaves(ctx, t, x, s, &f)
		}
		figures[i] = f
	}
	return figures
}

// counters returns the sizes of indexes, and how many of their pages were read.
func (p *postgres) counters(ctx context.Context, list []Index) (sizes, reads []Figure) {
	oids := make([]string, len(list))
	at := make(map[int64]int, len(list))
	for i, x := range list {
		oid := x.place.(*pgIndex).oid
		oids[i], at[oid] = fmt.Sprint(oid), i
		sizes, reads = append(sizes, Unknown("the server does not show it")), append(reads, Unknown("the server does not show it"))
	}
	err := p.catalog(ctx, "SELECT c.oid::bigint, pg_relation_size(c.oid)::float8, s.idx_blks_read::float8 FROM pg_class AS c "+
		"LEFT JOIN pg_statio_all_indexes AS s ON s.indexrelid = c.oid WHERE c.oid IN ("+strings.Join(oids, ", ")+")", func(rows *sql.Rows) error {
		var oid int64
		var size, read sql.NullFloat64
		if err := rows.Scan(&oid, &size, &read); err != nil {
			return err
		}
		if size.Valid {
			sizes[at[oid]] = Exactly(size.Float64)
		}
		if read.Valid {
			reads[at[oid]] = Exactly(read.Float64)
		}
		return nil
	})
	if err != nil {
		for i := range list {
			sizes[i], reads[i] = Unknown(oneLine(err)), Unknown(oneLine(err))
		}
	}
	return sizes, reads
}

// extension returns the schema of an extension, quoted, or why there is none.
func (p *postgres) extension(ctx context.Context, name string) (schema, why string) {
	if p.extensions == nil {
		p.extensions = make(map[string]string)
		err := p.catalog(ctx, "SELECT e.extname, n.nspname FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace", func(rows *sql.Rows) error {
			var extension, schema string
			err := rows.Scan(&extension, &schema)
			p.extensions[extension] = pgQuote(schema)
			return err
		})
		if err != nil {
			p.noExtensions = oneLine(err)
		}
	}
	if schema = p.extensions[name]; schema == "" {
		why = cmp.Or(p.noExtensions, name+", which reads it, is not installed")
	}
	return schema, why
}

// cached returns how many bytes of a relation are in the buffer pool.
func (p *postgres) cached(ctx context.Context, oid int64) Figure {
	schema, why := p.extension(ctx, "pg_buffercache")
	if schema == "" {
		return Unknown(why)
	}
	if p.buffers == nil {
		p.buffers = make(map[int64]float64)
		err := p.data(ctx, "SELECT c.oid::bigint, count(*)::float8 FROM "+schema+".pg_buffercache AS b JOIN pg_class AS c ON b.relfilenode = pg_relation_filenode(c.oid) "+
			"WHERE b.reldatabase = (SELECT oid FROM pg_database WHERE datname = current_database()) AND c.relkind = 'i' GROUP BY c.oid", "", func(rows *sql.Rows) error {
			var index int64
			var pages float64
			err := rows.Scan(&index, &pages)
			p.buffers[index] = pages * float64(p.blockSize)
			return err
		})
		if err != nil {
			p.noBuffers = oneLine(err)
		}
	}
	if p.noBuffers != "" {
		return Unknown(p.noBuffers)
	}
	return Exactly(p.buffers[oid])
}

// leaves sets the figures of the leaf pages.
func (p *postgres) leaves(ctx context.Context, t *Table, x Index, s Sample, f *Figures) {
	item := p.entryWidth(t, x, s)
	f.Entries, f.Method = t.Rows, "estimate"
	schema, why := p.extension(ctx, "pageinspect")
	f.Garbage = Unknown(why)
	sampled := schema != "" && p.inspected(ctx, schema, t, x, f)
	schema, _ = p.extension(ctx, "pgstattuple")
	if schema != "" && f.Bytes.Value <= mostStatIndex && p.stat(ctx, schema, t, x, item, f) || sampled {
		return
	}
	if !x.Unique {
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
// except where an UPDATE changed no indexed column.
func living(t *Table, all Figure) Figure {
	if dead := t.place.(*pgTable).dead; dead > 0 {
		all.Value, all.Low = max(0, all.Value-dead), max(0, all.Low-dead)
	}
	return all
}

// stat reads an index by pgstatindex. It reports whether that succeeded.
func (p *postgres) stat(ctx context.Context, schema string, t *Table, x Index, item Figure, f *Figures) bool {
	ok := false
	err := p.data(ctx, "SELECT leaf_pages::float8, avg_leaf_density::float8 FROM "+schema+".pgstatindex("+pgText(x.quoted)+"::regclass)", "", func(rows *sql.Rows) error {
		var leaves, density float64
		err := rows.Scan(&leaves, &density)
		if err == nil && leaves > 0 {
			ok = true
			f.Leaves, f.Fill, f.Method = Exactly(leaves), Exactly(density), "pgstatindex"
			if x.Unique && item.Known() {
				// Each leaf page but the last has a high key as well.
				full := leaves * p.usable() * density / 100
				f.Entries = living(t, Figure{Value: full/item.Value - leaves, Low: full/item.High - leaves, High: full/item.Low - leaves})
			}
		}
		return err
	})
	return err == nil && ok
}

// inspected samples the pages of an index by pageinspect. It reports whether that
// succeeded.
func (p *postgres) inspected(ctx context.Context, schema string, t *Table, x Index, f *Figures) bool {
	pages := int(f.Bytes.Value) / p.blockSize
	blocks := someBlocks(pages)
	if len(blocks) == 0 {
		f.Garbage = Unknown("the index is empty")
		return false
	}
	head, tail := "SELECT s.type::text, s.live_items::float8, s.dead_items::float8, s.free_size::float8, s.btpo_next::bigint FROM unnest('{", "}'::int[]) AS b(n), LATERAL "+schema+".bt_page_stats("+pgText(x.quoted)+", b.n) AS s"
	shown := head + blocks[0] + ",…" + tail + "  -- " + english.Count(len(blocks), "page")
	var leaf, items, dead, fill []float64
	err := p.data(ctx, head+strings.Join(blocks, ",")+tail, shown, func(rows *sql.Rows) error {
		var kind string
		var live, killed, free float64
		var next int64
		if err := rows.Scan(&kind, &live, &killed, &free, &next); err != nil {
			return err
		}
		if kind != "l" {
			leaf = append(leaf, 0)
			return nil
		}
		leaf = append(leaf, 1)
		if next > 0 {
			live-- // the high key
		}
		items, dead = append(items, live), append(dead, killed)
		fill = append(fill, 100*(1-min(free+pgLinePointer, p.usable())/p.usable()))
		return nil
	})
	switch {
	case err != nil:
		f.Garbage = Unknown(oneLine(err))
		return false
	case len(items) == 0:
		f.Garbage = Unknown("no leaf page was sampled")
		return false
	}
	f.Leaves, f.Fill = scaled(meanOf(leaf), float64(pages-1)), meanOf(fill)
	if len(blocks) == pages-1 {
		f.Leaves = Exactly(f.Leaves.Value)
	}
	f.Method = "pageinspect, " + english.Count(len(blocks), "page")
	if x.Unique {
		f.Entries = living(t, times(f.Leaves, meanOf(items)))
	}
	all, killed := meanOf(items), meanOf(dead)
	f.Garbage = Figure{Value: 100 * killed.Value / max(1, all.Value+killed.Value), Low: 100 * max(0, killed.Low) / max(1, all.Value+killed.Value), High: 100 * killed.High / max(1, all.Value+killed.Value)}
	return true
}

// someBlocks returns the numbers of pages of an index, all of them or a sample that is
// spread evenly. The first page of the file is the meta page.
func someBlocks(pages int) []string {
	rng := rand.New(rand.NewPCG(1, 3)) // the same places each time
	n := min(pages-1, sampledBlocks)
	var list []string
	for i := range n {
		at := float64(i)
		if n < pages-1 {
			at += rng.Float64()
		}
		list = append(list, fmt.Sprint(1+int(at*float64(pages-1)/float64(n))))
	}
	return list
}

func pgText(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
