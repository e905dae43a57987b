//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package dbserver

import (
	"os"
	"os/exec"
)

// lock does nothing: a system without file locks of the usual kind gives no way to
// tell an abandoned lease from one in use.
func (l *lease) lock() error { return nil }

// adopt never takes a lease over, for want of locks.
func adopt(string) *lease { return nil }

type identity struct{}

func unprivileged(Kind) (*identity, error) { return nil, nil }

func (*identity) give(string) error { return nil }

func isolate(*exec.Cmd, *identity) {}

func killGroup(p *os.Process, _ bool) { _ = p.Kill() }
