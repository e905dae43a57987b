//go:build !race

package instance_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/blocks"
	"github.com/sortid/sortid/id/internal/instance"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
)

const (
	copyEnv  = "SORTID_TEST_COPY"
	exitSkip = 77
	perCopy  = 300 // IDs of each kind
	maxSize  = 20  // of an ID, in bytes
)

func init() {
	if os.Getenv(copyEnv) != "" {
		runtime.LockOSThread() // /proc/self/timens_offsets is that of the first thread
	}
}

func TestMain(m *testing.M) {
	how := os.Getenv(copyEnv)
	if how == "" {
		os.Exit(m.Run())
	}
	if err := copier(how); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// kind makes IDs of one kind, as bytes.
type kind struct {
	name   string
	block  bool
	chance int
	next   func() (raw [maxSize]byte, ok bool)
}

// source returns a kind whose IDs are bytes.
func source[T interface{ MarshalBinary() ([]byte, error) }](name string, chance int, next func() (T, error)) kind {
	return kind{name: name, chance: chance, next: func() (raw [maxSize]byte, ok bool) {
		x, err := next()
		if err != nil {
			return raw, false
		}
		b, err := x.MarshalBinary()
		copy(raw[:], b)
		return raw, err == nil
	}}
}

// restOfBlock returns the rest of a block as a kind.
func restOfBlock[T interface{ MarshalBinary() ([]byte, error) }](name string, next func() (T, bool)) kind {
	k := source(name, 0, func() (x T, err error) {
		x, ok := next()
		if !ok {
			return x, io.EOF
		}
		return x, nil
	})
	k.block = true
	return k
}

// ticker returns a clock that moves by step with each call, the same in all copies.
func ticker(step time.Duration) func() time.Time {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	return func() time.Time {
		now = now.Add(step)
		return now
	}
}

func neverFails[T any](next func() T) func() (T, error) {
	return func() (T, error) { return next(), nil }
}

// kinds returns constructors of all kinds.
func kinds() []func() kind {
	return []func() kind{
		func() kind { return source("wiji, default", 0, neverFails(wiji.New)) },
		func() kind { return source("ulid, default", 0, neverFails(ulid.New)) },
		func() kind { return source("uuidv7, default", 0, neverFails(uuidv7.New)) },
		func() kind { return source("xid, default", 5, neverFails(uid11.New)) },
		func() kind { return source("wiji", 0, (&wiji.Generator{Clock: ticker(time.Millisecond / 2)}).New) },
		func() kind { return source("ulid", 0, (&ulid.Generator{Clock: ticker(time.Millisecond / 2)}).New) },
		func() kind { return source("ulid, one millisecond", 0, (&ulid.Generator{Clock: ticker(0)}).New) },
		func() kind {
			return source("ulid, plain", 0, (&ulid.Generator{Clock: ticker(time.Millisecond / 2), Plain: true}).New)
		},
		func() kind { return source("uuidv7", 0, (&uuidv7.Generator{Clock: ticker(time.Millisecond / 2)}).New) },
		func() kind {
			return source("scru160", 0, (&scru160.Generator{Clock: ticker(time.Millisecond / 2)}).New)
		},
		// Two IDs of a millisecond differ by 20, 22 and 10 random bits.
		func() kind {
			return source("ulidflake", 3, (&ulidflake.Generator{Clock: ticker(time.Millisecond)}).New)
		},
		func() kind { return source("xid", 2, (&uid11.Generator{Clock: ticker(time.Millisecond / 2)}).New) },
		func() kind {
			return source("ts-seq-rand", 10, (&uid11.Generator{Clock: ticker(time.Millisecond / 2), Profile: uid11.TSSeqRand}).New)
		},
		func() kind { return source("full random", 0, (&uid11.Generator{Profile: uid11.FullRandom}).New) },
		func() kind {
			return source("wiji pool", 0, blocks.NewPool(wiji.NewBlock, blocks.TwoPass).Get().Next)
		},
		func() kind {
			return source("ulid pool", 0, blocks.NewPool(ulid.NewBlock, blocks.TwoPass).Get().Next)
		},
		func() kind {
			return source("uuidv7 pool", 0, blocks.NewPool(uuidv7.NewBlock, blocks.TwoPass).Get().Next)
		},
		func() kind { b, _ := wiji.NewBlock(1 + perCopy); return restOfBlock("wiji block", b.Next) },
		func() kind { b, _ := ulid.NewBlock(1 + perCopy); return restOfBlock("ulid block", b.Next) },
		func() kind { b, _ := uuidv7.NewBlock(1 + perCopy); return restOfBlock("uuidv7 block", b.Next) },
		func() kind { b, _ := scru160.NewBlock(1 + perCopy); return restOfBlock("scru160 block", b.Next) },
		func() kind { b, _ := ulidflake.NewBlock(1 + perCopy); return restOfBlock("ulidflake block", b.Next) },
		func() kind {
			b, _ := (&uid11.Generator{Profile: uid11.TSSeqRand}).Block(1 + perCopy)
			two := b.TwoPass()
			return restOfBlock("ts-seq-rand block", two.Next)
		},
	}
}

// copier copies this process twice for each kind, and writes how many IDs of the three
// are the same to the output.
func copier(how string) error {
	if how == "criu" {
		return restored(os.Getenv(restoredEnv))
	}
	if how != "fork" {
		if err := instance.KeepOnFork(); err != nil {
			return err
		}
	}
	switch how {
	case "diverge":
		divergeChildren()
	case "restore": // a process must use more CPU time than its copy
		instance.ForgetTimeNamespaces()
		for used := time.Duration(0); used < 100*time.Millisecond; {
			var u syscall.Rusage
			if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
				return err
			}
			used = time.Duration(u.Utime.Nano() + u.Stime.Nano())
		}
	}
	out := make([]byte, 0, perCopy*maxSize)
	var results []result
	for _, of := range kinds() {
		r, err := attempt(how, of, out)
		for range 4 {
			if errors.Is(err, os.ErrDeadlineExceeded) {
				r, err = attempt(how, of, out)
			}
		}
		if err != nil {
			return err
		}
		results = append(results, r)
	}
	return json.NewEncoder(os.Stdout).Encode(results)
}

