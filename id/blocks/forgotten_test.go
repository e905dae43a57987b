package blocks

import (
	"runtime"
	"testing"
	"weak"

	"github.com/sortid/sortid/id/wiji"
)

// TestForgotten: a block that is not put back becomes garbage with its writer.
func TestForgotten(t *testing.T) {
	pool := NewPool(wiji.NewBlock, InOrder)
	w := pool.Get()
	if _, err := w.Next(); err != nil {
		t.Fatal(err)
	}
	block := weak.Make(w.slot)
	w = Writer[wiji.ID]{}
	runtime.GC()
	if block.Value() != nil {
		t.Error("the pool refers to a block that it has lent")
	}
	runtime.KeepAlive(pool)
}
