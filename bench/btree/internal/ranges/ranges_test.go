package ranges

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/key"
)

// small is a run of 20 seconds.
func small(engines ...string) Options {
	o := Defaults()
	o.Engines, o.Rows, o.Rate = engines, 60_000, 3000
	return o
}

// of returns the result of an index and a key.
func of(t *testing.T, r Report, index, k string) Result {
	t.Helper()
	for _, one := range r.Tables {
		if one.Index == index && one.Key == k {
			return one
		}
	}
	t.Fatalf("there is no result of %s and %s", index, k)
	return Result{}
}

// Every time-ordered key, in key order, has all inserts on one range, and the last rows in
// it. Buckets spread them evenly and have the last rows in all ranges.
func TestOrderedKeysAreHot(t *testing.T) {
	o := small("cockroachdb", "tidb", "yugabytedb")
	o.Keys, o.Payload = Keys(), 10_000
	r, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range Keys() {
		random := k == "uuidv4" || k == "uid11-random"
		if got := of(t, r, "CLUSTERED", k); random == (got.HottestRange > 99) || random == (got.HottestNode > 99) || random == (got.Recent == 1) {
			t.Errorf("%s in key order: got %+v", k, got)
		}
		if got := of(t, r, "USING HASH", k); got.HottestRange > 10 || got.HottestNode > 45 || got.Ranges != o.Buckets || got.Recent != o.Buckets {
			t.Errorf("%s in buckets: got %+v, want %d ranges with 1/%d each", k, got, o.Buckets, o.Buckets)
		}
		if got := of(t, r, "id HASH", k); got.HottestRange > 40 || got.HottestNode > 40 || got.Ranges != o.Nodes {
			t.Errorf("%s by hash: got %+v, want %d ranges with 1/%d each", k, got, o.Nodes, o.Nodes)
		}
	}
}

// counted returns entries of rising or random keys.
func counted(n int, random bool) [][]byte {
	r := rand.New(rand.NewPCG(1, 2))
	list := make([][]byte, n)
	for i := range list {
		v := uint64(i)
		if random {
			v = r.Uint64()
		}
		list[i] = binary.BigEndian.AppendUint64(nil, v)
	}
	return list
}

// grown returns a table of one node after the entries, rate of them in a second.
func grown(e Engine, entries [][]byte, rate int) *table {
	t := newTable(e, 1, 100, [][]byte{nil})
	for i, x := range entries {
		t.insert(x)
		if (i+1)%rate == 0 {
			t.second()
		}
	}
	return t
}

// Ordered keys leave ranges that split in the middle half full, and those that are cut at a
// size as large as that size.
func TestSizeSplits(t *testing.T) {
	const limit = 100 * 1000 // 1000 rows
	middle := grown(Engine{Sizes: []Limit{{Bytes: limit}}}, counted(20_000, false), 10)
	lower := grown(Engine{Sizes: []Limit{{Bytes: limit, Lower: limit / 4}}}, counted(20_000, false), 10)
	for _, c := range []struct {
		table       *table
		least, most int // rows of all ranges but the last
	}{{middle, 500, 505}, {lower, 250, 250}} {
		for i, s := range c.table.ranges[:len(c.table.ranges)-1] {
			if n := len(s.entries); n < c.least || n > c.most {
				t.Errorf("range %d has %d rows: want %d to %d", i, n, c.least, c.most)
			}
		}
	}
}

// The limit depends on the number of ranges per node.
func TestLimits(t *testing.T) {
	e := Engine{Sizes: []Limit{{Ranges: 4, Bytes: 100 * 100}, {Bytes: 100 * 1_000_000}}}
	if got := len(grown(e, counted(10_000, true), 10).ranges); got != 4 {
		t.Errorf("got %d ranges: want 4, and no more below the second limit", got)
	}
}

// No row is lost, each is in the range that holds it, and the ranges are in order.
func TestRowsAreInTheirRanges(t *testing.T) {
	for _, random := range []bool{false, true} {
		entries := counted(30_000, random)
		table := grown(Engine{Sizes: []Limit{{Bytes: 100 * 700}}, Load: 50}, entries, 1000)
		n := 0
		for i, s := range table.ranges {
			n += len(s.entries)
			for _, x := range s.entries {
				if bytes.Compare(x, s.start) < 0 || i+1 < len(table.ranges) && bytes.Compare(x, table.ranges[i+1].start) >= 0 {
					t.Fatalf("random %v: %x is in range %d from %x", random, x, i, s.start)
				}
			}
		}
		if n != len(entries) || len(table.ranges) < 30 {
			t.Errorf("random %v: %d ranges have %d rows of %d", random, len(table.ranges), n, len(entries))
		}
	}
}

// Load splits a range of random keys until each part is below the threshold, after ten
// seconds each time; it does not split one of ordered keys.
func TestLoadSplits(t *testing.T) {
	e := Engine{Sizes: []Limit{{Bytes: gib}}, Load: 300}
	if got := len(grown(e, counted(50_000, false), 1000).ranges); got != 1 {
		t.Errorf("ordered keys: got %d ranges: want 1, because all inserts are on the right of every sample", got)
	}
	if got := len(grown(e, counted(10_000, true), 1000).ranges); got != 1 {
		t.Errorf("random keys, 10 seconds: got %d ranges: want 1", got)
	}
	r := grown(e, counted(60_000, true), 1000)
	if got := len(r.ranges); got < 4 || got > 8 {
		t.Errorf("random keys: got %d ranges: want 4 to 8 of fewer than 300 inserts per second", got)
	}
}

