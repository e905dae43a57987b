package blocks_test

import (
	"runtime"
	"testing"
	"weak"

	"github.com/sortid/sortid/id/blocks"
	"github.com/sortid/sortid/id/wiji"
)

// TestForgotten: a block that is not put back becomes garbage with its writer.
func TestForgotten(t *testing.T) {
	pool := blocks.NewPool(wiji.NewBlock, blocks.InOrder)
	block := forgotten(t, pool)
	runtime.GC()
	if block.Value() != nil {
		t.Error("the pool refers to a block that it has lent")
	}
	runtime.KeepAlive(pool)
}

// forgotten borrows a block and does not put it back.
func forgotten(t *testing.T, pool *blocks.Pool[wiji.ID]) weak.Pointer[blocks.Slot[wiji.ID]] {
	t.Helper()
	w := pool.Get()
	if _, err := w.Next(); err != nil {
		t.Fatal(err)
	}
	return weak.Make(w.Slot())
}
