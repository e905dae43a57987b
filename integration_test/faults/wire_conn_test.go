package faults_test

import (
	"bytes"
	"context"
	"net"
	"os"
	"sync"
	"syscall"
	"time"

	"github.com/sortid/sortid/internal/dbserver"
)

// moment is when a connection is cut.
type moment string

const (
	inRequest moment = "in the request" // the server has received half of a statement
	inAnswer  moment = "in the answer"  // the server has stored the rows
	inSilence moment = "in silence"     // as inAnswer, but the connection stays open
)

// wire is the way to a server, which can be cut once.
type wire struct {
	dial dialFunc
	kind dbserver.Kind

	mu     sync.Mutex
	marker []byte // the statement to cut contains it; nil for none
	at     moment
	down   bool // after the cut the server refuses connections
	// answered is called when the server has answered and the connection stays silent.
	answered func()
}

// cut has the wire cut the next statement that contains the marker. If the statement is
// in a transaction, the answer that is cut is that of its COMMIT.
func (w *wire) cut(at moment, marker string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.marker, w.at = []byte(marker), at
}

// setDown has the server refuse connections after the cut, or accept them again.
func (w *wire) setDown(down bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.down = down
}

// uncut reports whether the cut is still to come.
func (w *wire) uncut() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.marker != nil
}

func (w *wire) connect(ctx context.Context) (net.Conn, error) {
	w.mu.Lock()
	refused := w.down && w.marker == nil
	w.mu.Unlock()
	if refused {
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
	}
	c, err := w.dial(ctx)
	if err != nil {
		return nil, err
	}
	return &wireConn{Conn: c, wire: w}, nil
}

// wireConn is a connection of a wire.
type wireConn struct {
	net.Conn
	wire *wire

	// The wire's mutex guards these.
	inTransaction bool
	marked        bool   // the marker was sent
	cut           bool   // a driver may write its goodbye here much later: it is not the next statement to cut
	dropping      bool   // the client gets no more answers
	silent        bool   // and does not learn that it gets none
	dropped       []byte // the answer that it does not get
	deadline      bool   // the driver has limited the time of a read
}

func reset(operation string) error {
	return &net.OpError{Op: operation, Net: "tcp", Err: syscall.ECONNRESET}
}

func (c *wireConn) Write(b []byte) (int, error) {
	half := c.sends(b)
	if !half {
		return c.Conn.Write(b)
	}
	n, _ := c.Conn.Write(b[:len(b)/2])
	c.Close()
	return n, reset("write")
}

// sends looks at what is about to be sent, and reports whether only half of it is to be.
func (c *wireConn) sends(b []byte) (half bool) {
	c.wire.mu.Lock()
	defer c.wire.mu.Unlock()
	if c.wire.marker == nil || c.cut {
		return false
	}
	command := bytes.ToLower(b)
	if bytes.Contains(command, []byte("begin")) || bytes.Contains(command, []byte("start transaction")) {
		c.inTransaction = true
	}
	c.marked = c.marked || bytes.Contains(b, c.wire.marker)
	switch {
	case !c.marked:
		return false
	case c.wire.at == inRequest:
		c.wire.marker, c.cut = nil, true
		return true
	case !c.inTransaction || bytes.Contains(command, []byte("commit")):
		c.wire.marker, c.cut = nil, true
		c.dropping, c.silent = true, c.wire.at == inSilence
	}
	return false
}

func (c *wireConn) Read(b []byte) (int, error) {
	for {
		n, err := c.Conn.Read(b)
		dropped, silent := c.drops(b[:n])
		switch {
		case !dropped:
			return n, err
		case silent && err == nil:
			err = c.silence()
		case err == nil && c.complete():
			err = reset("read")
		}
		if err != nil {
			c.Close()
			return 0, err
		}
	}
}

// silence is what a client meets while no answer comes: nothing, or its read timeout, for
// which nobody has to wait.
func (c *wireConn) silence() error {
	if !c.complete() {
		return nil
	}
	c.wire.answered()
	c.wire.mu.Lock()
	defer c.wire.mu.Unlock()
	if c.deadline {
		return &net.OpError{Op: "read", Net: "tcp", Err: os.ErrDeadlineExceeded}
	}
	return nil
}

// SetReadDeadline notes that the driver limits the time of a read.
func (c *wireConn) SetReadDeadline(at time.Time) error {
	c.wire.mu.Lock()
	c.deadline = !at.IsZero()
	c.wire.mu.Unlock()
	return c.Conn.SetReadDeadline(at)
}

// drops reports whether the client does not get what was read, and gets no error either.
func (c *wireConn) drops(b []byte) (dropping, silent bool) {
	c.wire.mu.Lock()
	defer c.wire.mu.Unlock()
	if c.dropping {
		c.dropped = append(c.dropped, b...)
	}
	return c.dropping, c.silent
}

// complete reports whether the server has answered completely. Postgres ends its answer
// with ReadyForQuery, after the commit; MySQL answers with one packet.
func (c *wireConn) complete() bool {
	if c.wire.kind != dbserver.Postgres {
		return len(c.dropped) > 0
	}
	readyForQuery := []byte{'Z', 0, 0, 0, 5}
	end := len(c.dropped) - 1 // its last byte is the state of the transaction
	return end >= 0 && bytes.HasSuffix(c.dropped[:end], readyForQuery)
}
