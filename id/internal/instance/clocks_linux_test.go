package instance

import (
	"os"
	"testing"
)

// TestRestoreMovesClocks: a process has a time namespace where the kernel has them.
func TestRestoreMovesClocks(t *testing.T) {
	_, err := os.Lstat("/proc/self/ns/time")
	if got := RestoreMovesClocks(); got != (err == nil) {
		t.Errorf("%v, and the namespace is there: %v", got, err == nil)
	}
	forgetTimeNamespaces = true
	defer func() { forgetTimeNamespaces = false }()
	if RestoreMovesClocks() {
		t.Error("a kernel without them has time namespaces")
	}
}
