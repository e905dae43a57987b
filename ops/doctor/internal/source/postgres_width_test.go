package source

import (
	"math"
	"slices"
	"strconv"
	"testing"
)

// Rows fill pages one after the other: those of one width, of two that alternate, and of two that do not.
func TestRowsPerPage(t *testing.T) {
	const page, n = 8168, 1500
	same, mixed, sorted := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range n {
		same[i], mixed[i], sorted[i] = 148, []float64{700, 2300}[i%2], []float64{700, 2300}[i*2/n]
	}
	for _, c := range []struct {
		what        string
		widths      []float64
		least, most float64
	}{
		{"one width", same, 55, 55},           // 28 bytes are left of a page, and not half of a row
		{"two widths, mixed", mixed, 4, 4.01}, // 700 and 2300 twice, and the next 2300 does not fit
		{"two widths, sorted", sorted, 2 / (1.0/11 + 1.0/3) * 0.995, 2 / (1.0/11 + 1.0/3) * 1.005},
		{"a few rows", same[:4], 55, 55},
		{"two rows fit just", slices.Repeat([]float64{page / 2}, 9), 2, 2},
		{"rows of a page", slices.Repeat([]float64{8168}, 9), 1, 1},
		{"rows of more than a page", slices.Repeat([]float64{9000}, 9), 1, 1}, // the server stores a part elsewhere
		{"one row", []float64{9000}, 1, 1},
	} {
		if got := rowsPerPage(c.widths, page); !(got >= c.least && got <= c.most) {
			t.Errorf("%s: %.4f rows on a page, want %.4f to %.4f", c.what, got, c.least, c.most)
		}
	}
}

// A table that the server writes again has as many pages as its rows fill, and half of those that are added at a time;
// the interval is from none to all of them.
func TestRewritten(t *testing.T) {
	p := &postgres{blockSize: 8192}
	table := &Table{Columns: []Column{{Name: "id", Class: UUID, fixed: 16, align: 1}, {Name: "n", Class: Integer, fixed: 4, align: 4}}}
	for _, c := range []struct{ rows, value, low, high float64 }{
		{120 * 1000, 1032, 1000, 1064}, // 24 bytes of header, 20 of columns, 4 to the next multiple of 8, and 4 of the line pointer
		{120 * 20, 30, 20, 40},
		{120*20 + 1, 31.5, 21, 42},
	} {
		// 8168 bytes have 157 rows of 52.
		got := p.Rewritten(t.Context(), table, Sample{Rows: 1500}, Exactly(c.rows*157/120))
		if want := scaled(About(c.value, c.low, c.high), 8192); got != want {
			t.Errorf("%.0f rows: got %+v, want %+v", c.rows, got, want)
		}
	}
	// Rows of 68 and 108 bytes, in the mean 88 and 1.33 more or less: 92 on most pages, 93 on the first of 17.
	varied, lengths := &Table{Columns: []Column{{Name: "x", Class: Text, align: 4}}}, make([]float64, 1500)
	for i := range lengths {
		lengths[i] = []float64{40, 80}[i%2]
	}
	got := p.Rewritten(t.Context(), varied, Sample{Rows: 1500, Lengths: map[string][]float64{"x": lengths}}, About(10_000, 9_000, 11_000))
	if want := scaled(About(109+32, 97, 122+64), 8192); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	long := &Table{Columns: []Column{{Name: "x", Class: Text}}}
	if got := p.Rewritten(t.Context(), long, Sample{Rows: 3}, Exactly(3)); got.Missing != "the lengths of x are not known" {
		t.Errorf("got %+v", got)
	}
	if got := p.Rewritten(t.Context(), table, Sample{}, Exactly(3)); got.Known() {
		t.Errorf("of no row: %+v", got)
	}
	if got := p.Rewritten(t.Context(), table, Sample{Rows: 3}, Unknown("nobody counted")); got.Missing != "nobody counted" {
		t.Errorf("of no number of rows: %+v", got)
	}
}

