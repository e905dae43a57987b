package sim

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/key"
	btree "github.com/sortid/sortid/bench/btree/internal/sim"
)

// queue has the transactions under way and inserts their rows in the order of the schedule.
// It waits until every writer has a transaction, so that the tree depends on the keys and
// not on which goroutine was quicker. The tree's lock protects it.
type queue struct {
	tree    *tree
	writers []*writer
	joined  int            // writers that ever were
	most    int            // writers at the same time, at most
	batch   int            // rows of a transaction beside other writers, at most
	made    string         // when its keys were made
	pending []*transaction // in the order of their writers
	fresh   []*transaction // the pending ones that are not in the schedule yet
	expect  int            // writers that are waited for, those with a transaction here among them
	since   time.Time      // when a transaction ended last
	grace   time.Duration  // how long a writer may take to come back
	schedule
}

// transaction is the rows of one Insert.
type transaction struct {
	ctx       context.Context
	writer    *writer
	keys      []byte // those that were made and are to come, one after the other
	rows      int
	left      int                            // rows that are to come
	statement int                            // rows of a statement, at most
	supply    func(rows int) ([]byte, error) // makes keys for as many rows, or fewer; nil if all were made before
	replace   engine.Replace
	done      chan struct{} // closed at the end
	ended     bool
	err       error

	// What follows belongs to the schedule.
	step     step
	at       int64 // when the step ends, in nanoseconds
	count    int   // of the step among all
	begun    bool  // whether BEGIN was sent
	finished bool  // whether COMMIT was sent, or the only statement
	sent     int   // rows of the request under way that are to come
}

// made says when the keys of the transaction are made.
func (x *transaction) made() string {
	switch {
	case x.supply == nil || x.rows == 1:
		return "batch"
	case x.statement == 1:
		return "row"
	}
	return "statement"
}

func newQueue(t *tree, s schedule) *queue { return &queue{tree: t, grace: grace, schedule: s} }

// join adds a writer, which is waited for from now on.
func (q *queue) join(w *writer) {
	w.number = q.joined
	q.joined++
	q.writers = append(q.writers, w)
	q.most = max(q.most, len(q.writers))
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
	if w.core {
		w.core = false
		q.free++
	}
	if !w.away {
		w.away = true
		q.expect--
	}
}

// back waits for a writer again.
func (q *queue) back(w *writer) {
	if w.away {
		w.away = false
		q.expect++
	}
}

