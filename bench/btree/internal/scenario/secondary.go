package scenario

import (
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

var secondary = Scenario{
	Name: trial.Secondary, Drawn: []string{metric.LeafFill}, Columns: pages, Secondary: true,
	About: "The key is in a secondary index; the table's primary key is a counter.",
}
