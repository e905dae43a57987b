//go:build unix

package client

import (
	"net"
	"syscall"
)

// setWaiting makes reads and writes of a connection wait in the kernel or in Go's poller,
// and reports whether it succeeded.
func setWaiting(conn net.Conn, system bool) bool {
	s, ok := conn.(syscall.Conn)
	if !ok {
		return false // it is encrypted
	}
	raw, err := s.SyscallConn()
	if err != nil {
		return false
	}
	failed := raw.Control(func(fd uintptr) { err = syscall.SetNonblock(int(fd), !system) })
	return failed == nil && err == nil
}
