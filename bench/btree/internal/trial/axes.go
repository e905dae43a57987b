package trial

// Scenario is what happens to a table besides the plain insert.
type Scenario string

// The scenarios, which package scenario describes.
const (
	// Insert inserts all rows into an empty table.
	Insert Scenario = "insert"
	// Migration fills the table with random keys for the first half of the rows, and
	// inserts the second half with the key under test. Times and per-row counts cover the
	// second half.
	Migration Scenario = "migration"
	// Secondary puts the key into a secondary index, beside a sequential primary key.
	Secondary Scenario = "secondary"
	// Update inserts all rows and then updates each one once, in random order, which makes
	// its payload a quarter longer. Times and per-row counts cover the updates.
	Update Scenario = "update"
	// Indexes inserts all rows into a table with three other indexes.
	Indexes Scenario = "indexes"
	// Read inserts all rows and then reads rows by key: any of them, and recent ones.
	Read Scenario = "read"
	// Pages inserts all rows and then reads pages and ranges of rows in the order of time.
	Pages Scenario = "pages"
)

// Reads reports whether rows are read after the inserts.
func (s Scenario) Reads() bool { return s == Read || s == Pages }

// Make says when the keys of a transaction are made.
type Make string

// The values of Make.
const (
	// MakeBatch makes all keys of a transaction before it begins.
	MakeBatch Make = "batch"
	// MakeStatement makes the keys of each statement just before it is sent.
	MakeStatement Make = "statement"
	// MakeRow makes each key just before its own INSERT of one row.
	MakeRow Make = "row"
	// MakeBlock makes keys as MakeBatch does, but each writer takes them from blocks of
	// consecutive keys that it reserves from its generator.
	MakeBlock Make = "block"
	// MakeTwoPass is MakeBlock with about every other key of a block first, and the keys
	// in between afterwards.
	MakeTwoPass Make = "twopass"
	// MakeServer is the value in results if the engine generates the keys. A plan cannot
	// ask for it.
	MakeServer Make = "server"
)

// Makes returns the values that a plan can ask for.
func Makes() []Make { return []Make{MakeBatch, MakeStatement, MakeRow, MakeBlock, MakeTwoPass} }

// InBlocks reports whether writers take their keys from reserved blocks.
func (m Make) InBlocks() bool { return m == MakeBlock || m == MakeTwoPass }

// Generators says how many generators the writers share. Kinds of key that are Shared
// always have one.
type Generators string

// The values of Generators.
const (
	// OneGenerator is one generator for all writers.
	OneGenerator Generators = "one"
	// GeneratorPerWriter is one generator for each writer.
	GeneratorPerWriter Generators = "writer"
)

// AllGenerators returns all values of Generators.
func AllGenerators() []Generators { return []Generators{OneGenerator, GeneratorPerWriter} }
