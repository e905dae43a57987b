package watch

import (
	"slices"
	"testing"
	"time"
)

// TestReport: the watcher is called with waits of 15 ms or more, and with restarts.
func TestReport(t *testing.T) {
	t.Cleanup(func() { Watcher.Store(nil) })
	events := []Event{
		{Format: "a", Waited: 15 * time.Millisecond}, {Format: "b", Waited: 15*time.Millisecond - 1}, {Format: "c", Behind: time.Hour},
		{Format: "d", Restarted: true}, {Format: "e", Waited: time.Second, Restarted: true},
	}
	var got []string
	watcher := func(e Event) { got = append(got, e.Format) }
	for _, w := range []*func(Event){nil, &watcher} {
		Watcher.Store(w)
		for _, e := range events {
			Report(e)
		}
	}
	if !slices.Equal(got, []string{"a", "d", "e"}) {
		t.Errorf("the watcher is called with %q", got)
	}
}
