package trial

import (
	"slices"

	"github.com/sortid/sortid/bench/btree/internal/engine"
)

// Preset is a Plan with a name.
type Preset struct {
	Name string
	// Lasts is about how long it takes, on a machine of two cores that does nothing else.
	Lasts string
	// Plan lacks the defaults.
	Plan Plan
}

// few holds the 16-byte keys of plans with many points.
var few = []string{"uuidv4", "uuidv7", "ulid", "wiji"}

// Presets returns the presets, the default first.
func Presets() []Preset {
	return []Preset{
		{"quick", "1 min", Plan{}},
		{"server", "2 min", Plan{Engines: engine.Servers()}},
		{"concurrency", "20 min", Plan{
			Engines: []string{engine.Postgres, engine.MySQL, engine.Simulator}, Keys: few, Rows: []int{20_000}, Repeats: defaultRepeats,
			Writers: []int{1, 8}, Batch: []int{1, 10, 100, 1000},
		}},
		// Tables of ten times the buffer pool.
		{"outgrow", "30 min", Plan{
			Engines: []string{engine.Postgres, engine.MySQL, engine.Simulator}, Keys: few, Rows: []int{600_000}, Batch: []int{1000},
			BufferPools: []string{"8MB", "64MB"}, Repeats: defaultRepeats,
		}},
		// From UUIDv4 to the key.
		{"migration", "6 min", Plan{
			Engines: slices.Concat(engine.Local(), []string{engine.Postgres, engine.MySQL}), Keys: few, Rows: []int{100_000}, Batch: []int{1000},
			Scenarios: []Scenario{Insert, Migration}, Repeats: defaultRepeats,
		}},
	}
}
