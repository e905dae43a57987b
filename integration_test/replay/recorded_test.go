package replay

import (
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"slices"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/leafpage"
)

// recordsFile holds the servers' results. To record it again, with the servers that the
// environment variables of package dbserver name:
//
//	go test ./integration_test/replay -run TestLive -record -v -timeout 1h
//
// Results of other versions of a server stay in it.
const recordsFile = "testdata/recorded.json"

// entry is what one server said of one tree.
type entry struct {
	Server  string  `json:"server"`
	Version string  `json:"version"`
	Layout  string  `json:"layout"`
	Trace   string  `json:"trace"`
	Rows    int     `json:"rows"`
	Leaves  int     `json:"leaf_pages"`
	Fill    float64 `json:"leaf_fill_percent,omitempty"`
}

// records reads what is in a file.
func records[E any](t testing.TB, file string) (list []E) {
	t.Helper()
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) && *record {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

// keep puts an entry into a file, in place of one that is of the same thing.
func keep[E any](t testing.TB, file string, e E, order func(a, b E) int, same func(E) bool) {
	t.Helper()
	list := append(slices.DeleteFunc(records[E](t, file), same), e)
	slices.SortStableFunc(list, order)
	data := []byte("[\n")
	for i, e := range list {
		line, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		if data = append(append(data, '\t'), line...); i+1 < len(list) {
			data = append(data, ',')
		}
		data = append(data, '\n')
	}
	if err := os.WriteFile(file, append(data, "]\n"...), 0o644); err != nil {
		t.Fatal(err)
	}
}

func (e entry) compare(o entry) int {
	return cmp.Or(cmp.Compare(e.Server, o.Server), cmp.Compare(e.Version, o.Version), cmp.Compare(e.Layout, o.Layout))
}

// The simulated trees have the leaf pages that the servers counted. A tree that several
// servers were asked for is simulated once.
func TestRecorded(t *testing.T) {
	type tree struct {
		layout, trace string
		rows          int
		kind          dbserver.Kind
	}
	simulated := make(map[tree]leafpage.Stats)
	list := records[entry](t, recordsFile)
	if len(list) == 0 {
		t.Fatalf("%s is empty", recordsFile)
	}
	for _, e := range list {
		k := tree{layout: e.Layout, trace: e.Trace, rows: e.Rows}
		if e.Server == dbserver.MariaDB.Title() {
			k.kind = dbserver.MariaDB
		}
		if _, ok := simulated[k]; !ok {
			tr, ok := Named(e.Trace)
			if !ok {
				t.Fatalf("there is no trace %q", e.Trace)
			}
			simulated[k] = predict(t, layoutNamed(t, e.Layout), tr, e.Rows, k.kind)
		}
		what := e.Server + " " + e.Version + " " + e.Layout + " " + e.Trace
		check(t, what, simulated[k], measured{e.Leaves, e.Fill})
		if got := simulated[k].Leaves; got != e.Leaves {
			t.Errorf("%s: the simulator has %d leaf pages and the server %d: the rules gave each recorded tree exactly before", what, got, e.Leaves)
		}
	}
}
