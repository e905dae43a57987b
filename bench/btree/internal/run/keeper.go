package run

import (
	"database/sql/driver"
	"math/rand/v2"
)

// keeper keeps a sample of the inserted keys of each writer.
type keeper []*reservoir

// newKeeper returns a keeper of so many keys at least.
func (run *runner) newKeeper(rows, keys int) (k keeper) {
	writers := run.planned.Writers
	const rest = 2 // by which the rows of a writer may differ from its share
	for i := range writers {
		k = append(k, &reservoir{
			rng:    run.rng(i),
			any:    make([]driver.Valuer, 0, share(keys, writers, i)+rest),
			recent: max(1, min(share(keys, writers, i), rows/writers/100)),
		})
	}
	return k
}

// rng returns the source of what is chosen at random for writer i, by the seed and the repeat.
func (run *runner) rng(i int) *rand.Rand {
	return rand.New(rand.NewPCG(run.Seed+uint64(run.planned.Repeat), uint64(i)))
}

// reservoir keeps a uniform sample of the keys that it is offered.
type reservoir struct {
	rng    *rand.Rand
	seen   int
	any    []driver.Valuer // each key so far is in it with the same probability
	recent int             // how many of the last keys are those of recent rows
	until  int             // how many keys it takes part of; 0 is all
}

func (r *reservoir) offer(k driver.Valuer) {
	if r.seen++; r.until > 0 && r.seen > r.until {
		return
	}
	if len(r.any) < cap(r.any) {
		r.any = append(r.any, k)
		return
	}
	if i := r.rng.IntN(r.seen); i < len(r.any) {
		r.any[i] = k
	}
}

// pick returns n keys in random order: each key of the sample once, and repeatedly if there are
// fewer.
func (r *reservoir) pick(n int) []driver.Valuer { return r.draw(r.any, n) }

// draw returns n of the keys in random order, repeatedly if there are fewer.
func (r *reservoir) draw(from []driver.Valuer, n int) []driver.Valuer {
	keys := make([]driver.Valuer, 0, n)
	for len(keys) < n && len(from) > 0 {
		for _, i := range r.rng.Perm(len(from)) {
			if len(keys) == n {
				break
			}
			keys = append(keys, from[i])
		}
	}
	return keys
}

// shuffled returns the keys of a sample that has all of them, each once and in random order:
// those of the latest rows apart.
func (r *reservoir) shuffled() (older, recent []driver.Valuer) {
	at := max(0, len(r.any)-r.recent)
	return r.draw(r.any[:at], at), r.draw(r.any[at:], len(r.any)-at)
}
