package scenario

import (
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

var migration = Scenario{
	Name: trial.Migration, Drawn: []string{metric.LeafFill}, Columns: pages,
	About: "The first half of the rows has random keys, as a table before it moves to another key; the second half has the key. Times and values per row are of the second half, pages of the whole.",
}
