package trial

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Files that are not results are rejected, and the error names a file once.
func TestReadFiles(t *testing.T) {
	name := filepath.Join(t.TempDir(), "nope.json")
	for text, want := range map[string]string{
		"{}": "not a btree results file", "[]": "not an object", "x": "not a btree results file", "": "not a btree results file",
		`{"schema": 2, "name": "another's"}`:            `no "settings"`,
		`{"schema": 1, "settings": {}, "runs": []}`:     "schema 1",
		`{"schema": "2", "settings": {}, "runs": null}`: "not a btree results file",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadFiles(name); err == nil || !strings.Contains(err.Error(), want) || strings.Count(err.Error(), name) != 1 {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, name := range []string{name + "x", filepath.Dir(name)} {
		if _, err := ReadFiles(name); err == nil || strings.Count(err.Error(), name) != 1 {
			t.Error(err)
		}
	}
}

// Older results have the number of a further engine, the pace and what is simulated in names and
// sentences.
func TestReadOlder(t *testing.T) {
	r, err := Read(strings.NewReader(`{"schema": 3, "settings": {}, "engines": [
		{"name": "postgres"}, {"name": "postgres-2", "layouts": [{"name": "primary", "title": "the index, simulated"}]},
		{"name": "sim", "simulated": true, "layouts": [{"name": "nbtree", "title": "PostgreSQL's index, simulated"}], "settings": [{"name": "pace", "value": "15µs for a row in batches of 100"}]}
	]}`))
	if err != nil || len(r.Engines) != 3 {
		t.Fatal(r, err)
	}
	first, second, sim := r.Engines[0], r.Engines[1], r.Engines[2]
	if first.Base != "" || first.Kind() != "postgres" || second.Base != "postgres" || second.Ordinal != 2 || second.Kind() != "postgres" {
		t.Errorf("%+v and %+v", first, second)
	}
	if second.Layouts[0].Title != "the index, simulated" {
		t.Errorf("the title of what was measured is %q", second.Layouts[0].Title)
	}
	if sim.Pace != 15*time.Microsecond || sim.Layouts[0].Title != "PostgreSQL's index" || sim.Ordinal != 0 {
		t.Errorf("%+v", sim)
	}
}
