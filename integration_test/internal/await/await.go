// Package await waits in tests.
package await

import (
	"context"
	"testing"
	"time"
)

// Until calls ok until it returns true. It fails the test if that takes longer than limit.
func Until(t testing.TB, limit time.Duration, what string, ok func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	for !ok() {
		select {
		case <-ctx.Done():
			t.Fatalf("%s: not within %v", what, limit)
		case <-time.After(5 * time.Millisecond):
		}
	}
}
