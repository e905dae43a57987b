package present

import (
	"bytes"
	"html"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/internal/finding"
	"github.com/sortid/sortid/ops/doctor/internal/idkind"
	"github.com/sortid/sortid/ops/doctor/internal/inspect"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// small is a report with something in each of its parts.
func small() *inspect.Report {
	const mib = 1 << 20
	ids := func(form idkind.Form, name string, order idkind.Order) idkind.Result {
		return idkind.Result{Sampled: 1200, Distinct: 1200, Form: form, Parts: []idkind.Part{{Kind: idkind.Kind{Name: name, Order: order}, Values: 1200, Chance: -400}}}
	}
	figures := func(size, leaves float64, fill source.Figure) source.Figures {
		return source.Figures{Entries: source.About(150_000, 149_000, 151_000), Bytes: source.Exactly(size * mib), Leaves: source.Exactly(leaves), Fill: fill}
	}
	unknown := source.Unknown("the same pages are touched")
	r := &inspect.Report{
		Server:  source.Server{Product: "PostgreSQL", Version: "18.1", Database: "shop"},
		Started: time.Date(2026, 11, 2, 10, 0, 0, 0, time.UTC), Tables: 4, Unread: []string{"secret"},
		Notes: []string{"vacant: no sample: the table is empty", "the account may not read secret"},
		Columns: []inspect.KeyColumn{
			{Table: "orders", Name: "id", Type: "bigint", Roles: []inspect.Role{inspect.Primary}, Order: idkind.Ordered, IDs: ids(idkind.Integer, "sequence", idkind.Ordered)},
			{Table: "orders", Name: "user_id", Type: "text", Roles: []inspect.Role{inspect.Foreign}, Order: idkind.Random, IDs: ids(idkind.UUIDText, "UUIDv4", idkind.Random)},
			{Table: "users", Name: "id", Type: "text", Roles: []inspect.Role{inspect.Primary, inspect.Unique}, Order: idkind.Random, IDs: ids(idkind.UUIDText, "UUIDv4", idkind.Random)},
		},
		Indexes: []inspect.Index{
			{Table: "orders", Name: "PRIMARY", Columns: []string{"id"}, Primary: true, Order: idkind.Ordered, Figures: figures(4, 500, source.Unknown("not read"))},
			{Table: "users", Name: "users_pkey", Columns: []string{"id"}, Primary: true, Order: idkind.Random, Figures: figures(12, 1500, source.About(66, 60, 70))},
		},
		Findings: []inspect.Finding{
			{Name: finding.TextKey, Severity: finding.Warning, Table: "orders", Column: "user_id", Text: "a text of 36 characters", Link: "docs/columns.md"},
			{Name: finding.TextKey, Severity: finding.Warning, Table: "users", Column: "id", Text: "a text of 36 characters", Link: "docs/columns.md"},
			{Name: finding.ZeroIDs, Severity: finding.Error, Table: "users", Column: "id", Text: "some rows have the zero ID"},
		},
		Changes: []inspect.Change{
			{
				Action: inspect.ColumnType, Table: "users", Column: "id", Detail: "text to uuid", Now: source.Exactly(20 * mib), After: source.About(12*mib, 11*mib, 13*mib), Saves: source.About(8*mib, 7*mib, 9*mib),
				LeafPages: source.About(900, 1, 2), Lasting: source.About(3*mib, 1, 2), Cache: unknown, NotCounted: []inspect.Tree{{Table: "orders", Index: "by_user"}, {Table: "visits"}, {Table: "users", Index: "users_mail"}},
				Steps: []inspect.Step{{Text: "Print the script:", Link: "docs/moving.md"}, {Text: "These write the tables again:", Code: []string{"ALTER TABLE users"}}},
			},
			{
				Action: inspect.OrderedKeys, Table: "users", Column: "id", Detail: "UUIDv4 to ordered keys", Now: source.Exactly(12 * mib), After: source.Exactly(9 * mib), Saves: source.Unknown("little"),
				LeafPages: source.About(0.9, 1, 2), Lasting: unknown, Cache: source.Exactly(11 * mib),
				Steps: []inspect.Step{{Text: "Print the script:", Link: "docs/moving.md"}, {Text: "Generate new keys."}},
				Growth: &inspect.Growth{
					Index: "users_pkey", Rows: source.Exactly(150_000), From: "UUIDv4", To: "UUIDv7",
					Random:  source.Grown{Bytes: source.About(24*mib, 23*mib, 25*mib), Fill: source.About(66, 60, 70), Touched: source.About(980, 970, 990)},
					Ordered: source.Grown{Bytes: source.About(20*mib, 19*mib, 21*mib), Fill: source.Unknown("not read"), Touched: source.About(7, 6, 8)},
				},
			},
			{
				Action: inspect.Rebuild, Table: "users", Index: "users_pkey", Detail: "pages that are not full", Now: source.Exactly(12 * mib), After: source.Exactly(11 * mib), Saves: source.AtMost(mib),
				LeafPages: source.Exactly(1), Lasting: source.About(-5, -9, -1), Cache: unknown, Steps: []inspect.Step{{Text: "REINDEX;"}},
			},
			{
				Action: inspect.Rebuild, Table: "orders", Detail: "pages that are not full", Now: source.Exactly(mib), After: source.Exactly(2 * mib), Saves: source.Exactly(1), LeafPages: unknown, Lasting: unknown, Cache: unknown,
			},
			{
				Action: inspect.OrderedKeys, Table: "visits", Column: "id", Detail: "Nano ID to ordered keys", Now: source.Exactly(mib), After: source.Exactly(mib / 2), Saves: source.Exactly(mib / 2), LeafPages: unknown, Lasting: unknown, Cache: unknown,
				Growth: &inspect.Growth{Random: source.Grown{Bytes: source.Exactly(1)}, Ordered: source.Grown{Bytes: source.Unknown("rows were deleted")}},
			},
		},
	}
	return r
}

// The whole report for a terminal.
func TestTerminalText(t *testing.T) {
	var b bytes.Buffer
	if err := Terminal(&b, small(), true); err != nil {
		t.Fatal(err)
	}
	const want = `PostgreSQL 18.1, shop: 3 columns with IDs in 3 tables; 1 table could not be read
users.id: text to uuid would save 8.0 MiB of 20.0 MiB (40 %).

column         key             type    holds           order      sure
--------------------------------------------------------------------------------
orders.id      primary         bigint  sequence        with time  certain (1,20…
orders.user_…  foreign         text    UUIDv4, UUID …  random     certain (1,20…
users.id       primary, uniq…  text    UUIDv4, UUID …  random     certain (1,20…

index           rows    size      leaf pages  fill   inserts
--------------------------------------------------------------
orders.PRIMARY  ~150 k  4.0 MiB   500                last page
users_pkey      ~150 k  12.0 MiB  1,500       ~66 %  any page
~ is an estimate.
Blank fill: not read.

Wrong:
- error: users.id: some rows have the zero ID.
- warning: orders.user_id, users.id: a text of 36 characters. docs/columns.md

New rows with random and with ordered keys, after as many rows again:

key       new keys  size                  fill          pages
---------------------------------------------------------------------
users.id  UUIDv4    24.0 (23.0–25.0) MiB  66 (60–70) %  980 (970–990)
          UUIDv7    20.0 (19.0–21.0) MiB                7 (6–8)
pages: the leaf pages that 1,000 rows of one writer change, and read if they are
not in the buffer pool; 95 % intervals.
visits.id: what new rows with ordered keys bring is not known: rows were
  deleted.

Savings of each change by itself:

   change                      saves            95 % interval  of        later
--------------------------------------------------------------------------------
1  users.id: text to uuid      8.0 MiB          7.0–9.0 MiB    20.0 MiB  3.0 MiB
2  users.id: UUIDv4 to order…                                  12.0 MiB
3  rebuild users_pkey          at most 1.0 MiB                 12.0 MiB  0 B
4  rebuild orders              1 B              1–1 B          1.0 MiB
5  visits.id: Nano ID to ord…  512 KiB          512–512 KiB    1.0 MiB
later: what is left of it after random keys have split the pages again; blank if
nothing splits them.

Steps:
1. users.id: text to uuid; 900 leaf pages less; not counted: orders.by_user,
   visits, users_mail
   - Print the script: docs/moving.md
   - These write the tables again:
       ALTER TABLE users
2. users.id: UUIDv4 to ordered keys; inserts keep 11.0 MiB less in the buffer
   pool
   - Generate new keys.
3. rebuild users_pkey; 1 leaf pages less
   - REINDEX;
4. rebuild orders
5. visits.id: Nano ID to ordered keys
Note: vacant: no sample: the table is empty
Note: the account may not read secret
`
	if got := b.String(); got != want {
		t.Errorf("got\n%s", got)
	}
}

// The whole report as a page, without its marks.
func TestPageText(t *testing.T) {
	var b bytes.Buffer
	if err := Page(&b, small()); err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(b.String(), "<body>")
	body = regexp.MustCompile(`<div style="width: (\d+%)">`).ReplaceAllString(body, "bar of $1")
	body = html.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(strings.ReplaceAll(body, "</td>", " | "), ""))
	var lines []string
	for line := range strings.Lines(body) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	const want = `users.id: text to uuid would save 8.0 MiB of 20.0 MiB (40 %).
PostgreSQL 18.1, shop: 3 columns with IDs in 3 tables; 1 table could not be read. Read on 2 November 2026 by samples. A ~ marks an estimate.
What is wrong?
error, users.id: some rows have the zero ID.
warning, orders.user_id, users.id: a text of 36 characters. docs/columns.md
Which change saves how much?
The bar is the size today, its dark part the size after the change. Each change is computed by itself.
users.id: text to uuid: saves 8.0 MiB of 20.0 MiB (95 % interval 7.0–9.0 MiB); 3.0 MiB after random keys have split the pages again; 900 leaf pages less; not counted: orders.by_user, visits, users_mail.
bar of 60%
Print the script: docs/moving.mdThese write the tables again:ALTER TABLE users
users.id: UUIDv4 to ordered keys: saves no bytes that are known (see the steps), of 12.0 MiB; inserts keep 11.0 MiB less in the buffer pool.
bar of 75%
Print the script: docs/moving.mdGenerate new keys.
rebuild users_pkey: saves at most 1.0 MiB of 12.0 MiB; 0 B after random keys have split the pages again; 1 leaf pages less.
bar of 91%
REINDEX;
rebuild orders: saves 1 B of 1.0 MiB (95 % interval 1–1 B).
bar of 100%
visits.id: Nano ID to ordered keys: saves 512 KiB of 1.0 MiB (95 % interval 512–512 KiB).
bar of 50%
What do ordered keys bring to new rows?
keynew keyssizefillpages
users.id | UUIDv4 | 24.0 (23.0–25.0) MiB | 66 (60–70) % | 980 (970–990) |
| UUIDv7 | 20.0 (19.0–21.0) MiB |  | 7 (6–8) |
New rows with random and with ordered keys, after as many rows again; pages: the leaf pages that 1,000 rows of one writer change, and read if they are not in the buffer pool; 95 % intervals.
visits.id: what new rows with ordered keys bring is not known: rows were deleted.
What do the keys hold?
columnkeytypeholdsordersure
orders.id | primary | bigint | sequence | with time | certain (1,200) |
orders.user_id | foreign | text | UUIDv4, UUID text | random | certain (1,200) |
users.id | primary, unique | text | UUIDv4, UUID text | random | certain (1,200) |
What do their indexes cost?
indexrowssizeleaf pagesfillinserts
orders.PRIMARY | ~150 k | 4.0 MiB | 500 |  | last page |
users_pkey | ~150 k | 12.0 MiB | 1,500 | ~66 % | any page |
~ is an estimate.
Blank fill: not read.
Notes
vacant: no sample: the table is emptythe account may not read secret`
	if got := strings.Join(lines, "\n"); got != want {
		t.Errorf("got\n%s", got)
	}
}

