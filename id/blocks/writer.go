package blocks

import (
	"sync"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/fault"
)

// ErrFinished means that a [Writer] was put back, or was not lent by a pool.
var ErrFinished = id.NewReason("finished writer")

// Writer takes IDs from the block that [Pool.Get] has lent, until [Pool.Put]. The zero
// value is finished. A Writer can be copied: the copies have the same block and do not
// return the same IDs. It is safe for concurrent use, but goroutines that insert at the
// same time fill pages only if each has its own Writer.
type Writer[T any] struct {
	slot *slot[T]
	turn uint64
}

// Next returns the next ID of the block. It draws another block if none is left, or if the
// process may have been copied since: the copy has the same block ([id.Reseed]).
//
// It fails where the pool's draw fails, and with a [*id.GenerateError] that matches
// [ErrFinished] if the writer is finished. The next call tries again.
func (w Writer[T]) Next() (x T, err error) {
	var one [1]T
	err = w.Fill(one[:])
	return one[0], err
}

// Fill sets all elements of dst to the next IDs, as [Writer.Next] returns them. It reads the clock
// and takes the lock once for each block, not for each ID. Beside an error, all elements are zero.
func (w Writer[T]) Fill(dst []T) error {
	for rest := dst; len(rest) > 0; {
		n, err := w.slot.take(w.turn, rest)
		if err != nil {
			clear(dst)
			return err
		}
		rest = rest[n:]
	}
	return nil
}

// slot is the place of a block, which one writer after the other has.
type slot[T any] struct {
	pool *Pool[T]
	mu   sync.Mutex
	turn uint64 // how many writers are finished: the writer of an earlier turn is
	ids  source[T]
}

// take sets elements of dst to IDs of one block, and returns their number, at least 1.
func (s *slot[T]) take(turn uint64, dst []T) (n int, err error) {
	if s == nil {
		return 0, errFinished()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for range attempts {
		if s.turn != turn {
			return 0, errFinished()
		}
		if n = s.ids.Fill(dst); n > 0 {
			return n, nil
		}
		if err := s.redraw(); err != nil {
			return 0, err
		}
	}
	return 0, errEmpty()
}

// redraw replaces the block; s.mu is held, but not during the draw, which can wait for the
// clock: in a bubble of testing/synctest, no time passes while a goroutine waits for a lock.
func (s *slot[T]) redraw() error {
	use, err := drawUnlocked(&s.mu, s.ids.redraw())
	if err == nil && s.ids.Len() == 0 { // no other goroutine has drawn one meanwhile
		use()
	}
	return err
}

// drawUnlocked calls draw without the lock, which is held again even if draw panics.
func drawUnlocked(mu *sync.Mutex, draw func() (func(), error)) (use func(), err error) {
	mu.Unlock()
	defer mu.Lock()
	return draw()
}

// attempts is how often a writer asks its source for IDs in vain. It needs a third attempt if the
// process is copied after the second.
const attempts = 3

// finish ends a turn, and reports whether it was the present one.
func (s *slot[T]) finish(turn uint64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.turn != turn {
		return false
	}
	s.turn++
	return true
}

//go:noinline
func errFinished() error {
	return fault.Generate("blocks", "next ID", ErrFinished, "call Get for each transaction, and Put after its last ID", nil)
}

//go:noinline
func errEmpty() error {
	return fault.Generate("blocks", "next ID", id.ErrConfig, "draw returns empty blocks: pass NewBlock of a format", nil)
}
