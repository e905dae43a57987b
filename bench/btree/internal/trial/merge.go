package trial

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
)

// Merge returns the trials of several results as one result.
//
// Trials of an engine become repeats of one another if the engine had the same version and
// settings, ran in the same environment, and if the offered rate, which is no axis, was the
// same. Otherwise the later engine gets another name, such as
// postgres-2, and a note says what differs. A simulator is the same on every machine.
//
// If two results contain the same trials, because they are equal or were merged from a
// common part, Merge returns a *TwiceError: trials that count twice look like repeats.
func Merge(results ...Result) (Result, error) {
	if len(results) == 0 {
		return Result{}, errors.New("there is nothing to merge: give at least one result")
	}
	for _, r := range results {
		if r.Schema != Schema {
			return Result{}, fmt.Errorf("a result has schema %d, and this program merges schema %d: use the program that wrote it", r.Schema, Schema)
		}
	}
	if err := twice(results); err != nil {
		return Result{}, err
	}
	all := merging{Result: results[0], ran: make(map[string]Plan)}
	for _, d := range all.Engines {
		all.ran[d.Name] = results[0].Settings
	}
	all.Engines, all.Keys, all.Trials = slices.Clone(all.Engines), slices.Clone(all.Keys), slices.Clone(all.Trials)
	all.Notes, all.Simulated, all.Switch = slices.Clone(all.Notes), slices.Clone(all.Simulated), slices.Clone(all.Switch)
	if len(results) > 1 {
		all.Parts = slices.Clone(results[0].parts())
	}
	for _, r := range results[1:] {
		all.add(r)
		all.Parts = append(all.Parts, r.parts()...)
	}
	return all.Result, nil
}

// TwiceError reports that two of the results to merge contain the same trials.
type TwiceError struct {
	// First and Second are the indexes of the results.
	First, Second int
	// Started is when the common trials began.
	Started time.Time
}

// Error counts the results from 1.
func (e *TwiceError) Error() string {
	return fmt.Sprintf("results %d and %d both have the trials that began at %s: give one of them", e.First+1, e.Second+1, e.Started.Format(time.RFC3339))
}

// twice returns a *TwiceError for the first part that is in two results.
func twice(results []Result) error {
	for i, r := range results {
		for j, earlier := range results[:i] {
			for _, p := range r.parts() {
				if slices.ContainsFunc(earlier.parts(), p.same) {
					return &TwiceError{First: j, Second: i, Started: p.Started}
				}
			}
		}
	}
	return nil
}

// merging is a result to which others are added.
type merging struct {
	Result
	ran map[string]Plan // of the result that an engine came from, by the engine's name here
}

// add adds the trials of another result.
func (r *merging) add(other Result) {
	r.Complete = r.Complete && other.Complete
	r.Interrupted = r.Interrupted || other.Interrupted
	r.Planned += other.Planned
	r.Seconds += other.Seconds
	if other.Started.Before(r.Started) {
		r.Started = other.Started
	}
	if other.Stopped != "" {
		if r.Stopped != "" {
			r.Stopped += "; "
		}
		r.Stopped += other.Stopped
	}
	for _, n := range other.Notes {
		r.Notes = With(r.Notes, n)
	}
	for _, k := range other.Keys {
		i := slices.IndexFunc(r.Keys, func(have Key) bool { return have.Name == k.Name })
		if i < 0 {
			r.Keys = append(r.Keys, k)
		} else {
			r.Keys[i].Added = r.Keys[i].Added && k.Added
		}
	}
	names := r.addEngines(other)
	r.Trials = appended(r.Trials, other.Trials, names)
	r.Simulated = appended(r.Simulated, other.Simulated, names)
	for _, s := range other.Switch {
		if !slices.ContainsFunc(r.Switch, s.same) {
			r.Switch = append(r.Switch, s)
		}
	}
	r.Settings.add(other.Settings)
}

// appended returns a list with the trials of another result, in later blocks and with the names
// that their engines have here.
func appended(list, other []Trial, names map[string]string) []Trial {
	first := 0
	for _, t := range list {
		first = max(first, t.Repeat+1)
	}
	for _, t := range other {
		t.Engine = names[t.Engine]
		t.Repeat += first
		list = append(list, t)
	}
	return list
}

