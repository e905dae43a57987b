package blocks

import "time"

// Clock is an option for the clock of a pool.
func Clock(now func() time.Duration) Option { return func(s *settings) { s.clock = now } }

// Slot is the place of a block.
type Slot[T any] = slot[T]

// Slot returns the place of the writer's block.
func (w Writer[T]) Slot() *Slot[T] { return w.slot }
