package id_test

import (
	"slices"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/watch"
)

// TestWatchClock: the function gets what a default generator reports, until another replaces it.
func TestWatchClock(t *testing.T) {
	t.Cleanup(func() { id.WatchClock(nil) })
	var got []id.ClockEvent
	waited := watch.Event{Format: "wiji", Behind: time.Second, Waited: time.Second}
	restarted := watch.Event{Format: "ulid", Behind: time.Hour, Restarted: true}
	watch.Report(waited) // nobody watches
	id.WatchClock(func(e id.ClockEvent) { got = append(got, e) })
	watch.Report(waited)
	watch.Report(watch.Event{Format: "uuidv7", Waited: watch.Least - 1})
	watch.Report(restarted)
	id.WatchClock(nil)
	watch.Report(waited)
	if want := []id.ClockEvent{id.ClockEvent(waited), id.ClockEvent(restarted)}; !slices.Equal(got, want) {
		t.Errorf("events %+v, want %+v", got, want)
	}
}
