//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package dbserver

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/moby/moby/api/types/container"
)

func TestLease(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	const role = "test"
	nobody := func(line string) { t.Errorf("a sweep removed something: %s", line) }

	mine, err := newLease(role)
	if err != nil {
		t.Fatal(err)
	}
	if adopt(mine.dir) != nil {
		t.Error("a lease was taken over from its owner")
	}
	sweepLeases(role, nobody)

	dead, err := newLease(role)
	if err != nil {
		t.Fatal(err)
	}
	other, err := newLease("other")
	if err != nil {
		t.Fatal(err)
	}
	dead.file.Close() // as the end of a process does
	other.file.Close()
	// A directory that is still being set up has no lock file yet.
	young := filepath.Join(os.TempDir(), leasePrefix+role+leaseInfix+"young")
	if err := os.Mkdir(young, 0o700); err != nil {
		t.Fatal(err)
	}
	var swept int
	sweepLeases(role, func(string) { swept++ })
	if swept != 1 {
		t.Errorf("%d directories were swept, want the one without an owner", swept)
	}
	for dir, want := range map[string]bool{mine.dir: true, dead.dir: false, other.dir: true, young: true} {
		if _, err := os.Stat(dir); (err == nil) != want {
			t.Errorf("%s is there: %v, want %v", dir, err == nil, want)
		}
	}
	if err := mine.release(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(mine.dir); err == nil {
		t.Error("a lease that was released is still there")
	}
}

// A link to a directory may be a trap.
func TestLeaseLink(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	dead, err := newLease("test")
	if err != nil {
		t.Fatal(err)
	}
	dead.file.Close()
	link := filepath.Join(os.TempDir(), "link")
	if err := os.Symlink(dead.dir, link); err != nil {
		t.Fatal(err)
	}
	if adopt(link) != nil {
		t.Error("a lease was taken over through a link")
	}
}

// A container without its lease is only removed when it cannot be anybody's.
func TestForgotten(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	l, err := newLease(containerRole)
	if err != nil {
		t.Fatal(err)
	}
	old, now := time.Now().Add(-2*forgottenAfter).Unix(), time.Now().Unix()
	missing := filepath.Join(os.TempDir(), "missing")
	for _, c := range []struct {
		name string
		dir  string
		item container.Summary
		want bool
	}{
		{"ended long ago", missing, container.Summary{State: container.StateExited, Created: old}, true},
		{"runs", missing, container.Summary{State: container.StateRunning, Created: old}, false},
		{"is being made", missing, container.Summary{State: container.StateCreated, Created: now}, false},
		{"has its lease", l.dir, container.Summary{State: container.StateExited, Created: old}, false},
	} {
		if got := forgotten(c.dir, c.item); got != c.want {
			t.Errorf("a container that %s: %v", c.name, got)
		}
	}
	if err := l.release(); err != nil {
		t.Error(err)
	}
}
