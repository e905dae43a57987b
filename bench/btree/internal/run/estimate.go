package run

import (
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// pace is how long an engine takes, on a machine of two cores that does nothing else.
type pace struct{ trial, commit, row, miss time.Duration }

var (
	simulatedPace = pace{trial: 10 * time.Millisecond, row: time.Microsecond}
	embeddedPace  = pace{trial: 20 * time.Millisecond, commit: 50 * time.Microsecond, row: 3400 * time.Nanosecond, miss: 26 * time.Microsecond}
	postgresPace  = pace{trial: 130 * time.Millisecond, commit: 270 * time.Microsecond, row: 3800 * time.Nanosecond, miss: 12 * time.Microsecond}
	innodbPace    = pace{trial: 130 * time.Millisecond, commit: 500 * time.Microsecond, row: 5400 * time.Nanosecond, miss: 65 * time.Microsecond}
)

// paceOf returns the pace of an engine.
func paceOf(d engine.Description) pace {
	switch {
	case d.Simulated:
		return simulatedPace
	case d.Name == "sqlite":
		return embeddedPace
	case d.Name == "postgres":
		return postgresPace
	}
	return innodbPace
}

// estimate returns about how long the trials of a plan take.
func (c Config) estimate(p plan, engines []engine.Description) time.Duration {
	paces := make(map[string]pace)
	for _, d := range engines {
		paces[d.Name] = paceOf(d)
	}
	var sum time.Duration
	for _, t := range p.trials {
		sum += c.estimateOf(t, paces[t.Engine])
	}
	return sum
}

func (c Config) estimateOf(t planned, at pace) time.Duration {
	rows := t.Rows
	commits := (rows + t.Batch - 1) / t.Batch
	d := at.trial + at.trial*time.Duration(c.Curve)/4 + at.row*time.Duration(rows) + at.commit*time.Duration(commits/t.Writers)
	d += at.miss * time.Duration(t.misses())
	if costs := procedureOf(t.Scenario).costs; costs != nil {
		d += costs(t, at)
	}
	if c.Rate > 0 && at.commit > 0 {
		d = max(d, time.Duration(float64(rows)/c.Rate*float64(time.Second)))
	}
	return d
}

// misses returns about how many pages a trial reads because its random keys are anywhere in
// a table that outgrows the buffer pool.
func (p planned) misses() int {
	const overhead, fill = 40, .7 // bytes beside the key and the payload, and the share of a page in use
	pool, ok := trial.PoolBytes(p.BufferPool)
	size := float64(p.Rows) * float64(p.kind.Form.Width+p.Payload+overhead) / fill
	if !ok || p.kind.Clocked || size <= pool {
		return 0
	}
	return int(float64(p.Rows) * (1 - pool/size))
}