// An entry of an index has a header, its columns where their alignment lets them be, and a line pointer; a value of more
// than 126 bytes has a longer length, which is aligned.
func TestEntriesOfPostgres(t *testing.T) {
	columns := []Column{{Name: "id", fixed: 16, align: 1}, {Name: "n", fixed: 8, align: 8}, {Name: "m", fixed: 4, align: 4}, {Name: "s", fixed: 2, align: 2}, {Name: "x", align: 4}, {Name: "each", each: 13, align: 4}}
	for _, c := range []struct {
		columns, included []string
		lengths           []float64
		want              float64
		missing           string
	}{
		{[]string{"id"}, nil, nil, 8 + 16 + 4, ""},
		{[]string{"n"}, nil, nil, 8 + 8 + 4, ""},
		{[]string{"m"}, nil, nil, 8 + 8 + 4, ""}, // 4, and 4 to the next multiple of 8
		{[]string{"m", "n"}, nil, nil, 8 + 16 + 4, ""},
		{[]string{"s", "m"}, nil, nil, 8 + 8 + 4, ""}, // 2, 2 for the alignment, and 4
		{[]string{"id"}, []string{"m"}, nil, 8 + 24 + 4, ""},
		{[]string{"x"}, nil, []float64{37, 37}, 8 + 40 + 4, ""},
		{[]string{"s", "x"}, nil, []float64{127, 127}, 8 + 136 + 4, ""}, // 129 bytes
		{[]string{"s", "x"}, nil, []float64{133, 133}, 8 + 144 + 4, ""}, // 2, 2 for the alignment, and 133: 137
		{[]string{"s", "x"}, nil, []float64{0, 0}, 8 + 8 + 4, ""},
		{[]string{"x"}, nil, []float64{37, 45}, 8 + 44 + 4, ""},
		{[]string{"each"}, nil, nil, 8 + 16 + 4, ""},
		{[]string{""}, nil, nil, 0, "the index is on an expression"},
		{[]string{"x"}, nil, nil, 0, "the lengths of x are not known"},
		{[]string{"x"}, nil, []float64{37}, 0, "the lengths of x are not known"},
	} {
		s := Sample{Rows: 2}
		if c.lengths != nil {
			s.Lengths = map[string][]float64{"x": c.lengths}
		}
		got := (&postgres{blockSize: 8192}).entryWidth(&Table{Columns: columns}, Index{Columns: c.columns, included: c.included}, s)
		if got.Value != c.want || got.Missing != c.missing {
			t.Errorf("%q: %+v, want %g", c.columns, got, c.want)
		}
	}
}

// The pages of an index are known if its keys are all different; a fill factor leaves space on them.
func TestPredictPostgres(t *testing.T) {
	p := &postgres{blockSize: 8192}
	table := &Table{Columns: []Column{{Name: "id", fixed: 16, align: 1}}}
	for _, c := range []struct {
		index   Index
		want    float64
		missing string
	}{
		{Index{Columns: []string{"id"}, Unique: true}, 192, ""}, {Index{Columns: []string{"id"}, Unique: true, place: &pgIndex{fillFactor: 90}}, 192, ""}, {Index{Columns: []string{"id"}, Unique: true, place: &pgIndex{fillFactor: 70}}, 246, ""}, {Index{Columns: []string{"id"}}, 0, sharing},
	} {
		got := p.Predict(t.Context(), table, c.index, Sample{Rows: 2}, Exactly(50_000), InOrder).Leaves
		if got.Value != c.want || got.Missing != c.missing {
			t.Errorf("%+v: %+v, want %g", c.index, got, c.want)
		}
	}
	if got, want := p.Storage(), (Storage{PageSize: 8192}); got != want {
		t.Errorf("storage %+v", got)
	}
	if got := p.usable(); got != 8152 {
		t.Errorf("%g bytes of a page", got)
	}
}

