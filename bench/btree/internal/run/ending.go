package run

import (
	"slices"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// ending decides when a plan with a time is over. Each stage has the same part of the time.
type ending struct {
	*job
	stage, block int
	began        time.Time // the first trial of the stage
	over         bool
}

// looks are the numbers of finished blocks after which the comparisons are looked at. They are few
// and far between because each look is one more chance to be wrong.
var looks = []int{4, 9, 18, 36, 72, 144}

// reached reports whether a trial is left out because the time is over or everything is known. The
// first trial of each combination is not left out.
func (e *ending) reached(t planned, res trial.Result) bool {
	if e.For == 0 {
		return false
	}
	if e.began.IsZero() || t.stage != e.stage {
		*e = ending{job: e.job, stage: t.stage, began: time.Now()}
	}
	if t.Repeat != e.block {
		e.block = t.Repeat
		e.over = e.over || e.Known != nil && slices.Contains(looks, t.Repeat) && e.Known(res)
	}
	e.over = e.over || t.Repeat > 0 && time.Since(e.began) >= e.For/time.Duration(len(e.stages))
	return e.over
}
