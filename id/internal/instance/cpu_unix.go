//go:build unix

package instance

import "syscall"

// cpuMicros returns the CPU time that the process has used, in microseconds.
func cpuMicros() int64 {
	var r syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &r) != nil {
		return 0
	}
	// The fields are narrower on some systems.
	return (int64(r.Utime.Sec)+int64(r.Stime.Sec))*1_000_000 + int64(r.Utime.Usec) + int64(r.Stime.Usec) //nolint:unconvert // see above
}
