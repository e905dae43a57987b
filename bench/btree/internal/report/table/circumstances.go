package table

import (
	"fmt"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/report/words"
	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/internal/english"
)

// circumstances writes how the values were measured.
func circumstances(b *strings.Builder, r trial.Result) {
	english.Wrap(b, "Plan: ", fmt.Sprintf("%s; %s of %s in shuffled blocks, %.0f s", words.Plan(r.Settings), english.Integer(len(r.Trials)), english.Count(r.Planned, "trial"), r.Seconds))
	for _, e := range r.Engines {
		name := e.Name + " " + e.Version
		if a := words.Requested(e); a != "" {
			name += ", " + a
		}
		english.Wrap(b, "Engine: ", name+", "+words.Settings(e.Settings))
		if e.Environment != nil {
			english.Wrap(b, "Its machine: ", words.Settings(e.Environment))
		}
	}
	english.Wrap(b, "Machine: ", words.Settings(r.Environment))
}
