package source

import (
	"slices"
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