// add takes a transaction in.
func (q *queue) add(x *transaction) {
	q.back(x.writer)
	x.writer.busy = true
	i, _ := slices.BinarySearchFunc(q.pending, x.writer.number, func(y *transaction, n int) int { return y.writer.number - n })
	q.pending = slices.Insert(q.pending, i, x)
	q.fresh = append(q.fresh, x)
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

// advance inserts rows until a transaction ends and its writer is waited for again. Each
// writer makes its keys while the others stand still: their order is the schedule's, not
// that of goroutines.
func (q *queue) advance() {
	for q.complete() {
		if q.admit(); !q.complete() {
			break // an only writer's transaction has ended
		}
		if x := q.draw(); x != nil {
			q.abort(x, q.onCore(x))
			continue
		}
		x := q.pop()
		q.abort(x, q.proceed(x))
	}
	q.call()
}

// resume makes the others wait for a writer, which makes keys once the channel is closed.
func (q *queue) resume(w *writer) <-chan struct{} {
	q.back(w)
	w.turn = make(chan struct{})
	turn := w.turn
	q.call()
	return turn
}

// call makes the first of the writers that resumed make keys, unless one before it does.
func (q *queue) call() {
	for _, w := range q.writers {
		switch {
		case w.turn != nil:
			close(w.turn)
			w.turn = nil
			return
		case !w.busy && !w.away:
			return
		}
	}
}

// complete reports whether every writer that is waited for has a transaction.
func (q *queue) complete() bool { return len(q.pending) > 0 && len(q.pending) >= q.expect }

// admit puts the transactions that are new into the schedule, in the order of their
// writers. It inserts the rows of an only writer at once.
func (q *queue) admit() {
	list := q.fresh
	q.fresh = nil
	slices.SortFunc(list, func(x, y *transaction) int { return x.writer.number - y.writer.number })
	for _, x := range list {
		if len(q.writers) > 1 {
			q.batch, q.made = max(q.batch, x.rows), x.made()
		}
		switch x.begun = x.rows == 1; {
		case x.ended: // because another one failed
		case len(q.writers) == 1:
			q.abort(x, q.alone(x))
		case x.writer.core:
			x.writer.core = false
			q.abort(x, q.send(x))
		default:
			q.line(x, clientStep)
		}
	}
}

// alone inserts the rows of the only writer, at an even pace.
func (q *queue) alone(x *transaction) error {
	for x.left > 0 {
		if err := q.row(x); err != nil {
			return err
		}
		q.clock.advance(q.tree.timing.row)
	}
	q.clock.advance(q.tree.timing.commit)
	q.commit(x)
	return nil
}

// onCore begins the step for which a transaction has got a core.
func (q *queue) onCore(x *transaction) error {
	switch x.step {
	case clientStep:
		return q.send(x)
	case serverStep:
		q.plan(x, serverStep, q.answer(x.sent))
	default: // returnStep
		x.writer.core = true // until it is back with its next transaction
		q.commit(x)
	}
	return nil
}

// send begins the client's work on the next request.
func (q *queue) send(x *transaction) error {
	switch {
	case !x.begun:
		x.begun = true
	case x.left == 0:
		x.finished = true
	default:
		x.finished = x.rows == 1
		if err := q.supply(x); err != nil {
			return err
		}
	}
	q.plan(x, clientStep, q.request(x.sent))
	return nil
}

// supply begins the next statement, and makes its keys if they were not made before.
func (q *queue) supply(x *transaction) error {
	x.sent = min(x.left, x.statement)
	if len(x.keys) > 0 {
		return nil
	}
	var err error
	if x.keys, err = x.supply(x.sent); err != nil {
		return err
	}
	x.sent = min(x.sent, len(x.keys)/q.tree.rules.KeyWidth())
	return nil
}

// proceed does what follows when a step of a transaction has ended.
func (q *queue) proceed(x *transaction) error {
	switch x.step {
	case clientStep:
		return q.onward(x, serverStep)
	case flushStep:
		q.flushed()
	case rowStep:
		if err := q.row(x); err != nil {
			return err
		}
		x.sent--
		return q.answered(x)
	default: // serverStep
		return q.answered(x)
	}
	return nil
}

// answered plans the next row of a request, or what follows the last one.
func (q *queue) answered(x *transaction) error {
	switch {
	case x.sent > 0:
		q.plan(x, rowStep, q.times.row)
	case x.finished:
		q.free++
		q.flush(x)
	default:
		return q.onward(x, clientStep)
	}
	return nil
}

// onward makes a transaction go on with its core, or wait for one.
func (q *queue) onward(x *transaction, next step) error {
	if q.keeps() {
		x.step = next
		return q.onCore(x)
	}
	q.free++
	q.line(x, next)
	return nil
}

// commit ends a transaction whose rows are all in the tree.
func (q *queue) commit(x *transaction) {
	q.tree.rows += x.rows
	q.end(x, nil)
	q.since = time.Now()
}

func (q *queue) end(x *transaction, err error) {
	q.pending = slices.Delete(q.pending, slices.Index(q.pending, x), slices.Index(q.pending, x)+1)
	x.ended, x.err, x.writer.busy = true, err, false
	close(x.done)
}

// abort ends a transaction that failed. A nil error is none.
func (q *queue) abort(x *transaction, err error) {
	if err != nil {
		q.end(x, err)
		q.fail(err)
	}
}

// fail makes the tree unusable: a row cannot be removed again, as the pages that it split
// stay split.
func (q *queue) fail(err error) {
	q.tree.broken = fmt.Errorf("sim: the tree has a part of a transaction that failed: %w", err)
	for len(q.pending) > 0 {
		q.end(q.pending[0], q.tree.broken)
	}
	q.drop()
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
	if len(x.keys) == 0 { // of the only writer
		if err := q.supply(x); err != nil {
			return err
		}
	}
	width := q.tree.rules.KeyWidth()
	k := x.keys[:width]
	x.keys = x.keys[width:]
	x.left--
	return q.insert(x, k)
}

func (q *queue) insert(x *transaction, k []byte) error {
	for {
		err := q.tree.tree.Insert(k)
		if x.replace == nil || !errors.Is(err, btree.ErrDuplicate) {
			return err
		}
		v, err := x.replace(x.ctx)
		if err != nil {
			return err
		}
		if k, err = key.Append(nil, v); err != nil {
			return err
		}
	}
}

// grace is how long the others wait for the next transaction of a writer. If there is none
// by then, the writer has no more rows or waits for its clock. On a busy machine a writer
// may not run for some time, and to go on without it would change the tree.
const grace = 2 * time.Second

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
				q.abort(x, ctx.Err())
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
