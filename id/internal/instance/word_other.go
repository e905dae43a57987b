//go:build !linux

package instance

import "sync/atomic"

// newWord returns an ordinary word, which does not show forks. The runtime of Go does
// not support a fork without an exec.
func newWord() *atomic.Uint64 { return new(atomic.Uint64) }
