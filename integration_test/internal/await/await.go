// Package await waits in tests, however slow the machine is.
package await

import (
	"context"
	"testing"
	"time"
)

// grace is how long before the deadline of the test binary a wait ends, so that its test says
// what it waited for and can clean up.
const grace = 20 * time.Second

// Until calls ok until it returns true. What is true after a while is true later on a busy
// machine: the only limit is -timeout, shortly before which Until fails the test.
func Until(t testing.TB, what string, ok func() bool) {
	t.Helper()
	ctx := Context(t)
	for !ok() {
		select {
		case <-ctx.Done():
			t.Fatalf("%s: not before the test binary's -timeout", what)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// Context returns a context that ends shortly before -timeout. It can be used in a cleanup, too.
func Context(t testing.TB) context.Context {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	if has, ok := t.(interface{ Deadline() (time.Time, bool) }); ok {
		if deadline, limited := has.Deadline(); limited {
			var cancel context.CancelFunc
			ctx, cancel = context.WithDeadline(ctx, deadline.Add(-grace))
			t.Cleanup(cancel)
		}
	}
	return ctx
}
