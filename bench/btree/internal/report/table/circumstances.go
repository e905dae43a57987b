package table

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/report/words"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// circumstances writes how the values were measured.
func circumstances(b *strings.Builder, r trial.Result) {
	s := r.Settings
	plan := fmt.Sprintf("%s, %s, %s, payload of %s", words.Amounts(s.Rows, "row"), words.Amounts(s.Writers, "writer"),
		"batches of "+words.Or(s.Batch), words.Amounts(s.Payload, "byte"))
	plan = strings.Join(append([]string{plan}, special(s)...), ", ")
	words.Wrap(b, "Plan: ", fmt.Sprintf("%s; %s of %s in shuffled blocks, %.0f s", plan, words.Integer(len(r.Trials)), words.Count(r.Planned, "trial"), r.Seconds))
	for _, e := range r.Engines {
		name := e.Name + " " + e.Version
		if a := words.Requested(e.BufferPool, e.Checkpoints); a != "" {
			name += ", " + a
		}
		words.Wrap(b, "Engine: ", name+", "+words.Settings(e.Settings))
		if e.Environment != nil {
			words.Wrap(b, "Its machine: ", words.Settings(e.Environment))
		}
	}
	words.Wrap(b, "Machine: ", words.Settings(r.Environment))
}

// special are the settings that differ from the defaults.
func special(s trial.Settings) []string {
	var parts []string
	add := func(is bool, format string, args ...any) {
		if is {
			parts = append(parts, fmt.Sprintf(format, args...))
		}
	}
	add(!slices.Equal(s.Generators, []trial.Generators{trial.GeneratorPerWriter}) && s.Generators != nil, "generators: %s", words.Join(s.Generators, " or "))
	add(!slices.Equal(s.Make, []trial.Make{trial.MakeBatch}) && s.Make != nil, "keys made per %s", words.Join(s.Make, " or "))
	add(s.Rate > 0, "offered rate of %s rows/s", metric.Named(metric.RowsPerSecond).Print(s.Rate))
	add(s.Jump > 0, "%s from a clock that is a day ahead", words.Count(s.Jump, "key"))
	add(s.Skew > 0, "clock skew of %v", time.Duration(s.Skew*float64(time.Millisecond)))
	return parts
}
