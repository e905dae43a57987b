package dbserver

import "syscall"

// endWithParent has the system end the command when the thread that started it
// ends, which spawn keeps until the command is done: so the command dies with this
// process even when that is killed.
func endWithParent(attr *syscall.SysProcAttr) {
	attr.Pdeathsig = syscall.SIGQUIT
}