// With many lines, a part has the worst columns and the largest indexes, and says how many more there are.
func TestPartsOfText(t *testing.T) {
	r := small()
	for most, want := range map[int]string{
		1: "users.id, 2 more, users_pkey, 1 more, 1 more, 4 more, 1 more",
		2: "users.id, orders.user_id, 1 more, orders.PRIMARY, users_pkey, 3 more",
		3: "orders.id, orders.user_…, users.id, orders.PRIMARY, users_pkey, 2 more",
	} {
		var got []string
		for line := range strings.Lines(text(r, most)) {
			if n, ok := strings.CutSuffix(line, " more: see -v.\n"); ok {
				got = append(got, n+" more")
			}
			if first, _, _ := strings.Cut(line, " "); strings.HasSuffix(line, " page\n") || strings.Contains(line, "certain") {
				got = append(got, first)
			}
		}
		if got := strings.Join(got, ", "); got != want {
			t.Errorf("%d: %s\n%s", most, got, text(r, most))
		}
	}
}

func TestCount(t *testing.T) {
	for v, want := range map[float64]string{0.4: "0", 0.5: "1", 99_999: "99,999", 1e5: "100 k", 123_456: "123 k", 1e6: "1 M", 1.5e9: "1.5 G", 1e9: "1 G", -2e6: "-2 M"} {
		if got := count(v); got != want {
			t.Errorf("%g: %s, want %s", v, got, want)
		}
	}
}

