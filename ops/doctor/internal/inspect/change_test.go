package inspect

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/ops/doctor/internal/idkind"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// IDs as package idkind finds them.
var (
	v4Text   = idsOf(idkind.UUIDText, 36, part("UUIDv4", idkind.Random))
	v4Bytes  = idsOf(idkind.Raw, 16, part("UUIDv4", idkind.Random))
	v7Text   = idsOf(idkind.UUIDText, 36, part("UUIDv7", idkind.Ordered))
	v7Bytes  = idsOf(idkind.Raw, 16, part("UUIDv7", idkind.Ordered))
	nanoids  = idsOf(idkind.Text, 21, part("Nano ID", idkind.Random))
	sequence = idsOf(idkind.Integer, 8, part("sequence", idkind.Ordered))
)

// part is a kind of ID that is certain.
func part(name string, order idkind.Order) idkind.Part {
	return idkind.Part{Kind: idkind.Kind{Name: name, Order: order}, Values: 1000, Chance: -300}
}

// idsOf is what 1,000 values of some kinds are.
func idsOf(form idkind.Form, length int, parts ...idkind.Part) idkind.Result {
	return idkind.Result{Sampled: 1000, Distinct: 1000, Form: form, Length: length, Parts: parts}
}

// with returns IDs that differ in something. Their parts are copies.
func with(ids idkind.Result, change func(*idkind.Result)) idkind.Result {
	ids.Parts = slices.Clone(ids.Parts)
	change(&ids)
	return ids
}

