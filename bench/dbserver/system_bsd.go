//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package dbserver

import "syscall"

// endWithParent does nothing: these systems have no such order, or not all of
// them. A server whose parent was killed goes on there until it is ended by hand.
func endWithParent(*syscall.SysProcAttr) {}
