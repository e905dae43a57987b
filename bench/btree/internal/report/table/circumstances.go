package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/words"
	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/internal/english"
)

// circumstances writes how the values were measured.
func circumstances(b *strings.Builder, r trial.Result) {
	s := r.Settings
	plan := fmt.Sprintf("%s, %s, %s, payload of %s", english.Amounts(s.Rows, "row"), english.Amounts(s.Writers, "writer"),
		"batches of "+english.Or(s.Batch), english.Amounts(s.Payload, "byte"))
	plan = strings.Join(append([]string{plan}, special(s)...), ", ")
	english.Wrap(b, "Plan: ", fmt.Sprintf("%s; %s of %s in shuffled blocks, %.0f s", plan, english.Integer(len(r.Trials)), english.Count(r.Planned, "trial"), r.Seconds))
	for _, e := range r.Engines {
		name := e.Name + " " + e.Version
		if a := words.Requested(e.BufferPool, e.Checkpoints); a != "" {
			name += ", " + a
		}
		english.Wrap(b, "Engine: ", name+", "+words.Settings(e.Settings))
		if e.Environment != nil {
			english.Wrap(b, "Its machine: ", words.Settings(e.Environment))
		}
	}
	english.Wrap(b, "Machine: ", words.Settings(r.Environment))
}

// special are the settings that differ from the defaults.
func special(s trial.Settings) []string {
	var parts []string
	add := func(is bool, format string, args ...any) {
		if is {
			parts = append(parts, fmt.Sprintf(format, args...))
		}
	}
	add(!slices.Equal(s.Generators, []trial.Generators{trial.GeneratorPerWriter}) && s.Generators != nil, "generators: %s", english.Join(s.Generators, " or "))
	add(!slices.Equal(s.Make, []trial.Make{trial.MakeBatch}) && s.Make != nil, "keys made per %s", english.Join(s.Make, " or "))
	add(s.Rate > 0, "offered rate of %s rows/s", metric.Named(metric.RowsPerSecond).Print(s.Rate))
	return parts
}
