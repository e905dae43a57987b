package lease

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/uid11"
)

var (
	processes = flag.Int("processes", 125, "simulate so many processes")
	minutes   = flag.Int("minutes", 1, "simulate so many minutes")
)

// epoch is added to the clock of a bubble, which begins in the year 2000, before that of Snowish.
const epoch = 27 * 365 * 24 * time.Hour

// simulation is a fleet of processes, and what they made.
type simulation struct {
	server *memory
	config Config

	mu    sync.Mutex
	made  map[uid11.ID]int // the process that made an ID
	uses  map[int]int64    // the token of the last ID with a number
	bad   []string
	count map[Kind]int
	ids   int
	// recovered is the longest time from the end of a fault to the next ID, starved that
	// of processes for which no number was free meanwhile.
	recovered, starved time.Duration
}

// process is a process of a fleet.
type process struct {
	fleet  *simulation
	number int
	random *rand.Rand
	step   time.Duration // of its clock
	cut    cut
	taken  bool // since the last fault no number was free
	mu     sync.Mutex
	ids    *Generator[uid11.ID, uid11.Block]
}

func (p *process) now() time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	return time.Now().Add(epoch + p.step)
}

func (p *process) set(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f()
}

// time returns a random time below limit.
func (p *process) time(limit time.Duration) time.Duration {
	return time.Duration(p.random.Int64N(int64(limit)))
}

func (p *process) delay() time.Duration { return rand.N(20 * time.Millisecond) }

func (p *process) state() cut {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.cut
}

// start claims a number, until it has one.
func (p *process) start() {
	format := p.fleet.scarce(Snowish(func(g *uid11.Generator) { g.Clock = p.now }))
	t := wire{memory: p.fleet.server, delay: p.delay, cut: p.state}
	config := p.fleet.config
	config.Observe = p.observe
	for {
		ctx, cancel := context.WithTimeout(context.Background(), config.TTL)
		g, err := acquire(ctx, t, format, config)
		cancel()
		if err == nil {
			p.ids = g
			return
		}
		p.observe(Event{Kind: AcquireFailed, Err: err})
		time.Sleep(time.Second)
	}
}

// scarce returns the format with little more numbers than there are processes.
func (f *simulation) scarce(format Format[uid11.ID, uid11.Block]) Format[uid11.ID, uid11.Block] {
	open := format.open
	format.open = func(number id.Node) (source[uid11.ID, uid11.Block], int, error) {
		s, numbers, err := open(number)
		return s, min(numbers, *processes*128/125), err
	}
	return format
}

// kill ends the process without a release. A statement that was sent still arrives.
func (p *process) kill() {
	close(p.ids.stop)
}

// work makes IDs for some time, and reports whether the last call succeeded.
func (p *process) work() bool {
	ok := false
	for range 3 {
		x, err := p.ids.New()
		ok = err == nil
		if ok {
			p.fleet.record(p, x)
		} else if !errors.Is(err, ErrLost) && !errors.Is(err, ErrAhead) && !errors.Is(err, id.ErrExhausted) {
			p.fleet.complain("process %d: %v", p.number, err)
		}
	}
	time.Sleep(time.Second/2 + rand.N(time.Second))
	return ok
}

func (f *simulation) complain(format string, args ...any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.bad = append(f.bad, fmt.Sprintf(format, args...))
}

// record checks an ID: nobody made it before, and no later holder of its number has begun.
func (f *simulation) record(p *process, x uid11.ID) {
	fields, err := x.Snowish()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ids++
	if err != nil {
		f.bad = append(f.bad, err.Error())
	}
	if other, ok := f.made[x]; ok {
		f.bad = append(f.bad, fmt.Sprintf("processes %d and %d made %v", other, p.number, x))
	}
	f.made[x] = p.number
	number := int(fields.Machine)
	token := p.ids.Lease().Token
	if f.uses[number] > token {
		f.bad = append(f.bad, fmt.Sprintf("process %d used the number %d with the token %d after %d", p.number, number, token, f.uses[number]))
	}
	f.uses[number] = max(f.uses[number], token)
}

func (p *process) observe(e Event) {
	p.fleet.mu.Lock()
	p.fleet.count[e.Kind]++
	p.fleet.mu.Unlock()
	if errors.Is(e.Err, ErrTaken) {
		p.set(func() { p.taken = true })
	}
}

// fault lets one fault happen to a process, and returns after its end.
func (p *process) fault() {
	ttl := p.fleet.config.TTL
	switch p.random.IntN(6) {
	case 0: // killed, and started again with a clock that is behind
		p.kill()
		p.set(func() { p.step = -p.time(30 * time.Second) })
		time.Sleep(p.time(ttl / 2))
		p.start()
	case 1: // stopped in an orderly way
		if err := p.ids.Close(); err != nil && p.state() == whole {
			p.fleet.complain("process %d: Close: %v", p.number, err)
		}
		p.start()
	case 2, 3: // cut off
		c := []cut{requests, answers}[p.random.IntN(2)]
		p.set(func() { p.cut = c })
		p.workFor(p.time(3 * ttl))
		p.set(func() { p.cut = whole })
	case 4, 5: // the clock is wrong, and set right
		p.set(func() { p.step = p.time(time.Minute) - 30*time.Second })
		p.workFor(p.time(ttl))
		p.set(func() { p.step = 0 })
	}
}

func (p *process) workFor(d time.Duration) {
	for end := time.Now().Add(d); time.Now().Before(end); {
		p.work()
	}
}

// recover works until an ID is made. That takes the time to live at most, unless no number was
// free.
func (p *process) recover() {
	begun := time.Now()
	for !p.work() {
	}
	passed := time.Since(begun)
	p.fleet.mu.Lock()
	defer p.fleet.mu.Unlock()
	if p.taken {
		p.fleet.starved = max(p.fleet.starved, passed)
	} else {
		p.fleet.recovered = max(p.fleet.recovered, passed)
	}
}

// TestFleet simulates processes with kills, cuts and clocks that are wrong.
func TestFleet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &simulation{server: &memory{rows: map[int]*memoryRow{}}, made: map[uid11.ID]int{}, uses: map[int]int64{}, count: map[Kind]int{}}
		config, err := Config{TTL: 10 * time.Second}.complete("snowish")
		if err != nil {
			t.Fatal(err)
		}
		f.config = config
		end := time.Now().Add(time.Duration(*minutes) * time.Minute)
		var all sync.WaitGroup
		for n := range *processes {
			all.Go(func() {
				p := &process{fleet: f, number: n, random: rand.New(rand.NewPCG(1, uint64(n)))}
				p.start()
				for time.Now().Before(end) {
					p.workFor(p.time(time.Minute))
					p.set(func() { p.taken = false })
					p.fault()
					p.recover()
				}
				if err := p.ids.Close(); err != nil {
					f.complain("process %d: the last Close: %v", n, err)
				}
			})
		}
		all.Wait()
		for _, bad := range f.bad[:min(len(f.bad), 20)] {
			t.Error(bad)
		}
		t.Logf("%d IDs; events: %v; longest recovery %v, and %v where no number was free", f.ids, f.count, f.recovered, f.starved)
		if f.recovered > config.TTL {
			t.Errorf("a recovery took %v, want at most %v", f.recovered, config.TTL)
		}
	})
}
