package uses

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/ops/lease"
)

// Holder is a process, or a part of one, that holds a number of Ulid-Flake and makes IDs.
type Holder struct {
	IDs  *lease.Generator[ulidflake.ID, ulidflake.Block]
	stop chan struct{}
	done chan struct{}

	mu        sync.Mutex
	made      []Use
	last      error // of the last call of New
	confirmed time.Time
	events    []lease.Event
	err       error // read after done
}

// Hold claims a number and makes IDs until Fire.
func Hold(ctx context.Context, db *sql.DB, ttl time.Duration) (*Holder, error) {
	h := &Holder{stop: make(chan struct{}), done: make(chan struct{})}
	var err error
	if h.IDs, err = lease.Acquire(ctx, db, lease.UlidFlake(), lease.Config{TTL: ttl, Observe: h.observe}); err != nil {
		return nil, err
	}
	go h.work()
	return h, nil
}

func (h *Holder) observe(e lease.Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.events = append(h.events, e)
	if e.Kind == lease.Acquired || e.Kind == lease.Renewed {
		h.confirmed = time.Now()
	}
}

// work makes IDs. A generator without a number is tried again.
func (h *Holder) work() {
	defer close(h.done)
	for {
		select {
		case <-h.stop:
			h.err = h.IDs.Close()
			return
		case <-time.After(3 * time.Millisecond):
		}
		held, at := h.IDs.Lease(), time.Now().UnixNano()
		x, err := h.IDs.New()
		switch {
		case err == nil, errors.Is(err, lease.ErrLost), errors.Is(err, lease.ErrReverted), errors.Is(err, lease.ErrAhead):
		case errors.Is(err, id.ErrOverflow):
			continue
		default:
			h.err = errors.Join(err, h.IDs.Close())
			return
		}
		h.mu.Lock()
		h.last = err
		if err == nil && held == h.IDs.Lease() {
			h.made = append(h.made, Use{ID: uint64(x), Number: int64(held.Number), Token: held.Token, At: at})
		}
		h.mu.Unlock()
	}
}

// Failure returns the error of the last call of New.
func (h *Holder) Failure() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.last
}

// Confirmed reports whether the server has confirmed the claim after a time.
func (h *Holder) Confirmed(after time.Time) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.confirmed.After(after)
}

// Count returns the number of IDs, and of events of a kind.
func (h *Holder) Count(kind lease.Kind) (made, events int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, e := range h.events {
		if e.Kind == kind {
			events++
		}
	}
	return len(h.made), events
}

// Fire ends the process, which gives its number back, and returns the IDs that it made.
func (h *Holder) Fire(t testing.TB) []Use {
	t.Helper()
	close(h.stop)
	<-h.done
	if h.err != nil {
		t.Errorf("a holder: %v", h.err)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, u := range h.made {
		if int64(u.ID&ulidflake.MaxMachine) != u.Number {
			t.Errorf("%d does not have the number %d", u.ID, u.Number)
		}
	}
	return slices.Clone(h.made)
}
