package present

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/sortid/sortid/internal/english"
	"github.com/sortid/sortid/internal/finding"
	"github.com/sortid/sortid/ops/doctor/internal/idkind"
	"github.com/sortid/sortid/ops/doctor/internal/inspect"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// wide is a report with names that do not fit a line, and with more findings and changes
// than the terminal shows.
func wide() *inspect.Report {
	long := strings.Repeat("a_<b>_", 20)
	r := &inspect.Report{
		Server: source.Server{Product: "PostgreSQL", Version: "18.6", Database: long}, Started: time.Now(), Tables: 3,
		Notes: []string{strings.Repeat("many words ", 30)},
	}
	ids := idkind.Result{Form: idkind.UUIDText, Unfit: 10, Prefix: "user", Parts: []idkind.Part{
		{Kind: idkind.Kind{Name: "UUIDv4", Swapped: true}, Values: 60, Chance: -50}, {Kind: idkind.Kind{Name: "UUIDv7"}, Values: 30, Chance: -20},
	}}
	for i := range 30 {
		r.Columns = append(r.Columns, inspect.KeyColumn{Table: long, Name: "id", Type: "character varying(36)", Roles: []inspect.Role{inspect.Primary, inspect.Foreign}, IDs: ids})
		f := source.Figures{
			Entries: source.About(123_456_789, 1, 2), Bytes: source.Exactly(3 << 40), Fill: source.Unknown("nobody knows"), Leaves: source.Exactly(9),
		}
		r.Indexes = append(r.Indexes, inspect.Index{Table: long, Name: long, Columns: []string{"id"}, Figures: f})
		r.Findings = append(r.Findings, inspect.Finding{Name: finding.TextKey, Table: long, Column: "id", Text: fmt.Sprintf("%d things are wrong", i), Link: "docs/columns.md"})
		r.Changes = append(r.Changes, inspect.Change{
			Action: inspect.ColumnType, Table: long, Column: "id", Detail: "text to uuid", Now: source.Exactly(1 << 40), After: source.About(1<<39, 1, 2), Saves: source.About(1<<39, 1<<38, 1<<40),
			Lasting: source.About(-5, -9, -1), Steps: []inspect.Step{{Text: "Do something:", Code: []string{"ALTER TABLE x\n  DROP COLUMN id"}, Link: "docs/moving.md"}},
			Growth: grown(i),
		})
	}
	return r
}

// grown is what new rows bring to a table: of every other one, nothing is known.
func grown(i int) *inspect.Growth {
	g := &inspect.Growth{Index: "PRIMARY", Rows: source.Exactly(1e6), From: "UUIDv4", To: "UUIDv7"}
	for _, x := range []*source.Grown{&g.Random, &g.Ordered} {
		x.Bytes, x.Leaves, x.Fill, x.Touched = source.About(3<<30, 2<<30, 4<<30), source.Exactly(9), source.About(60, 49, 72), source.About(998, 990, 1000)
		if i%2 == 1 {
			x.Bytes = source.Unknown("rows were deleted")
		}
	}
	return g
}

func TestTerminalFits(t *testing.T) {
	var b bytes.Buffer
	r := wide()
	if err := Terminal(&b, r, true); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		// A name without a space cannot be wrapped.
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > english.Width && !strings.Contains(line, "_<b>_") {
			t.Errorf("%d characters: %s", n, line)
		}
	}
	for _, want := range []string{"UUIDv4, swapped 60 %, UUIDv7 30 %, prefix user, UUID text", "~123 M", "3.0 TiB", "No column fill: nobody knows.",
		"UUIDv7 3.0 (2.0–4.0) GiB 60 (49–72) % 998 (990–1,000)", "is not known: rows were deleted.", "Do something: docs/moving.md ALTER TABLE x DROP COLUMN id"} {
		if holds := Holds(r.Columns[0]); !strings.Contains(strings.Join(strings.Fields(b.String()+" "+holds), " "), want) {
			t.Errorf("%q is not in\n%s", want, b.String())
		}
	}
}