// The number of rows is that of the last ANALYZE in proportion to the file, and as much less sure as the file or the
// rows have changed.
func TestRowsOfPostgres(t *testing.T) {
	const never = "the table was never analyzed"
	for _, c := range []struct {
		place pgTable
		want  Figure
	}{
		{pgTable{counted: 1000, analyzed: 100, blocks: 100}, About(1000, 980, 1020)},
		{pgTable{counted: 1000, analyzed: 100, blocks: 200}, About(2000, 2000*0.48, 2000*1.52)},
		{pgTable{counted: 1000, analyzed: 200, blocks: 100}, About(500, 0, 500*2.02)},
		{pgTable{counted: 1000, analyzed: 100, blocks: 100, changed: 100}, About(1000, 880, 1120)},
		{pgTable{counted: 0, analyzed: 100, blocks: 100, changed: 2}, About(0, 0, 0)},
		{pgTable{counted: -1, analyzed: 100, blocks: 100}, Unknown(never)}, {pgTable{counted: 1000, blocks: 100}, Unknown(never)}, {pgTable{counted: 1000, analyzed: 100}, Unknown(never)},
	} {
		if got := c.place.rows(); !near(got, c.want) {
			t.Errorf("%+v: %+v, want %+v", c.place, got, c.want)
		}
	}
	for _, c := range []struct {
		dead float64
		want Figure
	}{{0, About(100, 90, 110)}, {5, About(95, 85, 110)}, {95, About(5, 0, 110)}, {120, About(0, 0, 110)}} {
		if got := living(&Table{place: &pgTable{dead: c.dead}}, Index{}, About(100, 90, 110)); got != c.want {
			t.Errorf("%g dead rows: %+v", c.dead, got)
		}
	}
	// The dead rows of the table may be of the partial index, or not.
	for dead, low := range map[float64]float64{0: 90, 5: 85, 120: 0} {
		if got, want := living(&Table{place: &pgTable{dead: dead}}, Index{Partial: true}, About(100, 90, 110)), About(100, low, 110); got != want {
			t.Errorf("%g dead rows: %+v, want %+v", dead, got, want)
		}
	}
}

