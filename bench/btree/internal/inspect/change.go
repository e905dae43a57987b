package inspect

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/inspect/idkind"
	"github.com/sortid/sortid/bench/btree/internal/inspect/source"
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
	// Trees are the tables and indexes whose bytes are counted, NotCounted those that
	// the change makes smaller by an unknown amount.
	Trees      []string `json:"trees"`
	NotCounted []string `json:"not_counted,omitempty"`
	// Now and After are bytes, and Saves the difference.
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
	// Month is the price of the bytes saved for a month, 0 without a price.
	Month float64 `json:"month_saved,omitempty"`
	// Steps are how to get there.
	Steps []Step `json:"steps"`
}

// Step is a step of a change.
type Step struct {
	Text string `json:"text"`
	// Link is the part of the documentation that explains it.
	Link string `json:"link,omitempty"`
}

// inspected is a table with what was read of it.
type inspected struct {
	table   *source.Table
	sample  source.Sample
	ids     map[string]idkind.Result
	figures map[string]source.Figures // by the name of the index
}

// sumOf adds the bytes of trees.
type sumOf struct {
	now, after, leavesNow, leavesAfter float64
	low, high                          float64 // of after
	trees, missing                     []string
	later                              []func() float64 // bytes that the trees gain again
}

// add adds a tree that will have the pages after, and the pages that later returns when
// random keys have split them again; later is nil for ordered keys. The bytes are those of all pages; of InnoDB's trees those of the
// leaf pages, because the file has up to an eighth of free pages beside them.
func (b *sumOf) add(s source.Source, name string, f source.Figures, after pages, later func() pages) {
	page := float64(s.PageSize())
	now, size := f.Bytes, after.all
	if s.HeapPage() == 0 {
		now, size = f.Leaves, after.leaves
		now.Value *= page
	}
	if !now.Known() || !size.Known() {
		b.missing = append(b.missing, name)
		return
	}
	b.trees = append(b.trees, name)
	b.now += now.Value
	b.after += size.Value * page
	b.low += size.Low * page
	b.high += size.High * page
	b.leavesNow += f.Leaves.Value
	b.leavesAfter += after.leaves.Value
	if later != nil {
		b.later = append(b.later, func() float64 {
			p := later()
			if !p.leaves.Known() {
				return 0
			}
			return size.Value * page * (p.leaves.Value/after.leaves.Value - 1)
		})
	}
}

