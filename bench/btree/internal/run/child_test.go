package run

import (
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// Every ten rows have a parent, whose key is of the same kind and made before theirs. Parents
// of a kind that repeats keys differ as well.
func TestChild(t *testing.T) {
	for _, name := range []string{"wiji", "xid"} {
		f := &full{}
		c := fullConfig(t, f, name)
		c.Scenarios, c.Rows = []trial.Scenario{trial.Child}, []int{995}
		complete(t, c)
		tree := f.trees[0]
		if tree.spec.Shape != engine.Child || len(tree.spec.Parents) != 100 {
			t.Fatalf("%s: a tree of the shape %q with %d parents", name, tree.spec.Shape, len(tree.spec.Parents))
		}
		seen := make(map[string]bool)
		for _, k := range tree.spec.Parents {
			s := text(k)
			if seen[s] || name == "wiji" && s >= tree.keys[0] {
				t.Errorf("%s: the parent %x is there twice, or made after the rows", name, s)
			}
			seen[s] = true
		}
	}
}