func TestSizeWithin(t *testing.T) {
	for want, f := range map[string]source.Figure{
		"24.0 (23.0–25.0) MiB": source.About(24<<20, 23<<20, 25<<20), "900 KiB (0.8–1.0 MiB)": source.About(900<<10, 800<<10, 1<<20), "100 (0–200) B": source.About(100, 0, 200),
	} {
		if got := SizeWithin(f); got != want {
			t.Errorf("%+v: %s, want %s", f, got, want)
		}
	}
}

func TestSizeAtBounds(t *testing.T) {
	for v, want := range map[float64]string{1023: "1023 B", 1024: "1.0 KiB", -1024: "-1.0 KiB", 99.9 * 1024: "99.9 KiB", 100 * 1024: "100 KiB", 1 << 20: "1.0 MiB", 1 << 40: "1.0 TiB", 1 << 50: "1024 TiB"} {
		if got := Size(v); got != want {
			t.Errorf("%g: %s, want %s", v, got, want)
		}
	}
}

// The names of places are shown up to so many, but for one more.
func TestPlaces(t *testing.T) {
	g := group{where: []string{"a", "b", "c", "d"}}
	for most, want := range map[int]string{4: "a, b, c, d", 3: "a, b, c, d", 2: "a, b and 2 more", 1: "a and 3 more"} {
		if got := g.places(most); got != want {
			t.Errorf("%d: %q, want %q", most, got, want)
		}
	}
}

