//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package dbserver

import (
	"os"
	"path/filepath"
	"syscall"
)

// lock makes the lock file. The file gets its name only once it is locked, or a
// sweep could find it in between and take it for abandoned.
func (l *lease) lock() error {
	f, err := os.OpenFile(filepath.Join(l.dir, leaseTemp), os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	l.file = f
	if err := tryLock(f); err != nil {
		return err
	}
	return os.Rename(f.Name(), filepath.Join(l.dir, leaseFile))
}

// adopt takes over a lease whose owner is gone; it returns nil when the owner
// lives, or when it cannot be told.
func adopt(dir string) *lease {
	if !ownDirectory(dir) {
		return nil
	}
	f, err := os.OpenFile(filepath.Join(dir, leaseFile), os.O_RDWR, 0)
	if err != nil {
		return nil
	}
	if err := tryLock(f); err != nil {
		f.Close()
		return nil
	}
	return &lease{dir: dir, file: f}
}

// tryLock locks a file for this process, or fails at once.
func tryLock(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}

// ownDirectory reports whether path is a directory, not a link to one, that
// belongs to this user: scratch directories lie where anyone can put a trap.
func ownDirectory(path string) bool {
	info, err := os.Lstat(path)
	if err != nil || !info.IsDir() {
		return false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}
