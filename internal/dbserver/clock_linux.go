package dbserver

import (
	"time"

	"golang.org/x/sys/unix"
)

// clockOf returns the processor time of a process by its own clock, which is finer than /proc.
func clockOf(pid int) (time.Duration, bool) {
	const ofProcess = 2 // CPUCLOCK_SCHED, as clock_getcpuclockid makes the number
	var t unix.Timespec
	err := unix.ClockGettime(int32(^pid<<3|ofProcess), &t)
	return time.Duration(t.Nano()), err == nil
}
