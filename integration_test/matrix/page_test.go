package matrix_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/sqltype"
)

// checkPage: pages from the first one on have each row once, in both directions.
func checkPage[T id.Fixed](t *testing.T, c *cell[T]) {
	if c.server.isMySQL() {
		// A descending scan can miss rows while purge merges pages that a DELETE emptied
		// (MySQL's bug 114248), and each check leaves such pages.
		c.exec("TRUNCATE TABLE items")
	}
	pages(t, c, nil, 3) // of an empty table
	ids, _ := c.fitting(c.format.extremes())
	for len(ids) < 12 {
		if v := c.random(1)[0]; !slices.Contains(ids, v) {
			ids = append(ids, v)
		}
	}
	rows := numbered(ids)
	must(t, "insert", c.store.InsertMany(t.Context(), rows))
	for _, n := range []int{1, 4, 5, len(rows), len(rows) + 1} { // 4 and len(rows) fill the last page
		pages(t, c, rows, n)
	}
}

// pages fails the test unless the pages of n rows have just the rows.
func pages[T id.Fixed](t *testing.T, c *cell[T], rows []row[T], n int) {
	t.Helper()
	want := c.sorted(rows)
	for _, descending := range []bool{false, true} {
		if descending {
			slices.Reverse(want)
		}
		left := want
		var last T
		for {
			page, err := c.store.Page(t.Context(), last, descending, n)
			checkRows(t, "page", page, err, left[:min(n, len(left))])
			if left = left[len(page):]; len(page) == 0 {
				break
			}
			last = page[len(page)-1].ID
		}
	}
}

// TestPageCollation: the first page is not empty in a text column that does not compare bytes,
// whose order can differ from that of the IDs.
func TestPageCollation(t *testing.T) {
	for _, s := range everyServer {
		t.Run(s.name, func(t *testing.T) {
			in := setting{database: dbserver.DatabaseOptions{Locale: "en-US"}}
			if s.isMySQL() {
				in.database = anyCase
			}
			dsn, _ := s.fresh(t, in)
			db := s.connect(t, dsn)
			_, err := db.ExecContext(t.Context(), "CREATE TABLE items (id varchar(64) PRIMARY KEY)")
			must(t, "create", err)
			keys := []sqltype.Key{
				sqltype.TextOf(wiji.New()), sqltype.TextOf(ulid.Max()), sqltype.TextOf(uid11.Max()), sqltype.TextOf(uuidv7.Max()),
				sqltype.TextOf(scru160.Max()), sqltype.TextOf(ulidflake.Max()), sqltype.TextOf(wiji.NewFor[prefixKind]()), sqltype.TextOf(wiji.NewFor[lastKind]()),
			}
			for _, key := range keys {
				_, err := db.ExecContext(t.Context(), "INSERT INTO items (id) VALUES ("+s.placeholder(1)+")", key)
				must(t, "insert", err)
			}
			for operator, cursor := range map[string]sqltype.Cursor{"<": sqltype.Before(sqltype.Text[wiji.ID]{}), ">": sqltype.After(sqltype.Text[wiji.ID]{})} {
				var n int
				must(t, "count", db.QueryRowContext(t.Context(), "SELECT count(*) FROM items WHERE id "+operator+" "+s.placeholder(1), cursor).Scan(&n))
				if n != len(keys) {
					t.Errorf("%s: %d rows, want %d", operator, n, len(keys))
				}
			}
		})
	}
}

// lastKind has a prefix near the greatest one.
type lastKind struct{}

func (lastKind) IDPrefix() string { return "zzzzy" }

// extremes returns IDs near the least and near the greatest one.
func (f format[T]) extremes() []T {
	var ids []T
	for _, fill := range []byte{0x00, 0xFF} {
		for _, last := range []byte{1, 2, 0x10, 0xFE} {
			b := bytes.Repeat([]byte{fill}, f.size)
			b[f.size-1] = last
			ids = append(ids, f.valid(b))
			if b[0] >= 0x80 { // the greatest of a signed integer, and of a Wiji with a text
				b[0] = 0x3F
				ids = append(ids, f.valid(b))
			}
		}
	}
	slices.SortFunc(ids, f.compare)
	return slices.Compact(ids)
}
