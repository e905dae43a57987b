package lease

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

// stub is a table with one answer to each call, and what it was asked.
type stub struct {
	table
	list      []free
	counts    counts
	err       error
	asked     int64 // before of the last call of free or count
	numbers   int   // of the last call of free, count or grow
	grown     int
	claimed   free
	claimMark int64
}

func (s *stub) free(_ context.Context, _ string, numbers int, before int64) ([]free, error) {
	s.numbers, s.asked = numbers, before
	return append([]free(nil), s.list...), s.err
}

func (s *stub) count(_ context.Context, _ string, numbers int, before int64) (counts, error) {
	s.numbers, s.asked = numbers, before
	return s.counts, s.err
}

func (s *stub) grow(_ context.Context, _ string, numbers int) error {
	s.grown = numbers
	return s.err
}

func (s *stub) claim(_ context.Context, _ string, f free, _ time.Duration, mark int64) (bool, error) {
	s.claimed, s.claimMark = f, mark
	return true, s.err
}

func (s *stub) taking(now int64) *taking {
	config := Config{Name: "a", TTL: 10 * time.Second, Margin: time.Second}
	return &taking{table: s, config: config, numbers: 1024, now: func() int64 { return now }}
}

const remedyOfClaim = ": check the connection, the table sortid_lease and the role's rights to it"

// Eight of the free numbers are tried, others each time. Free is what is marked until the margin at the latest.
func TestCandidates(t *testing.T) {
	var list []free
	for n := range 64 {
		list = append(list, free{number: n, token: int64(n)})
	}
	s := &stub{list: list}
	first, all := map[int]bool{}, map[int]bool{}
	for range 200 {
		got, err := s.taking(5000).candidates(t.Context())
		if err != nil || len(got) != 8 {
			t.Fatalf("%v, %v", got, err)
		}
		once := map[int]bool{}
		for _, f := range got {
			once[f.number], all[f.number] = true, true
			if f.token != int64(f.number) {
				t.Fatalf("%+v", f)
			}
		}
		first[got[0].number] = true
		if len(once) != 8 {
			t.Fatalf("a number is tried twice: %v", got)
		}
	}
	if len(first) < 20 || len(all) != 64 {
		t.Errorf("%d numbers are tried first, and %d at all", len(first), len(all))
	}
	if s.asked != 6000 || s.numbers != 1024 {
		t.Errorf("free numbers below %d, marked until %d; want 1024, 6000", s.numbers, s.asked)
	}
	s.list = list[:3]
	if got, err := s.taking(5000).candidates(t.Context()); len(got) != 3 || err != nil {
		t.Errorf("%v, %v", got, err)
	}
	s.err = errGiven
	if _, err := s.taking(5000).candidates(t.Context()); !errors.Is(err, errGiven) || err.Error() != `lease: claim of a number of "a": the server's error`+remedyOfClaim {
		t.Error(err)
	}
	// No number is free, and each has a row.
	s = &stub{counts: counts{rows: 1024, held: 1024, wait: time.Second}}
	if _, err := s.taking(5000).candidates(t.Context()); !errors.Is(err, ErrTaken) {
		t.Error(err)
	}
}

// The rows of a name double from 64 on, up to its numbers.
func TestGrowth(t *testing.T) {
	for _, x := range []struct {
		rows, numbers, want int
	}{
		{0, 1024, 64}, {1, 1024, 64}, {31, 1024, 64}, {32, 1024, 64}, {33, 1024, 66}, {64, 1024, 128}, {511, 1024, 1022}, {512, 1024, 1024},
		{513, 1024, 1024}, {1023, 1024, 1024}, {0, 32, 32}, {31, 32, 32}, {0, 65_536, 64},
	} {
		s := &stub{counts: counts{rows: x.rows, held: x.rows}}
		taking := s.taking(5000)
		taking.numbers = x.numbers
		if err := taking.grow(t.Context(), 7); err != nil || s.grown != x.want {
			t.Errorf("%d of %d rows grow to %d, %v, want %d", x.rows, x.numbers, s.grown, err, x.want)
		}
		if s.asked != 7 || s.numbers != x.numbers {
			t.Errorf("rows below %d marked until %d are counted, want %d and 7", s.numbers, s.asked, x.numbers)
		}
	}
	s := &stub{counts: counts{rows: 64, free: 1}}
	if err := s.taking(5000).grow(t.Context(), 7); err != nil || s.grown != 0 {
		t.Errorf("a number is free, and the rows grow to %d, %v", s.grown, err)
	}
	s = &stub{counts: counts{rows: 1024, held: 1000, wait: 2 * time.Second}}
	var taken *TakenError
	if err := s.taking(5000).grow(t.Context(), 7); !errors.As(err, &taken) || *taken != (TakenError{"a", 1024, 1000, 2 * time.Second}) || s.grown != 0 {
		t.Errorf("%+v, grown to %d", err, s.grown)
	}
	s = &stub{err: errGiven}
	if err := s.taking(5000).grow(t.Context(), 7); !errors.Is(err, errGiven) || err.Error() != `lease: claim of a number of "a": the server's error`+remedyOfClaim {
		t.Error(err)
	}
}