func TestTypesOfPostgres(t *testing.T) {
	for kind, want := range map[string]Class{"uuid": UUID, "bytea": Bytes, "text": Text, "character varying": Text, "character": Text, "citext": Text, "name": Text, "smallint": Integer, "integer": Integer, "bigint": Integer, "numeric": Numeric, "real": Numeric, "double precision": Numeric, "json": Other} {
		if got := pgClass(kind); got != want {
			t.Errorf("%s: %s", kind, got)
		}
	}
	for _, c := range []struct {
		provider, locale string
		want             bool
	}{{"b", "", true}, {"b", "x", true}, {"c", "C", true}, {"c", "c.utf-8", true}, {"c", "POSIX", true}, {"c", "C.UTF8", true}, {"c", "en_US.UTF-8", false}, {"i", "C", false}} {
		if got := pgByBytes(c.provider, c.locale); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
	table := &Table{Columns: []Column{{Name: "u", Class: UUID}, {Name: "t", Class: Text, fixed: 4}, {Name: "b", Class: Bytes}, {Name: "i", Class: Integer, fixed: 8}, {Name: "n", Class: Numeric}}}
	for name, want := range map[string]string{"u": `decode(replace("u"::text, '-', ''), 'hex')`, "t": `left("t"::text, 100)`, "b": `substring("b" FROM 1 FOR 100)`, "i": `"i"::bigint`, "n": `"n"::text`} {
		if got := pgValue(table, name); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
	var varying []string
	for _, c := range (&postgres{}).varying(table) {
		varying = append(varying, c.Name)
	}
	if !slices.Equal(varying, []string{"u", "b", "n"}) {
		t.Errorf("varying are %q", varying)
	}
	for want, name := range map[string][2]string{"users": {"public", "users"}, "app.users": {"app", "users"}} {
		if got := pgName(name[0], name[1]); got != want {
			t.Error(got)
		}
	}
	if got := pgText("it's"); got != "'it''s'" {
		t.Error(got)
	}
}

// The sampled pages are spread over the file, and on each the same rows: more of them if pages or their rows are few.
func TestPlaces(t *testing.T) {
	p := &postgres{blockSize: 8192}
	const most = (8192 - 24) / 28 // of the narrowest rows
	for _, c := range []struct {
		blocks float64
		rows   Figure
		pages  int
		each   int
	}{
		{1e6, Exactly(1e8), samplePages, 44}, {1e6, Unknown("never"), samplePages, 44}, {1e6, Exactly(0), samplePages, 44},
		{1e6, Exactly(2.91e8), samplePages, sampleRows + 1}, {1e6, Exactly(1e5), samplePages, most}, {0, Unknown("never"), 0, most}, {3, Exactly(300), 3, most},
	} {
		table := &Table{Rows: c.rows, place: &pgTable{blocks: c.blocks}}
		blocks, rows := p.places(table)
		again, _ := p.places(table)
		if len(blocks) != c.pages || len(rows) != min(most, c.each) || !slices.Equal(blocks, again) {
			t.Errorf("%+v: %d pages, %d rows", c, len(blocks), len(rows))
		}
		for i, b := range blocks {
			n, err := strconv.ParseFloat(b, 64)
			if step := c.blocks / float64(c.pages); err != nil || n < math.Floor(float64(i)*step) || n >= float64(i+1)*step {
				t.Errorf("%+v: page %d is %s", c, i, b)
			}
		}
		for _, row := range rows {
			if n, err := strconv.Atoi(row); err != nil || n < 1 || n > most {
				t.Errorf("%+v: row %s", c, row)
			}
		}
	}
}

// In a partial index are the rows that were in it when they were counted, in proportion to those of the table since.
func TestEntriesOfPartial(t *testing.T) {
	for _, c := range []struct {
		what    string
		partial bool
		all, in float64
		changed float64
		rows    Figure
		want    Figure
	}{
		{"not partial", false, 1000, 10, 500, Exactly(2000), Exactly(2000)},
		{"a tenth", true, 1000, 100, 0, Exactly(2000), Exactly(200)},
		{"a tenth, and rows written since", true, 1000, 100, 50, Exactly(2000), Figure{Value: 200, Low: 100, High: 300}},
		{"a tenth, and more written since", true, 1000, 100, 150, Exactly(2000), Figure{Value: 200, Low: 0, High: 450}},
		{"all", true, 1000, 1001, 0, Exactly(2000), Exactly(2000)},
		{"none", true, 1000, 0, 0, Exactly(2000), Unknown("nothing shows how many rows are in the partial index")},
		{"never counted", true, 1000, -1, 0, Exactly(2000), Unknown("nothing shows how many rows are in the partial index")},
		{"an empty table", true, 0, 0, 0, Exactly(0), Unknown("nothing shows how many rows are in the partial index")},
		{"all of few rows", true, 30_000, 7500, 0, Exactly(30_000), Exactly(7500)},
		{"by a sample", true, 300_000, 75_000, 0, Exactly(300_000), Figure{Value: 75_000, Low: 75_000 - 1935, High: 75_000 + 1935}}, // 2.58·√(¼·¾/30000) of all rows
		{"of rows that are not known", true, 1000, 100, 0, Unknown("nobody counted"), Unknown("nobody counted")},
	} {
		table := &Table{Rows: c.rows, place: &pgTable{counted: c.all, changed: c.changed}}
		if got := entriesOf(table, Index{Partial: c.partial, place: &pgIndex{counted: c.in}}); !near(got, c.want) {
			t.Errorf("%s: %+v, want %+v", c.what, got, c.want)
		}
	}
}
