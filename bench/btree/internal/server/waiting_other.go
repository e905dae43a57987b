//go:build !unix

package server

import "net"

// setWaiting reports that reads cannot wait in the system.
func setWaiting(net.Conn, bool) bool { return false }
