package run

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/english"
)

// awaiting says from time to time which servers have not answered yet.
type awaiting struct {
	*job
	mu    sync.Mutex
	names []string
	since time.Time
	stop  func()
	ended chan struct{}
}

// reminders come every ten seconds.
func reminders() (<-chan time.Time, func()) {
	t := time.NewTicker(10 * time.Second)
	return t.C, t.Stop
}

// await begins to say what is awaited, until end.
func (c *job) await() *awaiting {
	ticks, stop := c.remind()
	a := &awaiting{job: c, since: c.now(), ended: make(chan struct{})}
	quit := make(chan struct{})
	a.stop = func() { stop(); close(quit) }
	go func() {
		defer close(a.ended)
		for {
			select {
			case <-quit:
				return
			case <-ticks:
				a.tell()
			}
		}
	}()
	return a
}

// begin adds what is awaited. What needs no server is there at once.
func (a *awaiting) begin(name string) {
	if !engine.IsServer(name) {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.names = append(a.names, dbserver.Kind(name).Title())
}

// done takes away what has come.
func (a *awaiting) done(name string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.names = slices.DeleteFunc(a.names, func(n string) bool { return n == dbserver.Kind(name).Title() })
}

func (a *awaiting) tell() {
	a.mu.Lock()
	names := slices.Clone(a.names)
	a.mu.Unlock()
	if len(names) > 0 {
		a.Log(fmt.Sprintf("waiting for %s to answer, %.0f s so far", english.And(names), a.now().Sub(a.since).Seconds()))
	}
}

// end returns when nothing more is said.
func (a *awaiting) end() {
	a.stop()
	<-a.ended
}
