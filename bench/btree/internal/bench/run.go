package bench

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
)

// Run makes every run of the plan and returns what was measured.
//
// An error means that nothing was begun: the Config breaks a rule, or a database of
// the first stage cannot be opened or cannot say what it is. Once the runs have
// begun, a failure or the end of ctx stops the plan, and the Result holds the runs
// finished by then and the reason. A run that was not finished is never in it.
func Run(ctx context.Context, c Config) (res Result, err error) {
	if err := c.Validate(); err != nil {
		return Result{}, err
	}
	if c.Observer == nil {
		c.Observer = silent{}
	}
	if c.Log == nil {
		c.Log = func(string) {}
	}
	open, err := c.open(ctx, 0)
	if err != nil {
		return Result{}, err
	}
	defer func() { c.close(open) }()
	p := c.plan(open.descriptions)
	if err := c.leaveOut(&p, open.engines, open.descriptions); err != nil {
		return Result{}, err
	}
	if len(p.Cells) == 0 {
		return Result{}, fmt.Errorf("there is nothing to run: %s", strings.Join(p.Notes, " "))
	}
	res = Result{
		Schema: Schema, Planned: len(p.Cells), Started: time.Now(), Settings: c.settings(),
		Environment: environment(), Engines: open.descriptions, Keys: c.keys(p), Notes: p.Notes,
	}
	c.Observer.Begin(p)
	defer c.Observer.End()
	for _, cell := range p.Cells {
		if cell.Stage != open.stage {
			c.close(open)
			if open, err = c.open(ctx, cell.Stage); err != nil {
				res.stop(ctx, cell, err)
				break
			}
			res.Engines = append(res.Engines, open.descriptions...)
		}
		if err := c.step(ctx, cell, open, &res); err != nil {
			res.stop(ctx, cell, err)
			break
		}
	}
	res.Complete = len(res.Runs) == res.Planned
	res.Seconds = time.Since(res.Started).Seconds()
	return res, nil
}

// step makes one run and adds it to the result. One that the engine cannot make is
// planned no more, and a note says why.
func (c Config) step(ctx context.Context, cell Cell, open opened, res *Result) error {
	c.Observer.Start(cell)
	trial, err := c.run(ctx, cell, open.engines[cell.Engine], open.descriptions[cell.Engine])
	if skip, ok := errors.AsType[*skipError](err); ok {
		res.Planned--
		res.Notes = with(res.Notes, fmt.Sprintf("%s (%s, %s): %s, and was left out.", cell.EngineName, cell.Layout, cell.Key.Name, skip.why))
		c.Observer.Rows(cell.Rows)
		return nil
	}
	if err != nil {
		return err
	}
	res.Runs = append(res.Runs, trial)
	c.Observer.Done(trial)
	return nil
}

// opened is a stage whose databases are open.
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
		return o, fmt.Errorf("%d databases were opened, and %d are named", len(o.engines), len(s.Members))
	}
	for i, e := range o.engines {
		d, err := e.Describe(ctx)
		if err != nil {
			return o, err
		}
		d.Pool, d.Regime = s.Members[i].Pool, s.Members[i].Regime
		o.descriptions = append(o.descriptions, d)
	}
	return o, nil
}

// close closes the databases of a stage. What it leaves behind is told and is no
// failure of what was measured.
func (c Config) close(o opened) {
	for _, e := range o.engines {
		if err := e.Close(); err != nil {
			c.Log(err.Error())
		}
	}
}

func (r *Result) stop(ctx context.Context, cell Cell, err error) {
	if ctx.Err() != nil {
		r.Interrupted = true
		r.Stopped = "interrupted"
		if left, ok := errors.AsType[*cleanupError](err); ok {
			r.Stopped += "; " + left.closing.Error()
		}
		return
	}
	r.Stopped = fmt.Sprintf("%s, %s, %s: %v", cell.EngineName, cell.Layout, cell.Key.Name, err)
}

// column says how an engine wants its 16-byte keys.
func column(d engine.Description) key.Column {
	if d.UUID {
		return key.UUIDs
	}
	return key.Bytes
}

// keys describes the keys of the plan.
func (c Config) keys(p Plan) []Key {
	var keys []Key
	for _, k := range c.Keys {
		if !slices.ContainsFunc(p.Cells, func(cell Cell) bool { return cell.Key.Name == k.Name }) {
			continue
		}
		keys = append(keys, Key{
			Name: k.Name, Title: k.Title, Width: k.Form.Width, Form: k.Form.String(), Control: k.Control,
			Server: k.Server != "", Added: slices.Contains(c.Added, k.Name),
		})
	}
	return keys
}
