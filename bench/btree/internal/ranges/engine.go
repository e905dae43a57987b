package ranges

import "fmt"

const (
	mib = 1 << 20
	gib = 1 << 30
)

// Engine is a database that splits tables by key range, with the defaults that its
// documentation states.
type Engine struct {
	// Name is its name on the command line, and Title that for a person.
	Name, Title string
	// Sizes are the limits at which a range splits by size. The first one that applies to
	// the number of ranges is in force.
	Sizes []Limit
	// Load is the inserts per second at which a range splits by load, 0 if inserts do not
	// split ranges.
	Load int
	// Defaults says in a line what the limits are.
	Defaults string
	// Indexes are the designs of a primary key.
	Indexes []Index
}

// Limit is a size at which ranges split.
type Limit struct {
	// Ranges is the number of ranges per node up to which the limit applies, 0 for any.
	Ranges int
	// Bytes is the greatest size of a range.
	Bytes int
	// Lower is the size of the lower part after a split, 0 for half of the range.
	Lower int
}

// Order is how an index sorts its rows.
type Order int

const (
	// InKeyOrder sorts by the key.
	InKeyOrder Order = iota
	// InBuckets sorts by a bucket, a hash of the key modulo their number, and then by the
	// key. There is a range for each bucket from the beginning.
	InBuckets
	// ByHash sorts by a hash of 16 bits, and then by the key. There is a range for each
	// node from the beginning.
	ByHash
)

// Index is a design of a primary key.
type Index struct {
	Name  string
	Order Order
}

// Engines returns the engines, in the order of the tables. The limits are those of
//
//   - https://www.cockroachlabs.com/docs/stable/load-based-splitting and
//     https://www.cockroachlabs.com/docs/stable/configure-replication-zones (range_max_bytes);
//   - https://docs.pingcap.com/tidb/stable/tikv-configuration-file (region-max-size,
//     region-split-size) and https://docs.pingcap.com/tidb/stable/configure-load-base-split;
//   - https://docs.yugabyte.com/stable/reference/configuration/yb-master (the flags
//     tablet_split_low_phase_…, tablet_split_high_phase_… and
//     tablet_force_split_threshold_bytes).
//
// CockroachDB's default since version 23.1 is a threshold of CPU time, which a simulation
// does not have; the other one is for requests. Spanner publishes no limit: its users
// observed 8 GiB, and the threshold is CockroachDB's.
func Engines() []Engine {
	return []Engine{
		{
			Name: "cockroachdb", Title: "CockroachDB", Sizes: []Limit{{Bytes: 512 * mib}}, Load: 2500,
			Defaults: "A range splits at 512 MiB, or at 2500 requests/s if a key divides them.",
			Indexes:  []Index{{"PRIMARY KEY (id)", InKeyOrder}, {"USING HASH", InBuckets}},
		},
		{
			Name: "tidb", Title: "TiDB", Sizes: []Limit{{Bytes: 384 * mib, Lower: 256 * mib}},
			Defaults: "A region of more than 384 MiB is cut at 256 MiB. Writes do not split by load.",
			Indexes:  []Index{{"CLUSTERED", InKeyOrder}, {"SHARD_ROW_ID_BITS", InBuckets}},
		},
		{
			Name: "yugabytedb", Title: "YugabyteDB",
			Sizes:    []Limit{{Ranges: 1, Bytes: 128 * mib}, {Ranges: 24, Bytes: 10 * gib}, {Bytes: 100 * gib}},
			Defaults: "A tablet splits at 128 MiB up to one per node, then at 10 GiB; never by load.",
			Indexes:  []Index{{"id ASC", InKeyOrder}, {"bucket ASC, id ASC", InBuckets}, {"id HASH", ByHash}},
		},
		{
			Name: "spanner", Title: "Spanner", Sizes: []Limit{{Bytes: 8 * gib}}, Load: 2500,
			Defaults: "A split is cut at 8 GiB, or at 2500 inserts/s: assumed, not documented.",
			Indexes:  []Index{{"PRIMARY KEY (id)", InKeyOrder}, {"shard, id", InBuckets}},
		},
	}
}

// named returns the engines of the names.
func named(names []string) ([]Engine, error) {
	var list []Engine
	for _, name := range names {
		found := false
		for _, e := range Engines() {
			if e.Name == name {
				list, found = append(list, e), true
			}
		}
		if !found {
			return nil, fmt.Errorf("ranges: unknown engine %q: choose from cockroachdb, tidb, yugabytedb and spanner", name)
		}
	}
	return list, nil
}

// limit returns the limit in force for so many ranges on so many nodes.
func (e Engine) limit(ranges, nodes int) Limit {
	for _, l := range e.Sizes {
		if l.Ranges == 0 || ranges < l.Ranges*nodes {
			return l
		}
	}
	return e.Sizes[len(e.Sizes)-1]
}
