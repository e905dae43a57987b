package replay

import (
	"math"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/leafpage"
)

// poolsFile is how many pages servers read whose page cache is smaller than the tree. Commit
// bf2b164 can record it again, with servers of each size.
const poolsFile = "testdata/pools.json"

// poolEntry is what one server read.
type poolEntry struct {
	Server  string `json:"server"`
	Version string `json:"version"`
	Layout  string `json:"layout"`
	Pool    int64  `json:"pool_bytes"`
	Freed   int    `json:"lru_scan_depth,omitempty"`
	Trace   string `json:"trace"`
	Rows    int    `json:"rows"`
	Reads   int    `json:"pages_read"`
}

// poolTolerance is how far the simulated reads may be from the server's, as a share.
// Servers do not quite give up the page that was not used for longest.
const poolTolerance = 0.1

// heapRows is how many rows of the traces' table are on a page of PostgreSQL's heap.
const heapRows = 55

// Smaller page caches than the tree read as many pages as the servers' do.
func TestPools(t *testing.T) {
	curves := map[string]leafpage.Curve{}
	for _, e := range records[poolEntry](t, poolsFile) {
		tr, _ := Named(e.Trace)
		r, err := layoutNamed(t, e.Layout).rules(tr, false)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := curves[e.Layout+e.Trace]; !ok {
			curves[e.Layout+e.Trace] = missesOf(t, r, tr, e.Rows)
		}
		got := curves[e.Layout+e.Trace].Reads(r.PoolPages(leafpage.BufferPool{Bytes: e.Pool, Freed: e.Freed, MariaDB: e.Server == dbserver.MariaDB.Title()}))
		off := float64(got)/float64(e.Reads) - 1
		t.Logf("%-32s %3d MB %-10s %7d pages read, simulated %7d (%+.1f%%)", e.Server+" "+e.Version, e.Pool>>20, e.Trace, e.Reads, got, 100*off)
		if math.Abs(off) > poolTolerance {
			t.Errorf("%s with %d bytes, %s: the simulator reads %d pages and the server %d: %+.1f%%", e.Server, e.Pool, e.Trace, got, e.Reads, 100*off)
		}
	}
}

func missesOf(t testing.TB, r leafpage.Rules, tr Trace, rows int) leafpage.Curve {
	t.Helper()
	o := leafpage.Options{Pool: true}
	if r.Name() == "nbtree" {
		o.TableRows = heapRows
	}
	tree, err := leafpage.New(r, o)
	if err != nil {
		t.Fatal(err)
	}
	for key := range tr.Keys(rows) {
		if err := tree.Insert(key); err != nil {
			t.Fatal(err)
		}
	}
	c, ok := tree.Misses()
	if !ok {
		t.Fatal("there is no curve")
	}
	return c
}
