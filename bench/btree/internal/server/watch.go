package server

import (
	"context"
	"net"
	"sync"
	"time"
)

// watch breaks a call off when its context ends. It costs next to nothing for a context
// that was watched for the call before.
type watch struct {
	breakOff func()

	done <-chan struct{} // of the context
	stop func() bool

	mu     sync.Mutex
	busy   bool // with a call
	number int  // of the context: one that was watched before may still report its end
}

// begin watches the context of a call that begins, in place of the one before.
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
	// A context that ended just before that has found nothing to break off.
	if err := ctx.Err(); err != nil {
		w.end()
		return err
	}
	return nil
}

// ended is called when the context of that number has ended. Between calls that means
// nothing.
func (w *watch) ended(number int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.busy && w.number == number {
		w.breakOff()
	}
}

// end says that the call has ended.
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

// halves is a connection whose two directions can be closed apart.
type halves interface {
	net.Conn
	CloseRead() error
	CloseWrite() error
}

// breakOff returns what ends a connection in the middle of a call. A deadline would be
// of no use for a read that waits in the system.
func breakOff(conn net.Conn) func() {
	if h, ok := conn.(halves); ok {
		return func() { _, _ = h.CloseRead(), h.CloseWrite() }
	}
	return func() { _ = conn.SetDeadline(time.Unix(1, 0)) }
}
