package client

import (
	"net"
	"runtime"
	"sync/atomic"
)

// waiting decides where a connection waits for an answer. A small INSERT takes some 50 µs
// if no disk is involved, and a goroutine that waits in Go's poller takes several of
// them longer to continue than one whose read waits in the kernel. But each read in the
// kernel occupies one of Go's processors for a while, so that many of them would wait for
// one another.
type waiting struct {
	conn   net.Conn
	open   *atomic.Int64 // connections
	system bool          // whether reads wait in the kernel
}

// perProcessor is how many of Go's processors there must be for each connection that
// waits in the kernel: one waits, and one works.
const perProcessor = 2

// choose decides before a call, while nothing reads.
func (w *waiting) choose() {
	system := w.open.Load()*perProcessor <= int64(runtime.GOMAXPROCS(0))
	if system != w.system && setWaiting(w.conn, system) {
		w.system = system
	}
}