// unwritable is a table to which rows cannot be added.
type unwritable struct{ stub }

func (*unwritable) grow(context.Context, string, int) error { return errGiven }

// Rows that cannot be added are tried 20 times.
func TestGrowthFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		taking := (&stub{}).taking(1)
		taking.table = &unwritable{}
		if _, err := taking.candidates(t.Context()); !errors.Is(err, errGiven) || taking.failures != 20 {
			t.Errorf("%v after %d failures, want 20", err, taking.failures)
		}
	})
}

// A claim has the next token. Its IDs begin at the mark of the holder before, and end a TTL after that or after now.
func TestTryNumber(t *testing.T) {
	for name, x := range map[string]struct {
		now, mark int64
		want      int64
	}{
		"long free":       {50_000, 40_000, 60_000},
		"never used":      {50_000, 0, 60_000},
		"within a margin": {50_000, 50_900, 60_900},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := &stub{}
			f := free{number: 7, token: 11, mark: x.mark}
			c, begun, ok, err := s.taking(x.now).tryNumber(t.Context(), f)
			want := claim{Lease: Lease{Name: "a", Number: 7, Token: 12}, floor: x.mark, mark: x.want}
			if c != want || !begun.Equal(time.Now()) || !ok || err != nil {
				t.Errorf("%s: %+v since %v, %v, %v, want %+v", name, c, begun, ok, err, want)
			}
			if s.claimed != f || s.claimMark != x.want {
				t.Errorf("%s: the server is asked for %+v until %d", name, s.claimed, s.claimMark)
			}
		})
	}
}

// A statement that fails is sent again after up to 2 ms, 4 ms and so on. The 20th failure is the last.
func TestFailed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		taking := (&stub{}).taking(1)
		if err := taking.failed(t.Context(), nil); err != nil || taking.failures != 0 {
			t.Errorf("%v, %d failures", err, taking.failures)
		}
		for _, failures := range []int{0, 1, 9, 18} {
			var longest time.Duration
			for range 500 {
				taking.failures = failures
				begun := time.Now()
				if err := taking.failed(t.Context(), errGiven); err != nil || taking.failures != failures+1 {
					t.Fatalf("%v, %d failures, want %d", err, taking.failures, failures+1)
				}
				longest = max(longest, time.Since(begun))
			}
			if limit := time.Duration(failures+1) * 2 * time.Millisecond; longest >= limit || longest < limit*9/10 {
				t.Errorf("after %d failures, the longest pause is %v, want just below %v", failures+1, longest, limit)
			}
		}
		taking.failures = 19
		begun := time.Now()
		if err := taking.failed(t.Context(), errGiven); !errors.Is(err, errGiven) || !time.Now().Equal(begun) {
			t.Errorf("the 20th failure: %v after %v", err, time.Since(begun))
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		taking.failures = 4
		if err := taking.failed(ctx, errGiven); !errors.Is(err, errGiven) {
			t.Errorf("a context that has ended: %v", err)
		}
	})
}

// A table that has a lower token than before went back. The others are remembered.
func TestCompare(t *testing.T) {
	g := &Generator[int, int]{config: Config{Name: "a"}, seen: map[int]int64{1: 5, 2: 12}}
	if err := g.compare([]free{{number: 1, token: 5}, {number: 2, token: 13}, {number: 3, token: 1}}); err != nil {
		t.Error(err)
	}
	if fmt.Sprint(g.seen) != "map[1:5 2:13 3:1]" {
		t.Errorf("seen are %v", g.seen)
	}
	err := g.compare([]free{{number: 3, token: 1}, {number: 2, token: 12}})
	const want = `lease: number 2 of "a": the table of claims went back: the server confirmed the token 13, and the row has the token 12: ` +
		"stop all processes that use these numbers, wait for the TTL, and start them again"
	if !errors.Is(err, ErrReverted) || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// The error of a claim for which no number is free says when to try again, or that the clock is wrong.
func TestTakenError(t *testing.T) {
	const prefix = `lease: claim of a number of "a": all node numbers are taken: `
	for _, x := range []struct {
		err  TakenError
		want string
	}{
		{TakenError{"a", 32, 32, 1500 * time.Millisecond}, "32 of 32 are held, and the first expires in 1.5s unless it is renewed: run fewer processes, or wait"},
		{TakenError{"a", 32, 1, time.Second}, "1 of 32 are held, and the first expires in 1s unless it is renewed: run fewer processes, or wait" +
			": the clock here has not reached the time until which the others were used: set it right"},
		{TakenError{"a", 32, 0, 0}, "0 of 32 are held: the clock here has not reached the time until which the others were used: set it right"},
	} {
		if err := &x.err; err.Error() != prefix+x.want || !errors.Is(err, ErrTaken) {
			t.Errorf("%v, want %s", err, prefix+x.want)
		}
	}
}
