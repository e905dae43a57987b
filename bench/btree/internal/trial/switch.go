package trial

// Switch says what the tree of a table becomes whose first half of the rows has keys of one kind and
// whose second half has keys of another kind.
type Switch struct {
	// Layout is that of the simulator, which computed everything here.
	Layout string `json:"layout"`
	// Old is the kind of key that a table has, random ones, and New the ordered one for its new rows.
	Old     string `json:"old"`
	New     string `json:"new"`
	Payload int    `json:"payload_bytes"`
	// OldRow, NewRow and AloneRow are the bytes that the tree needs for a row with an old key, for
	// one with a new key among old ones, and for one with a new key in a tree of new ones.
	OldRow   float64 `json:"old_bytes_per_row"`
	NewRow   float64 `json:"new_bytes_per_row"`
	AloneRow float64 `json:"alone_bytes_per_row"`
	// NewFill is how full the leaf pages of new keys among old ones are, in percent.
	NewFill float64 `json:"new_leaf_fill"`
	// Trees holds the trees by the number of rows, and of each number those of the histories.
	Trees []Switched `json:"trees"`
}

// History says which keys a tree got.
type History string

// The histories.
const (
	OldOnOld History = "old on old"
	NewOnOld History = "new on old"
	NewAlone History = "new alone"
)

// Histories returns the histories in the order of tables.
func Histories() []History { return []History{OldOnOld, NewOnOld, NewAlone} }

// Switched is the tree of a table of so many rows.
type Switched struct {
	History History `json:"history"`
	Rows    int     `json:"rows"`
	// Computed reports whether the size follows from the law of random keys and from small trees,
	// and no tree of so many rows was simulated.
	Computed bool `json:"computed"`
	// Bytes is the size of all pages, and Low and High its interval, which is empty for a simulated
	// tree.
	Bytes float64 `json:"bytes"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	// Changed is how many leaf pages the next 1,000 rows change.
	Changed float64 `json:"leaf_pages_changed_by_1000_rows"`
	// Recent is the size of the leaf pages that the latest hundredth of the rows is on.
	Recent float64 `json:"recent_bytes"`
}

// Tree returns a tree; false if it is not there.
func (s Switch) Tree(h History, rows int) (Switched, bool) {
	for _, t := range s.Trees {
		if t.History == h && t.Rows == rows {
			return t, true
		}
	}
	return Switched{}, false
}

// Sizes returns the numbers of rows of the trees.
func (s Switch) Sizes() []int {
	var list []int
	for _, t := range s.Trees {
		if t.History == OldOnOld {
			list = append(list, t.Rows)
		}
	}
	return list
}

// Again returns after how many more rows, as a share of those of a table that was just rebuilt, a
// rebuild makes its tree smaller by a part again; false if it never does.
func (s Switch) Again(part float64) (float64, bool) {
	lost := s.NewRow - s.AloneRow - part*s.NewRow
	return part * s.AloneRow / lost, lost > 0
}

// same reports whether two say the same: what the simulator computes does not depend on the machine.
func (s Switch) same(o Switch) bool {
	return s.Layout == o.Layout && s.Old == o.Old && s.New == o.New && s.Payload == o.Payload
}
