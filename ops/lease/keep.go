package lease

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/sortid/sortid/id"
)

// maxHold is how far IDs may be ahead of the clock before the generator claims another
// number, in milliseconds: what the default generators of the formats hold.
const maxHold = 10_000

// minInterval is the least time between two renewals that New asks for.
const minInterval = 10 * time.Millisecond

// run renews the claim until Close.
func (g *Generator[T, B]) run() {
	defer close(g.ended)
	timer := time.NewTimer(g.config.interval())
	defer timer.Stop()
	for {
		select {
		case <-g.stop:
			return
		case <-timer.C:
		case <-g.wake:
		}
		wait := g.keep()
		// A tenth of the time is random, so that processes that started together part.
		timer.Reset(wait - rand.N(wait/10+1))
		if !g.pause(min(minInterval, wait)) {
			return
		}
	}
}

// pause waits for d. It returns false after Close.
func (g *Generator[T, B]) pause(d time.Duration) bool {
	select {
	case <-g.stop:
		return false
	case <-time.After(d):
		return true
	}
}

// limited limits the time of one renewal, claim or release.
func (g *Generator[T, B]) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, g.config.interval())
}

// keep renews the claim, or claims another number if that is lost or its IDs are ahead of
// the clock. It returns the time until the next call.
func (g *Generator[T, B]) keep() time.Duration {
	held := g.held.Load()
	if !held.isLost {
		if again := g.hold(held); again > 0 {
			return again
		}
	}
	ctx, cancel := g.limited(context.Background())
	defer cancel()
	switch err := g.replace(ctx); {
	case errors.Is(err, ErrReverted):
		g.refuse(held, Reverted, err)
		return g.config.retry()
	case err != nil:
		g.emit(AcquireFailed, held.claim.Lease, err)
		return g.config.retry()
	}
	return g.config.interval()
}

// hold renews the claim of held. It returns the time until the next call of keep, or 0 if the
// generator needs another number.
func (g *Generator[T, B]) hold(held *grant[T, B]) time.Duration {
	switch err := g.renew(held); {
	case err == nil && held.source.isAhead():
		return 0
	case err == nil:
		return g.config.interval()
	case errors.Is(err, ErrReverted):
		held.isReverted = true
		g.refuse(held, Reverted, err)
	case errors.Is(err, errGone) && !held.isReverted:
		held.isLost = true
		g.refuse(held, Lost, errNoNumber(err))
		return 0
	default: // with isReverted: whatever the table has now, this claim is not in it
		g.mu.Lock()
		held.failure = err
		g.mu.Unlock()
		g.emit(RenewFailed, held.claim.Lease, err)
	}
	return g.config.retry()
}

// renew renews the claim of held.
func (g *Generator[T, B]) renew(held *grant[T, B]) error {
	ctx, cancel := g.limited(context.Background())
	defer cancel()
	if err := g.table.check(ctx); err != nil {
		return err
	}
	begun, mark := time.Now(), max(held.claim.mark, held.source.now()+g.config.TTL.Milliseconds())
	if err := g.table.renew(ctx, &held.claim, g.config.TTL, mark); err != nil {
		return err
	}
	held.claim.mark, held.isReverted = mark, false
	g.extend(held, begun)
	g.emit(Renewed, held.claim.Lease, nil)
	return nil
}

// isAhead reports whether the IDs are further ahead of the clock than they may be.
func (s *source[T, B]) isAhead() bool {
	x, err := s.probe()
	if err != nil {
		return errors.Is(err, id.ErrExhausted) || errors.Is(err, id.ErrOverflow)
	}
	return s.millis(x)-s.now() > maxHold
}

// replace claims a number and gives the one before back.
func (g *Generator[T, B]) replace(ctx context.Context) error {
	claimed, begun, err := g.take(ctx)
	if err != nil {
		return err
	}
	fresh, err := g.open(ctx, claimed)
	if err != nil {
		ctx, cancel := g.limited(context.WithoutCancel(ctx))
		defer cancel()
		return errors.Join(err, g.table.release(ctx, &claimed, claimed.mark))
	}
	before := g.held.Load()
	g.held.Store(fresh)
	g.extend(fresh, begun)
	g.emit(Acquired, claimed.Lease, nil)
	if before != nil {
		before.limit.Store(0)
		// Without an answer, the number is free when its claim has expired.
		_ = g.release(ctx, before)
	}
	return nil
}