// The hottest ranges are on different nodes, and the cold ones fill up the nodes.
func TestAssign(t *testing.T) {
	table := newTable(Engine{Sizes: []Limit{{Bytes: gib}}}, 3, 100, make([][]byte, 6))
	for i, n := range []int{1, 50, 0, 40, 30, 9} {
		table.ranges[i].second = n
	}
	table.assign()
	var nodes []int
	for _, s := range table.ranges {
		nodes = append(nodes, s.node)
	}
	if want := []int{2, 0, 1, 1, 2, 2}; !slices.Equal(nodes, want) {
		t.Errorf("got nodes %v: want %v", nodes, want)
	}
	if inRange, onNode := table.hottest(); inRange != 50 || onNode != 50 {
		t.Errorf("got %d and %d: want 50 and 50", inRange, onNode)
	}
}

func TestRunErrors(t *testing.T) {
	for want, change := range map[string]func(*Options){
		`unknown engine "oracle"`:     func(o *Options) { o.Engines = []string{"oracle"} },
		`unknown key "serial"`:        func(o *Options) { o.Keys = []string{"serial"} },
		"a server makes it":           func(o *Options) { o.Keys = []string{"identity"} },
		"insert 30000 rows or more":   func(o *Options) { o.Rows = 29_999 },
		context.Canceled.Error():      func(*Options) {},
		"unknown engine \"\": choose": func(o *Options) { o.Engines = []string{""} },
	} {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		o := small("tidb")
		change(&o)
		if _, err := Run(ctx, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v: want %s", err, want)
		}
	}
}

// Each engine has a design in key order, one with buckets, and a limit for any table.
func TestEngines(t *testing.T) {
	for _, e := range Engines() {
		if e.Defaults == "" || len(e.Indexes) < 2 || e.Indexes[0].Order != InKeyOrder || e.Indexes[1].Order != InBuckets {
			t.Errorf("got %+v", e)
		}
		if l := e.limit(1_000_000, 1); l.Bytes == 0 || l.Lower > l.Bytes {
			t.Errorf("%s: the limit of a large table is %+v", e.Name, l)
		}
	}
	if k := Keys(); slices.Contains(k, "identity") || !slices.Contains(k, "wiji") {
		t.Errorf("got keys %v", k)
	}
}

func TestPresent(t *testing.T) {
	o := small("yugabytedb", "tidb")
	o.Keys = []string{"uid11-snowish"}
	r, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	var terminal, text bytes.Buffer
	if err := r.Terminal(&terminal); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(terminal.String()) {
		if len(line) > 81 {
			t.Errorf("%d columns: %s", len(line)-1, line)
		}
	}
	if s := terminal.String(); strings.Contains(s, "Spanner") || strings.Count(s, "uid11-snowish  100 %  100 %") != 2 {
		t.Errorf("got\n%s", s)
	}
	if err := r.JSON(&text); err != nil {
		t.Fatal(err)
	}
	var back Report
	if err := json.Unmarshal(text.Bytes(), &back); err != nil || !slices.Equal(back.Tables, r.Tables) {
		t.Errorf("got %+v, %v", back, err)
	}
}

// Keys that differ by chance alone share a row, whose figures are below the names if these are
// wide.
func TestKeysShareRows(t *testing.T) {
	var r Report
	for i, k := range []string{"uuidv4", "uuidv7", "bigint", "ulid", "wiji"} {
		for _, index := range []string{"CLUSTERED", "SHARD_ROW_ID_BITS"} {
			one := Result{Engine: "tidb", Index: index, Key: k, Ranges: 16, HottestRange: 100, HottestNode: 36.4, Recent: 1}
			if k == "uuidv4" || k == "bigint" && index != "CLUSTERED" {
				one.HottestNode = 33.3
			}
			one.HottestRange -= float64(i) / 5 // less than a point
			r.Tables = append(r.Tables, one)
		}
	}
	var b bytes.Buffer
	if err := r.Terminal(&b); err != nil {
		t.Fatal(err)
	}
	const want = `
key            range   node    last  range   node    last
UUIDv4         100 %   33 %    1/16  100 %   33 %    1/16
UUIDv7, ULID, Wiji
               100 %   36 %    1/16  100 %   36 %    1/16
bigint         100 %   36 %    1/16  100 %   33 %    1/16
`
	if !strings.HasSuffix(b.String(), want) {
		t.Errorf("got\n%s", &b)
	}
}

// The keys of a format that several generators may make come from one for each node.
func TestKeys(t *testing.T) {
	o := small("tidb")
	kinds, err := kindsOf([]string{"seq16"})
	if err != nil || len(key.Names(kinds)) != 1 {
		t.Fatal(kinds, err)
	}
	keys, err := keysOf(t.Context(), kinds[0], o)
	if err != nil || len(keys) != o.Rows*16 || binary.BigEndian.Uint64(keys[len(keys)-8:]) != uint64(o.Rows) {
		t.Errorf("got %d bytes, %v", len(keys), err)
	}
}