// addEngines adds the engines of another result. It returns the name of each engine here by
// its name there, which is the same under all conditions.
func (r *merging) addEngines(other Result) map[string]string {
	names, ordinals := make(map[string]string), make(map[string]int)
	for _, d := range other.Engines {
		if _, ok := names[d.Name]; !ok {
			names[d.Name], ordinals[d.Name] = r.nameFor(d, other, names)
			r.ran[names[d.Name]] = other.Settings
		}
	}
	for _, d := range other.Engines {
		name := names[d.Name]
		if slices.ContainsFunc(r.Engines, func(have engine.Description) bool {
			return have.Name == name && have.BufferPool == d.BufferPool && have.Checkpoints == d.Checkpoints
		}) {
			continue
		}
		if d.Environment == nil && !sameSettings(r.Environment, other.Environment) {
			d.Environment = other.Environment
		}
		base := d.Kind()
		d.Name, d.Base, d.Ordinal = name, "", ordinals[d.Name]
		if d.Ordinal > 0 {
			d.Base = base
		}
		r.Engines = append(r.Engines, d)
	}
	return names
}

// nameFor returns the name that an engine of another result gets here, and its number: the first one
// that no different engine has here, or gets.
func (r *merging) nameFor(d engine.Description, other Result, given map[string]string) (string, int) {
	name, ordinal, why := d.Kind(), 0, ""
	for n := 2; ; n++ {
		difference := r.differs(name, d.Name, other)
		if difference == "" && slices.Contains(slices.Collect(maps.Values(given)), name) {
			difference = "the engines of one result"
		}
		if difference == "" {
			break
		}
		why = cmp.Or(why, difference)
		name, ordinal = fmt.Sprintf("%s-%d", d.Kind(), n), n
	}
	if why != "" {
		r.Notes = With(r.Notes, fmt.Sprintf("%s and %s are kept apart because %s differ.", d.Kind(), name, why))
	}
	return name, ordinal
}

// differs names what differs between an engine here and one of another result under the same
// conditions, "" if nothing does or there is no such engine here.
func (r *merging) differs(here, there string, other Result) string {
	for _, a := range r.Engines {
		for _, b := range other.Engines {
			if a.Name != here || b.Name != there {
				continue
			}
			if why := r.ran[here].difference(other.Settings, a.Simulated); why != "" {
				return why
			}
			if a.Version != b.Version {
				return "the versions (" + a.Version + " and " + b.Version + ")"
			}
			if !a.Simulated && !sameSettings(machine(r.Result, a), machine(other, b)) {
				return "the machines or the programs"
			}
			if a.BufferPool == b.BufferPool && a.Checkpoints == b.Checkpoints && !sameSettings(a.Settings, b.Settings) {
				return "the settings"
			}
		}
	}
	return ""
}

// difference names a setting that is no axis and in which the trials of two results
// differ; "" if there is none that affects them.
func (p Plan) difference(o Plan, simulated bool) string {
	if p.Rate != o.Rate && !simulated { // a simulation has no time
		return "the offered rates"
	}
	return ""
}

// machine returns the environment that an engine ran in.
func machine(r Result, d engine.Description) []engine.Setting {
	if d.Environment != nil {
		return d.Environment
	}
	return r.Environment
}

// sameSettings compares settings, except for the origin of a server and the build of this
// program, which do not change what is measured.
func sameSettings(a, b []engine.Setting) bool {
	matters := func(list []engine.Setting) []engine.Setting {
		return slices.DeleteFunc(slices.Clone(list), func(s engine.Setting) bool {
			return s.Name == "server" || s.Name == "revision"
		})
	}
	return slices.Equal(matters(a), matters(b))
}

// add adds the values of each axis, once. A setting that is no axis keeps its greatest
// value.
func (p *Plan) add(o Plan) {
	for _, a := range Axes() {
		a.union(p, o)
	}
	p.Repeats += o.Repeats
	p.Rate = max(p.Rate, o.Rate)
}
