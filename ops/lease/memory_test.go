package lease

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// memory is a server with the table in memory. Its methods do what the statements of sqlTable
// do, and wait for the network.
type memory struct {
	mu   sync.Mutex
	rows map[int]*memoryRow
	step time.Duration // of the server's clock
}

type memoryRow struct{ token, renewal, expires, begins, mark int64 }

func (m *memory) now() int64 { return time.Now().Add(m.step).UnixMilli() }

// wire is the network between a process and the server.
type wire struct {
	*memory
	delay func() time.Duration
	cut   func() cut
}

// cut is what is wrong with a network.
type cut uint8

const (
	whole    cut = iota
	requests     // requests do not arrive
	answers      // requests arrive, and their answers do not
)

var errCut = errors.New("the network is cut")

// call runs a statement on the server after the network's delay.
func (w wire) call(ctx context.Context, statement func()) error {
	c := w.cut()
	if err := sleep(ctx, w.delay()); err != nil {
		return err
	}
	if c != requests {
		w.mu.Lock()
		statement()
		w.mu.Unlock()
	}
	if c != whole {
		<-ctx.Done()
		return errors.Join(errCut, ctx.Err())
	}
	return sleep(ctx, w.delay())
}

func (w wire) check(context.Context) error { return nil }

// lossyTable is a server whose settings change.
type lossyTable struct {
	wire
	lossy atomic.Bool
}

func (l *lossyTable) check(context.Context) error {
	if l.lossy.Load() {
		return notDurable("a setting is 2: set it to 1")
	}
	return nil
}

func (w wire) free(ctx context.Context, _ string, numbers int, before int64) (list []free, err error) {
	err = w.call(ctx, func() {
		for n, r := range w.rows {
			if n < numbers && r.expires <= w.now() && r.mark <= before {
				list = append(list, free{n, r.token, r.mark})
			}
		}
	})
	slices.SortFunc(list, func(a, b free) int { return int(a.mark - b.mark) })
	return list[:min(len(list), 64)], err
}

func (w wire) count(ctx context.Context, _ string, numbers int, before int64) (c counts, err error) {
	err = w.call(ctx, func() {
		for n, r := range w.rows {
			if n >= numbers {
				continue
			}
			c.rows++
			if left := time.Duration(r.expires-w.now()) * time.Millisecond; left > 0 {
				c.held++
				if c.wait == 0 || left < c.wait {
					c.wait = left
				}
			} else if r.mark <= before {
				c.free++
			}
		}
	})
	return c, err
}

func (w wire) grow(ctx context.Context, _ string, numbers int) error {
	return w.call(ctx, func() {
		for n := range numbers {
			if w.rows[n] == nil {
				w.rows[n] = &memoryRow{}
			}
		}
	})
}

func (w wire) claim(ctx context.Context, _ string, f free, ttl time.Duration, mark int64) (ok bool, err error) {
	err = w.call(ctx, func() {
		r := w.rows[f.number]
		if ok = r.token == f.token && r.mark == f.mark && r.expires <= w.now(); ok {
			*r = memoryRow{r.token + 1, 0, w.now() + ttl.Milliseconds(), r.mark, mark}
		}
	})
	return ok && err == nil, err
}

func (w wire) renew(ctx context.Context, c *claim, ttl time.Duration, mark int64) error {
	return w.writeRenewal(ctx, c, func() int64 { return w.now() + ttl.Milliseconds() }, mark)
}

func (w wire) release(ctx context.Context, c *claim, mark int64) error {
	return w.writeRenewal(ctx, c, func() int64 { return 0 }, mark)
}

func (w wire) writeRenewal(ctx context.Context, c *claim, expires func() int64, mark int64) error {
	c.tried++
	var refusal error
	err := w.call(ctx, func() {
		r := w.rows[c.Number]
		switch {
		case r == nil:
			refusal = c.judge(row{})
		case r.token == c.Token && r.renewal >= c.renewal && r.renewal < c.tried && r.mark >= c.mark:
			r.renewal, r.expires, r.mark = c.tried, expires(), mark
		default:
			refusal = c.judge(row{exists: true, own: r.token == c.Token, token: r.token, renewal: r.renewal, begins: r.begins, mark: r.mark})
		}
	})
	if err != nil || refusal != nil {
		return errors.Join(err, refusal)
	}
	c.renewal = c.tried
	return nil
}
