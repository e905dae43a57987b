package source

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/internal/leafpage"
)

// near compares figures but for the last digits of their intervals.
func near(a, b Figure) bool {
	is := func(x, y float64) bool { return math.Abs(x-y) <= 1e-9*max(1, math.Abs(y)) }
	return is(a.Value, b.Value) && is(a.Low, b.Low) && is(a.High, b.High) && a.Estimate == b.Estimate && a.AtMost == b.AtMost && a.Missing == b.Missing
}

func TestMeanOf(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   Figure
	}{
		{nil, Unknown("no value was sampled")},
		{[]float64{7}, Figure{Value: 7, Low: 7, High: 7}},
		{[]float64{4, 4, 4}, Figure{Value: 4, Low: 4, High: 4}},
		{[]float64{2, 6}, Figure{Value: 4, Low: 4 - 2*StandardErrors, High: 4 + 2*StandardErrors}},
		{[]float64{1, 1, 1, 1, 6}, Figure{Value: 2, Low: 2 - StandardErrors, High: 2 + StandardErrors}}, // the variance is 4
	} {
		if got := meanOf(c.values); !near(got, c.want) {
			t.Errorf("%v: %+v, want %+v", c.values, got, c.want)
		}
	}
	if got := varianceOf(nil); got != 0 {
		t.Errorf("the variance of nothing is %g", got)
	}
	if got := total([]float64{1, 2, 4}); got != 7 {
		t.Errorf("the total is %g", got)
	}
}

// The relative errors of a product add up as independent ones do; a missing figure stays so.
func TestTimes(t *testing.T) {
	missing, other := Unknown("a"), Unknown("b")
	for _, c := range []struct{ a, b, want Figure }{
		{Exactly(3), Exactly(4), Exactly(12)},
		{Figure{Value: 10, Low: 7, High: 13}, Figure{Value: 100, Low: 60, High: 140}, Figure{Value: 1000, Low: 500, High: 1500}}, // 30 and 40 %
		{Figure{Value: -10, Low: -13, High: -7}, Exactly(2), Figure{Value: -20, Low: -26, High: -14}},
		{About(10, 10, 10), Exactly(2), About(20, 20, 20)}, {Exactly(2), About(10, 10, 10), About(20, 20, 20)},
		{About(0, -1, 1), About(10, 1, 20), Exactly(0)},
		{missing, other, missing}, {Exactly(2), other, other},
	} {
		if got := times(c.a, c.b); !near(got, c.want) {
			t.Errorf("%+v times %+v: %+v, want %+v", c.a, c.b, got, c.want)
		}
	}
	if got := scaled(About(2, 1, 4), 3); got != About(6, 3, 12) {
		t.Errorf("scaled %+v", got)
	}
	if got := scaled(Figure{Value: 2, Missing: "no"}, 3); got.Value != 2 {
		t.Errorf("scaled %+v", got)
	}
	if got := relative(About(10, 8, 13)); got != 0.25 {
		t.Errorf("relative %g", got)
	}
	if got := withError(10, 0.1); !near(got, About(10, 9, 11)) {
		t.Errorf("with an error %+v", got)
	}
	if got := unknownFigures("x"); got != (Figures{Entries: Unknown("x"), Bytes: Unknown("x"), Leaves: Unknown("x"), Fill: Unknown("x")}) {
		t.Errorf("unknown %+v", got)
	}
}

// JSON has the reason of a missing figure alone, and no infinity.
func TestFigureJSON(t *testing.T) {
	const infinite = `{"missing":"the figures do not allow to compute it"}`
	for want, f := range map[string]Figure{
		`{"value":2,"low":1,"high":3,"estimate":true,"at_most":false}`: About(2, 1, 3), `{"value":2,"low":0,"high":2,"estimate":true,"at_most":true}`: AtMost(2),
		`{"value":2,"low":2,"high":2,"estimate":false,"at_most":false}`: Exactly(2), `{"missing":"no"}`: {Value: 1, High: math.Inf(1), Missing: "no"},
	} {
		if got, err := json.Marshal(f); err != nil || string(got) != want {
			t.Errorf("%+v: %s, %v", f, got, err)
		}
	}
	for _, f := range []Figure{About(math.Inf(1), 0, 0), About(0, math.Inf(-1), 0), About(0, 0, math.NaN())} {
		if got, err := json.Marshal(f); err != nil || string(got) != infinite {
			t.Errorf("%+v: %s, %v", f, got, err)
		}
	}
}

