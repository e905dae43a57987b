//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package dbserver

import "syscall"

// endWithParent does nothing: not all of these systems can end a process with its parent.
// If this process is killed, the server runs on until somebody ends it.
func endWithParent(*syscall.SysProcAttr) {}
