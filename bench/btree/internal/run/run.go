package run

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// Run runs every trial of the plan and returns the result.
//
// It returns an error if no trial was started: the Config is invalid, or an engine of the
// first stage cannot be opened or described. If a trial fails later or ctx ends, Run stops,
// and the Result holds the trials finished by then and the reason.
func Run(ctx context.Context, c Config) (res trial.Result, err error) {
	if err := c.Validate(); err != nil {
		return trial.Result{}, err
	}
	if c.Observer == nil {
		c.Observer = silent{}
	}
	if c.Log == nil {
		c.Log = func(string) {}
	}
	open, err := c.open(ctx, 0)
	if err != nil {
		return trial.Result{}, err
	}
	defer func() { c.close(open) }()
	p := c.plan(open.descriptions)
	if err := c.leaveOut(&p, open.engines, open.descriptions); err != nil {
		return trial.Result{}, err
	}
	if len(p.trials) == 0 {
		return trial.Result{}, fmt.Errorf("there is nothing to run: %s", strings.Join(p.notes, " "))
	}
	res = trial.Result{
		Schema: trial.Schema, Planned: len(p.trials), Started: time.Now(), Settings: c.settings(p),
		Environment: environment(), Engines: open.descriptions, Keys: c.keys(p), Notes: p.notes,
	}
	c.Observer.Begin(Plan{Trials: len(p.trials), Rows: p.rows(), Repeats: c.Repeats, Estimate: c.estimate(p, open.descriptions)})
	defer c.Observer.End()
	for _, t := range p.trials {
		if t.stage != open.stage {
			c.close(open)
			if open, err = c.open(ctx, t.stage); err != nil {
				stop(ctx, &res, t, err)
				break
			}
			res.Engines = append(res.Engines, open.descriptions...)
		}
		if err := c.step(ctx, t, open, &res); err != nil {
			stop(ctx, &res, t, err)
			break
		}
	}
	res.Complete = len(res.Trials) == res.Planned
	res.Seconds = time.Since(res.Started).Seconds()
	return res, nil
}

// step runs one trial and adds it to the result. A trial that the engine turns out to be
// unable to run is taken out of the plan, and a note says why.
func (c Config) step(ctx context.Context, t planned, open opened, res *trial.Result) error {
	c.Observer.Start(t.Coordinates)
	done, err := c.run(ctx, t, open.engines[t.member], open.descriptions[t.member])
	if skip, ok := errors.AsType[*skipError](err); ok {
		res.Planned--
		res.Notes = trial.With(res.Notes, fmt.Sprintf("%s (%s, %s): %s, and was left out.", t.Engine, t.Layout, t.Key, skip.why))
		c.Observer.Rows(t.Rows)
		return nil
	}
	if err != nil {
		return err
	}
	res.Trials = append(res.Trials, done)
	c.Observer.Done(done)
	return nil
}

// opened is a stage whose engines are open.
type opened struct {
	stage        int
	engines      []engine.Engine
	descriptions []engine.Description
}

func (c Config) open(ctx context.Context, stage int) (o opened, err error) {
	o.stage = stage
	s := c.Stages[stage]
	defer func() {
		if err != nil {
			c.close(o)
			o = opened{stage: stage}
		}
	}()
	if o.engines, err = s.Open(ctx); err != nil {
		return o, err
	}
	if len(o.engines) != len(s.Members) {
		return o, fmt.Errorf("%d engines were opened, and %d are named", len(o.engines), len(s.Members))
	}
	for i, e := range o.engines {
		d, err := e.Describe(ctx)
		if err != nil {
			return o, err
		}
		d.BufferPool, d.Checkpoints = s.Members[i].BufferPool, s.Members[i].Checkpoints
		o.descriptions = append(o.descriptions, d)
	}
	return o, nil
}

// close closes the engines of a stage. It logs errors, which do not affect the trials.
func (c Config) close(o opened) {
	for _, e := range o.engines {
		if err := e.Close(); err != nil {
			c.Log(err.Error())
		}
	}
}

// stop notes in the result why the plan was stopped at a trial.
func stop(ctx context.Context, res *trial.Result, t planned, err error) {
	if ctx.Err() == nil {
		res.Stopped = fmt.Sprintf("%s, %s, %s: %v", t.Engine, t.Layout, t.Key, err)
		return
	}
	res.Interrupted, res.Stopped = true, "interrupted"
	if left, ok := errors.AsType[*cleanupError](err); ok {
		res.Stopped += "; " + left.closing.Error()
	}
}

// column returns the kind of column that an engine has for 16-byte keys.
func column(d engine.Description) key.Column {
	if d.UUID {
		return key.UUIDs
	}
	return key.Bytes
}

// keys describes the keys of the plan.
func (c Config) keys(p plan) []trial.Key {
	var keys []trial.Key
	for _, k := range c.Keys {
		if p.has(k) {
			keys = append(keys, trial.Key{
				Name: k.Name, Title: k.Title, Width: k.Form.Width, Form: k.Form.String(), Control: k.Control,
				Server: k.Server != "", Added: slices.Contains(c.Added, k.Name),
			})
		}
	}
	return keys
}
