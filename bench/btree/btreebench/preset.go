package btreebench

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// preset is a Config with a name.
type preset struct {
	name, about string
	config      func() Config
}

// few are the 16-byte keys that scenarios of many points make do with.
var few = []string{"uuidv4", "uuidv7", "ulid", "wiji"}

var presets = []preset{
	{"quick", "SQLite and the simulator, a minute", func() Config { return Config{} }},
	{"server", "PostgreSQL, MySQL and MariaDB, one writer, 20 minutes", func() Config {
		return Config{Engines: Servers()}
	}},
	{"concurrency", "1 and 8 writers, batches of 1 to 1000, on PostgreSQL and MySQL, an hour", func() Config {
		return Config{
			Engines: []string{"postgres", "mysql", "sim"}, Keys: few, Rows: []int{20_000},
			Writers: []int{1, 8}, Batch: []int{1, 10, 100, 1000},
		}
	}},
	{"outgrow", "tables of ten times the pool, read while they grow, an hour and a half", func() Config {
		return Config{
			Engines: []string{"postgres", "mysql", "sim"}, Keys: few, Rows: []int{600_000}, Batch: []int{1000},
			BufferPools: []string{"8MB", "64MB"}, Curve: 20,
		}
	}},
	{"migration", "from UUIDv4 to the key, and a clock that jumped ahead, 20 minutes", func() Config {
		return Config{
			Engines: append(localEngines(), "postgres", "mysql"), Keys: few, Rows: []int{100_000}, Batch: []int{1000},
			Scenarios: []string{string(trial.Insert), string(trial.Migration), string(trial.Jump)},
		}
	}},
	{"full", "every key and scenario on every database, a day", func() Config {
		c := Config{
			Engines: Engines(), Scenarios: Scenarios(), Writers: []int{1, 8}, Batch: []int{1, 1000}, Rows: []int{10_000},
			Curve: 20, Pgbench: true,
		}
		for _, k := range Keys() {
			c.Keys = append(c.Keys, k.Name)
		}
		return c
	}},
}

// Presets returns the names of the presets, and a line about each.
func Presets() (names, about []string) {
	for _, p := range presets {
		names, about = append(names, p.name), append(about, p.about)
	}
	return names, about
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
