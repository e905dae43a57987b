//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package dbserver

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
)

// identity is the user that server programs run as; nil means this process's own.
type identity struct {
	uid, gid int
}

// unprivileged returns whom to run servers as. They refuse to run as root, so root
// gives way to the server's own user if there is one, and to nobody if not.
func unprivileged(kind Kind) (*identity, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	names := []string{"mysql", "nobody"}
	if kind == Postgres {
		names = []string{"postgres", "nobody"}
	}
	for _, name := range names {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, uidErr := strconv.Atoi(u.Uid)
		gid, gidErr := strconv.Atoi(u.Gid)
		if uidErr == nil && gidErr == nil && uid != 0 {
			return &identity{uid, gid}, nil
		}
	}
	return nil, fmt.Errorf("%s does not run as root, and there is neither a user %s nor a user %s to run it as: add one, or run this program as another user", kind.Title(), names[0], names[1])
}

// give hands a file or directory over to the identity.
func (i *identity) give(path string) error {
	if i == nil {
		return nil
	}
	return os.Chown(path, i.uid, i.gid)
}

// isolate puts a command into a process group of its own, so that an interrupt
// from the terminal reaches this process alone, which then ends the server in
// order, and so that the command can be killed with all its children.
func isolate(cmd *exec.Cmd, i *identity) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if i != nil {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(i.uid), Gid: uint32(i.gid)}
	}
	endWithParent(cmd.SysProcAttr)
}

// killGroup kills a command and its children. PostgreSQL's server asks for
// SIGQUIT, which makes it release shared memory; whoever ignores that is killed
// afterwards.
func killGroup(p *os.Process, politely bool) {
	if politely {
		_ = p.Signal(syscall.SIGQUIT)
		return
	}
	_ = syscall.Kill(-p.Pid, syscall.SIGKILL)
}
