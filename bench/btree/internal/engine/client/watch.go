package client

import (
	"context"
	"net"
	"sync"
	"time"
)

// watch interrupts a call when its context ends. It costs next to nothing if the context
// is that of the call before.
type watch struct {
	breakOff func()

	done <-chan struct{} // of the context
	stop func() bool

	mu     sync.Mutex
	busy   bool // in a call
	number int  // of the context: an earlier one may still report its end
}

// begin begins a call and watches its context instead of the one before.
func (w *watch) begin(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if ctx.Done() != w.done {
		w.forget()
		if w.done = ctx.Done(); w.done != nil {
			number := w.number
			w.stop = context.AfterFunc(ctx, func() { w.ended(number) })
		}
	}
	w.mu.Lock()
	w.busy = true
	w.mu.Unlock()
	// If the context ended just before, ended has found no call to interrupt.
	if err := ctx.Err(); err != nil {
		w.end()
		return err
	}
	return nil
}

// ended is called when the context of that number has ended. It does nothing between
// calls.
func (w *watch) ended(number int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.busy && w.number == number {
		w.breakOff()
	}
}

// end ends the call.
func (w *watch) end() {
	w.mu.Lock()
	w.busy = false
	w.mu.Unlock()
}

// forget stops watching the context.
func (w *watch) forget() {
	if w.stop == nil {
		return
	}
	w.stop()
	w.stop, w.done = nil, nil
	w.mu.Lock()
	w.number++
	w.mu.Unlock()
}

// halves is a connection whose two directions can be closed separately.
type halves interface {
	net.Conn
	CloseRead() error
	CloseWrite() error
}

// breakOff returns a function that ends a connection in the middle of a call. A deadline
// does not affect a read that waits in the kernel.
func breakOff(conn net.Conn) func() {
	if h, ok := conn.(halves); ok {
		return func() { _, _ = h.CloseRead(), h.CloseWrite() }
	}
	return func() { _ = conn.SetDeadline(time.Unix(1, 0)) }
}