func TestFilter(t *testing.T) {
	for _, c := range []struct {
		filter        Filter
		schema, table string
		want          bool
	}{
		{Filter{}, "app", "users", true}, {Filter{Table: "u*"}, "app", "users", true}, {Filter{Table: "u*"}, "app", "orders", false},
		{Filter{Schema: "app"}, "app", "users", true}, {Filter{Schema: "app"}, "public", "users", false}, {Filter{Schema: "app", Table: "o*"}, "app", "users", false}, {Filter{Table: "["}, "app", "[", false},
	} {
		if got := c.filter.selects(c.schema, c.table); got != c.want {
			t.Errorf("%+v of %s.%s: %v", c.filter, c.schema, c.table, got)
		}
	}
	for pattern, want := range map[Filter]string{{}: "", {Schema: "a*", Table: "[a-z]"}: "", {Schema: "["}: `the pattern "[": `, {Table: "a["}: `the pattern "a[": `} {
		if err := pattern.Check(); (err == nil) != (want == "") || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%+v: %v", pattern, err)
		}
	}
}

// A table with another column is a copy; the others are as they were.
func TestWithColumn(t *testing.T) {
	table := &Table{Name: "t", Columns: []Column{{Name: "a", Class: Text, least: 3, each: 5}, {Name: "b", Class: Text}}}
	a, ok := table.Column("a")
	if !ok {
		t.Fatal("no column a")
	}
	if c, ok := table.Column("c"); ok || c.Name != "" {
		t.Errorf("column c is %+v", c)
	}
	changed := table.With(a.Fixed(UUID, 16))
	if got, _ := changed.Column("a"); got.Class != UUID || got.fixed != 16 || got.align != 1 || got.least != 0 || got.Size() != 16 {
		t.Errorf("the column is %+v", got)
	}
	if got, _ := changed.Column("b"); got != table.Columns[1] || !changed.copied || table.copied || table.Columns[0].Class != Text {
		t.Errorf("the table was %+v and is %+v", table, changed)
	}
	if got := a.Fixed(Integer, 8); got.align != 8 || got.fixed != 8 {
		t.Errorf("an integer is %+v", got)
	}
	if got := a.Fixed(UUID, 16).Varying(Bytes, 13); got.fixed != 0 || got.each != 13 || got.Class != Bytes || got.least != 0 {
		t.Errorf("a column that varies is %+v", got)
	}
	if (&Table{Indexes: []Index{{}, {Clustered: true}}}).InIndex() != true || table.InIndex() {
		t.Error("which index has the rows")
	}
	for _, c := range []struct {
		a, b Column
		want bool
	}{{Column{base: "int"}, Column{base: "int"}, true}, {Column{base: "int"}, Column{base: "text"}, false}, {Column{Collation: "a"}, Column{Collation: "b"}, false}} {
		if got := c.a.ComparesLike(c.b); got != c.want {
			t.Errorf("%+v and %+v: %v", c.a, c.b, got)
		}
	}
}

// More than one in a hundred rows without a value is more than a few.
func TestHasNull(t *testing.T) {
	for nulls, want := range map[int]bool{0: false, 2: false, 3: true} {
		s := Sample{Rows: 200, Values: map[string][]any{"a": make([]any, nulls), "b": {1}}}
		if got := s.hasNull([]string{"b", "a"}); got != want || s.hasNull([]string{"b"}) {
			t.Errorf("%d of 200: %v", nulls, got)
		}
	}
}

func TestOneLine(t *testing.T) {
	for want, err := range map[string]error{
		"there was no time left to read it": fmt.Errorf("x: %w", context.DeadlineExceeded), "ERROR: no right": errors.New("ERROR: no right\nHINT: ask"), "one line": errors.New("one line"),
		fmt.Sprintf("another session holds a lock for more than %v: canceling statement due to lock timeout", lockTimeout): errors.New("canceling statement due to lock timeout\nx"),
		fmt.Sprintf("another session holds a lock for more than %v: Lock wait timeout exceeded", lockTimeout):              errors.New("Lock wait timeout exceeded"),
	} {
		if got := OneLine(err); got != want || noSample(err).Missing != want {
			t.Errorf("%v: %q, want %q", err, got, want)
		}
	}
}

