package bench

import (
	"reflect"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
)

var planned = []engine.Description{
	{Name: "a", Layouts: []engine.Layout{{Name: "x"}, {Name: "y"}}},
	{Name: "b", Layouts: []engine.Layout{{Name: "z"}}},
}

type place struct {
	engine int
	layout string
	key    string
	block  int
}

func places(p Plan) []place {
	var list []place
	for _, c := range p.Cells {
		list = append(list, place{c.Engine, c.Layout, c.Key.Name, c.Block})
	}
	return list
}

// Each block holds every combination once, and blocks come one after the other.
func TestPlanBlocks(t *testing.T) {
	keys := key.All()
	p := plan(planned, keys, 10, 4, 1)
	size := 3 * len(keys)
	if len(p.Cells) != 4*size {
		t.Fatalf("%d runs, want %d", len(p.Cells), 4*size)
	}
	for b := range 4 {
		seen := make(map[place]bool)
		for _, c := range places(p)[b*size : (b+1)*size] {
			if c.block != b {
				t.Fatalf("a run of block %d stands among block %d", c.block, b)
			}
			seen[c] = true
		}
		if len(seen) != size {
			t.Errorf("block %d has %d different runs, want %d", b, len(seen), size)
		}
	}
}

func TestPlanFollowsTheSeed(t *testing.T) {
	keys := key.All()
	one, same, other := plan(planned, keys, 10, 3, 7), plan(planned, keys, 10, 3, 7), plan(planned, keys, 10, 3, 8)
	if !reflect.DeepEqual(places(one), places(same)) {
		t.Error("the same seed gave two orders")
	}
	if reflect.DeepEqual(places(one), places(other)) {
		t.Error("two seeds gave the same order")
	}
	size := 3 * len(keys)
	order := func(block int) []string {
		var list []string
		for _, c := range places(one)[block*size : (block+1)*size] {
			list = append(list, c.layout+c.key)
		}
		return list
	}
	if reflect.DeepEqual(order(0), order(1)) {
		t.Error("two blocks have the same order")
	}
}
