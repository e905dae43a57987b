package btreebench

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// preset is a Config with a name.
type preset struct {
	name string
	// lasts is about how long it takes, on a machine of two cores that does nothing else.
	lasts  string
	config func() Config
}

// few are the 16-byte keys that scenarios of many points make do with.
var few = []string{"uuidv4", "uuidv7", "ulid", "wiji"}

var presets = []preset{
	// SQLite and the simulator.
	{"quick", "40 s", func() Config { return Config{} }},
	{"server", "4 min", func() Config {
		return Config{Engines: Servers()}
	}},
	{"concurrency", "20 min", func() Config {
		return Config{
			Engines: []string{"postgres", "mysql", "sim"}, Keys: few, Rows: []int{20_000},
			Writers: []int{1, 8}, Batch: []int{1, 10, 100, 1000},
		}
	}},
	// Tables of ten times the buffer pool, read while they grow.
	{"outgrow", "30 min", func() Config {
		return Config{
			Engines: []string{"postgres", "mysql", "sim"}, Keys: few, Rows: []int{600_000}, Batch: []int{1000},
			BufferPools: []string{"8MB", "64MB"}, Curve: 20,
		}
	}},
	// From UUIDv4 to the key.
	{"migration", "6 min", func() Config {
		return Config{
			Engines: append(localEngines(), "postgres", "mysql"), Keys: few, Rows: []int{100_000}, Batch: []int{1000},
			Scenarios: []string{string(trial.Insert), string(trial.Migration)},
		}
	}},
	{"full", "a day", func() Config {
		c := Config{
			Engines: Engines(), Scenarios: Scenarios(), Writers: []int{1, 8}, Batch: []int{1, 1000}, Rows: []int{10_000},
			Curve: 20,
		}
		for _, k := range Keys() {
			c.Keys = append(c.Keys, k.Name)
		}
		return c
	}},
}

// Presets returns the names of the presets, and about how long each one lasts on a machine of
// two cores that does nothing else.
func Presets() (names, lasts []string) {
	for _, p := range presets {
		names, lasts = append(names, p.name), append(lasts, p.lasts)
	}
	return names, lasts
}

// Preset returns the Config of that name, with all defaults but the databases' rows
// still to be filled in, so that what is set in it decides. An unknown name is an
// error that lists the names.
func Preset(name string) (Config, error) {
	i := slices.IndexFunc(presets, func(p preset) bool { return p.name == name })
	if i < 0 {
		all, _ := Presets()
		return Config{}, fmt.Errorf("there is no preset %q: choose from %s", name, strings.Join(all, ", "))
	}
	return presets[i].config(), nil
}
