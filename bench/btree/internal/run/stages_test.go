package run

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// closing counts how often a fake was closed, and when.
type closing struct {
	fake
	log  *[]string
	name string
	err  error
}

func (c *closing) Close() error {
	*c.log = append(*c.log, "close "+c.name)
	return c.err
}

// staged is a job with two stages, whose openings and closings are logged.
func staged(t *testing.T, log *[]string, second error) *job {
	c := config(&fake{}, t)
	c.stages = []stage{{{engine: "fake", pool: "16MB"}}, {{engine: "fake", pool: "64MB"}}}
	c.open = func(_ context.Context, m member) (engine.Engine, error) {
		if m.pool == "64MB" && second != nil {
			return nil, second
		}
		*log = append(*log, "open "+m.pool)
		return &closing{log: log, name: m.pool, err: errBroken}, nil
	}
	return c
}

// One stage's databases are closed before the next one's are opened, and results tell
// the two apart. An engine that does not close is logged, and is not a failure.
func TestStagesRunOneAfterTheOther(t *testing.T) {
	var log, told []string
	c := staged(t, &log, nil)
	c.Log = func(line string) { told = append(told, line) }
	r := complete(t, c)
	if want := []string{"open 16MB", "close 16MB", "open 64MB", "close 64MB"}; !slices.Equal(log, want) {
		t.Errorf("%v, want %v", log, want)
	}
	if len(told) != 2 || !strings.Contains(told[0], errBroken.Error()) {
		t.Errorf("told: %q", told)
	}
	if len(r.Engines) != 2 || r.Engines[0].BufferPool != "16MB" || r.Engines[1].BufferPool != "64MB" || len(r.Trials) != 24 {
		t.Errorf("%d engines, %d trials", len(r.Engines), len(r.Trials))
	}
	for i, run := range r.Trials {
		if want := []string{"16MB", "64MB"}[i/12]; run.BufferPool != want {
			t.Errorf("trial %d has a pool of %s, want %s", i, run.BufferPool, want)
		}
	}
}

// A stage that cannot be opened keeps what was measured before it.
func TestStageThatDoesNotOpen(t *testing.T) {
	var log []string
	r, err := staged(t, &log, errors.New("no such image")).run(t.Context())
	if err != nil || r.Complete || len(r.Trials) != 12 || r.Planned != 24 || !strings.Contains(r.Stopped, "no such image") {
		t.Errorf("%d of %d trials, stopped %q, %v", len(r.Trials), r.Planned, r.Stopped, err)
	}
	if want := []string{"open 16MB", "close 16MB"}; !slices.Equal(log, want) {
		t.Errorf("%v, want %v", log, want)
	}
}

// other is a fake with another name.
type other struct{ fake }

func (o *other) Describe(ctx context.Context) (engine.Description, error) {
	d, err := o.fake.Describe(ctx)
	d.Name = "other"
	return d, err
}

// beside is a job with two engines in each of two stages.
func beside(t *testing.T, open func(member) (engine.Engine, error)) *job {
	c := config(nil, t)
	c.stages = nil
	for _, pool := range []string{"16MB", "64MB"} {
		c.stages = append(c.stages, stage{{engine: "fake", pool: pool}, {engine: "other", pool: pool}})
	}
	c.open = func(_ context.Context, m member) (engine.Engine, error) { return open(m) }
	return c
}

// An engine that fails, when it is opened or in a trial, does not stop the others.
func TestOneEngineFails(t *testing.T) {
	for name, c := range map[string]struct {
		fails            func(member) error
		failAt           int // the tree of fake
		trials, of, open int
	}{
		"none":                {func(member) error { return nil }, 0, 48, 48, 4},
		"at the first stage":  {func(m member) error { return map[string]error{"fake": errBroken}[m.engine] }, 0, 24, 24, 2},
		"at the second stage": {func(m member) error { return map[string]error{"64MBfake": errBroken}[m.pool+m.engine] }, 0, 36, 48, 3},
		"in a trial":          {func(member) error { return nil }, 3, 24 + 2, 48, 3},
	} {
		var log []string
		o, open := &counting{}, atomic.Int64{}
		cfg := beside(t, func(m member) (engine.Engine, error) {
			if err := c.fails(m); err != nil {
				return nil, err
			}
			open.Add(1)
			return map[string]engine.Engine{"fake": &fake{failAt: c.failAt}, "other": &other{}}[m.engine], nil
		})
		cfg.Observer, cfg.Log = o, func(line string) { log = append(log, line) }
		r, err := cfg.run(t.Context())
		if err != nil || len(r.Trials) != c.trials || r.Planned != c.of || int(open.Load()) != c.open || r.Complete != (name == "none") || r.Interrupted {
			t.Errorf("%s: %d of %d trials, %d engines opened, complete %v, %v", name, len(r.Trials), r.Planned, open.Load(), r.Complete, err)
		}
		if told := strings.Join(log, " "); name != "none" && (!strings.Contains(r.Stopped, errBroken.Error()) || len(log) != 1 || !strings.Contains(told, "fake failed")) {
			t.Errorf("%s: stopped %q, told %q", name, r.Stopped, log)
		}
		if o.ended != 1 || o.done != c.trials {
			t.Errorf("%s: the observer saw %d trials and %d ends", name, o.done, o.ended)
		}
	}
	_, err := beside(t, func(member) (engine.Engine, error) { return nil, errBroken }).run(t.Context())
	if err == nil || strings.Count(err.Error(), errBroken.Error()) != 2 {
		t.Errorf("when all fail: %v", err)
	}
}

// A simulation has no times.
func TestSimulated(t *testing.T) {
	e := &simulated{}
	c := fullConfig(t, &e.full, "wiji")
	c.open = opening(e)
	c.stages[0][0].engine = "full"
	run := complete(t, c).Trials[0]
	if v := run.Readings[metric.RowsPerSecond]; v.Missing == "" {
		t.Errorf("rows/s are %v", v.Value)
	}
}

type simulated struct{ full }

func (s *simulated) Describe(ctx context.Context) (engine.Description, error) {
	d, err := s.full.Describe(ctx)
	d.Simulated = true
	return d, err
}
