package lease

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sortid/sortid/id/uid11"
)

// setBack gives the row of a number its state of an earlier time, and maybe another holder then.
func (r *rig) setBack(number int, earlier *memoryRow) {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	if earlier == nil {
		delete(r.server.rows, number)
		return
	}
	*r.server.rows[number] = *earlier
}

// The table loses what the server has confirmed, and other processes claim the number. The holder
// sees that at its next renewal, makes no ID from then on, and claims no other number. It goes on
// only if the row is as it was confirmed: a node of a cluster can be behind.
func TestReverted(t *testing.T) {
	second := time.Second.Milliseconds()
	for _, c := range []struct {
		name string
		back func(present memoryRow) *memoryRow
	}{
		{"the row is gone", func(memoryRow) *memoryRow { return nil }},
		{"the claim", func(p memoryRow) *memoryRow { return &memoryRow{token: p.token - 1, mark: p.begins} }},
		{"a renewal", func(p memoryRow) *memoryRow { p.renewal--; p.mark -= 3 * second; return &p }},
		{"a mark", func(p memoryRow) *memoryRow { p.mark -= 3 * second; return &p }},
		{"the claim, and another process has claimed it", func(p memoryRow) *memoryRow {
			return &memoryRow{token: p.token, renewal: 0, expires: p.expires, begins: p.begins, mark: p.mark}
		}},
		{"the claim, and two have claimed it", func(p memoryRow) *memoryRow {
			return &memoryRow{token: p.token + 1, renewal: 1, expires: p.expires, begins: p.mark - second, mark: p.mark + second}
		}},
		{"a renewal, and another process has claimed it and given it back", func(p memoryRow) *memoryRow {
			return &memoryRow{token: p.token + 1, renewal: 1, begins: p.mark - second, mark: p.mark - second + 1}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			inBubble(t, func(r *rig) {
				g := r.acquire()
				time.Sleep(time.Minute)
				lease, present := g.Lease(), r.row(g)
				r.setBack(lease.Number, c.back(present))
				time.Sleep(r.config.interval())
				for range 60 {
					_, err := g.New()
					if !errors.Is(err, ErrReverted) || errors.Is(err, ErrLost) || !strings.Contains(err.Error(), "stop all processes") {
						t.Fatal(err)
					}
					if _, err := g.Block(2); !errors.Is(err, ErrReverted) {
						t.Fatal(err)
					}
					time.Sleep(time.Second)
				}
				if !r.hasEvent(Reverted) || slices.Contains(r.events[1:], Acquired) || g.Lease() != lease {
					t.Errorf("the lease %v, was %v; events %v", g.Lease(), lease, r.events)
				}
				// The row is not released: it is not that of this process.
				behind, hasRow := memoryRow{}, r.server.rows[lease.Number] != nil
				if hasRow {
					behind = r.row(g)
				}
				if r.server.rows[lease.Number] == nil {
					r.server.rows[lease.Number] = &memoryRow{}
				}
				r.setBack(lease.Number, &present)
				time.Sleep(r.config.interval())
				r.new(g)
				if hasRow {
					r.setBack(lease.Number, &behind)
					time.Sleep(r.config.interval())
					r.close(g)
					if after := r.row(g); after != behind {
						t.Errorf("Close changed the row %+v to %+v", behind, after)
					}
				} else {
					r.close(g)
				}
			})
		})
	}
}

// A process that looks for another number and finds one with a lower token than before claims
// none.
func TestRevertedElsewhere(t *testing.T) {
	inBubble(t, func(r *rig) {
		g := r.acquire()
		defer r.close(g)
		mine := g.Lease().Number
		r.server.mu.Lock()
		for n, row := range r.server.rows {
			if n != mine {
				row.token = 5
			}
		}
		r.server.mu.Unlock()
		// Its number is lost, and it reads the tokens of the others.
		lose := func() {
			number := g.Lease().Number
			r.server.mu.Lock()
			row := r.server.rows[number]
			row.token, row.begins = row.token+1, row.mark
			r.server.mu.Unlock()
			time.Sleep(r.config.interval() + time.Second)
			synctest.Wait()
		}
		lose()
		r.new(g)
		r.server.mu.Lock()
		for n, row := range r.server.rows {
			if g.seen[n] == 5 {
				row.token = 4
			} else {
				row.expires = r.server.now() + time.Hour.Milliseconds()
			}
		}
		r.server.mu.Unlock()
		lose()
		if _, err := g.New(); !errors.Is(err, ErrReverted) {
			t.Errorf("%v, events %v", err, r.events)
		}
	})
}

