package lease

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/sortid/sortid/id"
)

const (
	// maxFailures is how many statements of a claim may fail. On a cluster, a claim that
	// conflicts with that of another server fails when it is committed.
	maxFailures = 20
	// maxTurns is how many candidates are tried before they are read again.
	maxTurns = 8
	// firstRows is how many rows a name has at first.
	firstRows = 64
)

// taking is one attempt to claim a number.
type taking struct {
	table    table
	config   Config
	numbers  int
	now      func() int64 // the generator's clock
	failures int
}

// take claims a number. It also returns the time at which the claim began.
func (g *Generator[T, B]) take(ctx context.Context) (claim, time.Time, error) {
	trial, numbers, err := g.format.open(id.NodeOf(0))
	if err != nil {
		return claim{}, time.Time{}, err
	}
	if err := g.table.check(ctx); err != nil {
		return claim{}, time.Time{}, err
	}
	t := taking{table: g.table, config: g.config, numbers: numbers, now: trial.now}
	for {
		candidates, err := t.candidates(ctx)
		if err != nil {
			return claim{}, time.Time{}, err
		}
		if err := g.compare(candidates); err != nil {
			return claim{}, time.Time{}, err
		}
		for _, f := range candidates {
			c, begun, ok, err := t.tryNumber(ctx, f)
			if ok {
				g.seen[f.number] = c.Token
			}
			if ok || err != nil {
				return c, begun, err
			}
		}
	}
}

// compare fails if the table has a lower token of a number than this process saw before.
func (g *Generator[T, B]) compare(list []free) error {
	for _, f := range list {
		if before := g.seen[f.number]; f.token < before {
			return reverted(g.config.Name, f.number, before, "the row has the token "+strconv.FormatInt(f.token, 10))
		}
		g.seen[f.number] = f.token
	}
	return nil
}

// candidates returns some free numbers in random order, so that processes that start
// together try different ones.
func (t *taking) candidates(ctx context.Context) ([]free, error) {
	for {
		before := t.now() + t.config.Margin.Milliseconds()
		list, err := t.table.free(ctx, t.config.Name, t.numbers, before)
		if err != nil {
			return nil, t.fault(err)
		}
		if len(list) > 0 {
			rand.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
			return list[:min(len(list), maxTurns)], nil
		}
		if err := t.grow(ctx, before); err != nil {
			return nil, err
		}
	}
}

// grow doubles the rows of a name in which no number was free. It does nothing if one is
// free by now, and fails with a TakenError if each number has a row.
func (t *taking) grow(ctx context.Context, before int64) error {
	c, err := t.table.count(ctx, t.config.Name, t.numbers, before)
	switch {
	case err != nil:
		return t.fault(err)
	case c.free > 0:
		return nil
	case c.rows >= t.numbers:
		return &TakenError{Name: t.config.Name, Numbers: t.numbers, Held: c.held, Wait: c.wait}
	}
	err = t.table.grow(ctx, t.config.Name, min(max(2*c.rows, firstRows), t.numbers))
	return t.failed(ctx, err)
}

// tryNumber claims a number. ok is false if another process was faster.
func (t *taking) tryNumber(ctx context.Context, f free) (c claim, begun time.Time, ok bool, err error) {
	c = claim{Lease: Lease{Name: t.config.Name, Number: f.number, Token: f.token + 1}, floor: f.mark}
	c.mark = max(t.now(), f.mark) + t.config.TTL.Milliseconds()
	begun = time.Now()
	ok, err = t.table.claim(ctx, c.Name, f, t.config.TTL, c.mark)
	return c, begun, ok, t.failed(ctx, err)
}

// failed counts an error of a statement that is sent again, after a short time. It returns
// the error if there were too many, or if ctx has ended.
func (t *taking) failed(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	t.failures++
	if t.failures == maxFailures || sleep(ctx, rand.N(time.Duration(t.failures)*2*time.Millisecond)) != nil {
		return t.fault(err)
	}
	return nil
}

func (t *taking) fault(err error) error {
	return fmt.Errorf("lease: claim of a number of %q: %w: check the connection, the table sortid_lease and the role's rights to it", t.config.Name, err)
}
