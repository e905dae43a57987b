package entropy

import "syscall"

// readKernel reads random bytes from the kernel, past the getrandom of the vDSO. It
// leaves p as it is if there is no /dev/urandom.
func readKernel(p []byte) {
	fd, err := syscall.Open("/dev/urandom", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return
	}
	_, _ = syscall.Read(fd, p) // at most 256 bytes: neither short nor interrupted
	_ = syscall.Close(fd)
}
