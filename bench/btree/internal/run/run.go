package run

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// Run runs every trial of a plan, which has its defaults and passed Check, and returns the
// result.
//
// It returns an error if no trial was started, because none of the engines of the first stage
// can be opened and described. If an engine fails, the others go
// on, and the Result holds the reason. If ctx ends, Run stops, and the Result holds the
// trials finished by then.
func Run(ctx context.Context, p trial.Plan, o Options) (trial.Result, error) {
	j, err := newJob(p, o)
	if err != nil {
		return trial.Result{}, err
	}
	return j.run(ctx)
}

// run runs every trial.
func (c *job) run(ctx context.Context) (trial.Result, error) {
	var failed failures
	trees := c.simulating(ctx)
	open, err := c.openStage(ctx, 0, &failed)
	simulated := <-trees
	if err != nil {
		return trial.Result{}, err
	}
	defer func() { c.close(open) }()
	if len(open.described()) == 0 {
		return trial.Result{}, failed.err()
	}
	c.logFailures(failed, 0)
	p := c.plan(open.described(), failed)
	if err := c.leaveOut(&p, open); err != nil {
		return trial.Result{}, err
	}
	if len(p.trials) == 0 {
		return trial.Result{}, fmt.Errorf("there is nothing to run: %s", strings.Join(p.notes, " "))
	}
	res := trial.Result{
		Schema: trial.Schema, Planned: len(p.trials), Started: time.Now(), Settings: c.settings(p),
		Environment: environment(), Engines: open.described(), Keys: c.keys(p), Notes: p.notes,
		Simulated: simulated.trees.of(p), Switch: simulated.switches,
	}
	c.Observer.Begin(c.size(p))
	defer c.Observer.End()
	until := ending{job: c}
	for _, t := range p.trials {
		if until.reached(t, res) {
			res.Planned--
			continue
		}
		before := len(failed)
		if t.stage != open.stage {
			c.close(open)
			if open, err = c.openStage(ctx, t.stage, &failed); err != nil {
				break
			}
			res.Engines = append(res.Engines, open.described()...)
		}
		if err = c.step(ctx, t, open, &res, &failed); err != nil {
			break
		}
		c.logFailures(failed, before)
	}
	messages := failed.messages()
	if err != nil {
		res.Interrupted, messages = true, append(messages, interruption(err))
	}
	res.Stopped = strings.Join(messages, "; ")
	res.Complete = len(res.Trials) == res.Planned && res.Stopped == ""
	res.Seconds = time.Since(res.Started).Seconds()
	return res, nil
}

// step runs one trial and adds it to the result. A trial that the engine turns out to be
// unable to run is taken out of the plan, and a note says why. If the engine fails, its
// other trials are left out. The error is that of a trial whose context ended.
func (c *job) step(ctx context.Context, t planned, open openStage, res *trial.Result, failed *failures) error {
	if failed.has(t.Engine) {
		c.Observer.Rows(t.Rows)
		return nil
	}
	c.Observer.Start(t.Coordinates)
	done, err := c.trial(ctx, t, open.engines[t.member], open.descriptions[t.member])
	if skip, ok := errors.AsType[*skipError](err); ok {
		res.Planned--
		res.Notes = trial.With(res.Notes, fmt.Sprintf("%s (%s, %s): %s, and was left out.", t.Engine, t.Layout, t.Key, skip.why))
		c.Observer.Rows(t.Rows)
		return nil
	}
	if err != nil && ctx.Err() != nil {
		return err
	}
	if err != nil {
		failed.add(t.Engine, fmt.Errorf("%s, %s, %s: %w", t.Engine, t.Layout, t.Key, err))
		return nil
	}
	res.Trials = append(res.Trials, done)
	c.Observer.Done(done)
	return nil
}

// openStage is a stage whose engines are open. The engine of a member that failed is nil.
type openStage struct {
	stage        int
	engines      []engine.Engine
	descriptions []engine.Description
}

