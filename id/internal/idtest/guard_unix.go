//go:build linux || darwin

package idtest

import (
	"os"
	"runtime/debug"
	"syscall"
	"testing"
)

// guarded returns size bytes of memory of which only the first n can be read and
// written. n is at most a page, and size a multiple of it. Access to the others is a
// panic until the end of the test.
func guarded(t *testing.T, size, n int) []byte {
	t.Helper()
	page := os.Getpagesize()
	memory, err := syscall.Mmap(-1, 0, page+size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Munmap(memory); err != nil {
			t.Error(err)
		}
	})
	if err := syscall.Mprotect(memory[page:], syscall.PROT_NONE); err != nil {
		t.Fatal(err)
	}
	old := debug.SetPanicOnFault(true)
	t.Cleanup(func() { debug.SetPanicOnFault(old) })
	return memory[page-n : page-n+size]
}