// addHeap adds a table's file.
func (b *sumOf) addHeap(name string, now, after source.Figure) {
	if !now.Known() || !after.Known() {
		b.missing = append(b.missing, name)
		return
	}
	b.trees = append(b.trees, name)
	b.now, b.after = b.now+now.Value, b.after+after.Value
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
	c.Now, c.After = source.Exactly(b.now), source.About(b.after, b.low, b.high)
	c.Saves = source.About(b.now-b.after, b.now-b.high, b.now-b.low)
	c.LeafPages = source.About(b.leavesNow-b.leavesAfter, b.leavesNow-b.leavesAfter*b.high/b.after, b.leavesNow-b.leavesAfter*b.low/b.after)
	c.Lasting = source.Unknown("the keys are in order: the pages stay full")
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
func (r *Report) changes(s source.Source, tables []inspected) {
	for _, t := range tables {
		for _, c := range t.table.Columns {
			ids, ok := t.ids[c.Name]
			if !ok {
				continue
			}
			if !references(t.table, c.Name, tables) {
				r.typeChange(s, t, c, ids, tables)
			}
			r.orderedKeys(s, t, c, ids)
		}
		r.rebuilds(s, t)
	}
	slices.SortStableFunc(r.Changes, func(a, b Change) int { return cmp.Compare(b.Saves.Value, a.Saves.Value) })
}

// references reports whether a column is a foreign key to another table that was inspected:
// then its type changes with that of the key.
func references(t *source.Table, column string, tables []inspected) bool {
	return slices.ContainsFunc(t.References, func(f source.Reference) bool {
		return f.Table != t.Name && slices.Contains(f.Columns, column) &&
			slices.ContainsFunc(tables, func(o inspected) bool { return o.table.Name == f.Table && len(o.ids) > 0 })
	})
}

// least is the saving in bytes below which a change is not worth a line: pages, and a part
// of what there is now.
func (c Change) worthIt(page int) bool {
	const pages, share = 8, 0.03
	return c.Saves.Known() && c.Saves.Low > 0 && c.Saves.Value >= pages*float64(page) && c.Saves.Value >= share*c.Now.Value
}

// orderedKeys adds the change of random keys to ordered ones.
func (r *Report) orderedKeys(s source.Source, t inspected, c source.Column, ids idkind.Result) {
	if ids.Order() != idkind.Random || !slices.Contains(rolesOf(t.table)[c.Name], Primary) {
		return // other unique columns may be random because nobody may guess them
	}
	change := Change{Action: OrderedKeys, Table: t.table.Name, Column: c.Name, Detail: fmt.Sprintf("%s to ordered keys of the same width", ids.Parts[0].Name)}
	if ids.Parts[0].Swapped {
		change.Detail = fmt.Sprintf("swapped %s to the order of its bytes", ids.Parts[0].Name)
	}
	var b sumOf
	touched := 0.0
	for _, x := range t.table.Indexes {
		f, ok := t.figures[x.Name]
		if !ok || x.Columns[0] != c.Name {
			continue
		}
		after := ordered(s, x, s.EntryWidth(t.table, x, t.sample), f.Entries)
		if !x.Unique && s.HeapPage() > 0 {
			after = pages{source.Unknown(sharing), source.Unknown(sharing)}
		}
		b.add(s, x.Name, f, after, nil)
		if f.Leaves.Known() {
			touched += f.Leaves.Value
		}
	}
	b.into(&change)
	if touched > 1 {
		v := (touched - 1) * float64(s.PageSize())
		change.Cache = source.About(v, v, v)
	} else {
		change.Cache = source.Unknown("the number of leaf pages is not known")
	}
	change.Steps = orderedSteps(s.Server(), t.table, c, ids)
	if change.worthIt(s.PageSize()) {
		r.Changes = append(r.Changes, change)
	}
}

// later returns a function for the pages that random keys fill in the long run, nil for
// ordered keys.
func later(s source.Source, x source.Index, entry source.Figure, f source.Figures, ids idkind.Result) func() pages {
	if ids.Order() != idkind.Random {
		return nil
	}
	return func() pages { return random(s, x, entry, f.Entries) }
}

const sharing = "entries of equal keys share space"

// rebuilds adds the changes of indexes whose pages are not full. Where the rows are in a
// tree, a table is rebuilt with all its indexes.
func (r *Report) rebuilds(s source.Source, t inspected) {
	if s.HeapPage() == 0 {
		r.rebuild(s, t, "", t.table.Indexes)
		return
	}
	for _, x := range t.table.Indexes {
		if x.Unique {
			r.rebuild(s, t, x.Name, []source.Index{x})
		}
	}
}

// rebuild adds the change of some indexes; name is that of the index, or empty for the
// table.
func (r *Report) rebuild(s source.Source, t inspected, name string, list []source.Index) {
	change := Change{Action: Rebuild, Table: t.table.Name, Index: name, Detail: "pages that are not full", Cache: source.Unknown("the same pages are touched")}
	var b sumOf
	for _, x := range list {
		f, ok := t.figures[x.Name]
		if !ok || !t.ids[x.Columns[0]].IsID() {
			continue
		}
		entry := s.EntryWidth(t.table, x, t.sample)
		b.add(s, x.Name, f, ordered(s, x, entry, f.Entries), later(s, x, entry, f, t.ids[x.Columns[0]]))
	}
	b.into(&change)
	change.Steps = rebuildSteps(s.Server(), t.table, name)
	if change.worthIt(s.PageSize()) {
		b.lasting(&change)
		r.Changes = append(r.Changes, change)
	}
}