// The bytes of trees add up: what they have and will have, each end of a difference with the other end of what is
// taken away, and what random keys lose again.
func TestSumOf(t *testing.T) {
	const page = 100
	later := func(leaves source.Figure) func() source.Pages {
		return func() source.Pages { return source.Pages{Leaves: leaves, All: source.Unknown("not asked for")} }
	}
	figures := func(bytes, leaves source.Figure) source.Figures { return source.Figures{Bytes: bytes, Leaves: leaves} }
	pages := func(leaves, all source.Figure) source.Pages { return source.Pages{Leaves: leaves, All: all} }
	missing := source.Unknown("not read")
	for _, c := range []struct {
		what  string
		add   func(b *sumOf)
		spare bool
		want  string
	}{
		{what: "nothing", add: func(*sumOf) {}, want: `
  now: the figures of the indexes are not known
  after: the figures of the indexes are not known
  saves: the figures of the indexes are not known
  leaf pages: the figures of the indexes are not known
  lasting: the figures of the indexes are not known
  trees [], not counted []
  likely 0`},
		{what: "two trees and rows", add: func(b *sumOf) {
			all := source.Storage{PageSize: page}
			b.add(all, Tree{"t", "a"}, figures(source.About(5000, 4000, 7000), source.About(40, 1, 1)), pages(source.About(20, 1, 1), source.About(24, 22, 28)), later(source.About(30, 1, 1)))
			b.add(all, Tree{"t", "b"}, figures(source.About(900, 800, 1000), source.About(8, 1, 1)), pages(source.About(4, 1, 1), source.About(6, 5, 7)), later(source.About(6, 1, 1)))
			b.addRows("u", source.About(3000, 2900, 3300), source.About(1000, 800, 1100))
		}, want: `
  now: 89 (77 to 113)
  after: 40 (35 to 46)
  saves: 49 (31 to 78)
  leaf pages: 24 (20.4 to 27)
  lasting: 34 (16 to 63)
  trees [{t a} {t b} {u }], not counted []
  likely 49`},
		{what: "leaf pages of files with spare ones", spare: true, add: func(b *sumOf) {
			b.add(source.Storage{PageSize: page, Spare: true}, Tree{"t", "a"}, figures(missing, source.About(40, 39, 42)), pages(source.About(20, 18, 23), missing), later(source.About(30, 1, 1)))
		}, want: `
  now: 40 (39 to 42)
  after: 20 (18 to 23)
  saves: 20 (16 to 24)
  leaf pages: 20 (17 to 22)
  lasting: 10 (6 to 14)
  trees [{t a}], not counted []
  likely 20`},
		{what: "in order, of which nothing splits", add: func(b *sumOf) {
			b.add(source.Storage{PageSize: page}, Tree{"t", "a"}, figures(source.Exactly(5000), source.Exactly(40)), pages(source.Exactly(20), source.Exactly(25)), nil)
		}, want: `
  now: 50
  after: 25
  saves: 25
  leaf pages: 20
  lasting: the keys are in order: the pages stay full
  trees [{t a}], not counted []
  likely 25`},
		{what: "how they split again is not known", add: func(b *sumOf) {
			b.add(source.Storage{PageSize: page}, Tree{"t", "a"}, figures(source.Exactly(5000), source.Exactly(40)), pages(source.Exactly(20), source.Exactly(25)), later(source.Figure{Value: 30, Missing: "no rules"}))
		}, want: `
  now: 50
  after: 25
  saves: 25
  leaf pages: 20
  lasting: 25
  trees [{t a}], not counted []
  likely 25`},
		{what: "some are not known", add: func(b *sumOf) {
			all := source.Storage{PageSize: page}
			b.add(all, Tree{"t", "a"}, figures(missing, source.Exactly(40)), pages(source.Exactly(20), source.Exactly(25)), later(source.Exactly(1)))
			b.add(all, Tree{"t", "b"}, figures(source.Exactly(5000), source.Exactly(40)), pages(source.Exactly(20), missing), later(source.Exactly(1)))
			b.addRows("u", missing, source.Exactly(100))
			b.addRows("v", source.Exactly(100), missing)
			b.addRows("w", source.Exactly(500), source.Exactly(100))
		}, want: `
  now: 5
  after: 1
  saves: 4
  leaf pages: 0
  lasting: the keys are in order: the pages stay full
  trees [{w }], not counted [{t a} {t b} {u } {v }]
  likely 4`},
		{what: "one size is a bound", add: func(b *sumOf) {
			all := source.Storage{PageSize: page}
			b.add(all, Tree{"t", "a"}, figures(source.AtMost(5000), source.Exactly(40)), pages(source.Exactly(20), source.About(25, 24, 26)), nil)
			b.add(all, Tree{"t", "b"}, figures(source.Exactly(700), source.Exactly(7)), pages(source.Exactly(6), source.Exactly(6)), nil)
		}, want: `
  now: at most 57
  after: 31 (30 to 32)
  saves: at most 27
  leaf pages: 21 (20.161 to 21.839)
  lasting: the keys are in order: the pages stay full
  trees [{t a} {t b}], not counted []
  likely 26`},
	} {
		var b sumOf
		c.add(&b)
		change := Change{Saves: source.Exactly(7), Lasting: source.Exactly(7)}
		b.into(&change)
		if change.Saves.Known() {
			b.lasting(&change)
		}
		a := answers{storage: source.Storage{PageSize: page}}
		got := strings.Split(a.described(change), "\n")[1:]
		got = slices.DeleteFunc(got, func(line string) bool { return strings.HasPrefix(line, "  cache") })
		if got, want := strings.Join(got, "\n")+fmt.Sprintf("  likely %g", change.likely/page), c.want[1:]; got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.what, got, want)
		}
	}
}

// A change that may save more than is known is counted: figures are missing, or one is a bound.
func TestNotComputed(t *testing.T) {
	for want, c := range map[string]struct{ trees, missing, bounded bool }{
		"0": {trees: true}, "1": {trees: true, missing: true}, "1, a bound": {trees: true, bounded: true}, "1, nothing known": {missing: true},
	} {
		b := sumOf{bounded: c.bounded}
		if c.trees {
			b.trees = []Tree{{Table: "t"}}
		}
		if c.missing {
			b.missing = []Tree{{Table: "u"}}
		}
		var r Report
		if r.into(&b, &Change{}); fmt.Sprint(r.NotComputed) != want[:1] {
			t.Errorf("%+v: %d", c, r.NotComputed)
		}
	}
}

