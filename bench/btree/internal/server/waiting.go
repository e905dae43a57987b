package server

import (
	"net"
	"runtime"
	"sync/atomic"
)

// waiting decides where a connection waits for an answer. A goroutine that waits in Go's
// own poller takes several microseconds more to go on than one whose read waits in the
// system, of the fifty that a small INSERT takes without a disk. But each read in the
// system keeps a processor of Go's for a while, so that many of them would wait for one
// another.
type waiting struct {
	conn   net.Conn
	open   *atomic.Int64 // connections at a time
	system bool
}

// perProcessor is how many processors of Go's each connection must have that waits in
// the system: another one is at work while it waits.
const perProcessor = 2

// choose is called before a call, when nobody reads.
func (w *waiting) choose() {
	system := w.open.Load()*perProcessor <= int64(runtime.GOMAXPROCS(0))
	if system != w.system && setWaiting(w.conn, system) {
		w.system = system
	}
}
