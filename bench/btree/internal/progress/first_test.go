package progress

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/run"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// clocked notes when the last row of the first trial was committed.
type clocked struct {
	run.Observer
	of   int64 // rows of a trial
	rows atomic.Int64
	end  atomic.Pointer[time.Time]
}

func (c *clocked) Rows(n int) {
	if c.rows.Add(int64(n)) >= c.of {
		now := time.Now()
		c.end.CompareAndSwap(nil, &now)
	}
	c.Observer.Rows(n)
}

// stamped notes when the first result was logged.
type stamped struct{ at atomic.Pointer[time.Time] }

func (s *stamped) line(text string) {
	if strings.Contains(text, "first trial: sqlite") {
		now := time.Now()
		s.at.CompareAndSwap(nil, &now)
	}
}

// The first line of result is there after the first trial.
func TestFirstResult(t *testing.T) {
	const rows = 2000
	log := new(stamped)
	watch := &clocked{Observer: New(log.line), of: rows}
	r, err := run.Run(t.Context(), trial.Plan{
		Engines: []string{"sqlite"}, Keys: []string{"wiji"}, Rows: []int{rows}, Repeats: 3,
	}.WithDefaults(), run.Options{Observer: watch})
	if err != nil || !r.Complete {
		t.Fatalf("%v", err)
	}
	switch end, seen := watch.end.Load(), log.at.Load(); {
	case seen == nil:
		t.Error("no result of the first trial was shown")
	case seen.Before(*end):
		t.Errorf("the result was shown %v before the end of the trial", end.Sub(*seen))
	}
}
