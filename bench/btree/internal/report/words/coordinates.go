package words

import (
	"fmt"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/internal/english"
)

// Place names the engine and the layout of coordinates, and says what the layout is.
func Place(r trial.Result, c trial.Coordinates) string {
	s := Database(r, c) + ", " + c.Layout
	if title := r.Layout(c.Engine, c.Layout).Title; title != "" {
		s += ": " + title
	}
	return s
}

// Batches names the number of rows in a transaction.
func Batches(n int) string { return "batches of " + english.Integer(n) }

// Conditions names the conditions of coordinates, but for the engine and the layout. It
// leaves out axes that are zero.
func Conditions(c trial.Coordinates) string {
	var parts []string
	if c.Rows > 0 {
		parts = append(parts, english.Count(c.Rows, "row"))
	}
	if c.Writers > 0 {
		parts = append(parts, english.Count(c.Writers, "writer"))
	}
	switch {
	case c.Batch == 1:
		parts = append(parts, "one row per transaction")
	case c.Batch > 1:
		parts = append(parts, Batches(c.Batch)+" rows")
	}
	parts = append(parts, "payload of "+english.Count(c.Payload, "byte"))
	if c.Scenario != "" && c.Scenario != trial.Insert {
		parts = append(parts, "scenario "+string(c.Scenario))
	}
	s := strings.Join(parts, ", ")
	if a := Requested(c.BufferPool, c.Checkpoints); a != "" {
		s += "; " + a
	}
	return s
}

// Requested names the conditions that an engine was asked for. The engine's settings and
// notes say whether they were in force: a server that was running keeps its own.
func Requested(bufferPool, checkpoints string) string {
	var parts []string
	if bufferPool != "" {
		parts = append(parts, "buffer pool of "+bufferPool)
	}
	if checkpoints == engine.SeveralCheckpoints {
		parts = append(parts, "several checkpoints")
	}
	if len(parts) == 0 {
		return ""
	}
	return english.And(parts) + " requested"
}

// Differences names the conditions of coordinates that are not the same in all tables of a
// result, with or without the writers and the batch.
func Differences(r trial.Result, c trial.Coordinates, window bool) string {
	s, set := "", r.Settings
	for _, part := range []struct {
		differs bool
		text    string
	}{
		{len(set.Scenarios) > 1 || c.Scenario != trial.Insert && c.Scenario != "", string(c.Scenario)},
		{len(set.Rows) > 1, english.Count(c.Rows, "row")},
		{len(set.Payload) > 1, "payload of " + english.Count(c.Payload, "byte")},
		{Requested(c.BufferPool, c.Checkpoints) != "", Requested(c.BufferPool, c.Checkpoints)},
		{window && len(set.Writers) > 1, english.Count(c.Writers, "writer")},
		{window && len(set.Batch) > 1, Batches(c.Batch)},
	} {
		if part.differs {
			s += ", " + part.text
		}
	}
	return s
}

// Incomplete says how much of a stopped plan was done and why it was stopped, "" if it is
// complete.
func Incomplete(r trial.Result) string {
	if r.Complete {
		return ""
	}
	s := fmt.Sprintf("%s of %s finished", english.Integer(len(r.Trials)), english.Count(r.Planned, "planned trial"))
	if r.Stopped != "" {
		s += ": " + r.Stopped
	}
	return s
}