// attempt counts the IDs of one kind.
func attempt(how string, of func() kind, out []byte) (result, error) {
	id.Reseed() // the copies share a full buffer
	k := of()
	k.next()
	made, err := copied(how, k, out)
	if err != nil {
		return result{}, err
	}
	return count(k, made), nil
}

// copied returns what this process and two copies of it make of a kind.
func copied(how string, k kind, out []byte) ([][]byte, error) {
	// The copies begin together, so that the default generators read the same times.
	begin := time.Now().Add(15 * time.Millisecond) // a dump and a restore take longer
	var children [2]forked
	for i := range children {
		if err := children[i].fork(func(pipe int) { child(how, k, out, begin, pipe) }); err != nil {
			return nil, err
		}
	}
	made := [][]byte{draw(k, out, begin)}
	for _, c := range children {
		ids, err := c.read()
		if err != nil {
			return nil, err
		}
		made = append(made, ids)
	}
	return made, nil
}

// forked is a child, and the pipe from it.
type forked struct {
	pid  int
	pipe *os.File
}

// fork runs run in a child.
func (c *forked) fork(run func(pipe int)) error {
	var pipe [2]int
	if err := syscall.Pipe2(pipe[:], syscall.O_NONBLOCK); err != nil {
		return err
	}
	runtime.Gosched() // with a new slice of time, no preemption is due in the child
	pid, _, errno := syscall.RawSyscall6(syscall.SYS_CLONE, uintptr(syscall.SIGCHLD), 0, 0, 0, 0, 0)
	if errno != 0 {
		return errno
	}
	if pid == 0 {
		run(pipe[1])
	}
	c.pid, c.pipe = int(pid), os.NewFile(uintptr(pipe[0]), "pipe")
	return syscall.Close(pipe[1])
}

// read returns what the child wrote, and ends the child. The runtime of Go does not
// support children without an exec: now and then one waits for a lock that a thread of
// its parent held at the fork. Then the error is os.ErrDeadlineExceeded.
func (c *forked) read() ([]byte, error) {
	err := c.pipe.SetReadDeadline(time.Now().Add(20 * time.Second))
	if err != nil {
		return nil, err
	}
	ids, err := io.ReadAll(c.pipe)
	_ = syscall.Kill(c.pid, syscall.SIGKILL)
	_, waited := syscall.Wait4(c.pid, nil, 0, nil)
	return ids, errors.Join(err, waited, c.pipe.Close())
}

// divergeChildren moves the monotonic clock of the children that are forked from now on
// an hour ahead.
func divergeChildren() {
	const cloneNewTime = 0x80
	err := syscall.Unshare(cloneNewTime)
	if err == nil {
		err = os.WriteFile("/proc/self/timens_offsets", []byte("monotonic 3600 0\n"), 0)
	}
	if err != nil {
		fmt.Fprint(os.Stderr, "no time namespace: ", err)
		os.Exit(exitSkip)
	}
}

// child is the rest of a copy's life. Only the thread that forked exists, so it does
// not return to the scheduler, and makes system calls without it.
func child(how string, k kind, out []byte, begin time.Time, pipe int) {
	runtime.UnlockOSThread()
	if how != "restore" {
		instance.ForgetCPU()
	}
	if how == "reseed" {
		id.Reseed()
	}
	for out = draw(k, out, begin); len(out) > 0; {
		n, _, errno := syscall.RawSyscall(syscall.SYS_WRITE, uintptr(pipe), uintptr(unsafe.Pointer(&out[0])), uintptr(len(out)))
		if errno != 0 && errno != syscall.EINTR {
			break
		}
		if errno == 0 {
			out = out[n:]
		}
	}
	for {
		_, _, _ = syscall.RawSyscall(syscall.SYS_EXIT_GROUP, uintptr(min(len(out), 1)), 0, 0)
	}
}

// draw appends what a kind makes to out.
func draw(k kind, out []byte, begin time.Time) []byte {
	for !time.Now().After(begin) {
	}
	for range perCopy {
		if raw, ok := k.next(); ok {
			out = append(out, raw[:]...)
		}
	}
	return out
}

// count counts the IDs that came before.
func count(k kind, made [][]byte) result {
	r := result{Kind: k.name, Block: k.block, Chance: k.chance}
	seen := make(map[[maxSize]byte]bool)
	for _, ids := range made {
		for ; len(ids) >= maxSize; ids = ids[maxSize:] {
			x := [maxSize]byte(ids)
			r.IDs++
			if seen[x] {
				r.Repeated++
			}
			seen[x] = true
		}
	}
	return r
}
