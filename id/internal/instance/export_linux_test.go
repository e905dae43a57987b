package instance

import (
	"syscall"
	"unsafe"
)

// KeepOnFork makes the kernel copy the page of the word on a fork, so that the child is
// a copy that nothing distinguishes from its parent, as a restored snapshot is.
func KeepOnFork() error {
	const madvKeepOnFork = 19
	return syscall.Madvise(unsafe.Slice((*byte)(unsafe.Pointer(word)), syscall.Getpagesize()), madvKeepOnFork)
}

// ForgetCPU makes a child look as if it had used as much CPU time as its parent, as a
// restored snapshot has.
func ForgetCPU() { cpu.Store(0) }

// ForgetTimeNamespaces makes this process look like one on a kernel without them.
func ForgetTimeNamespaces() { forgetTimeNamespaces = true }