// Without -v the terminal shows 60 lines of any report, and says what it left out.
func TestTerminalIsShort(t *testing.T) {
	r := wide()
	for i := range 500 {
		name := fmt.Sprintf("table_%d", i)
		r.Columns = append(r.Columns, inspect.KeyColumn{Table: name, Name: "id", Type: "uuid", Roles: []inspect.Role{inspect.Primary}, IDs: r.Columns[0].IDs})
		r.Indexes = append(r.Indexes, inspect.Index{Table: name, Name: name, Columns: []string{"id"}, Figures: r.Indexes[0].Figures})
		r.Findings = append(r.Findings, inspect.Finding{Name: finding.ZeroIDs, Severity: finding.Error, Table: name, Column: "id", Text: "some rows have the zero ID"})
	}
	var b bytes.Buffer
	if err := Terminal(&b, r, false); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	if n := strings.Count(text, "\n"); n > mostLines {
		t.Errorf("%d lines:\n%s", n, text)
	}
	if !strings.Contains(text, "more: see -v.") || !strings.Contains(text, "- error: table_0.id") {
		t.Errorf("got\n%s", text)
	}
}

// Each column of a key has a line, also if nothing is known of its values.
func TestHolds(t *testing.T) {
	part := idkind.Part{Kind: idkind.Kind{Name: "UUIDv7", Order: idkind.Ordered}, Values: 9, Chance: -20}
	for _, c := range []struct {
		column      inspect.KeyColumn
		holds, sure string
	}{
		{inspect.KeyColumn{IDs: idkind.Result{Form: idkind.UUIDBrace, Sampled: 9, Parts: []idkind.Part{part}}}, "UUIDv7, UUID text in braces", "certain (9)"},
		{inspect.KeyColumn{IDs: idkind.Result{Form: idkind.Text, Sampled: 9, Parts: []idkind.Part{{Kind: idkind.Kind{Name: "random text"}, Values: 9}}}}, "random text", "a guess (9)"},
		{inspect.KeyColumn{Missing: source.Empty, IDs: idkind.Result{Form: idkind.Other}}, "– empty table", ""},
		{inspect.KeyColumn{Missing: "values of this type are not read", IDs: idkind.Result{Form: idkind.Other}}, "– not read", ""},
		{inspect.KeyColumn{IDs: idkind.Result{Form: idkind.Other}}, "– NULL alone", ""},
		{inspect.KeyColumn{IDs: idkind.Result{Form: idkind.UUIDText, Sampled: 2, Distinct: 1, Zeros: 1}}, "zero IDs alone", ""},
		{inspect.KeyColumn{IDs: idkind.Result{Form: idkind.Hex, Sampled: 2, Distinct: 2}}, "an unknown kind, hexadecimal text", ""},
		{inspect.KeyColumn{IDs: idkind.Result{Form: idkind.Other, Sampled: 2, Distinct: 2}}, "an unknown kind", ""},
		{inspect.KeyColumn{IDs: idkind.Result{Form: idkind.Decimal, Sampled: 2, Distinct: 2, Business: "numbers with a check digit"}}, "a business key, not an ID", ""},
	} {
		row := columnRows([]inspect.KeyColumn{c.column})[1]
		if row[3] != c.holds || row[5] != c.sure {
			t.Errorf("%+v: %q, want %q and %q", c.column.IDs, row, c.holds, c.sure)
		}
	}
}

// The order of a key says which leaf pages new rows go to.
func TestOrders(t *testing.T) {
	for order, want := range map[idkind.Order][2]string{idkind.Ordered: {"with time", "last page"}, idkind.Random: {"random", "any page"}, idkind.Unknown: {"unknown", "unknown"}} {
		column := columnRows([]inspect.KeyColumn{{Order: order, Missing: source.Empty}})[1]
		index, _ := indexRows([]inspect.Index{{Order: order}})
		if last := len(index[1]) - 1; column[4] != want[0] || index[1][last] != want[1] {
			t.Errorf("%s: %q and %q, want %q", order, column, index[1], want)
		}
	}
}

func TestPage(t *testing.T) {
	var b bytes.Buffer
	if err := Page(&b, wide()); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	if strings.Contains(page, "<b>") || !strings.Contains(page, "&lt;b&gt;") {
		t.Error("names are not escaped")
	}
	if !strings.Contains(page, `href="https://github.com/sortid/sortid/blob/main/docs/columns.md"`) || strings.Contains(page, "<script") {
		t.Errorf("links or scripts:\n%.2000s", page)
	}
	if !strings.Contains(page, "What do ordered keys bring to new rows?") || !strings.Contains(page, "<pre>ALTER TABLE x") {
		t.Errorf("new rows, or statements:\n%.2000s", page)
	}
	if n := strings.Count(page, `class="change"`); n != 30 {
		t.Errorf("%d changes", n)
	}
}

