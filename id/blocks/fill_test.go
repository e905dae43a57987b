package blocks_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/blocks"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
)

// TestFill: Fill gives the IDs that Next gives, across the ends of blocks.
func TestFill(t *testing.T) {
	fill(t, "wiji", wiji.NewBlock)
	fill(t, "ulid", ulid.NewBlock)
	fill(t, "ulidflake", ulidflake.NewBlock)
	fill(t, "uuidv7", uuidv7.NewBlock)
	fill(t, "scru160", scru160.NewBlock)
	fill(t, "uid11", (&uid11.Generator{Profile: uid11.TSSeqRand}).Block)
}

// ordered is an ID.
type ordered[T any] interface {
	comparable
	Compare(T) int
}

func fill[T ordered[T]](t *testing.T, format string, draw func(int) (blocks.Block[T], error)) {
	t.Helper()
	drawn, err := draw(10)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]blocks.Block[T]{"in order": drawn, "in two passes": drawn.TwoPass()} {
		copied, got := block, make([]T, 6)
		if n := copied.Fill(got[:0]); n != 0 || copied.Len() != 10 {
			t.Errorf("%s %s: %d IDs for no place", format, name, n)
		}
		first := copied.Fill(got)
		rest := copied.Fill(got[:5])
		if n := copied.Fill(got); first != 6 || rest != 4 || n != 0 {
			t.Errorf("%s %s: %d, %d and %d IDs of 10", format, name, first, rest, n)
		}
		var want []T
		for x, ok := block.Next(); ok; x, ok = block.Next() {
			want = append(want, x)
		}
		if !slices.Equal(got[:4], want[6:]) || !slices.Equal(got[4:], want[4:6]) {
			t.Errorf("%s %s: Fill gives %v of %v", format, name, got, want)
		}
	}

	ids := make([]T, 10_000)
	if err := blocks.Fill(ids, draw); err != nil || !slices.IsSortedFunc(ids, T.Compare) || len(slices.Compact(slices.Clone(ids))) != len(ids) {
		t.Errorf("%s: 10,000 IDs of a generator are not in order, or %v", format, err)
	}
	for i, order := range []blocks.Order{blocks.InOrder, blocks.TwoPass} {
		w := blocks.NewPool(draw, order, blocks.Size(100)).Get()
		if err := w.Fill(ids[:250]); err != nil {
			t.Fatal(err)
		}
		next(t, w)
		if slices.SortFunc(ids[:250], T.Compare); len(slices.Compact(slices.Clone(ids[:250]))) != 250 {
			t.Errorf("%s, order %d: an ID is twice in three blocks", format, i)
		}
	}
}

// TestFillSizes: Fill draws as few blocks of up to 4,096 IDs as it can, of about the same size.
func TestFillSizes(t *testing.T) {
	for n, want := range map[int][]int{
		0: nil, 1: {1}, 4095: {4095}, 4096: {4096}, 4097: {2049, 2049}, 8192: {4096, 4096}, 8193: {2731, 2731, 2731}, 10_000: {3334, 3334, 3334},
	} {
		var sizes []int
		draw := func(n int) (wiji.Block, error) {
			sizes = append(sizes, n)
			return wiji.NewBlock(n)
		}
		if err := blocks.Fill(make([]wiji.ID, n), draw); err != nil || !slices.Equal(sizes, want) {
			t.Errorf("%d IDs come from blocks of %v, %v, want %v", n, sizes, err, want)
		}
	}
}

// TestFillErrors: beside an error, no ID is left.
func TestFillErrors(t *testing.T) {
	failure := errors.New("no clock")
	draws := 0
	second := func(n int) (b wiji.Block, err error) { // the second draw fails
		if draws++; draws%2 == 0 {
			return b, failure
		}
		return wiji.NewBlock(n)
	}
	pool := blocks.NewPool(second, blocks.InOrder, blocks.Size(10))
	finished := pool.Get()
	pool.Put(finished)
	for name, c := range map[string]struct {
		fill func([]wiji.ID) error
		want error
	}{
		"a writer":          {pool.Get().Fill, failure},
		"a finished writer": {finished.Fill, blocks.ErrFinished},
		"a generator":       {func(dst []wiji.ID) error { return blocks.Fill(dst, second) }, failure},
		"no generator":      {func(dst []wiji.ID) error { return blocks.Fill[wiji.ID](dst, nil) }, id.ErrConfig},
	} {
		ids := make([]wiji.ID, 5000)
		ids[0], ids[4999] = wiji.New(), wiji.New()
		if err := c.fill(ids); !errors.Is(err, c.want) || slices.ContainsFunc(ids, wiji.ID.IsValid) {
			t.Errorf("%s: error %v, want %v, and no IDs", name, err, c.want)
		}
	}
	if err := blocks.Fill(nil, wiji.NewBlock); err != nil {
		t.Errorf("no IDs: %v", err)
	}
}

// TestFillCopied: a block of another instance of the process has no ID to fill with.
func TestFillCopied(t *testing.T) {
	block, err := wiji.NewBlock(10)
	if err != nil {
		t.Fatal(err)
	}
	id.Reseed()
	if n := block.Fill(make([]wiji.ID, 5)); n != 0 {
		t.Errorf("%d IDs", n)
	}
	copies := 0
	ids := make([]wiji.ID, 5)
	if err := blocks.Fill(ids, func(n int) (wiji.Block, error) {
		b, err := wiji.NewBlock(n)
		if copies++; copies == 1 {
			id.Reseed()
		}
		return b, err
	}); err != nil || copies != 2 || !ids[4].IsValid() {
		t.Errorf("%d draws, %v, %v", copies, ids, err)
	}
}

// TestFillAllocs: the number of allocations does not depend on that of the IDs.
func TestFillAllocs(t *testing.T) {
	ids := make([]wiji.ID, 1000)
	w := blocks.NewPool(wiji.NewBlock, blocks.TwoPass).Get()
	next(t, w)
	if n := testing.AllocsPerRun(10, func() {
		if err := w.Fill(ids); err != nil {
			t.Error(err)
		}
	}); n > 0 {
		t.Errorf("Writer.Fill allocates %v times", n)
	}
	if n := testing.AllocsPerRun(100, func() {
		if err := blocks.Fill(ids, wiji.NewBlock); err != nil {
			t.Error(err)
		}
	}); n > 4 {
		t.Errorf("Fill allocates %v times, want 4 at most", n)
	}
}

// TestAppendTo: the IDs that are left are appended to what there is, and stay in the block.
func TestAppendTo(t *testing.T) {
	block, err := wiji.NewBlock(5)
	if err != nil {
		t.Fatal(err)
	}
	before, _ := block.Next()
	for _, room := range []int{0, 3, 4, 9} {
		got := block.AppendTo(append(make([]wiji.ID, 0, 1+room), before))
		if want := append([]wiji.ID{before}, slices.Collect(block.All())...); !slices.Equal(got, want) || len(got) != 5 {
			t.Errorf("with room for %d: %v, want %v", room, got, want)
		}
	}
}

// TestAll: a loop can end before the IDs do, and takes none.
func TestAll(t *testing.T) {
	block, err := wiji.NewBlock(10)
	if err != nil {
		t.Fatal(err)
	}
	for range block.All() {
		break
	}
	if block.Len() != 10 {
		t.Errorf("%d IDs are left", block.Len())
	}
}
