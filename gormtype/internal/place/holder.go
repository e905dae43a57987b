package place

// Holder is a placeholder of a statement.
type Holder struct {
	Start, End int
	Argument   int   // the index of its value
	Site       *Site // which the members of a list share
}

// Holders returns the placeholders in their order. It reads the place of each column of the rows
// of an INSERT, and of a list, once.
func (s *Statement) Holders() []Holder {
	holders := make([]Holder, len(s.holders))
	rows := row{values: -1}
	for i, at := range s.holders {
		h := &holders[i]
		h.Start, h.End, h.Argument = s.Offsets(i)
		if i > 0 && s.holders[i-1] == at-2 && s.piece(at-1).is(",") && holders[i-1].Site.List >= 0 && s.isMember(at) {
			h.Site = holders[i-1].Site
			continue
		}
		values, index := s.inRow(at)
		if known := rows.at(values, index); known != nil {
			h.Site = known
			continue
		}
		site := s.Site(i)
		h.Site = &site
		rows.keep(values, index, h.Site)
	}
	return holders
}

// isMember reports whether a placeholder is a whole member of a list.
func (s *Statement) isMember(at int) bool { return s.piece(at+1).is(",") || s.piece(at+1).is(")") }

// row holds the places of the columns of an INSERT.
type row struct {
	values int // the token VALUES
	sites  []*Site
}

func (r *row) at(values, index int) *Site {
	if values < 0 || values != r.values || index >= len(r.sites) {
		return nil
	}
	return r.sites[index]
}

func (r *row) keep(values, index int, site *Site) {
	if values < 0 {
		return
	}
	if values != r.values {
		*r = row{values: values}
	}
	for len(r.sites) <= index {
		r.sites = append(r.sites, nil)
	}
	r.sites[index] = site
}

// inRow returns the VALUES in whose rows a placeholder is a whole value, or -1, and the index of
// its column.
func (s *Statement) inRow(at int) (values, index int) {
	before := at - 1
	if before < 1 || !s.isMember(at) {
		return -1, 0
	}
	open := before
	if s.piece(before).is(",") {
		open, index = s.tokens[before].first, s.tokens[before].commas
	}
	if open < 1 || !s.piece(open).is("(") {
		return -1, 0
	}
	values = open - 1
	if s.piece(values).is(",") {
		values = s.tokens[values].first
	}
	if !s.piece(values).is("VALUES") || s.piece(values-1).is("(") {
		return -1, 0
	}
	return values, index
}
