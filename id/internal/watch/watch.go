// Package watch tells the program what its default generators meet. It is apart from package
// id, which package clock imports.
package watch

import (
	"sync/atomic"
	"time"
)

// Event is an id.ClockEvent.
type Event struct {
	Format    string
	Behind    time.Duration
	Waited    time.Duration
	Restarted bool
}

// Watcher is called with the events, nil for nobody.
var Watcher atomic.Pointer[func(Event)]

// Least is the shortest wait that is an event: generators that lead their clock by up to 10 ms
// wait for less after a burst.
const Least = 15 * time.Millisecond

// Report calls the watcher if the event is one.
func Report(e Event) {
	if e.Waited < Least && !e.Restarted {
		return
	}
	if f := Watcher.Load(); f != nil {
		(*f)(e)
	}
}
