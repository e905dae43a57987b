package ranges

import (
	"bytes"
	"math/rand/v2"
	"slices"
)

// table is a table that splits into ranges.
type table struct {
	engine   Engine
	nodes    int
	rowBytes int
	random   *rand.Rand
	ranges   []*span // in key order
}

// span is one range. It has the entries from its start up to the next one's.
type span struct {
	start   []byte
	entries [][]byte // in the order of the inserts until it splits
	second  int      // inserts of this second
	node    int
	finder  *finder // nil unless its load is above the threshold
}

// newTable returns an empty table whose ranges begin at the entries, the first of which is
// nil.
func newTable(e Engine, nodes, rowBytes int, starts [][]byte) *table {
	t := &table{engine: e, nodes: nodes, rowBytes: rowBytes, random: rand.New(rand.NewPCG(1, 1))}
	for i, s := range starts {
		t.ranges = append(t.ranges, &span{start: s, node: i % nodes})
	}
	return t
}

// find returns the range of an entry.
func (t *table) find(entry []byte) *span {
	i, found := slices.BinarySearchFunc(t.ranges, entry, func(s *span, e []byte) int { return bytes.Compare(s.start, e) })
	if !found {
		i--
	}
	return t.ranges[i]
}

// insert adds an entry.
func (t *table) insert(entry []byte) {
	s := t.find(entry)
	s.entries = append(s.entries, entry)
	s.second++
	if s.finder != nil {
		s.finder.record(entry)
	}
}

// second ends a second: ranges split and are assigned to the nodes.
func (t *table) second() {
	for _, s := range slices.Clone(t.ranges) {
		t.splitBySize(s)
		t.splitByLoad(s)
	}
	t.assign()
	for _, s := range t.ranges {
		s.second = 0
	}
}

// splitBySize splits a range until all parts are within the limit.
func (t *table) splitBySize(s *span) {
	for {
		l := t.engine.limit(len(t.ranges), t.nodes)
		if len(s.entries)*t.rowBytes <= l.Bytes {
			return
		}
		slices.SortFunc(s.entries, bytes.Compare)
		lower := len(s.entries) / 2
		if l.Lower > 0 {
			lower = l.Lower / t.rowBytes
		}
		s = t.split(s, s.entries[lower])
	}
}

// splitByLoad starts a finder for a range above the threshold, and splits the range when
// the finder has a key.
func (t *table) splitByLoad(s *span) {
	if t.engine.Load == 0 || s.second < t.engine.Load {
		s.finder = nil
		return
	}
	if s.finder == nil {
		s.finder = &finder{random: t.random}
		return
	}
	if s.finder.seconds++; s.finder.seconds < sampleSeconds {
		return
	}
	if k := s.finder.key(); k != nil && bytes.Compare(k, s.start) > 0 {
		t.split(s, k)
	}
}

// split divides a range at an entry and returns the upper part. Each part gets its share
// of the second's inserts.
func (t *table) split(s *span, at []byte) *span {
	upper := &span{start: at, node: s.node}
	all := len(s.entries)
	lower := s.entries[:0:0]
	for _, e := range s.entries {
		if bytes.Compare(e, at) < 0 {
			lower = append(lower, e)
		} else {
			upper.entries = append(upper.entries, e)
		}
	}
	upper.second = s.second * len(upper.entries) / all
	s.entries, s.second, s.finder = lower, s.second-upper.second, nil
	i := slices.Index(t.ranges, s)
	t.ranges = slices.Insert(t.ranges, i+1, upper)
	return upper
}

// assign assigns the ranges to the nodes by their load, the hottest first, each to the
// node with the least load, or the fewest ranges if the load is equal.
func (t *table) assign() {
	type node struct{ load, ranges int }
	nodes := make([]node, t.nodes)
	byLoad := slices.Clone(t.ranges)
	slices.SortStableFunc(byLoad, func(a, b *span) int { return b.second - a.second })
	for _, s := range byLoad {
		s.node = 0
		for i, n := range nodes {
			if least := nodes[s.node]; n.load < least.load || n.load == least.load && n.ranges < least.ranges {
				s.node = i
			}
		}
		nodes[s.node].load += s.second
		nodes[s.node].ranges++
	}
}

// hottest returns the inserts of this second on the range, and on the node, that got the
// most.
func (t *table) hottest() (inRange, onNode int) {
	nodes := make([]int, t.nodes)
	for _, s := range t.ranges {
		inRange = max(inRange, s.second)
		nodes[s.node] += s.second
	}
	return inRange, slices.Max(nodes)
}
