package sim

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	btree "github.com/sortid/sortid/bench/btree/internal/sim"
)

// queue has the transactions under way and draws which one inserts the next row. It waits
// until every writer has a transaction, so that the tree depends on the keys and not on
// which goroutine was quicker. The tree's lock protects it.
type queue struct {
	tree    *tree
	order   *rand.Rand
	writers []*writer
	joined  int            // writers that ever were
	pending []*transaction // in the order of their writers
	expect  int            // writers that are waited for, those with a transaction here among them
	since   time.Time      // when a transaction ended last
	grace   time.Duration  // how long a writer may take to come back
}

// transaction is the rows of one Insert.
type transaction struct {
	ctx     context.Context
	writer  *writer
	keys    []byte // those that were made and are to come, one after the other
	rows    int
	left    int                    // rows that are to come
	supply  func() ([]byte, error) // makes more keys; nil if all were made before
	replace engine.Replace
	done    chan struct{} // closed at the end
	ended   bool
	err     error
}

func newQueue(t *tree, seed uint64) *queue {
	return &queue{tree: t, grace: grace, order: rand.New(rand.NewPCG(seed, 2))}
}

// join adds a writer, which is waited for from now on.
func (q *queue) join(w *writer) {
	w.number = q.joined
	q.joined++
	q.writers = append(q.writers, w)
	q.expect++
	q.since = time.Now()
}

// leave stops waiting for a writer for good.
func (q *queue) leave(w *writer) {
	if i := slices.Index(q.writers, w); i >= 0 {
		q.writers = slices.Delete(q.writers, i, i+1)
		q.missing(w)
		q.advance()
	}
}

// pause stops waiting for a writer until it is back. When the last one pauses, all are
// waited for again: they will begin together.
func (q *queue) pause(w *writer) {
	q.missing(w)
	if q.expect > 0 || len(q.pending) > 0 {
		q.advance()
		return
	}
	for _, w := range q.writers {
		w.away = false
	}
	q.expect = len(q.writers)
	q.since = time.Now()
}

// missing stops waiting for a writer until it is back.
func (q *queue) missing(w *writer) {
	if !w.away {
		w.away = true
		q.expect--
	}
}

// add takes a transaction in.
func (q *queue) add(x *transaction) {
	if w := x.writer; w.away {
		w.away = false
		q.expect++
	}
	x.writer.busy = true
	i, _ := slices.BinarySearchFunc(q.pending, x.writer.number, func(y *transaction, n int) int { return y.writer.number - n })
	q.pending = slices.Insert(q.pending, i, x)
	q.advance()
}

// goOn stops waiting for the writers that have no transaction.
func (q *queue) goOn() {
	for _, w := range q.writers {
		if !w.busy {
			q.missing(w)
		}
	}
	q.advance()
}

// advance inserts rows until a transaction ends and its writer is waited for again.
func (q *queue) advance() {
	for len(q.pending) > 0 && len(q.pending) >= q.expect {
		x := q.pending[0]
		if len(q.pending) > 1 {
			x = q.pending[q.order.IntN(len(q.pending))]
		}
		if err := q.row(x); err != nil {
			q.end(x, err)
			q.fail(err)
		} else if x.left == 0 {
			q.tree.rows += x.rows
			q.tree.clock.advance(q.tree.timing.commit)
			q.end(x, nil)
			q.since = time.Now()
		}
	}
}

func (q *queue) end(x *transaction, err error) {
	q.pending = slices.Delete(q.pending, slices.Index(q.pending, x), slices.Index(q.pending, x)+1)
	x.ended, x.err, x.writer.busy = true, err, false
	close(x.done)
}

// fail makes the tree unusable: a row cannot be removed again, as the pages that it split
// stay split.
func (q *queue) fail(err error) {
	q.tree.broken = fmt.Errorf("sim: the tree has a part of a transaction that failed: %w", err)
	for len(q.pending) > 0 {
		q.end(q.pending[0], q.tree.broken)
	}
}

// looks is the number of rows between two checks of the context.
const looks = 256

// row inserts the next row of a transaction.
func (q *queue) row(x *transaction) error {
	if x.left%looks == 0 {
		if err := x.ctx.Err(); err != nil {
			return err
		}
	}
	if len(x.keys) == 0 {
		var err error
		if x.keys, err = x.supply(); err != nil {
			return err
		}
	}
	width := q.tree.rules.KeyWidth()
	key := x.keys[:width]
	x.keys = x.keys[width:]
	x.left--
	q.tree.clock.advance(q.tree.timing.row)
	return q.insert(x, key)
}

func (q *queue) insert(x *transaction, key []byte) error {
	for {
		err := q.tree.tree.Insert(key)
		if x.replace == nil || !errors.Is(err, btree.ErrDuplicate) {
			return err
		}
		v, err := x.replace(x.ctx)
		if err != nil {
			return err
		}
		if key, err = appendKey(nil, v); err != nil {
			return err
		}
	}
}

// grace is how long the others wait for the next transaction of a writer. If there is none
// by then, the writer has no more rows or waits for its clock.
const grace = 50 * time.Millisecond

// wait returns when the transaction has ended.
func (q *queue) wait(ctx context.Context, x *transaction) error {
	timer := time.NewTimer(q.grace)
	defer timer.Stop()
	for {
		select {
		case <-x.done:
			return x.err
		case <-ctx.Done():
			q.tree.mu.Lock()
			defer q.tree.mu.Unlock()
			if !x.ended {
				q.end(x, ctx.Err())
				q.fail(ctx.Err())
			}
			return x.err
		case <-timer.C:
			q.tree.mu.Lock()
			left := q.grace - time.Since(q.since)
			if left <= 0 && !x.ended {
				q.goOn()
				left = q.grace
			}
			q.tree.mu.Unlock()
			timer.Reset(max(left, 0))
		}
	}
}
