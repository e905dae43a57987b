package btreebench

import (
	"slices"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/bench"
	"github.com/sortid/sortid/bench/btree/internal/key"
)

// Config says what to run. Each list is an axis, and the plan is the product of all
// axes; an axis that is nil has the value of the preset quick. Fields that are zero
// have their usual value, which is 0 where nothing else is said.
//
// Every value has to be one that there is, whether a run heeds it or not. What is no axis
// and no run heeds, such as Jump without the scenario jump, is no error; but for Pgbench,
// which asks for something.
type Config struct {
	// Databases are names of Databases.
	Databases []string
	// Keys are names of Keys. The sequential keys of the same widths are added.
	Keys []string
	// Scenarios are names of Scenarios.
	Scenarios []string
	// Rows is how many rows each tree gets, 1 to 1e9. Nil stands for 30,000, or for
	// 100,000 where a server is among the databases.
	Rows []int
	// Writers is how many goroutines insert at a time, 1 to 1024 and to the rows.
	Writers []int
	// Batch is how many rows are in a transaction, 1 to 1e6.
	Batch []int
	// Payload is the size in bytes of the column beside the key, 0 to 2^20. What a
	// database or a layout cannot have is left out there before the first run, and a
	// note says so: the simulator's clustered index of InnoDB takes rows alone that fit
	// a page twice, with a payload up to some 8000 bytes.
	Payload []int
	// Generators is "writer", a generator for each writer, or "one" for all. Some
	// keys have one whatever is said here.
	Generators []string
	// Make says when keys are made: for a "batch" in advance, for each "statement"
	// or "row" just before it is sent, or in a "block" that a writer reserved, which
	// "twopass" takes in two passes.
	Make []string
	// Pools are sizes of the page cache, such as "64MB"; "" is the database's usual
	// one. A server that runs already keeps what it has.
	Pools []string
	// Checkpoints are checkpoint regimes: "none" in a run, or "several".
	Checkpoints []string

	// Repeats is how often each point of the axes is run, 1 to 1000; 0 stands for 6,
	// the fewest that give an interval at 95 %.
	Repeats int
	// Rate is how many rows a second the writers begin together on a schedule of
	// their own (open loop); 0 lets each begin when it is done with the batch before.
	Rate float64
	// Curve is how many times the growing tree is read, 0 to 1000.
	Curve int
	// Jump is how many keys come from a clock that is a day ahead, in the scenario
	// jump: fewer than the rows; 0 stands for 40.
	Jump int
	// Skew is how far the clocks of the generators lie apart, in the scenario skew;
	// 0 stands for 5 ms.
	Skew time.Duration
	// BlockSize is how many keys a writer reserves at a time, where Make has "block" or
	// "twopass": 1 to 65,536; 0 stands for 16,384.
	BlockSize int
	// Pgbench has pgbench insert as many rows beside single-row INSERTs of the
	// sequential 64-bit key, for comparison. It needs postgres among the databases, 1
	// among the batches, bigint or another 64-bit key that it is the control of, and the
	// scenario insert.
	Pgbench bool
	// Seed fixes the order of the runs.
	Seed uint64

	// DSNs are servers that run already, by the name of the database, one of Servers.
	// The account must be allowed to create databases. Those of databases that are not
	// run are not looked at.
	DSNs map[string]string
	// Images are images to make containers of, by the name of the database, which has
	// no DSN then.
	Images map[string]string

	// Observer is told of the progress; nil for none.
	Observer Observer
	// Log is told, a line a call, where a server comes from and what could not be
	// removed; nil for nobody.
	Log func(line string)
}

// Defaults of the fields that are zero.
const (
	defaultRows       = 30_000
	defaultServerRows = 100_000
	defaultBatch      = 100
	defaultPayload    = 100
	defaultRepeats    = 6
	defaultJump       = 40
	defaultSkew       = 5 * time.Millisecond
	defaultBlock      = 16_384
)

// WithDefaults returns the Config with a value in each field that stands for one by
// being zero.
func (c Config) WithDefaults() Config {
	axis(&c.Databases, quickDatabases()...)
	axis(&c.Keys, key.Usual()...)
	axis(&c.Scenarios, string(bench.Insert))
	rows := defaultRows
	if slices.ContainsFunc(c.Databases, func(name string) bool { return slices.Contains(Servers(), name) }) {
		rows = defaultServerRows
	}
	axis(&c.Rows, rows)
	axis(&c.Writers, 1)
	axis(&c.Batch, defaultBatch)
	axis(&c.Payload, defaultPayload)
	axis(&c.Generators, string(bench.GeneratorsWriter))
	axis(&c.Make, string(bench.MakeBatch))
	axis(&c.Pools, "")
	axis(&c.Checkpoints, "none")
	number(&c.Repeats, defaultRepeats)
	number(&c.Jump, defaultJump)
	number(&c.Skew, defaultSkew)
	number(&c.BlockSize, defaultBlock)
	return c
}

func axis[T any](list *[]T, values ...T) {
	if *list == nil {
		*list = values
	}
}

func number[T int | time.Duration](v *T, usual T) {
	if *v == 0 {
		*v = usual
	}
}

// Key describes a kind of key.
type Key struct {
	// Name is what Config.Keys takes.
	Name string
	// Form is how it is stored: its width, and whether it is an integer.
	Form string
	// Title says in a few words what it is and whose code makes it.
	Title string
}

// Keys returns every kind of key, in the order of the tables.
func Keys() []Key {
	var list []Key
	for _, k := range key.All() {
		list = append(list, Key{k.Name, k.Form.String(), k.Title})
	}
	return list
}

// Scenarios returns the names of all scenarios.
func Scenarios() []string { return names(bench.Scenarios()) }

// MakeModes returns the names that Config.Make takes.
func MakeModes() []string { return names(bench.Modes()) }

// GeneratorCounts returns the names that Config.Generators takes.
func GeneratorCounts() []string { return names(bench.AllGenerators()) }

// CheckpointRegimes returns the names that Config.Checkpoints takes.
func CheckpointRegimes() []string { return []string{"none", "several"} }

func names[T ~string](list []T) []string {
	out := make([]string, len(list))
	for i, v := range list {
		out[i] = string(v)
	}
	return out
}
