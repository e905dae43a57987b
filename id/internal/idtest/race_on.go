//go:build race

package idtest

// raceDetector reports whether the race detector is on. It keeps functions from being
// inlined, so that more of their arguments escape to the heap.
const raceDetector = true