// described returns the descriptions of the engines that are open.
func (o openStage) described() []engine.Description {
	return slices.DeleteFunc(slices.Clone(o.descriptions), func(d engine.Description) bool { return d.Name == "" })
}

// engine returns the engine of that name, which must be open.
func (o openStage) engine(name string) engine.Engine {
	return o.engines[slices.IndexFunc(o.descriptions, func(d engine.Description) bool { return d.Name == name })]
}

// openStage opens and describes the engines of a stage, all at the same time. The error is that of
// the context: an engine that cannot be opened is added to the failures.
func (c *job) openStage(ctx context.Context, stage int, failed *failures) (openStage, error) {
	s := c.stages[stage]
	o := openStage{stage: stage, engines: make([]engine.Engine, len(s)), descriptions: make([]engine.Description, len(s))}
	errs := make([]error, len(s))
	await := c.await()
	var wg sync.WaitGroup
	for i, m := range s {
		if failed.has(m.engine) {
			continue
		}
		await.begin(m.engine)
		wg.Go(func() {
			o.engines[i], o.descriptions[i], errs[i] = c.openMember(ctx, m)
			await.done(m.engine)
		})
	}
	wg.Wait()
	await.end()
	for i, m := range s {
		if errs[i] != nil && ctx.Err() != nil {
			c.close(o)
			return openStage{stage: stage}, errs[i]
		}
		if errs[i] != nil {
			failed.add(m.engine, errs[i])
		}
	}
	return o, nil
}

// openMember opens and describes an engine. Beside an error it may return the engine, to be
// closed.
func (c *job) openMember(ctx context.Context, m member) (engine.Engine, engine.Description, error) {
	e, err := c.open(ctx, m)
	if err != nil {
		return nil, engine.Description{}, err
	}
	d, err := e.Describe(ctx)
	if err != nil {
		return e, engine.Description{}, err
	}
	d.BufferPool, d.Checkpoints = m.pool, m.checkpoints
	return e, d, nil
}

// close closes the engines of a stage. It logs errors, which do not affect the trials.
func (c *job) close(o openStage) {
	for _, e := range o.engines {
		if e == nil {
			continue
		}
		if err := e.Close(); err != nil {
			c.Log(err.Error())
		}
	}
}

// interruption says that the plan was interrupted, and what was left behind.
func interruption(err error) string {
	if left, ok := errors.AsType[*engine.CleanupError](err); ok {
		return "interrupted; " + left.Closing.Error()
	}
	return "interrupted"
}

// column returns the kind of column that an engine has for 16-byte keys.
func column(d engine.Description) key.Column {
	if d.UUID {
		return key.UUIDs
	}
	return key.Bytes
}

// keys describes the keys of the plan.
func (c *job) keys(p plan) []trial.Key {
	var keys []trial.Key
	for _, k := range c.kinds {
		if p.has(k) {
			keys = append(keys, trial.Key{
				Name: k.Name, Title: k.Title, Width: k.Form.Width, Form: k.Form.String(), Control: k.Control,
				Added: slices.Contains(c.added, k.Name),
			})
		}
	}
	return keys
}

// failures holds the engines that failed, each with its error.
type failures []failure

type failure struct {
	engine string
	err    error
}

// has reports whether an engine failed.
func (f failures) has(engine string) bool {
	return slices.ContainsFunc(f, func(one failure) bool { return one.engine == engine })
}

// messages returns the errors as texts.
func (f failures) messages() []string {
	var list []string
	for _, one := range f {
		list = append(list, one.err.Error())
	}
	return list
}

// err joins the errors.
func (f failures) err() error {
	var list []error
	for _, one := range f {
		list = append(list, one.err)
	}
	return errors.Join(list...)
}

// add adds the error of an engine, whose trials are left out from now on.
func (f *failures) add(engine string, err error) { *f = append(*f, failure{engine, err}) }

// logFailures logs the failures after the first n.
func (c *job) logFailures(f failures, n int) {
	for _, one := range f[n:] {
		c.Log(one.engine + " failed, and its trials are left out: " + one.err.Error())
	}
}
