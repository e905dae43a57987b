package blocks

// maxFill is the least MaxBlock of the formats whose default generators have blocks.
const maxFill = 4096

// Fill sets all elements of dst to new IDs of a generator, in ascending order. draw is NewBlock of
// a format, or the method Block of a generator:
//
//	err := blocks.Fill(keys, wiji.NewBlock)
//
// The generator reads its clock, and moves its state, once for up to 4,096 IDs, which have one
// timestamp. Use [Writer.Fill] for the keys of a table with several writers. Fill fails where draw
// fails. Beside an error, all elements are zero.
func Fill[T any](dst []T, draw func(n int) (Block[T], error)) error {
	draws := (len(dst) + maxFill - 1) / maxFill
	size := (len(dst) + draws - 1) / max(draws, 1)
	s := &slot[T]{ids: source[T]{settings: settings{size: size, clock: elapsed}, draw: draw}}
	return Writer[T]{slot: s}.Fill(dst)
}
