package run

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// limited are the trials of a layout that are left out for one reason.
type limited struct{ engine, layout, why string }

// leaveOutLimited takes those trials out of the plan that are beyond an engine's Limit, and
// adds a note for each layout and reason.
func leaveOutLimited(p *plan, open opened) error {
	var reasons []limited
	windows := make(map[limited][]string)
	var kept []planned
	for _, t := range p.trials {
		why, err := limit(open.of(t.Engine), t)
		if err != nil {
			return err
		}
		if why == "" {
			kept = append(kept, t)
			continue
		}
		l := limited{t.Engine, t.Layout, why}
		if windows[l] == nil {
			reasons = append(reasons, l)
		}
		windows[l] = trial.With(windows[l], window(t))
	}
	for _, l := range reasons {
		slices.Sort(windows[l])
		p.note("%s (%s): writers x batch %s left out: %s.", l.engine, l.layout, strings.Join(windows[l], ", "), l.why)
	}
	p.trials = kept
	return nil
}

// window names the keys in flight of a trial.
func window(t planned) string {
	s := fmt.Sprintf("%d x %d", t.Writers, t.Batch)
	if t.Make != trial.MakeBatch {
		s += " (" + string(t.Make) + ")"
	}
	return s
}

// limit returns why a trial is beyond the engine's Limit, or "".
func limit(e engine.Engine, t planned) (string, error) {
	l, ok := e.(engine.Limited)
	if !ok {
		return "", nil
	}
	err := l.Limit(t.Layout, string(t.Make), t.Writers, min(t.Batch, share(t.Rows, t.Writers, 0)))
	if why, missing := engine.MissingReason(err); missing {
		return why, nil
	}
	return "", err
}
