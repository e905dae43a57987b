package sqlitetree

import "slices"

// most is how many neighbouring pages share their cells, and morePages how many they can become.
const (
	most      = 3
	morePages = most + 2
)

// siblings is the memory for the cells and children of pages that share their cells.
type siblings struct {
	cells []cell
	child []*page
	extra int // of a cell
}

// take returns what a cell takes on a page.
func (s *siblings) take(i int) int { return int(s.cells[i].size) + s.extra }

// balance distributes the cells of the child at a place and of its neighbours.
func (s *siblings) balance(t *Tree, above *page, at int) {
	first, count := neighbours(above, at)
	old := slices.Clone(above.child[first : first+count])
	s.cells, s.child, s.extra = s.cells[:0], s.child[:0], old[0].extra()
	var d distribution
	for i, p := range old {
		s.cells, s.child = append(s.cells, p.cells...), append(s.child, p.child...)
		d.used[i], d.end[i] = p.used, len(s.cells)
		if i < count-1 {
			s.cells = append(s.cells, above.cells[first+i])
		}
	}
	d.pages = count
	d.packLeft(s, old[0].room(t.file.size))
	d.even(s)
	s.write(t, above, first, old, d)
}

// neighbours returns which children share their cells: the one at a place, between two others where
// there are as many.
func neighbours(above *page, at int) (first, count int) {
	last := len(above.cells) // of the children
	switch {
	case last < 2:
		return 0, last + 1
	case at == 0:
		return 0, most
	case at == last:
		return last - 2, most
	}
	return at - 1, most
}

// distribution says which cells each page gets: those up to end, without the one between two pages,
// which goes onto the page above. used is their bytes.
type distribution struct {
	pages     int
	end, used [morePages]int
}

// packLeft gives each page, from the left, all cells that fit it.
func (d *distribution) packLeft(s *siblings, room int) {
	between := func(i int) int { // the cell that comes into the next page, or leaves it
		if i < len(s.cells) {
			return s.take(i)
		}
		return 0
	}
	for i := 0; i < d.pages; i++ {
		for d.used[i] > room {
			if i+1 >= d.pages {
				d.pages = i + 2
				d.used[i+1], d.end[i+1] = 0, len(s.cells)
			}
			d.used[i] -= s.take(d.end[i] - 1)
			d.used[i+1] += between(d.end[i])
			d.end[i]--
		}
		for d.end[i] < len(s.cells) {
			size := s.take(d.end[i])
			if d.used[i]+size > room {
				break
			}
			d.used[i] += size
			d.end[i]++
			d.used[i+1] -= between(d.end[i])
		}
		if d.end[i] >= len(s.cells) {
			d.pages = i + 1
		}
	}
}

// even moves cells to the right as long as that makes two neighbours more alike. The rightmost page
// gets one at least.
func (d *distribution) even(s *siblings) {
	for i := d.pages - 1; i > 0; i-- {
		right, left := d.used[i], d.used[i-1]
		for r := d.end[i-1] - 1; r >= 0; r-- {
			rest := left - s.take(r)
			if i == d.pages-1 {
				rest += pointer
			}
			if right != 0 && right+s.take(r+1) > rest {
				break
			}
			right += s.take(r + 1)
			left -= s.take(r)
			d.end[i-1] = r
		}
		d.used[i], d.used[i-1] = right, left
	}
}

// write makes the pages of a distribution, and puts the cells between them onto the page above.
func (s *siblings) write(t *Tree, above *page, first int, old []*page, d distribution) {
	pages := old[:min(len(old), d.pages)]
	t.freed += len(old) - len(pages)
	for len(pages) < d.pages {
		pages = append(pages, &page{number: t.file.next()})
	}
	numbers := make([]uint32, len(pages))
	for i, p := range pages {
		numbers[i] = p.number
	}
	slices.Sort(numbers)
	start := 0
	var dividers []cell
	for i, p := range pages {
		*p = page{number: numbers[i], cells: append(p.cells[:0], s.cells[start:d.end[i]]...), used: d.used[i]}
		if s.extra > pointer {
			p.child = slices.Clone(s.child[start : d.end[i]+1])
		}
		if i < len(pages)-1 {
			dividers = append(dividers, s.cells[d.end[i]])
		}
		start = d.end[i] + 1
	}
	for _, c := range above.cells[first : first+len(old)-1] {
		above.used -= int(c.size) + above.extra()
	}
	for _, c := range dividers {
		above.used += int(c.size) + above.extra()
	}
	above.cells = slices.Replace(above.cells, first, first+len(old)-1, dividers...)
	above.child = slices.Replace(above.child, first, first+len(old), pages...)
}
