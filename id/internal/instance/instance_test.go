package instance

import (
	"runtime"
	"sync"
	"testing"
	"time"
)

func TestMarks(t *testing.T) {
	var zero Mark
	var held Atomic
	if zero.Current() || held.Current() {
		t.Error("the zero mark is current")
	}
	m := Now()
	held.Store(m)
	if !m.Current() || !held.Current() || Now() != m {
		t.Errorf("the mark %x of this instance is not current", m)
	}
	Renew()
	if m.Current() || held.Current() {
		t.Error("Renew leaves the mark current")
	}
	if n := Now(); n == m || !n.Current() {
		t.Errorf("after %x comes %x", m, n)
	}
}

// TestFirst: the process begins with the instance 1. No mark is that of the number 0, which a child of a fork has at
// first.
func TestFirst(t *testing.T) {
	for m, want := range map[Mark]bool{^Mark(1): true, ^Mark(2): false, ^Mark(0): false, 0: false} {
		if m.First() != want {
			t.Errorf("First of %x is %v", m, !want)
		}
	}
	word.Store(0)
	if m := Now(); m == ^Mark(0) || word.Load() == 0 {
		t.Errorf("a child has the mark %x, and the number %d", m, word.Load())
	}
}

// TestFork clears the word, as the kernel does in the child of a fork.
func TestFork(t *testing.T) {
	var zero Mark
	parent := Now()
	word.Store(0)
	if parent.Current() || zero.Current() {
		t.Error("a mark is current in the child before it has a number")
	}
	child := Now()
	if child == parent || !child.Current() {
		t.Errorf("parent %x, child %x", parent, child)
	}
	word.Store(0)
	if Renew(); child.Current() || parent.Current() {
		t.Error("Renew in the child makes a mark of before current")
	}
}

// TestCheckCPU: a process that has used less CPU time than before is another one.
func TestCheckCPU(t *testing.T) {
	CheckCPU()
	mark := Now()
	for range 1000 {
		CheckCPU()
	}
	if !mark.Current() {
		t.Error("a new instance begins in the same process")
	}
	if cpu.Load() == 0 {
		if runtime.GOOS == "linux" {
			t.Fatal("the CPU time of the process is 0")
		}
		t.Skip("this system does not show the CPU time of the process")
	}
	cpu.Add(int64(time.Hour))
	if CheckCPU(); mark.Current() {
		t.Error("the CPU time went back, and the instance is the same")
	}
	mark = Now()
	if CheckCPU(); !mark.Current() {
		t.Error("a copy begins a new instance twice")
	}
}

// TestConcurrent: a mark that is taken after a renewal differs from all that were
// taken before it.
func TestConcurrent(t *testing.T) {
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 10_000 {
				m := Now()
				Renew()
				if m.Current() || Now() == m {
					t.Error("a mark outlives a renewal")
					return
				}
			}
		})
	}
	wg.Wait()
}
