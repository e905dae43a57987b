//go:build unix

package server

import (
	"net"
	"syscall"
)

// setWaiting has reads and writes of a connection wait in the system or in Go's poller,
// and reports whether it could.
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
