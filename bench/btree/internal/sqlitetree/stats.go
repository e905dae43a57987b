package sqlitetree

// Stats holds the figures of a tree.
type Stats struct {
	// Leaves holds the numbers of the leaf pages in key order. They are those of SQLite's file if
	// Freed is 0.
	Leaves []uint32
	// Freed counts the pages whose cells found room on others, which SQLite uses again. There are
	// none with entries of about the same size.
	Freed int
	// Pages is the number of pages of all levels.
	Pages int
	// Fill is the share of the leaf pages that is in use, in percent.
	Fill float64
}

// Stats visits every page.
func (t *Tree) Stats() Stats {
	s := Stats{Freed: t.freed}
	used := 0
	var visit func(*page)
	visit = func(p *page) {
		s.Pages++
		if p.child == nil {
			s.Leaves = append(s.Leaves, p.number)
			used += leafHeader + p.used
		}
		for _, c := range p.child {
			visit(c)
		}
	}
	visit(t.root)
	s.Fill = 100 * float64(used) / float64(len(s.Leaves)*t.file.size)
	return s
}
