package inspect

import (
	"testing"

	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// A change is worth a line for its bytes from 8 pages and 3 % of the bytes of its trees on, if it is sure that it saves
// something; a bound is enough for a column type alone.
func TestWorthForBytes(t *testing.T) {
	const page, pages, sum = 16 << 10, 8 * 16 << 10, 100e6
	some := source.About(1, 1, 2) // the value is not compared: likely is
	missing := source.Figure{Value: 2 * sum, Low: 1, High: 3 * sum, Missing: "not read"}
	for _, c := range []struct {
		what          string
		action        Action
		saves         source.Figure
		likely, after float64
		page          int
		want          bool
	}{
		{"8 pages", Rebuild, some, pages, pages, page, true},
		{"less than 8 pages", Rebuild, some, pages - 1, pages, page, false},
		{"8 pages of half the size", Rebuild, some, pages / 2, pages, page / 2, true},
		{"less than 8 pages of half the size", Rebuild, some, pages/2 - 1, pages, page / 2, false},
		{"3 %", Rebuild, some, 0.03 * sum, 0.97 * sum, page, true},
		{"less than 3 %", Rebuild, some, 0.03*sum - 1, 0.97*sum + 1, page, false},
		{"less than 3 %, ordered keys", OrderedKeys, some, 0.03*sum - 1, 0.97*sum + 1, page, false},
		{"less than 3 %, a type", ColumnType, some, 0.03*sum - 1, 0.97*sum + 1, page, false},
		{"nothing is left", Rebuild, some, sum, 0, page, true},
		{"more than there is", ColumnType, some, -sum, 2 * sum, page, false},
		{"unknown", Rebuild, missing, sum, sum, page, false},
		{"unknown, a type", ColumnType, missing, sum, sum, page, false},
		{"unknown by its reason", ColumnType, source.Unknown("not read"), sum, sum, page, false},
		{"at most, a rebuild", Rebuild, source.AtMost(sum), sum, sum, page, false},
		{"at most, ordered keys", OrderedKeys, source.AtMost(sum), sum, sum, page, false},
		{"at most, a type", ColumnType, source.AtMost(sum), sum, sum, page, true},
		{"at most, a type, less than 8 pages", ColumnType, source.AtMost(sum), pages - 1, pages, page, false},
		{"at most, a type, less than 3 %", ColumnType, source.AtMost(sum), 0.03*sum - 1, 0.97*sum + 1, page, false},
		{"perhaps nothing", Rebuild, source.About(sum, 0, 2*sum), sum, sum, page, false},
		{"perhaps nothing, ordered keys", OrderedKeys, source.About(sum, 0, 2*sum), sum, sum, page, false},
		{"perhaps nothing, a type", ColumnType, source.About(sum, 0, 2*sum), sum, sum, page, false},
		{"perhaps less than nothing", Rebuild, source.About(sum, -1, 2*sum), sum, sum, page, false},
		{"surely something", Rebuild, source.About(sum, 1, 2*sum), sum, sum, page, true},
		{"surely something, ordered keys", OrderedKeys, source.About(sum, 1, 2*sum), sum, sum, page, true},
		{"surely something, a type", ColumnType, source.About(sum, 1, 2*sum), sum, sum, page, true},
	} {
		change := Change{Action: c.action, Saves: c.saves, After: source.Exactly(c.after), likely: c.likely}
		if got := change.savesBytes(c.page); got != c.want {
			t.Errorf("%s: got %v", c.what, got)
		}
	}
}

// A change is worth a line for the buffer pool from 8 pages on, whatever it saves in bytes, if both are known.
func TestWorthForCache(t *testing.T) {
	const page, pages = 16 << 10, 8 * 16 << 10
	known := source.About(0, -1, 1)
	missing := source.Figure{Value: 2 * pages, Low: pages, High: 3 * pages, Missing: "not read"}
	for _, c := range []struct {
		what         string
		saves, cache source.Figure
		page         int
		want         bool
	}{
		{"8 pages", known, source.About(pages, 0, 0), page, true},
		{"less than 8 pages", known, source.About(pages-1, 2*pages, 2*pages), page, false},
		{"8 pages of half the size", known, source.Exactly(pages / 2), page / 2, true},
		{"less than 8 pages of half the size", known, source.Exactly(pages/2 - 1), page / 2, false},
		{"unknown bytes", missing, source.Exactly(pages), page, false},
		{"unknown pages", known, missing, page, false},
		{"both unknown", missing, missing, page, false},
	} {
		if got := (Change{Action: OrderedKeys, Saves: c.saves, Cache: c.cache}).savesCache(c.page); got != c.want {
			t.Errorf("%s: got %v", c.what, got)
		}
	}
}

// The report and docs/doctor.md say the rule.
func TestLeast(t *testing.T) {
	if want := "8 pages and 3 %"; Least != want {
		t.Errorf("got %q, want %q", Least, want)
	}
	if want := "fewer than 8 pages or 3 %, or by nothing that is sure"; little != want {
		t.Errorf("got %q, want %q", little, want)
	}
}