func TestHeadline(t *testing.T) {
	r := wide()
	if got := Headline(r); !strings.HasSuffix(got, "would save 512 GiB of 1.0 TiB (50 %).") {
		t.Error(got)
	}
	r.Changes = nil
	for _, c := range []struct {
		want string
		with func(r *inspect.Report)
	}{
		{"30 findings in 3 tables; no change of a key with IDs would surely save 8 pages and 3 %.", func(*inspect.Report) {}},
		{"30 findings in 3 tables; what 2 changes would save is not known.", func(r *inspect.Report) { r.NotComputed = 2 }},
		{"No findings in 3 tables; no change of a key with IDs would surely save 8 pages and 3 %.", func(r *inspect.Report) { r.Findings = nil }},
		{"No findings in 3 tables; what 1 change would save is not known.", func(r *inspect.Report) { r.Findings, r.NotComputed = nil, 1 }},
		{"No findings in 3 tables; none of 2 key columns holds IDs of a known kind.", func(r *inspect.Report) { r.Findings, r.Columns = nil, make([]inspect.KeyColumn, 2) }},
		{"No findings in 3 tables; what the key column holds are no IDs of a known kind.", func(r *inspect.Report) { r.Findings, r.Columns = nil, make([]inspect.KeyColumn, 1) }},
		{"No findings in 3 tables without keys.", func(r *inspect.Report) { r.Findings, r.Columns = nil, nil }},
		{"No findings in 1 table without keys.", func(r *inspect.Report) { r.Findings, r.Columns, r.Unread = nil, nil, []string{"a", "b"} }},
		{"No table could be read: see the notes.", func(r *inspect.Report) { r.Columns, r.Unread = nil, []string{"a", "b", "c"} }},
		{"No table was found.", func(r *inspect.Report) { r.Findings, r.Columns, r.Tables = nil, nil, 0 }},
	} {
		other := *r
		c.with(&other)
		if got := Headline(&other); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
	r.Columns = append(slices.Clone(r.Columns), inspect.KeyColumn{IDs: idkind.Result{Parts: []idkind.Part{{}}}})
	if got := title(r); !strings.HasSuffix(got, "30 columns with IDs and 1 with other keys in 3 tables") {
		t.Error(got)
	}
	r.Columns = r.Columns[:30]
	r.Unread = []string{"a"}
	if got := title(r); !strings.HasSuffix(got, "30 columns with IDs in 2 tables; 1 table could not be read") {
		t.Error(got)
	}
}

func TestSizes(t *testing.T) {
	for v, want := range map[float64]string{0: "0 B", 8192: "8.0 KiB", 1 << 30: "1.0 GiB", 150 << 20: "150 MiB", 5e15: "4547 TiB"} {
		if got := Size(v); got != want {
			t.Errorf("%g: %s, want %s", v, got, want)
		}
	}
}

func TestIntervals(t *testing.T) {
	for want, v := range map[string][2]float64{
		"12.0–13.7 MiB": {12 << 20, 13.7 * (1 << 20)}, "0.9–1.1 GiB": {900 << 20, 1.1 * (1 << 30)}, "95–105 KiB": {95 << 10, 105 << 10}, "-1.0–2.0 KiB": {-1 << 10, 2 << 10},
	} {
		if got := Sizes(v[0], v[1]); got != want {
			t.Errorf("%g to %g: %s, want %s", v[0], v[1], got, want)
		}
	}
}

// Columns with the same fault are one line.
func TestGrouped(t *testing.T) {
	list := []inspect.Finding{
		{Table: "a", Column: "id", Text: "random"}, {Table: "a", Column: "id", Text: "text"}, {Table: "b", Column: "a_id", Text: "text"}, {Table: "b", Text: "random"},
	}
	got := grouped(list)
	if len(got) != 2 || got[0].places(5) != "a.id, b" || got[1].places(5) != "a.id, b.a_id" {
		t.Errorf("got %+v", got)
	}
}

// A statement ends before its comment, and a missing figure has no value.
func TestForPrograms(t *testing.T) {
	var b bytes.Buffer
	list := []source.Statement{{Text: "SELECT 1", Sent: 1}, {Text: "SELECT x FROM t  -- 100 places"}}
	if err := Statements(&b, list); err != nil || b.String() != "SELECT 1;\nSELECT x FROM t;  -- 100 places  -- only without -dry-run\n" {
		t.Errorf("got %q, %v", &b, err)
	}
	b.Reset()
	r := wide()
	if err := JSON(&b, r); err != nil || strings.Count(b.String(), "nobody knows") != 30 {
		t.Errorf("%v in\n%.500s", err, &b)
	}
	got, err := json.Marshal(r.Indexes[0].Fill)
	if want := `{"missing":"nobody knows"}`; string(got) != want || err != nil {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
}