// open returns a generator for a number whose first ID is after those of its former holders.
func (g *Generator[T, B]) open(ctx context.Context, c claim) (*grant[T, B], error) {
	source, _, err := g.format.open(id.NodeOf(c.Number))
	if err != nil {
		return nil, err
	}
	for left := int64(1); left > 0; left = c.floor - source.now() {
		if err := sleep(ctx, time.Duration(min(left, 10))*time.Millisecond); err != nil {
			return nil, err
		}
	}
	// From the first ID on, the generator does not go back, whatever the clock does.
	x, err := source.probe()
	if err != nil {
		return nil, err
	}
	if at := source.millis(x); at < c.floor || at >= c.mark {
		return nil, fault("claim of a number", ErrAhead, "it took longer than the TTL of "+g.config.TTL.String()+", or the clock was set meanwhile: try again with a longer TTL", nil)
	}
	return &grant[T, B]{source: source, claim: c}, nil
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// extend lets a generator make IDs until the usable time that began at begun has passed.
func (g *Generator[T, B]) extend(held *grant[T, B], begun time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	held.ends, held.failure = begun.Add(g.config.usableFor()), nil
	left := time.Until(held.ends)
	if held.timer == nil {
		held.timer = time.AfterFunc(left, func() { g.expire(held) })
	} else {
		held.timer.Reset(left)
	}
	if left > 0 {
		g.set(held, held.claim.mark, nil)
	} else {
		g.set(held, 0, errNoNumber(errLate))
	}
}

// set sets the limit of a generator, and why it makes no IDs. The caller holds g.mu.
func (g *Generator[T, B]) set(held *grant[T, B], limit int64, refusal error) {
	held.limit.Store(limit)
	g.refusal = refusal
	close(g.renewed)
	g.renewed = make(chan struct{})
}

// expire stops a generator whose claim was not renewed in time.
func (g *Generator[T, B]) expire(held *grant[T, B]) {
	g.mu.Lock()
	isLate := g.held.Load() == held && held.limit.Load() != 0 && !time.Now().Before(held.ends)
	err := errLate
	if held.failure != nil {
		err = fmt.Errorf("%w: %w", errLate, held.failure)
	}
	if isLate {
		g.set(held, 0, errNoNumber(err))
	}
	g.mu.Unlock()
	if isLate {
		g.emit(Refused, held.claim.Lease, err)
	}
}

var errLate = errors.New("the server has not confirmed a renewal in time")

func errNoNumber(err error) error {
	return fault("new ID", ErrLost, "the generator claims one as soon as the server answers: try again later", err)
}

// refuse stops a generator, whose New fails with the error then.
func (g *Generator[T, B]) refuse(held *grant[T, B], kind Kind, err error) {
	g.mu.Lock()
	g.set(held, 0, err)
	g.mu.Unlock()
	g.emit(kind, held.claim.Lease, err)
}

// release gives a number back whose generator makes no IDs any more. The next holder begins
// after the last ID, which the probe follows: whatever is made after the probe is not returned.
func (g *Generator[T, B]) release(ctx context.Context, held *grant[T, B]) error {
	held.timer.Stop()
	if held.isLost || held.isReverted {
		return nil
	}
	mark := held.claim.mark
	if x, err := held.source.probe(); err == nil {
		mark = held.source.millis(x) + 1
	}
	err := g.table.release(ctx, &held.claim, mark)
	if errors.Is(err, errGone) && !errors.Is(err, errCopied) {
		// The claim expired, and its IDs are all before those of the next holder.
		g.emit(Lost, held.claim.Lease, err)
		return nil
	}
	g.emit(Released, held.claim.Lease, err)
	return err
}

// Close ends the renewals, makes New fail and gives the number back, so that another process
// can claim it at once. If another process has claimed it already, there is nothing to give
// back, and Close returns nil. It fails if the server does not confirm the release within the
// TTL, when the number is free anyway, and if a copy of this process has changed the claim, or
// the table went back ([ErrReverted]). Further calls do nothing.
func (g *Generator[T, B]) Close() (err error) {
	if g.held.Load() == nil {
		return nil
	}
	g.once.Do(func() {
		close(g.stop)
		<-g.ended
		held := g.held.Load()
		g.mu.Lock()
		g.set(held, 0, fault("new ID", ErrClosed, "Close was called: do not use the generator after it", nil))
		g.mu.Unlock()
		ctx, cancel := context.WithTimeout(context.Background(), g.config.TTL)
		defer cancel()
		err = g.release(ctx, held)
	})
	return err
}

// emit calls the configuration's Observe.
func (g *Generator[T, B]) emit(kind Kind, l Lease, err error) {
	g.observe.Lock()
	defer g.observe.Unlock()
	g.config.Observe(Event{Kind: kind, Lease: l, Err: err})
}