// A table that does not fit a line gets narrower in its widest columns; a row ends without blanks.
func TestTable(t *testing.T) {
	long := strings.Repeat("x", 60)
	for _, c := range []struct {
		rows [][]string
		want string
	}{
		{[][]string{{"a", "b"}, {"é", ""}, {"aaa", "b"}}, "a    b\n------\né\naaa  b\n"},
		{[][]string{{long, long[:18]}, {long[:1], ""}}, long + "  " + long[:18] + "\n" + strings.Repeat("-", 80) + "\nx\n"},
		{[][]string{{long, long[:19]}}, long[:58] + "…  " + long[:19] + "\n" + strings.Repeat("-", 80) + "\n"},
		{[][]string{{long, long}}, long[:38] + "…  " + long[:38] + "…\n" + strings.Repeat("-", 80) + "\n"},
	} {
		var b strings.Builder
		table(&b, c.rows)
		if got := b.String(); got != c.want {
			t.Errorf("%q: got\n%swant\n%s", c.rows, got, c.want)
		}
	}
}

// A page has twelve changes, and the others behind a fold.
func TestPageFold(t *testing.T) {
	for n, want := range map[int]string{12: "", 13: "1 more changes", 30: "18 more changes"} {
		r := small()
		for len(r.Changes) < n {
			r.Changes = append(r.Changes, r.Changes[0])
		}
		var b bytes.Buffer
		if err := Page(&b, r); err != nil {
			t.Fatal(err)
		}
		if got := regexp.MustCompile(`\d+ more changes`).FindString(b.String()); got != want {
			t.Errorf("%d changes: %q, want %q", n, got, want)
		}
	}
}
