package faults_test

import (
	"context"
	"sync"
	"testing"

	"github.com/sortid/sortid/integration_test/internal/retry"
	"github.com/sortid/sortid/internal/dbserver"
)

// TestTimeout lets the client give up on an answer that never comes. The error is one after
// which the rows may be stored, through each layer, and the retry finds them.
func TestTimeout(t *testing.T) {
	for _, set := range settings {
		t.Run(set.name, func(t *testing.T) {
			if set.kind != dbserver.Postgres {
				// go-sql-driver/mysql waits for the answer to COMMIT without regard to the context.
				set = set.with("readTimeout", "1h")
			}
			s, w := set.open(t)
			must(t, "create", sqlStore{s.pool(t), s.kind}.create(t.Context()))
			for _, l := range layersOn(s.kind) {
				t.Run(l.name, func(t *testing.T) {
					c := cutting{wire: w, store: l.open(t, s), sent: sent{}}
					c.giveUp(t)
				})
			}
		})
	}
}

func (c cutting) giveUp(t *testing.T) {
	first, rows := c.sent.rows("first", 1), c.sent.rows("late", 10)
	must(t, "insert", c.store.insert(t.Context(), first)) // the driver has prepared its statements
	ctx := expiring{t.Context(), make(chan struct{})}
	c.wire.answered = sync.OnceFunc(func() { close(ctx.done) })
	c.wire.cut(inSilence, rows[len(rows)-1].Note)
	err := c.store.insert(ctx, rows)
	if f := retry.FaultOf(err); f != retry.Timeout && f != retry.Lost {
		t.Errorf("no answer came: %v (%T), fault %q, want a timeout or a lost connection", err, err, f)
	}
	if err := c.store.insert(t.Context(), rows); retry.FaultOf(err) != retry.Duplicate {
		t.Errorf("the retry: %v, want a duplicate key", err)
	}
	if found, err := stored(t.Context(), c.store, rows); !found || err != nil {
		t.Errorf("the rows are stored: %t, %v", found, err)
	}
}

// expiring is a context whose deadline passes when done is closed.
type expiring struct {
	context.Context
	done chan struct{}
}

// Done returns the channel that is closed at the deadline.
func (c expiring) Done() <-chan struct{} { return c.done }

// Err returns context.DeadlineExceeded after the deadline.
func (c expiring) Err() error {
	select {
	case <-c.done:
		return context.DeadlineExceeded
	default:
		return nil
	}
}
