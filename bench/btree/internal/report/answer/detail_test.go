package answer

import (
	"slices"
	"testing"

	"github.com/sortid/sortid/bench/btree/internal/report/reporttest"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// The leaf pages are those of the first trial of the line that has some.
func TestLeavesOfALine(t *testing.T) {
	r := reporttest.Sample()
	for i, tr := range r.Trials {
		if tr.Key == "uuidv4" {
			r.Trials[i].Detail = map[int]*trial.Detail{
				1: {}, 2: {Leaves: &trial.Leaves{}}, 3: {Leaves: &trial.Leaves{Pages: 2, Page: []uint32{4, 3}}}, 4: {Leaves: &trial.Leaves{Pages: 1, Page: []uint32{9}}},
			}[tr.Repeat]
		}
	}
	a := Of(r)
	p := a.Points[0]
	for _, l := range p.Groups[0].Lines {
		leaves, ok := a.Leaves(p, l)
		if want := l.Key == "uuidv4"; ok != want || want && !slices.Equal(leaves.Page, []uint32{4, 3}) {
			t.Errorf("%s: %+v, %v", l.Key, leaves, ok)
		}
		other := p
		other.Writers++
		if leaves, ok := a.Leaves(other, l); ok {
			t.Errorf("%s at another point: %+v", l.Key, leaves)
		}
		l.Make = "statement"
		if leaves, ok := a.Leaves(p, l); ok {
			t.Errorf("%s of keys that are made at another time: %+v", l.Key, leaves)
		}
	}
}

func TestRising(t *testing.T) {
	for _, c := range []struct {
		page []uint32
		want float64
	}{{nil, 0}, {[]uint32{7}, 0}, {[]uint32{1, 2, 3}, 1}, {[]uint32{3, 2, 1}, 0}, {[]uint32{2, 1, 4, 3, 5}, .5}, {[]uint32{1, 1}, 0}} {
		if got := Rising(trial.Leaves{Page: c.page}); got != c.want {
			t.Errorf("%v: %v, want %v", c.page, got, c.want)
		}
	}
}
