package id

import (
	"time"

	"github.com/sortid/sortid/id/internal/watch"
)

// ClockEvent is what the default generator of a format did because the system clock had
// gone back: it made its caller wait, or it started over.
type ClockEvent struct {
	// Format is the name of the format's package, such as "wiji".
	Format string
	// Behind is how far the clock was behind the timestamp of the last ID when the call
	// began; 0 if it was not.
	Behind time.Duration
	// Waited is how long the call waited for the clock, up to ten seconds.
	Waited time.Duration
	// Restarted means that the clock was more than ten seconds behind, or that waiting took
	// as long: a new generator makes IDs of the clock's time, which are less than those before.
	Restarted bool
}

// WatchClock has f called with each event of a default generator, for metrics and alarms. f nil
// ends that; a later call replaces the function.
//
// The goroutine that made an ID calls f before it has the ID, so f must be quick. Several
// goroutines can call it at once. Waits below 15 ms, which also follow a burst of IDs, are no
// events, and neither is a clock that goes back a little while the last timestamp has IDs left:
// nobody waits then, and no order is lost. Generators of the program's own return errors instead.
func WatchClock(f func(ClockEvent)) {
	if f == nil {
		watch.Watcher.Store(nil)
		return
	}
	call := func(e watch.Event) { f(ClockEvent(e)) }
	watch.Watcher.Store(&call)
}
