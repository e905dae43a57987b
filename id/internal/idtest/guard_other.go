//go:build !linux && !darwin

package idtest

import "testing"

// guarded returns size bytes of memory. This system cannot protect any of them.
func guarded(_ *testing.T, size, _ int) []byte { return make([]byte, size) }
