// Package instance tells the copies of a process apart. A process is copied by a
// fork, by a snapshot of its virtual machine, or by CRIU. The copies must not continue
// from the same random state, so what is drawn from a source of randomness and kept
// carries the Mark of the instance that drew it. A generator discards what carries
// another mark.
//
// A new instance begins in the child of a fork, which the kernel shows by clearing a
// page (Linux), when package clock finds that the wall clock and the monotonic clock
// diverged or that the process has used less CPU time than before, and when the
// application calls id.Reseed.
package instance

import "sync/atomic"

var (
	// word is the number of this instance, 1 or more. It is 0 at first, and in the
	// child of a fork until the child calls Now.
	word = newWord()
	// last is the greatest number so far. A child of a fork inherits it.
	last atomic.Uint64
	// cpu is the CPU time of the process at the last call of CheckCPU, in nanoseconds.
	cpu atomic.Int64
)

// Mark is the mark of an instance. The zero Mark is that of none.
type Mark uint64 // the complement of its number, so that neither 0 is ever current

// Now returns the mark of this instance. Call it before drawing what is to carry the
// mark, so that a copy that is made in between discards it.
func Now() Mark {
	n := word.Load()
	for n == 0 {
		word.CompareAndSwap(0, last.Add(1))
		n = word.Load()
	}
	return Mark(^n)
}

// First reports whether m is the mark of the instance with which the process began.
func (m Mark) First() bool { return m == ^Mark(1) }

// Current reports whether m is the mark of this instance. It is small enough to be
// inlined, and reads only memory that rarely changes.
func (m Mark) Current() bool { return uint64(m) == ^word.Load() }

// Renew begins a new instance. All earlier marks are no longer current when it
// returns.
func Renew() { word.Store(last.Add(1)) }

// Atomic is a Mark for concurrent use. Its zero value holds the zero Mark.
type Atomic struct{ mark atomic.Uint64 }

// Current reports whether the mark is that of this instance.
func (a *Atomic) Current() bool { return Mark(a.mark.Load()).Current() }

// Store sets the mark.
func (a *Atomic) Store(m Mark) { a.mark.Store(uint64(m)) }

// CheckCPU begins a new instance if the process has used less CPU time than at the call
// before. Then it is not the process of that call, but one that got its memory: the
// kernel counts from 0 in a process that CRIU restores, and in the child of a fork. Where
// [RestoreMovesClocks], only CRIU without privileges needs it. Calls must not be concurrent.
func CheckCPU() {
	now := cpuTime()
	if now < cpu.Load() {
		Renew()
	}
	cpu.Store(now)
}
