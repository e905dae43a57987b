package place

// Holder is a placeholder of a statement.
type Holder struct {
	Start, End int
	Argument   int // the index of its value
	Place      int // the index of its place, which the members of a list share
}

// Holders returns the placeholders in their order, and their places. It reads the place of each column
// of the rows of an INSERT, and of a list, once.
func (s *Statement) Holders() (holders []Holder, sites []Site) {
	holders = make([]Holder, len(s.holders))
	inserted := map[rowColumn]int{}
	for i, at := range s.holders {
		h := &holders[i]
		h.Start, h.End, h.Argument = s.offsets(i)
		if i > 0 && s.holders[i-1] == at-2 && s.piece(at-1).is(",") && sites[holders[i-1].Place].List >= 0 && s.isMember(at) {
			h.Place = holders[i-1].Place
			continue
		}
		column, isInserted := s.inRow(at)
		if known, ok := inserted[column]; ok && isInserted {
			h.Place = known
			continue
		}
		h.Place = len(sites)
		sites = append(sites, s.site(at))
		if isInserted {
			inserted[column] = h.Place
		}
	}
	return holders, sites
}

// isMember reports whether a placeholder is a whole member of a list.
func (s *Statement) isMember(at int) bool { return s.piece(at+1).is(",") || s.piece(at+1).is(")") }

// rowColumn is a column of the rows behind the VALUES at a token.
type rowColumn struct{ values, index int }

// inRow returns the column of which a placeholder is the whole value in the rows of an INSERT.
func (s *Statement) inRow(at int) (c rowColumn, ok bool) {
	open := at - 1
	if !s.isMember(at) {
		return c, false
	}
	if s.piece(open).is(",") {
		open, c.index = s.tokens[open].first, s.tokens[open].commas
	}
	if !s.piece(open).is("(") {
		return c, false
	}
	c.values = open - 1
	if s.piece(c.values).is(",") {
		c.values = s.tokens[c.values].first
	}
	return c, s.piece(c.values).is("VALUES") && !s.piece(c.values-1).is("(")
}
