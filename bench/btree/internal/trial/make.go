package trial

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
