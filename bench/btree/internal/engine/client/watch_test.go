package client

import (
	"context"
	"errors"
	"io"
	"net"
	"runtime"
	"sync/atomic"
	"testing"
	"time"
)

// pair returns two ends of a TCP connection.
func pair(t *testing.T) (near, far net.Conn) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if near, err = net.Dial("tcp", l.Addr().String()); err != nil {
		t.Fatal(err)
	}
	if far, err = l.Accept(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { near.Close(); far.Close() })
	return near, far
}

// cannotWait skips a test on systems where reads cannot wait in the kernel.
func cannotWait(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "linux" {
		t.Fatal("a read cannot wait in the kernel")
	}
	t.Skip("not on this system")
}

// A read that waits is broken off when its context ends, wherever it waits.
func TestBreakOff(t *testing.T) {
	for name, prepare := range map[string]func(*testing.T, net.Conn) net.Conn{
		"in the system": func(t *testing.T, c net.Conn) net.Conn {
			if !setWaiting(c, true) {
				cannotWait(t)
			}
			return c
		},
		"in the poller": func(_ *testing.T, c net.Conn) net.Conn { return c },
		"encrypted":     func(_ *testing.T, c net.Conn) net.Conn { return struct{ net.Conn }{c} },
	} {
		t.Run(name, func(t *testing.T) {
			near, _ := pair(t)
			near = prepare(t, near)
			w := watch{breakOff: breakOff(near)}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if err := w.begin(ctx); err != nil {
				t.Fatal(err)
			}
			defer time.AfterFunc(50*time.Millisecond, cancel).Stop()
			if n, err := near.Read(make([]byte, 1)); n != 0 || err == nil {
				t.Errorf("%d bytes were read, %v", n, err)
			}
			w.end()
			if err := w.begin(ctx); !errors.Is(err, context.Canceled) {
				t.Errorf("after the end: %v", err)
			}
		})
	}
}

// Between two calls the end of a context breaks nothing off.
func TestEndBetweenCalls(t *testing.T) {
	near, far := pair(t)
	w := watch{breakOff: breakOff(near)}
	for range 3 {
		ctx, cancel := context.WithCancel(t.Context())
		for range 2 {
			if err := w.begin(ctx); err != nil {
				t.Fatal(err)
			}
			if _, err := far.Write([]byte("x")); err != nil {
				t.Fatal(err)
			}
			if _, err := io.ReadFull(near, make([]byte, 1)); err != nil {
				t.Fatal(err)
			}
			w.end()
		}
		cancel()
		// Leave time for a function that runs after the end of its context.
		time.Sleep(5 * time.Millisecond)
	}
	w.forget()
}

// A single client waits in the system if a processor is left; several clients do not,
// and a client can change from one to the other.
func TestWaiting(t *testing.T) {
	near, far := pair(t)
	if !setWaiting(near, false) {
		cannotWait(t)
	}
	var open atomic.Int64
	w := waiting{conn: near, open: &open}
	for _, n := range []int64{1, 1000, 1, 1000} {
		open.Store(n)
		w.choose()
		if want := n*perProcessor <= int64(runtime.GOMAXPROCS(0)); w.system != want {
			t.Errorf("%d clients: it waits in the system: %v", n, w.system)
		}
		if _, err := far.Write([]byte("x")); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(near, make([]byte, 1)); err != nil {
			t.Fatal(err)
		}
	}
}
