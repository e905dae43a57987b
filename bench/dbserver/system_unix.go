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

// identity is the user that server programs run as; nil means this process's user.
type identity struct {
	uid, gid int
}

// unprivileged returns the user to run servers as. Servers refuse to run as root: for
// root it is the user that the server's packages add, or else nobody.
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

// give makes the identity the owner of a file or directory.
func (i *identity) give(path string) error {
	if i == nil {
		return nil
	}
	return os.Chown(path, i.uid, i.gid)
}

// isolate runs a command in a new process group. An interrupt from the terminal then
// reaches this process alone, which ends the server, and the command can be killed with
// all its children.
func isolate(cmd *exec.Cmd, i *identity) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if i != nil {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(i.uid), Gid: uint32(i.gid)}
	}
	endWithParent(cmd.SysProcAttr)
}

// killGroup kills a command and its children. If politely is set it sends SIGQUIT to the
// command, which makes PostgreSQL's server release shared memory.
func killGroup(p *os.Process, politely bool) {
	if politely {
		_ = p.Signal(syscall.SIGQUIT)
		return
	}
	_ = syscall.Kill(-p.Pid, syscall.SIGKILL)
}
