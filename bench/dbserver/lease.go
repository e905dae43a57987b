package dbserver

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// A lease is a scratch directory with a file in it that its owner keeps locked for
// as long as it lives. The system releases the lock of a process that ends, in
// whatever way, so a lease that can be locked is one that nobody owns any more. No
// process number could say that: numbers are used again.
type lease struct {
	dir  string
	file *os.File
}

// Names of the scratch directories and of the file in each. The glob patterns of
// the sweeps match whole names, so those of one source are not those of another.
const (
	leasePrefix   = "sortid-"
	leaseFile     = "owner.lock"
	leaseTemp     = "owner.new"
	leaseInfix    = "-dbserver-"
	containerRole = "container"
)

// newLease makes a scratch directory that this process owns. The role tells the
// leases of containers from those of servers on the directory itself.
func newLease(role string) (*lease, error) {
	dir, err := os.MkdirTemp("", leasePrefix+role+leaseInfix)
	if err != nil {
		return nil, fmt.Errorf("no scratch directory could be made: %w: set TMPDIR to a directory that can be written to", err)
	}
	l := &lease{dir: dir}
	// A server that runs as another user must be able to reach its part of the
	// directory, though not to list the whole.
	if err := os.Chmod(dir, 0o711); err != nil {
		return nil, errors.Join(fmt.Errorf("the scratch directory: %w", err), l.release())
	}
	if err := l.lock(); err != nil {
		return nil, errors.Join(fmt.Errorf("the scratch directory cannot be locked: %w", err), l.release())
	}
	return l, nil
}

// release removes the directory and gives up the lock, in this order: nobody else
// is to remove it at the same time.
func (l *lease) release() error {
	err := os.RemoveAll(l.dir)
	if l.file != nil {
		l.file.Close()
	}
	if err != nil {
		return &leftoverError{fmt.Errorf("the scratch directory is left behind: %w: remove it by hand", err)}
	}
	return nil
}

// sweepLeases removes the scratch directories of one role whose owners are gone.
// Log is told of each. A directory that resists is left: it does no harm to the
// server that is about to be opened.
func sweepLeases(role string, log func(string)) {
	dirs, err := filepath.Glob(filepath.Join(os.TempDir(), leasePrefix+role+leaseInfix+"*"))
	if err != nil {
		return
	}
	for _, dir := range dirs {
		if l := adopt(dir); l != nil {
			if err := l.release(); err == nil {
				log("removed the scratch directory " + dir + " of a process that was killed")
			}
		}
	}
}
