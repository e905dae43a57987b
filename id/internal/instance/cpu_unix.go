//go:build unix

package instance

import "syscall"

// cpuTime returns the CPU time that the process has used, in nanoseconds.
func cpuTime() int64 {
	var r syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &r) != nil {
		return 0
	}
	return r.Utime.Nano() + r.Stime.Nano()
}
