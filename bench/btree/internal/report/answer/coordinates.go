package answer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/internal/english"
)

// place names the engine and the layout of coordinates, and says what the layout is.
func (a *Answer) place(c trial.Coordinates) string {
	s := a.database(c) + ", " + c.Layout
	if title := a.Layout(c.Engine, c.Layout).Title; title != "" {
		s += ": " + title
	}
	return s
}

// planOf names the values of a plan's axes, and the offered rate of older results.
func planOf(p trial.Plan) string {
	var parts []string
	for _, a := range trial.Axes() {
		if s := a.SayAll(p); s != "" {
			parts = append(parts, s)
		}
	}
	if p.Rate > 0 {
		parts = append(parts, "offered rate of "+english.Integer(int(p.Rate))+" rows/s")
	}
	return strings.Join(parts, ", ")
}

// Requested names the conditions that an engine was asked for. The engine's settings and
// notes say whether they were in force: a server that was running keeps its own.
func Requested(e engine.Description) string {
	var parts []string
	for _, flag := range []string{"pool", "checkpoints"} {
		if s := trial.AxisOf(flag).Say(trial.Coordinates{Engine: e.Kind(), BufferPool: e.BufferPool, Checkpoints: e.Checkpoints}); s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, ", ")
}

// differing names the conditions of coordinates that are not the same in all tables of a
// result, but for the given axes.
func (a *Answer) differing(c trial.Coordinates, without ...string) string {
	c.Make, c.Engine = "", a.Engine(c.Engine).Kind()
	var s strings.Builder
	for _, axis := range trial.Axes() {
		if slices.Contains(without, axis.Flag) {
			continue
		}
		one := axis.Flag == "pool" || axis.Flag == "checkpoints" || axis.Flag == "scenario" && c.Scenario != trial.Insert
		if text := axis.Say(c); text != "" && (one || axis.Several(a.Settings)) {
			s.WriteString(", " + text)
		}
	}
	return s.String()
}

// incomplete says how much of a stopped plan was done and why it was stopped, "" if it is
// complete.
func incomplete(r trial.Result) string {
	if r.Complete {
		return ""
	}
	s := fmt.Sprintf("%s of %s finished", english.Integer(len(r.Trials)), english.Count(r.Planned, "planned trial"))
	if r.Stopped != "" {
		s += ": " + r.Stopped
	}
	return s
}
