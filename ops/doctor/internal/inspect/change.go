package inspect

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sortid/sortid/ops/doctor/internal/idkind"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// Action is a sort of change.
type Action string

// The actions.
const (
	ColumnType  Action = "column type"
	OrderedKeys Action = "ordered keys"
	Rebuild     Action = "rebuild"
)

// Change is a change of the schema or the keys with what it saves. Each is computed by
// itself: two changes of the same index do not save the sum.
type Change struct {
	Action Action `json:"action"`
	Table  string `json:"table"`
	// Column is the key column, or Index the index of a rebuild.
	Column string `json:"column,omitempty"`
	Index  string `json:"index,omitempty"`
	// Detail says from what to what.
	Detail string `json:"detail"`
	// Trees holds the tables and indexes whose bytes are counted, NotCounted those that
	// the change makes smaller by an unknown amount.
	Trees      []Tree `json:"trees"`
	NotCounted []Tree `json:"not_counted"`
	// Now and After are bytes, and Saves the difference; it is missing where ordered keys
	// save pages in the buffer pool alone.
	Now   source.Figure `json:"bytes_now"`
	After source.Figure `json:"bytes_after"`
	Saves source.Figure `json:"bytes_saved"`
	// LeafPages is the number of leaf pages saved.
	LeafPages source.Figure `json:"leaf_pages_saved"`
	// Lasting is how many of the bytes are still saved after random keys have split the
	// pages again; it is missing where the keys are ordered, and nothing splits them.
	Lasting source.Figure `json:"bytes_saved_lasting"`
	// Cache is how many bytes of leaf pages inserts need in the buffer pool no longer.
	Cache source.Figure `json:"cache_saved"`
	// Growth is what becomes of the primary key's index if the table gets as many rows again; nil
	// of other changes than to ordered keys.
	Growth *Growth `json:"growth,omitempty"`
	// Steps are how to get there.
	Steps []Step `json:"steps"`

	likely float64                      // bytes saved, also where Saves is a bound, which may be far above
	plan   func(context.Context) []Step // further steps, which take time to find; nil for none
}

// Tree is the file or B+ tree of a table or an index.
type Tree struct {
	Table string `json:"table"`
	// Index is the name of the index, or empty if the tree has the rows of a table whose rows are in no index.
	Index string `json:"index,omitempty"`
}

// Growth is the index of a primary key with random keys that gets as many rows again.
type Growth struct {
	Index string `json:"index"`
	// Rows is how many it gets.
	Rows source.Figure `json:"rows"`
	// From and To are the kinds of key.
	From string `json:"from"`
	To   string `json:"to"`
	// Random is the index with random keys again, and Ordered the one with ordered new keys.
	Random  source.Grown `json:"random"`
	Ordered source.Grown `json:"ordered"`

	compute func()
}

// Step is a step of a change.
type Step struct {
	Text string `json:"text"`
	// Code holds statements or commands.
	Code []string `json:"code"`
	// Link is the part of the documentation that explains it.
	Link string `json:"link,omitempty"`
}

// inspected is a table with what was read of it.
type inspected struct {
	table   *source.Table
	keys    []string           // columns of keys, and those that reference one
	read    []string           // those of them whose values are in the sample
	joined  []source.Reference // columns without a foreign key that hold keys of another table
	clock   string             // the column by which the age of a row is seen; "" if there is none
	made    bool               // whether it stays as it was when the row was made
	sample  source.Sample
	ids     map[string]idkind.Result
	figures map[string]source.Figures // by the name of the index
}

// sumOf adds the bytes of trees.
type sumOf struct {
	now, after, leavesNow, leavesAfter float64
	nowLow, nowHigh, low, high         float64
	trees, missing                     []Tree
	bounded                            bool             // whether a size of now is no more than a bound
	later                              []func() float64 // bytes that the trees gain again
}

