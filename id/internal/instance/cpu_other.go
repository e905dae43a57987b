//go:build !unix

package instance

// cpuTime returns 0: this system is not known to copy processes.
func cpuTime() int64 { return 0 }
