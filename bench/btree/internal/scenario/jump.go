package scenario

import (
	"github.com/sortid/sortid/bench/btree/internal/metric"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

var jump = Scenario{
	Name: trial.Jump, Drawn: []string{metric.LeafFill}, Columns: pages,
	About: "The first keys are from a clock that is a day ahead, as after a wrong clock. They stay at the end of the tree. Every later key goes in before them, where a database does not recognize sequential inserts.",
}
