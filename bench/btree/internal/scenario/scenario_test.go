package scenario

import (
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// Every scenario has a name, and besides plain inserts a sentence and metrics that exist.
func TestScenarios(t *testing.T) {
	for _, s := range list {
		if s.Name == "" || Of(s.Name).Name != s.Name {
			t.Errorf("%q is not found by its name", s.Name)
		}
		if s.Name != insert.Name && !strings.HasSuffix(s.About, ".") {
			t.Errorf("%s: %q is no sentence", s.Name, s.About)
		}
		for _, name := range slices.Concat(s.Columns, s.Drawn) {
			if metric.Named(name).Name != name {
				t.Errorf("%s: there is no metric %s", s.Name, name)
			}
		}
		if len(s.Columns) == 0 {
			t.Errorf("%s has no columns", s.Name)
		}
	}
	if got := Of("later"); got.Name != "later" || len(got.Columns) == 0 {
		t.Errorf("an unknown scenario is %+v", got)
	}
}
