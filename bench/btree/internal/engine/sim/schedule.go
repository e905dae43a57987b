package sim

import (
	"container/heap"
	"math/rand/v2"
	"slices"
	"time"
)

// schedule is the time of a simulated server and its clients: it says whose row is next.
// Clients and connections share three cores. A transaction goes through these steps, and
// waits for a core before each that needs one:
//
//   - its client works on a request: BEGIN, an INSERT of up to 100 rows, or COMMIT; a
//     single row is one request;
//   - its connection works on the request, and inserts the rows one after the other. Rows
//     of two connections alternate if both have a core;
//   - after the last request, it waits until the log is flushed. One flush is for all
//     transactions that wait when it begins;
//   - its client gets a core, and makes the keys of the next transaction.
//
// Between client and connection a core is kept at times. Otherwise the next to get it is
// drawn, so that keys arrive out of the order in which they were made.
type schedule struct {
	times  serverTimes
	random *rand.Rand
	clock  *clock
	free   int            // cores
	ready  []*transaction // that wait for a core
	steps  steps
	count  int            // steps that were planned
	next   []*transaction // that wait for the next flush
	now    []*transaction // that wait for the present flush
}

// cores is the number of cores that clients and connections share.
const cores = 3

func newSchedule(s serverTimes, c *clock, seed uint64) schedule {
	return schedule{times: s, clock: c, random: rand.New(rand.NewPCG(seed, 2)), free: cores}
}

// step is what a transaction does next.
type step int

const (
	clientStep step = iota // the client works on a request
	serverStep             // the connection works on it until its first row, or its end
	rowStep                // the connection inserts a row
	flushStep              // the log is flushed
	returnStep             // the client gets a core
)

// steps are the transactions whose step ends at a known time, the earliest first.
type steps []*transaction

func (s steps) Len() int { return len(s) }
func (s steps) Less(i, j int) bool {
	return s[i].at < s[j].at || s[i].at == s[j].at && s[i].count < s[j].count
}
func (s steps) Swap(i, j int) { s[i], s[j] = s[j], s[i] }

// Push is for package heap.
func (s *steps) Push(x any) { *s = append(*s, x.(*transaction)) }

// Pop is for package heap.
func (s *steps) Pop() any {
	last := len(*s) - 1
	x := (*s)[last]
	*s = (*s)[:last]
	return x
}

// plan makes a transaction's step end after d.
func (s *schedule) plan(x *transaction, next step, d time.Duration) {
	s.count++
	x.step, x.at, x.count = next, s.clock.nanos.Load()+int64(d), s.count
	heap.Push(&s.steps, x)
}

// pop moves the clock to the end of the earliest step and returns its transaction.
func (s *schedule) pop() *transaction {
	x := heap.Pop(&s.steps).(*transaction)
	s.clock.nanos.Store(x.at)
	return x
}

// line makes a transaction wait for a core for a step.
func (s *schedule) line(x *transaction, next step) {
	x.step = next
	s.ready = append(s.ready, x)
}

// draw takes a transaction that gets a core, nil if there is none or no core is free.
func (s *schedule) draw() *transaction {
	if s.free == 0 || len(s.ready) == 0 {
		return nil
	}
	s.free--
	i := s.random.IntN(len(s.ready))
	x := s.ready[i]
	s.ready = slices.Delete(s.ready, i, i+1)
	return x
}

// keeps draws whether a transaction keeps its core.
func (s *schedule) keeps() bool { return s.random.Float64() < s.times.kept }

// work returns the time of work of a mean length, of which a part is drawn.
func (s *schedule) work(fixed, drawn time.Duration) time.Duration {
	return fixed + time.Duration(s.random.ExpFloat64()*float64(drawn))
}

// request returns how long the client works on a request of so many rows.
func (s *schedule) request(rows int) time.Duration {
	return s.work(s.times.client.of(rows))
}

// answer returns how long the connection works on a request of so many rows, before them.
func (s *schedule) answer(rows int) time.Duration {
	return s.work(s.times.server.of(rows))
}

// flush makes a transaction wait for a flush of the log, and begins one if there is none.
func (s *schedule) flush(x *transaction) {
	s.next = append(s.next, x)
	if len(s.now) == 0 {
		s.beginFlush()
	}
}

func (s *schedule) beginFlush() {
	s.now, s.next = s.next, s.now[:0]
	if len(s.now) > 0 {
		s.plan(s.now[0], flushStep, s.work(s.times.flush, s.times.flushDrawn))
	}
}

// flushed makes the transactions whose flush has ended wait for a core, and begins the next
// flush.
func (s *schedule) flushed() {
	for _, x := range s.now {
		s.line(x, returnStep)
	}
	s.beginFlush()
}

// drop forgets all transactions.
func (s *schedule) drop() {
	s.free, s.ready, s.steps, s.next, s.now = cores, nil, nil, nil, nil
}