// Ordered keys are advice for a primary key that a generator makes at random, of which each row has another one.
func TestWhoGetsOrderedKeys(t *testing.T) {
	for _, c := range []struct {
		what   string
		column string
		ids    idkind.Result
		want   string // the detail of the change; empty for none
	}{
		{"UUIDv4 as text", "id", v4Text, "UUIDv4 to ordered keys"},
		{"UUIDv4 as bytes", "id", v4Bytes, "UUIDv4 to ordered keys"},
		{"in order", "id", v7Text, ""},
		{"a guess", "id", with(v4Text, func(r *idkind.Result) { r.Parts[0].Chance = -2 }), ""},
		{"just likely", "id", with(v4Text, func(r *idkind.Result) { r.Parts[0].Chance = -3 }), "UUIDv4 to ordered keys"},
		{"few values in many rows", "id", with(v4Text, func(r *idkind.Result) { r.Distinct = 899 }), ""},
		{"nearly one value a row", "id", with(v4Text, func(r *idkind.Result) { r.Distinct = 900 }), "UUIDv4 to ordered keys"},
		{"rows that lie in their order", "id", with(v4Text, func(r *idkind.Result) { r.Place = -0.95 }), ""},
		{"rows in no order", "id", with(v4Text, func(r *idkind.Result) { r.Place = 0.5 }), "UUIDv4 to ordered keys"},
		{"a time whose low bytes are first", "id", with(v4Text, func(r *idkind.Result) { r.Parts[0].Clock = idkind.ClockMixed }), ""},
		{"another unique column, which nobody may guess", "mail", v4Text, ""},
		{"swapped", "id", with(v4Bytes, func(r *idkind.Result) { r.Parts[0].Swapped, r.Parts[0].Name = true, "UUIDv1" }), "swapped UUIDv1 to the order of its bytes"},
	} {
		a := &answers{t: t, product: "MySQL", storage: source.Storage{PageSize: 16384, Spare: true, Together: true}, pages: map[string][2]float64{"in order PRIMARY: t": {100, 0}, "in order mail: t": {100, 0}}}
		unique := secondary("mail", "mail")
		unique.Unique = true
		one := inspected{table: table("t", 0, 16384, holdsRows(primary("PRIMARY", "id")), unique), figures: map[string]source.Figures{"PRIMARY": a.figures(200, 0, 66), "mail": a.figures(200, 0, 66)}}
		one.sample.Rows = sampledRows("t")
		column, _ := one.table.Column(c.column)
		var r Report
		r.orderedKeys(t.Context(), a, one, column, c.ids)
		got := ""
		for _, change := range r.Changes {
			got += change.Detail
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}

// What ordered keys save is in the report if it is worth a line: for the bytes, or for the pages in the buffer pool
// alone, and not where rows were deleted, whose pages a rebuild fills.
func TestWhatOrderedKeysSave(t *testing.T) {
	const emptied = "rows were deleted: what a rebuild saves is shown, and what ordered keys save after it is not known"
	for _, c := range []struct {
		what                string
		leaves, after, fill source.Figure
		saves, cache        string // in pages; empty if there is no change
		leafPages           string
		step                string
	}{
		{"many pages", source.Exactly(200), source.Exactly(100), source.Exactly(66), "100", "199", "100", "The saving is that of a table with ordered keys alone; new rows have a table of their own."},
		{"full enough", source.Exactly(200), source.Exactly(100), source.Exactly(55), "100", "199", "100", "The saving is that of a table with ordered keys alone; new rows have a table of their own."},
		{"not full: rows were deleted", source.Exactly(200), source.Exactly(100), source.Exactly(54.9), emptied, "199", emptied, "Rows were deleted: rebuild the index first, and see then what ordered keys save."},
		{"nobody knows how full", source.Exactly(200), source.Exactly(100), source.Figure{Value: 1, Missing: "not read"}, "100", "199", "100", "The saving is that of a table with ordered keys alone; new rows have a table of their own."},
		{"8 pages of the buffer pool", source.Exactly(9), source.Exactly(5), source.Exactly(66), little, "8", little, "The index gets smaller by fewer than 8 pages or 3 %, or by nothing that is sure: inserts need less of it in the buffer pool."},
		{"8 pages", source.Exactly(15), source.Exactly(7), source.Exactly(66), "8", "14", "8", "The saving is that of a table with ordered keys alone; new rows have a table of their own."},
		{"7 pages of the buffer pool", source.Exactly(8), source.Exactly(5), source.Exactly(66), "", "", "", ""},
		{"a bound", source.AtMost(200), source.Exactly(100), source.Exactly(66), "", "", "", ""},
		{"not known", source.Unknown("not read"), source.Exactly(100), source.Exactly(66), "", "", "", ""},
	} {
		a := &answers{t: t, product: "MySQL", storage: source.Storage{PageSize: 16384, Spare: true, Together: true}}
		one := inspected{table: table("t", 0, 16384, holdsRows(primary("PRIMARY", "id"))), figures: map[string]source.Figures{"PRIMARY": {Entries: entries, Leaves: c.leaves, Fill: c.fill}}}
		var r Report
		r.orderedKeys(t.Context(), predicted{a, source.Pages{Leaves: c.after}}, one, one.table.Columns[0], v4Text)
		var saves, cache, leafPages, step string
		for _, change := range r.Changes {
			saves, cache, leafPages, step = inPages(change.Saves, 16384), inPages(change.Cache, 16384), inPages(change.LeafPages, 1), change.Steps[1].Text
		}
		if saves != c.saves || cache != c.cache || leafPages != c.leafPages || step != c.step {
			t.Errorf("%s: %q, %q, %q, %q", c.what, saves, cache, leafPages, step)
		}
	}
}

// predicted is a database on which all trees become the same pages.
type predicted struct {
	*answers
	pages source.Pages
}

func (p predicted) Predict(context.Context, *source.Table, source.Index, source.Sample, source.Figure, source.Filling) source.Pages {
	return p.pages
}

// The leaf pages of all indexes that begin with the key are in the buffer pool, but for the one that ordered keys need.
// Of one page, or an unknown number, nothing is known.
func TestCache(t *testing.T) {
	a := &answers{t: t, product: "PostgreSQL", storage: source.Storage{PageSize: 8192}}
	for _, c := range []struct {
		leaves []source.Figure
		want   string
	}{
		{[]source.Figure{source.Exactly(200), source.Exactly(50)}, "249"},
		{[]source.Figure{source.Exactly(200), {Value: 50, Missing: "not read"}}, "199"},
		{[]source.Figure{source.Exactly(1), source.Unknown("not read")}, "the number of leaf pages is not known"},
		{[]source.Figure{source.Exactly(2), source.Unknown("not read")}, "1"},
		{[]source.Figure{source.Unknown("not read"), source.Unknown("not read")}, "the number of leaf pages is not known"},
	} {
		one := inspected{table: table("t", 0, 8192, primary("p", "id"), secondary("s", "id", "n"), secondary("other", "n", "id")), figures: map[string]source.Figures{"other": a.figures(500, 500, 66)}}
		for i, name := range []string{"p", "s"} {
			one.figures[name] = source.Figures{Entries: entries, Bytes: source.Exactly(a.bytes(500)), Leaves: c.leaves[i], Fill: source.Exactly(66)}
		}
		var r Report
		r.orderedKeys(t.Context(), predicted{a, source.Pages{Leaves: source.Exactly(100), All: source.Exactly(100)}}, one, one.table.Columns[0], v4Text)
		if len(r.Changes) != 1 || inPages(r.Changes[0].Cache, 8192) != c.want {
			t.Errorf("%+v: %+v", c.leaves, r.Changes)
		}
	}
}

func TestOrderedKind(t *testing.T) {
	for _, c := range []struct {
		ids  idkind.Result
		want string
	}{{v4Bytes, "UUIDv7"}, {v4Text, "UUIDv7"}, {idsOf(idkind.UUIDText, 36, part("random bytes", idkind.Random)), "UUIDv7"}, {nanoids, "ordered"}, {idsOf(idkind.UUIDText, 36, part("UUIDv4", idkind.Random), part("Nano ID", idkind.Random)), "UUIDv7"}} {
		if got := orderedKind(c.ids); got != c.want {
			t.Errorf("%+v: %s, want %s", c.ids, got, c.want)
		}
	}
}

// The index of a rebuild loses again what random keys split, and values of no known order, unless the rows are in it.
func TestWhatSplitsAgain(t *testing.T) {
	ids := map[string]idkind.Result{"random": v4Text, "ordered": v7Text, "unknown": idsOf(idkind.Text, 9, part("numbers", idkind.Unknown))}
	for _, c := range []struct {
		index source.Index
		want  bool
	}{
		{secondary("i", "random", "ordered"), true}, {secondary("i", "ordered", "random"), false}, {secondary("i", "unknown"), false}, {secondary("i", "mail"), true},
		{holdsRows(primary("i", "mail")), false}, {holdsRows(primary("i", "random")), true}, {holdsRows(primary("i", "ordered")), false},
	} {
		a := &answers{t: t, storage: source.Storage{PageSize: 8192}}
		one := inspected{table: table("t", 0, 8192, c.index), ids: ids, figures: map[string]source.Figures{"i": a.figures(10, 10, 50)}}
		var b sumOf
		b.rebuilt(t.Context(), predicted{a, source.Pages{Leaves: source.Exactly(9), All: source.Exactly(9)}}, one, one.table, c.index)
		if got := len(b.later) == 1; got != c.want || len(b.trees) != 1 {
			t.Errorf("%+v: %v, trees %v", c.index, got, b.trees)
		}
	}
}

// A column changes its type with the key of another table that it references, if that has IDs and was inspected.
func TestReferences(t *testing.T) {
	child := &source.Table{Name: "orders", References: []source.Reference{
		{Columns: []string{"user"}, Table: "users"}, {Columns: []string{"parent"}, Table: "orders"}, {Columns: []string{"tag"}, Table: "tags"}, {Columns: []string{"x"}, Table: "elsewhere"},
	}}
	ids := map[string]idkind.Result{"id": v4Text}
	tables := []inspected{{table: child, ids: ids}, {table: &source.Table{Name: "users"}, ids: ids}, {table: &source.Table{Name: "tags"}}}
	for column, want := range map[string]bool{"user": true, "parent": false, "tag": false, "x": false, "id": false} {
		if got := references(child, column, tables); got != want {
			t.Errorf("%s: %v", column, got)
		}
	}
}

// The change that saves most comes first, and a bound after all estimates; the first twelve with a script have its plan.
func TestOrderOfChanges(t *testing.T) {
	r := &Report{}
	planned := 0
	add := func(name string, saves source.Figure, plan bool) {
		c := Change{Table: name, Saves: saves, Growth: &Growth{}}
		c.Growth.compute = func() { c.Growth.Index = "computed" }
		if name == "rebuild" {
			c.Growth = nil
		}
		if plan {
			c.plan = func(context.Context) []Step { planned++; return []Step{{Text: fmt.Sprint("planned ", planned)}} }
		}
		r.Changes = append(r.Changes, c)
	}
	add("bound", source.AtMost(9e9), false)
	add("cache alone", source.Unknown("little"), false)
	add("little", source.Exactly(1), false)
	for i := range 13 {
		add(fmt.Sprint("type ", i), source.Exactly(float64(100-i)), true)
	}
	add("rebuild", source.Exactly(500), false)
	r.changes(t.Context(), &answers{t: t}, nil)
	var got []string
	for _, c := range r.Changes {
		step := ""
		for _, s := range c.Steps {
			step += ": " + s.Text
		}
		if c.Growth != nil && c.Growth.Index != "computed" {
			t.Errorf("the growth of %s is not computed", c.Table)
		}
		got = append(got, c.Table+step)
	}
	want := []string{"rebuild"}
	for i := range 12 {
		want = append(want, fmt.Sprintf("type %d: planned %d", i, i+1))
	}
	if want = append(want, "type 12", "little", "cache alone", "bound"); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if r.complete(ended); planned != 12 {
		t.Errorf("%d plans after the time", planned)
	}
	if !(Change{Saves: source.Exactly(1)}).IsEstimate() || (Change{Saves: source.AtMost(1)}).IsEstimate() {
		t.Error("a bound is no estimate")
	}
}

// A change is of indexes that begin with an ID alone, and of a pair of columns if one is known to change.
func TestNothingToRebuild(t *testing.T) {
	for _, together := range []bool{false, true} {
		a := &answers{t: t, product: "MySQL", storage: source.Storage{PageSize: 8192, Together: together}}
		one := inspected{table: table("t", 0, 8192, primary("p", "n"), secondary("s", "id")), ids: map[string]idkind.Result{"id": v4Text}, figures: map[string]source.Figures{"p": a.figures(900, 900, 50)}}
		var r Report
		r.rebuilds(t.Context(), predicted{a, source.Pages{Leaves: source.Exactly(9), All: source.Exactly(9)}}, one)
		if len(r.Changes) != 0 || r.NotComputed != 0 {
			t.Errorf("together %v: %+v", together, r.Changes)
		}
	}
}