// add adds a tree that will have the pages after, and the pages that later returns when
// random keys have split them again; later is nil for ordered keys. The bytes are those of
// all pages, or of the leaf pages if the server's files have many spare ones.
func (b *sumOf) add(s source.Storage, tree Tree, f source.Figures, after source.Pages, later func() source.Pages) {
	page := float64(s.PageSize)
	now, size := f.Bytes, after.All
	if s.Spare {
		now, size = f.Leaves, after.Leaves
		now.Value, now.Low, now.High = now.Value*page, now.Low*page, now.High*page
	}
	if !now.Known() || !size.Known() {
		b.missing = append(b.missing, tree)
		return
	}
	b.trees = append(b.trees, tree)
	b.bounded = b.bounded || now.AtMost
	b.now, b.nowLow, b.nowHigh = b.now+now.Value, b.nowLow+now.Low, b.nowHigh+now.High
	b.after += size.Value * page
	b.low += size.Low * page
	b.high += size.High * page
	b.leavesNow += f.Leaves.Value
	b.leavesAfter += after.Leaves.Value
	if later != nil {
		b.later = append(b.later, func() float64 {
			p := later()
			if !p.Leaves.Known() {
				return 0
			}
			return size.Value * page * (p.Leaves.Value/after.Leaves.Value - 1)
		})
	}
}

// addRows adds a table whose rows are in no index.
func (b *sumOf) addRows(table string, now, after source.Figure) {
	if !now.Known() || !after.Known() {
		b.missing = append(b.missing, Tree{Table: table})
		return
	}
	b.trees = append(b.trees, Tree{Table: table})
	b.now, b.after = b.now+now.Value, b.after+after.Value
	b.nowLow, b.nowHigh = b.nowLow+now.Low, b.nowHigh+now.High
	b.low, b.high = b.low+after.Low, b.high+after.High
}

// into sets the figures of a change.
func (b *sumOf) into(c *Change) {
	c.Trees, c.NotCounted = b.trees, b.missing
	if len(b.trees) == 0 {
		why := source.Unknown("the figures of the indexes are not known")
		c.Now, c.After, c.Saves, c.LeafPages, c.Lasting = why, why, why, why, why
		return
	}
	c.Now, c.After = source.Figure{Value: b.now, Low: b.nowLow, High: b.nowHigh}, source.About(b.after, b.low, b.high)
	c.Saves = source.About(b.now-b.after, b.nowLow-b.high, b.nowHigh-b.low)
	if b.bounded {
		c.Now, c.Saves = source.AtMost(b.nowHigh), source.AtMost(b.nowHigh-b.low)
	}
	c.likely = b.now - b.after
	c.LeafPages = source.About(b.leavesNow-b.leavesAfter, b.leavesNow-b.leavesAfter*b.high/b.after, b.leavesNow-b.leavesAfter*b.low/b.after)
	c.Lasting = source.Unknown("the keys are in order: the pages stay full")
}

// into sets the figures of a change, and counts it if they are not complete.
func (r *Report) into(b *sumOf, c *Change) {
	if b.into(c); len(c.NotCounted) > 0 || c.Saves.AtMost {
		r.NotComputed++
	}
}

// lasting sets what a change still saves when random keys have split the pages again.
func (b *sumOf) lasting(c *Change) {
	if len(b.later) == 0 {
		return
	}
	lost := 0.0
	for _, f := range b.later {
		lost += f()
	}
	c.Lasting = source.About(c.Saves.Value-lost, c.Saves.Low-lost, c.Saves.High-lost)
}

// changes finds the changes that save something, the one that saves most first.
func (r *Report) changes(ctx context.Context, s source.Source, tables []inspected) {
	for _, t := range tables {
		for _, c := range t.table.Columns {
			ids := t.ids[c.Name] // no IDs, no change
			if !references(t.table, c.Name, tables) && !r.followsJoined(t, c.Name, tables) {
				r.typeChange(ctx, s, t, c, ids, tables)
			}
			r.orderedKeys(ctx, s, t, c, ids)
		}
		r.rebuilds(ctx, s, t)
	}
	slices.SortStableFunc(r.Changes, func(a, b Change) int { return cmp.Compare(b.rank(), a.rank()) })
	r.complete(ctx)
}

