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
// adds a note for each layout and reason. The note names the keys of a window that other
// keys have.
func leaveOutLimited(p *plan, open opened) error {
	var kept, out []planned
	var reasons []string // of those that are left out
	shown := make(map[[2]string]bool)
	for _, t := range p.trials {
		why, err := limit(open.of(t.Engine), t)
		switch {
		case err != nil:
			return err
		case why == "":
			kept = append(kept, t)
			shown[[2]string{t.Layout, window(t)}] = true
		default:
			out, reasons = append(out, t), append(reasons, why)
		}
	}
	var list []limited
	windows := make(map[limited][]string)
	for i, t := range out {
		l, name := limited{t.Engine, t.Layout, reasons[i]}, window(t)
		if shown[[2]string{t.Layout, name}] {
			name += " " + t.Key
		}
		if windows[l] == nil {
			list = append(list, l)
		}
		windows[l] = trial.With(windows[l], name)
	}
	for _, l := range list {
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
	err := l.Limit(t.Layout, t.kind.Name, string(t.Make), t.Writers, min(t.Batch, share(t.Rows, t.Writers, 0)))
	if why, missing := engine.MissingReason(err); missing {
		return why, nil
	}
	return "", err
}
