package instance

import (
	"sync/atomic"
	"syscall"
	"unsafe"
)

// madvWipeOnFork is MADV_WIPEONFORK of Linux 4.14, the same on all architectures: the
// child of a fork finds the page cleared.
const madvWipeOnFork = 18

// newWord returns a word of a page that the kernel clears in the child of a fork. If
// the kernel cannot do that, it returns an ordinary word, which does not show forks.
func newWord() *atomic.Uint64 {
	page, err := syscall.Mmap(-1, 0, syscall.Getpagesize(), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return new(atomic.Uint64)
	}
	if err := syscall.Madvise(page, madvWipeOnFork); err != nil {
		_ = syscall.Munmap(page)
		return new(atomic.Uint64)
	}
	return (*atomic.Uint64)(unsafe.Pointer(unsafe.SliceData(page)))
}