// complete adds what takes longer than the savings: the plans of the first changes, and what
// becomes of tables that grow.
func (r *Report) complete(ctx context.Context) {
	const mostPlanned = 12
	planned := 0
	for i := range r.Changes {
		c := &r.Changes[i]
		if c.plan != nil && planned < mostPlanned && ctx.Err() == nil {
			planned++
			c.Steps = append(c.Steps, c.plan(ctx)...)
		}
	}
	for _, c := range r.Changes {
		if c.Growth != nil {
			c.Growth.compute()
		}
	}
}

// rank is by how many bytes a change comes before others. A bound is no estimate and has none.
func (c Change) rank() float64 {
	if c.Saves.AtMost {
		return -1
	}
	return c.Saves.Value
}

// IsEstimate reports whether it is known what the change saves, and not only a bound of it.
func (c Change) IsEstimate() bool { return !c.Saves.AtMost }

// references reports whether a column is a foreign key to another table that was inspected:
// then its type changes with that of the key.
func references(t *source.Table, column string, tables []inspected) bool {
	return slices.ContainsFunc(t.References, func(f source.Reference) bool {
		return f.Table != t.Name && slices.Contains(f.Columns, column) &&
			slices.ContainsFunc(tables, func(o inspected) bool { return o.table.Name == f.Table && len(o.ids) > 0 })
	})
}

// A change is worth a line if it saves so many pages, and of its bytes such a part.
const (
	leastPages = 8
	leastShare = 0.03
)

// Least is the least saving that is worth a line.
var Least = fmt.Sprintf("%d pages and %.0f %%", leastPages, 100*leastShare)

// savesBytes reports whether a change is worth a line for its bytes.
func (c Change) savesBytes(page int) bool {
	switch {
	case !c.Saves.Known(), c.Saves.AtMost && c.Action != ColumnType, !c.Saves.AtMost && c.Saves.Low <= 0:
		return false // how full the pages are is all that a rebuild saves, and a bound does not show it
	}
	return c.likely >= leastPages*float64(page) && c.likely >= leastShare*(c.likely+c.After.Value)
}

// savesCache reports whether a change is worth a line for the pages in the buffer pool.
func (c Change) savesCache(page int) bool {
	return c.Saves.Known() && c.Cache.Known() && c.Cache.Value >= leastPages*float64(page)
}

// leastFill is the fill in percent that random keys leave: pages are emptier where rows were
// deleted, and what ordered keys save there is mostly what a rebuild saves.
const leastFill = 55

