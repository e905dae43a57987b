package trial

import "github.com/sortid/sortid/bench/btree/internal/metric"

// Trial is one finished trial: where it is in the plan and what it measured.
type Trial struct {
	Coordinates
	// Seconds is the time from the first key to the last commit.
	Seconds float64 `json:"seconds"`
	// Readings holds the values of the metrics.
	Readings metric.Readings `json:"readings"`
	// Detail holds what is more than one number per metric, nil if there is nothing.
	Detail *Detail `json:"detail,omitempty"`
}

// Detail holds the lists of a trial. Parts that were not measured are nil
// or empty.
type Detail struct {
	// Leaves holds the leaf pages at the end.
	Leaves *Leaves `json:"leaves,omitempty"`
	// Missing gives the reason why a part is not there, by the part's name in JSON.
	Missing map[string]string `json:"missing,omitempty"`
}

// Empty reports whether there is nothing in the detail.
func (d *Detail) Empty() bool {
	return d.Leaves == nil && d.Missing == nil
}

// SetMissing notes why a part of the detail is not there.
func (d *Detail) SetMissing(part, why string) {
	if d.Missing == nil {
		d.Missing = make(map[string]string)
	}
	d.Missing[part] = why
}

// MaxLeaves is the greatest number of leaf pages that a Result lists for one tree.
const MaxLeaves = 2000

// Leaves holds the leaf pages of a tree in key order.
type Leaves struct {
	// Pages is the number of leaf pages.
	Pages int `json:"pages"`
	// Page is the page number of each listed leaf page: of all of them, or of MaxLeaves at even
	// distances if there are more.
	Page []uint32 `json:"page"`
}
