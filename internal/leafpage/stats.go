package leafpage

import "math"

// Stats holds the figures of a tree.
type Stats struct {
	// Rows is how many keys were inserted.
	Rows int
	// Leaves is the number of leaf pages. Pages is the number of pages of the tree's file
	// for all levels, 0 if the figures are estimates.
	Leaves, Pages int
	// Splits is how many pages of all levels were split, and LeafSplits how many leaf pages; 0 if
	// the figures are estimates.
	Splits, LeafSplits int
	// Fill is how full the leaf pages are together, in percent: for nbtree as
	// pgstatindex gives avg_leaf_density, of the bytes that items can take; for InnoDB
	// the records, of all bytes.
	Fill float64
	// Error is the standard error of Leaves as a share of it, 0 if it is exact. The true
	// number is within two standard errors in 19 cases of 20.
	Error float64
	// Strays is how many keys belonged to pages whose keys were dropped because they
	// did not change any more. Such pages are counted as if they had not split: if there
	// are many strays, keep more keys.
	Strays int
	// Gathers reports whether many keys belonged to a few pages that are not followed:
	// then the estimate is wrong.
	Gathers bool
}

// sums counts the leaf pages of a part of a tree.
type sums struct {
	pages, rows int
	used        int // bytes
}

func (s *sums) add(r Rules, p *page) {
	s.pages++
	s.rows += p.n
	s.used += r.leaf.used(p.n, p.next == nil)
}

func (s *sums) addAll(o sums) {
	s.pages += o.pages
	s.rows += o.rows
	s.used += o.used
}

// Stats returns the figures of the tree. It visits every leaf page.
func (t *Tree) Stats() Stats {
	var known, followed sums // followed are part of the known ones
	var groups [sampleGroups + 1]sums
	lostRows, byGeneration := 0, make([]generation, t.memory.generation+1)
	for p := range t.leafPages() {
		switch {
		case p.folded != nil:
			known.addAll(p.folded.sums)
			continue
		case p.state == lost:
			lostRows += p.n
			byGeneration[p.group].add(p.n)
			continue
		}
		known.add(t.rules, p)
		if p.group > 0 {
			followed.add(t.rules, p)
			groups[p.group].add(t.rules, p)
		}
	}
	s := Stats{Rows: t.rows, Strays: t.memory.strays}
	used := float64(known.used)
	leaves := float64(known.pages)
	if t.memory.sampled {
		scale := float64(lostRows) / float64(followed.rows)
		leaves += scale * float64(followed.pages)
		used += scale * float64(followed.used)
		// The pages that are not followed vary like the others: hence the root.
		s.Error = relativeError(groups[1:], followed) * math.Sqrt(float64(lostRows)/float64(t.rows))
		for _, g := range byGeneration {
			s.Gathers = s.Gathers || g.gathers()
		}
	} else {
		s.Pages = int(t.pages)
		s.Splits, s.LeafSplits = t.splits.all, t.splits.leaf
	}
	s.Leaves = int(math.Round(leaves))
	if s.Leaves > 0 {
		s.Fill = 100 * used / (leaves * float64(t.rules.usable))
	}
	return s
}

// relativeError returns the standard error of pages per row as a share of it, estimated
// from parts of a sample. (The ratio estimator of cluster sampling.)
func relativeError(groups []sums, all sums) float64 {
	ratio := float64(all.pages) / float64(all.rows)
	n, square := 0, 0.0
	for _, g := range groups {
		if g.rows > 0 {
			n++
			d := float64(g.pages) - ratio*float64(g.rows)
			square += d * d
		}
	}
	if n < 2 {
		return 1
	}
	return math.Sqrt(square*float64(n)/float64(n-1)) / float64(all.pages)
}

// generation counts the pages that ceased to be followed at one time. With random keys, all
// of them get about as many keys.
type generation struct{ pages, rows, most int }

func (g *generation) add(rows int) {
	g.pages++
	g.rows += rows
	g.most = max(g.most, rows)
}

func (g generation) gathers() bool {
	const most = 16
	return g.pages > 0 && g.most > most*max(1, g.rows/g.pages)
}

// Leaf is one leaf page.
type Leaf struct {
	// Page is its number, in the order in which pages were added to the tree. For nbtree
	// it is the block of the index's file.
	Page uint32
	// Fill is how full it is, in percent, counted as Stats.Fill is.
	Fill float64
}

// Leaves returns the leaf pages in key order, or nil and false if not all of them are
// followed.
func (t *Tree) Leaves() ([]Leaf, bool) {
	if t.memory.sampled {
		return nil, false
	}
	list := make([]Leaf, 0, t.leaves)
	for p := range t.leafPages() {
		if p.folded != nil {
			return nil, false
		}
		used := t.rules.leaf.used(p.n, p.next == nil)
		list = append(list, Leaf{p.number, 100 * float64(used) / float64(t.rules.usable)})
	}
	return list, true
}