// orderedKeys adds the change of random keys to ordered ones.
func (r *Report) orderedKeys(ctx context.Context, s source.Source, t inspected, c source.Column, ids idkind.Result) {
	if ids.Order() != idkind.Random || !ids.IsGenerated() || ids.Repeats() || ids.IsInPlace() || ids.StartsOver() ||
		!slices.Contains(rolesOf(t.table)[c.Name], Primary) {
		return // other unique columns may be random because nobody may guess them
	}
	change := Change{Action: OrderedKeys, Table: t.table.Name, Column: c.Name, Detail: fmt.Sprintf("%s to ordered keys", ids.Parts[0].Name)}
	if ids.Parts[0].Swapped {
		change.Detail = fmt.Sprintf("swapped %s to the order of its bytes", ids.Parts[0].Name)
	}
	var b sumOf
	touched, emptied := 0.0, false
	for _, x := range t.table.Indexes {
		f, ok := t.figures[x.Name]
		if !ok || x.Columns[0] != c.Name {
			continue
		}
		emptied = emptied || f.Fill.Known() && f.Fill.Value < leastFill
		b.add(s.Storage(), Tree{t.table.Name, x.Name}, f, s.Predict(ctx, t.table, x, t.sample, f.Entries, source.InOrder), nil)
		if f.Leaves.Known() {
			touched += f.Leaves.Value
		}
		if x.Primary {
			g := &Growth{Index: x.Name, Rows: f.Entries, From: ids.Parts[0].Name, To: orderedKind(ids)}
			change.Growth, g.compute = g, func() { g.Random, g.Ordered = s.Grow(ctx, t.table, x, t.sample, f) }
		}
	}
	r.into(&b, &change)
	if change.Saves.AtMost {
		return // how many pages there are is not known either
	}
	if touched > 1 {
		v := (touched - 1) * float64(s.Storage().PageSize)
		change.Cache = source.About(v, v, v)
	} else {
		change.Cache = source.Unknown("the number of leaf pages is not known")
	}
	page := s.Storage().PageSize
	smaller := change.savesBytes(page) && !emptied
	change.Steps = orderedSteps(t.table, c, ids, smaller, emptied)
	if smaller || change.savesCache(page) {
		if !smaller {
			why := little
			if emptied {
				why = "rows were deleted: what a rebuild saves is shown, and what ordered keys save after it is not known"
			}
			change.Saves, change.LeafPages = source.Unknown(why), source.Unknown(why)
		}
		r.Changes = append(r.Changes, change)
	}
}

// orderedKind is the ordered kind of key in the place of a random one.
func orderedKind(ids idkind.Result) string {
	if ids.Form == idkind.UUIDText || strings.HasPrefix(ids.Parts[0].Name, "UUID") {
		return "UUIDv7"
	}
	return "ordered"
}

// rebuilt adds an index that was rebuilt, of a table whose columns may have other types.
func (b *sumOf) rebuilt(ctx context.Context, s source.Source, t inspected, table *source.Table, x source.Index) {
	f, ok := t.figures[x.Name]
	if !ok {
		b.missing = append(b.missing, Tree{t.table.Name, x.Name})
		return
	}
	predict := func(how source.Filling) source.Pages { return s.Predict(ctx, table, x, t.sample, f.Entries, how) }
	var later func() source.Pages
	if ids := t.ids[x.Columns[0]]; ids.Order() == idkind.Random || !ids.IsID() && !x.Clustered { // values of no known order split pages as well
		later = func() source.Pages { return predict(source.AtRandom) }
	}
	b.add(s.Storage(), Tree{t.table.Name, x.Name}, f, predict(source.Packed), later)
}

// rebuilds adds the changes of indexes whose pages are not full.
func (r *Report) rebuilds(ctx context.Context, s source.Source, t inspected) {
	var list []source.Index
	for _, x := range t.table.Indexes {
		if _, ok := t.figures[x.Name]; ok && t.ids[x.Columns[0]].IsID() {
			list = append(list, x)
		}
	}
	if s.Storage().Together {
		if len(list) > 0 {
			r.rebuild(ctx, s, t, "", t.table.Indexes)
		}
		return
	}
	for _, x := range list {
		name := x.Name
		if x.Clustered {
			name = "" // the table
		}
		r.rebuild(ctx, s, t, name, []source.Index{x})
	}
}

// rebuild adds the change of some indexes; name is that of the index, or empty for the
// table.
func (r *Report) rebuild(ctx context.Context, s source.Source, t inspected, name string, list []source.Index) {
	change := Change{Action: Rebuild, Table: t.table.Name, Index: name, Detail: "pages that are not full", Cache: source.Unknown("the same pages are touched")}
	var b sumOf
	for _, x := range list {
		b.rebuilt(ctx, s, t, t.table, x)
	}
	r.into(&b, &change)
	change.Steps = rebuildSteps(s.Server(), t.table, list, name == "")
	if change.savesBytes(s.Storage().PageSize) {
		b.lasting(&change)
		r.Changes = append(r.Changes, change)
	}
}
