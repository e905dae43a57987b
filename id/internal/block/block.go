package block

import "github.com/sortid/sortid/id/internal/instance"

// Block is what a blocks.Block of a program is, without its documentation: a format converts one
// into the other, so that programs cannot make blocks whose IDs no generator reserved.
type Block[T any] struct {
	places Places
	source Source[T]
}

// Source is what the IDs of a block of a format are computed from.
type Source[T any] interface {
	// ID returns the ID at a place.
	ID(place int) T
}

// Make calls take, which reserves n IDs, and returns their block. It calls take again if another
// instance of the process begins meanwhile. It returns an error if n is not 1 to limit or take
// fails.
func Make[T any](format string, n, limit int, take func() (Source[T], error)) (Block[T], error) {
	if err := Check(format, n, limit); err != nil {
		return Block[T]{}, err
	}
	for {
		mark := instance.Now()
		source, err := take()
		if err != nil {
			return Block[T]{}, err
		}
		if mark.Current() {
			return Block[T]{Places{n: n, mark: mark}, source}, nil
		}
	}
}

// Len returns how many IDs are left.
func (b Block[T]) Len() int { return b.places.Len() }

// Next takes the next ID. ok is false if none is left.
func (b *Block[T]) Next() (x T, ok bool) {
	place, ok := b.places.Next()
	if !ok {
		return x, false
	}
	return b.source.ID(place), true
}

// Fill sets as many elements of dst as IDs are left, and returns their number.
func (b *Block[T]) Fill(dst []T) int {
	n := b.places.Ready(len(dst))
	for i := range dst[:n] {
		dst[i] = b.source.ID(b.places.Take())
	}
	return n
}

// TwoPass returns a block of the IDs that are left, in the order of two passes.
func (b Block[T]) TwoPass() Block[T] {
	b.places = b.places.TwoPass()
	return b
}
