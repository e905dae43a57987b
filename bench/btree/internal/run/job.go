// Package run executes a plan of trials: it opens the engines, grows a tree in each
// trial, takes the readings, and returns the result, also if the plan was stopped before
// its end. It prints nothing.
package run

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// Options holds what Run needs besides the plan. The zero value is valid.
type Options struct {
	// DSNs holds servers that are running, by the name of the engine. The account must be
	// allowed to create databases.
	DSNs map[string]string
	// Images holds container images to start, by the name of the engine.
	Images map[string]string
	// Observer, if non-nil, follows the progress.
	Observer Observer
	// Undecided, if non-nil, returns the combinations of which more trials would tell something new. A
	// plan with a time asks it, and leaves out the others.
	Undecided func(trial.Result) []trial.Coordinates
	// Started is when the time of a plan begins; zero is when Run is called.
	Started time.Time
	// Log, if non-nil, receives messages, one line per call: which server is used and why, and
	// what could not be removed.
	Log func(line string)
}

// defaultBlock is the number of keys in a block.
const defaultBlock = 16_384

// job is a plan that runs.
type job struct {
	trial.Plan
	Options
	kinds []key.Kind
	// added names the kinds that are there as controls only.
	added []string
	// stages run one after the other.
	stages []stage
	// oneWriter makes one writer insert the controls as well, if the plan does not have it.
	oneWriter bool
	// blockSize is the number of keys that a writer reserves at a time with MakeBlock and
	// MakeTwoPass.
	blockSize int
	open      func(ctx context.Context, m member) (engine.Engine, error)
	began     time.Time
	now       func() time.Time
	// remind returns a channel that says when to tell again what is awaited, and what ends it.
	remind func() (<-chan time.Time, func())
}

// stage has the engines that run under the same conditions.
type stage []member

// member is an engine under conditions.
type member struct {
	engine string
	// pool and checkpoints are the conditions as they were asked for.
	pool, checkpoints string
}

// newJob returns the job of a plan that has its defaults and passed Check.
func newJob(p trial.Plan, o Options) (*job, error) {
	kinds, added, err := key.Select(p.Keys)
	if err != nil {
		return nil, err
	}
	if o.Observer == nil {
		o.Observer = silent{}
	}
	if o.Log == nil {
		o.Log = func(string) {}
	}
	j := &job{Plan: p, Options: o, kinds: kinds, added: added, stages: stagesOf(p), oneWriter: true, blockSize: defaultBlock}
	j.open, j.now, j.remind = j.openEngine, time.Now, reminders
	if j.began = o.Started; j.began.IsZero() {
		j.began = j.now()
	}
	var mu sync.Mutex // engines are opened at the same time
	j.Log = func(line string) {
		mu.Lock()
		defer mu.Unlock()
		o.Log(line)
	}
	return j, nil
}

// stagesOf returns the engines under one set of conditions after the other. An engine that
// decides itself about checkpoints is in one stage of each buffer pool.
func stagesOf(p trial.Plan) []stage {
	var stages []stage
	seen := make(map[member]bool)
	for _, pool := range p.BufferPools {
		for _, checkpoints := range p.Checkpoints {
			var s stage
			for _, name := range p.Engines {
				m := member{name, pool, checkpoints}
				if !engine.IsServer(name) {
					m.checkpoints = engine.NoCheckpoints
				}
				if !seen[m] {
					seen[m] = true
					s = append(s, m)
				}
			}
			if len(s) > 0 {
				stages = append(stages, s)
			}
		}
	}
	return stages
}

// settings returns the plan as a result keeps it.
func (c *job) settings(p plan) trial.Plan {
	s := c.Plan
	if slices.ContainsFunc(p.trials, func(t planned) bool { return !slices.Contains(s.Writers, t.Writers) }) {
		s.Writers = slices.Concat([]int{1}, s.Writers)
	}
	return s
}

// size returns the size of a plan.
func (c *job) size(p plan) Size {
	s := Size{Trials: len(p.trials), Rows: p.rows(), First: p.first(), Each: p.each()}
	for _, t := range p.trials {
		s.Engines = trial.With(s.Engines, t.Engine)
	}
	slices.Sort(s.Engines)
	if c.For > 0 {
		s.For = max(0, c.For-c.now().Sub(c.began))
		s.Timed = true
	}
	return s
}

// Size is the size of a plan.
type Size struct {
	// Engines names what is measured.
	Engines []string
	// Trials is the number of trials, and Rows how many rows they insert together.
	Trials, Rows int
	// First is how many trials give the first answer.
	First int
	// Each is the number of combinations. Each has one trial whatever the time.
	Each int
	// Timed reports whether the plan has a time, and For is what is left of it: no further trial
	// begins afterwards.
	Timed bool
	For   time.Duration
}

// Observer follows the progress of a plan. The writers call Rows concurrently and within
// the time that is measured, so it has to be fast. The other methods are called one after
// the other.
type Observer interface {
	// Begin is called once, before the first trial.
	Begin(Size)
	// Start is called before a trial.
	Start(trial.Coordinates)
	// Rows is called after a writer committed n more rows.
	Rows(n int)
	// Done is called after a trial was finished.
	Done(trial.Trial)
	// End is called once, after the last trial or when the plan was stopped.
	End()
}

// silent is an Observer that does nothing.
type silent struct{}

func (silent) Begin(Size)              {}
func (silent) Start(trial.Coordinates) {}
func (silent) Rows(int)                {}
func (silent) Done(trial.Trial)        {}
func (silent) End()                    {}
