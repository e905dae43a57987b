package bench

// Scenario is what happens to a table besides the plain insert.
type Scenario string

// The scenarios.
const (
	// Insert inserts all rows into an empty table.
	Insert Scenario = "insert"
	// Migration has random keys in the table for the first half of the rows, and
	// inserts the second half with the key. Times, and what is counted per row, are
	// of the second half.
	Migration Scenario = "migration"
	// Jump begins with keys from a clock that is a day ahead.
	Jump Scenario = "jump"
	// Skew has generators whose clocks lie apart.
	Skew Scenario = "skew"
	// Secondary has the key in a secondary index, beside a sequential primary key.
	Secondary Scenario = "secondary"
	// Read inserts all rows and then reads rows by key: any of them, and recent ones.
	Read Scenario = "read"
)

// Scenarios returns all scenarios.
func Scenarios() []Scenario {
	return []Scenario{Insert, Migration, Jump, Skew, Secondary, Read}
}

// Mode says when the keys of a transaction are made.
type Mode string

// The modes.
const (
	// MakeBatch makes all keys of a transaction before it begins.
	MakeBatch Mode = "batch"
	// MakeStatement makes the keys of each statement just before it is sent.
	MakeStatement Mode = "statement"
	// MakeRow makes each key just before its own INSERT of one row.
	MakeRow Mode = "row"
	// MakeBlock makes keys as MakeBatch does, each writer out of blocks of
	// consecutive keys that it reserves from its generator.
	MakeBlock Mode = "block"
	// MakeTwoPass is MakeBlock with about every other key of a block first, and then
	// those in between.
	MakeTwoPass Mode = "twopass"
)

// inBlocks reports whether keys come out of blocks.
func (m Mode) inBlocks() bool { return m == MakeBlock || m == MakeTwoPass }

// Modes returns all modes.
func Modes() []Mode { return []Mode{MakeBatch, MakeStatement, MakeRow, MakeBlock, MakeTwoPass} }

// MakeServer stands in results for a Mode where the database makes the keys.
const MakeServer Mode = "server"

// Generators says how many generators the writers have together.
type Generators string

// The numbers of generators. Of keys whose kind is Shared there is always one.
const (
	// GeneratorsOne is one for all writers.
	GeneratorsOne Generators = "one"
	// GeneratorsWriter is one for each writer.
	GeneratorsWriter Generators = "writer"
)

// AllGenerators returns all values of the axis.
func AllGenerators() []Generators { return []Generators{GeneratorsOne, GeneratorsWriter} }