// judge: what other holders and copies leave is no reason to stop, and what no history of the table leaves is.
func TestJudge(t *testing.T) {
	const (
		confirmed = `lease: number 5 of "a": the table of claims went back: the server confirmed the token 70, and `
		remedy    = ": stop all processes that use these numbers, wait for the TTL, and start them again"
	)
	c := &claim{Lease: Lease{Name: "a", Number: 5, Token: 70}, mark: 1000, renewal: 3, tried: 4}
	for _, x := range []struct {
		name string
		row  row
		want error
		text string
	}{
		{"the next holder", row{exists: true, token: 71, begins: 1000, mark: 1200}, errGone, ""},
		{"the next but one", row{exists: true, token: 72, begins: 1200, mark: 1201}, errGone, ""},
		{"a renewal that was not confirmed, and the next holder", row{exists: true, token: 71, begins: 1100, mark: 1200}, errGone, ""},
		{"a copy", row{exists: true, own: true, token: 70, renewal: 4, mark: 1100}, errCopied, ""},
		{"a copy with more renewals", row{exists: true, own: true, token: 70, renewal: 5, mark: 1100}, errCopied, ""},
		{"a copy that released the number", row{exists: true, own: true, token: 70, renewal: 4, mark: 900}, errCopied, ""},
		{"as it was", row{exists: true, own: true, token: 70, renewal: 3, mark: 1000}, errMeanwhile, ""},
		{"a greater mark", row{exists: true, own: true, token: 70, renewal: 3, mark: 1001}, errMeanwhile, ""},
		{"no row", row{own: true, token: 70, renewal: 3, mark: 1000}, ErrReverted, "the row is gone"},
		{"the token before", row{exists: true, token: 69, mark: 1000}, ErrReverted, "the row has the token 69"},
		{
			"a claim from a time that is in use",
			row{exists: true, token: 71, begins: 999, mark: 1200},
			ErrReverted, "the row has the token 71 from a time that this process may use",
		},
		{"another holder", row{exists: true, token: 70, renewal: 3, mark: 1000}, ErrReverted, "another process has this token"},
		{"the renewal before", row{exists: true, own: true, token: 70, renewal: 2, mark: 1000}, ErrReverted, "the row lacks the last renewal"},
		{"a mark before", row{exists: true, own: true, token: 70, renewal: 3, mark: 999}, ErrReverted, "the row lacks the last renewal"},
	} {
		err := c.judge(x.row)
		if !errors.Is(err, x.want) || x.text != "" && err.Error() != confirmed+x.text+remedy {
			t.Errorf("%s: %v, want %v, %q", x.name, err, x.want, x.text)
		}
	}
}

// A failed check of the server is why New fails, once the time has passed.
func TestRefusalSaysWhy(t *testing.T) {
	inBubble(t, func(r *rig) {
		lossy := &lossyTable{wire: r.wire()}
		format := Snowish(func(g *uid11.Generator) { g.Clock = r.now })
		g, err := acquire(r.t.Context(), lossy, format, r.config)
		if err != nil {
			t.Fatal(err)
		}
		defer r.close(g)
		lossy.lossy.Store(true)
		time.Sleep(r.config.TTL)
		if _, err := g.New(); !errors.Is(err, ErrLost) || !errors.Is(err, ErrNotDurable) || !strings.Contains(err.Error(), "set it to 1") {
			t.Error(err)
		}
		if _, err := acquire(r.t.Context(), lossy, format, r.config); !errors.Is(err, ErrNotDurable) {
			t.Error(err)
		}
		lossy.lossy.Store(false)
		time.Sleep(r.config.interval())
		r.new(g)
	})
}
