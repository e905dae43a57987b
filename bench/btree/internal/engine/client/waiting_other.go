//go:build !unix

package client

import "net"

// setWaiting returns false: reads cannot wait in the kernel on this system.
func setWaiting(net.Conn, bool) bool { return false }
