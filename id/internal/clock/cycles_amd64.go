//go:build gc && !purego

package clock

const hasCycles = true

// cycles returns the time stamp counter of the processor.
func cycles() uint64
