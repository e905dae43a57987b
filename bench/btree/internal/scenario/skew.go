package scenario

import (
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

var skew = Scenario{
	Name: trial.Skew, Drawn: []string{metric.LeafFill}, Columns: pages,
	About: "The generators' clocks differ by some milliseconds, as those of several machines do.",
}
