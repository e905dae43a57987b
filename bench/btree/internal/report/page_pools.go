package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/plot"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// pools show how many pages are fetched when the tree outgrows the page cache:
// measured points, with what was simulated as lines.
func (d *pageData) pools() (pageSection, string) {
	s := pageSection{ID: "pool", Title: "When the tree outgrows the memory"}
	s.Lead = []string{"Pages fetched per row because the page cache did not hold them, by the size of the cache; what has marks was measured, a line without marks is simulated. Ordered keys need the end of the tree and no more, whatever its size. Random keys need all of it: once it does not fit, every insert may wait for the disk."}
	for _, set := range alike(d.scenes, func(p *trial.Coordinates) { p.BufferPool = "" }) {
		if d.besideServer(set[0]) {
			continue
		}
		b := d.poolBlock(set)
		if len(b.panels) == 0 {
			continue
		}
		s.Blocks = append(s.Blocks, b)
		p := pictureOf("pool", withoutPool(set[0].Coordinates), "Pages read per row by the size of the page cache", b.panels)
		for _, l := range b.Legend {
			p.figure.Legend = append(p.figure.Legend, l.series)
		}
		s.pictures = append(s.pictures, p)
	}
	if len(s.Blocks) == 0 {
		return s, "What happens when the tree outgrows the memory: no key has runs with page caches of several sizes. -preset outgrow has a tree that is larger than the cache, and -pool takes a list of sizes, such as -pool 16MB,64MB,256MB."
	}
	return s, ""
}

// withoutPool is a point without its page cache, for what is shown of several.
func withoutPool(p trial.Coordinates) trial.Coordinates {
	p.BufferPool = ""
	return p
}

func (d *pageData) poolBlock(set []scene) pageBlock {
	b := pageBlock{Heading: d.where(set[0]), Subheading: conditions(withoutPool(set[0].Coordinates)), Folded: true}
	t := pageTable{Caption: "The same in figures", Head: head("key", "page cache", "tree, MiB", "pages read per row")}
	for _, form := range d.forms(set) {
		c := plot.Chart{
			Title: "pages read, " + form, Size: plot.Wide,
			X: plot.Axis{Label: "page cache", Log: true, Ticks: poolTicks(set)}, Y: plot.Axis{Label: "pages read per row", Include: []float64{0}},
		}
		simulated := d.simulatedMisses(set, form)
		var words []string
		for _, line := range d.lines(set...) {
			if d.key(line.Key).Form != form {
				continue
			}
			series := plot.Series{Name: line.Label, Style: d.style(line.Label)}
			switch {
			case d.engine(set[0].Engine).Simulated:
				series.Mode = plot.Plain
			case slices.ContainsFunc(simulated, func(s plot.Series) bool { return s.Style == series.Style }):
				series.Mode = plot.Marked
			}
			for _, sc := range set {
				_, l, _ := sc.line(line.Label)
				size, ok := poolBytes(sc.BufferPool)
				p, read := statPoint(size, l, metric.PagesRead)
				if !ok || !read {
					continue
				}
				series.Points = append(series.Points, p)
				words = append(words, fmt.Sprintf("%s at %s %.3g", line.Label, sc.BufferPool, p.Y))
				t.Rows = append(t.Rows, poolRow(sc, line.Label, p.Y))
			}
			slices.SortFunc(series.Points, func(a, b plot.Point) int { return int(a.X - b.X) })
			if len(series.Points) > 1 {
				c.Series = append(c.Series, series)
			}
		}
		if len(c.Series) == 0 {
			continue
		}
		c.Series = append(c.Series, simulated...)
		c.Alt = "Pages read per row by the size of the page cache: " + joined(words) + "."
		b.panels = append(b.panels, c.Panel())
		b.Legend = append(b.Legend, legendOf(c.Series)...)
	}
	b.Table = &t
	return b
}

// simulatedMisses are the lines of the simulator for the tree of another engine, if it
// was run at the same points.
func (d *pageData) simulatedMisses(set []scene, form string) []plot.Series {
	if d.engine(set[0].Engine).Simulated {
		return nil
	}
	var list []plot.Series
	for _, line := range d.lines(set...) {
		series := plot.Series{Name: line.Label + ", simulated", Style: d.style(line.Label), Mode: plot.Plain}
		for _, sc := range set {
			twin, ok := d.simulationOf(sc)
			v, read := twin.median(line.Label, metric.PagesRead)
			size, known := poolBytes(sc.BufferPool)
			if ok && read && known && d.key(line.Key).Form == form {
				series.Points = append(series.Points, plot.Point{X: size, Y: v})
			}
		}
		slices.SortFunc(series.Points, func(a, b plot.Point) int { return int(a.X - b.X) })
		if len(series.Points) > 1 {
			list = append(list, series)
		}
	}
	return list
}

// poolTicks name the sizes as they were asked for.
func poolTicks(set []scene) []plot.Tick {
	var list []plot.Tick
	for _, sc := range set {
		if size, ok := poolBytes(sc.BufferPool); ok {
			list = append(list, plot.Tick{Value: size, Label: sc.BufferPool})
		}
	}
	return list
}

// forms are the widths of keys in scenes, in the order of the groups.
func (d *pageData) forms(set []scene) []string {
	var list []string
	for _, sc := range set {
		for _, g := range sc.groups {
			list = append(list, g.Form)
		}
	}
	return once(list)
}

func poolRow(sc scene, label string, read float64) pageRow {
	size := ""
	if v, ok := sc.median(label, metric.BytesPerRow); ok {
		size = fmt.Sprintf("%.1f", v*float64(sc.Rows)/(1<<20))
	}
	return pageRow{Cells: []pageCell{{Text: label}, {Text: sc.BufferPool}, {Text: size}, {Text: fmt.Sprintf("%.4f", read)}}}
}

// poolBytes reads a pool's size as it was asked for: a number with B, kB, MB or GB, of
// powers of 1024.
func poolBytes(s string) (float64, bool) {
	s = strings.ToUpper(strings.TrimSpace(s))
	for i, unit := range []string{"B", "KB", "MB", "GB", "TB"} {
		digits := strings.TrimSuffix(s, unit)
		if v, err := strconv.ParseFloat(strings.TrimSpace(digits), 64); err == nil && digits != s && v > 0 {
			for range i {
				v *= 1024
			}
			return v, true
		}
	}
	return 0, false
}
