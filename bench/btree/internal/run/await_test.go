package run

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
)

// All engines of a stage are opened at the same time, and what has not answered is told.
func TestEnginesOpenTogether(t *testing.T) {
	ticks, said := make(chan time.Time), make(chan string, 10)
	both, release := make(chan string), make(chan struct{})
	c := config(nil, t)
	c.stages = []stage{{{engine: engine.Postgres}, {engine: engine.MySQL}, {engine: "other"}}}
	c.Log = func(line string) { said <- line }
	c.remind = func() (<-chan time.Time, func()) { return ticks, func() {} }
	c.open = func(_ context.Context, m member) (engine.Engine, error) {
		if m.engine != "other" {
			both <- m.engine
			<-release
		}
		return nil, errBroken
	}
	ended := make(chan error)
	go func() {
		_, err := c.run(t.Context())
		ended <- err
	}()
	if a, b := <-both, <-both; a == b { // neither has answered
		t.Errorf("%s was opened twice", a)
	}
	ticks <- time.Time{}
	if got := <-said; !strings.HasPrefix(got, "waiting for ") || !strings.Contains(got, "PostgreSQL") || !strings.Contains(got, "MySQL") || strings.Contains(got, "other") {
		t.Errorf("%q", got)
	}
	close(release)
	if err := <-ended; err == nil || strings.Count(err.Error(), errBroken.Error()) != 3 {
		t.Errorf("%v", err)
	}
}
