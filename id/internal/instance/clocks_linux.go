package instance

import "syscall"

// RestoreMovesClocks reports whether the kernel has time namespaces (Linux 5.6). CRIU 3.14
// and later restores a process into one, where the monotonic clock continues from the dump
// and the wall clock shows the time, so package clock finds that they diverged.
func RestoreMovesClocks() bool {
	const exists = 0 // F_OK
	return !forgetTimeNamespaces && syscall.Access("/proc/self/ns/time", exists) == nil
}

// forgetTimeNamespaces is true in tests for a kernel without them.
var forgetTimeNamespaces bool
