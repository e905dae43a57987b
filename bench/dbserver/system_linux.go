package dbserver

import "syscall"

// endWithParent makes the kernel end the command when the thread that started it ends.
// spawn keeps that thread, so that the command ends with this process even if this
// process is killed.
func endWithParent(attr *syscall.SysProcAttr) {
	attr.Pdeathsig = syscall.SIGQUIT
}