// Entries of a width between two that the simulator knows are some of one and some of the other.
func TestLayoutWidths(t *testing.T) {
	for _, c := range []struct {
		unit, offset int
		mean         float64
		want         []width
	}{
		{8, 4, 28, []width{{28, 1}}}, {8, 4, 30, []width{{28, 0.75}, {36, 0.25}}}, {1, 0, 40.5, []width{{40, 0.5}, {41, 0.5}}}, {1, 0, 40, []width{{40, 1}}}, {8, 4, 35, []width{{28, 0.125}, {36, 0.875}}},
	} {
		if got := (layout{unit: c.unit, offset: c.offset}).widths(Exactly(c.mean)); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %+v", c, got)
		}
	}
}

// A number is at the end of a key, and a narrow key has its low bytes.
func TestPut(t *testing.T) {
	for size, want := range map[int]string{2: "0708", 8: "0102030405060708", 10: "ffff0102030405060708"} {
		key := slices.Repeat([]byte{0xff}, size)
		put(key, 0x0102030405060708)
		if got := fmt.Sprintf("%x", key); got != want {
			t.Errorf("%d bytes: %s", size, got)
		}
	}
}

// The pages of a simulated tree are those of the simulator: full with ordered keys and after a rebuild, two thirds
// full with random ones; beyond the simulated rows they grow in proportion.
func TestSimulated(t *testing.T) {
	p := &postgres{blockSize: 8192}
	entry := Exactly(pgEntryHeader + 16 + pgLinePointer)
	pages := func(entry, rows Figure, f Filling) Pages {
		return p.layout(Index{Unique: true}).simulated(entry, rows, f)
	}
	for _, c := range []struct {
		what string
		f    Filling
		rows float64
		// leaf pages, all pages, and the half of the interval as a part of them
		leaves, all, part float64
	}{
		{"in order", InOrder, 100_000, 384, 388, 2.0 / 384},
		{"in order, ten times as many", InOrder, 1_000_000, 3840, 3871, 20.0 / 3840},
		{"packed", Packed, 100_000, 384, 388, 2.0 / 384},
		{"at random", AtRandom, 100_000, 527, 532, randomSpread + 2.0/527},
		{"one row", InOrder, 1, 1, 2, 2},
	} {
		got := pages(entry, Exactly(c.rows), c.f)
		if !near(got.Leaves, withError(c.leaves, c.part)) || !near(got.All, withError(c.all, c.part)) {
			t.Errorf("%s: %+v", c.what, got)
		}
	}
	// Of entries and rows that are not known well, the pages are not either: 3 and 4 % are 5 %.
	if got := pages(About(28, 28*0.97, 28*1.03), About(100_000, 96_000, 104_000), InOrder); !near(got.Leaves, withError(384, 0.05+2.0/384)) {
		t.Errorf("%+v", got)
	}
	// Half of the entries are longer: half of their pages count.
	half := pages(Exactly(32), Exactly(100_000), InOrder)
	longer := pages(Exactly(36), Exactly(100_000), InOrder)
	if want := (384 + longer.Leaves.Value) / 2; half.Leaves.Value != want || longer.Leaves.Value <= 384 {
		t.Errorf("half of them: %g of %g", half.Leaves.Value, want)
	}
	if got := pages(Unknown("no width"), Unknown("no rows"), InOrder); got != unknownPages("no width") {
		t.Errorf("%+v", got)
	}
	if got := pages(entry, Unknown("no rows"), InOrder); got != unknownPages("no rows") {
		t.Errorf("%+v", got)
	}
	failing := layout{unit: 1, rules: func(int) (leafpage.Rules, error) { return leafpage.Rules{}, errors.New("no rules") }}
	if got := failing.simulated(entry, Exactly(5), InOrder); got != unknownPages("no rules") {
		t.Errorf("%+v", got)
	}
}
