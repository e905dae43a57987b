package trial

// Make says when the keys of a transaction are made.
type Make string

// The values of Make.
const (
	// MakeBatch makes all keys of a transaction before it begins.
	MakeBatch Make = "batch"
	// MakeBlock makes keys as MakeBatch does, but each writer takes them from blocks of
	// consecutive keys that it reserves from its generator.
	MakeBlock Make = "block"
	// MakeTwoPass is MakeBlock with about every other key of a block first, and the keys
	// in between afterwards.
	MakeTwoPass Make = "twopass"
	// MakeServer is the value in older results if the server generated the keys.
	MakeServer Make = "server"
)

// Makes returns the values that a plan can ask for.
func Makes() []Make { return []Make{MakeBatch, MakeBlock, MakeTwoPass} }

// InBlocks reports whether writers take their keys from reserved blocks.
func (m Make) InBlocks() bool { return m == MakeBlock || m == MakeTwoPass }
