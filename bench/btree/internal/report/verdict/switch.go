package verdict

import (
	"fmt"

	"github.com/sortid/sortid/bench/btree/internal/report/words"
	"github.com/sortid/sortid/bench/btree/internal/trial"
	"github.com/sortid/sortid/internal/english"
)

// SwitchTitle says what the table of a switch shows.
func SwitchTitle(s trial.Switch) string {
	sizes := s.Sizes()
	return fmt.Sprintf("%s for new rows of a table with %s: size with as many new rows as old ones, leaf pages that 1,000 inserts change, and those of the newest 1 %% (of %s million). Simulated; with ± by the law of random keys.",
		words.KeyName(s.New), words.KeyName(s.Old), english.Integer(sizes[len(sizes)/2]/1_000_000))
}

// rebuilds name what rebuilds the tree of a layout of the simulator.
var rebuilds = map[string]string{"nbtree": "REINDEX", "innodb": "OPTIMIZE TABLE"}

// Switch says what a million new rows cost, and when a rebuild pays.
func Switch(s trial.Switch) string {
	const million, part = 1_000_000, 0.1
	text := fmt.Sprintf("%s fills leaf pages of new keys among old ones to %.0f %%: a million rows take %s, with %s %s, alone %s.",
		words.Simulated(s.Layout), s.NewFill, words.Bytes(million*s.NewRow), words.KeyName(s.Old), words.Bytes(million*s.OldRow), words.Bytes(million*s.AloneRow))
	text += fmt.Sprintf(" At the switch %s makes the tree %.0f %% smaller, for good", rebuilds[s.Layout], 100*(1-s.AloneRow/s.OldRow))
	if more, ok := s.Again(part); ok {
		return text + fmt.Sprintf(", and by %.0f %% again after each %.0f %% more rows.", 100*part, 100*more)
	}
	return text + "; later there is nothing to gain."
}
