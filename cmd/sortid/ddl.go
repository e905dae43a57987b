package main

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"time"
)

// spreadTable is the result of ddl, as JSON.
type spreadTable struct {
	Server string   `json:"server"`
	Design string   `json:"design"`
	Create []string `json:"create"`
	Range  []string `json:"range"`
	One    string   `json:"one"`
}

// Limits of the arguments of ddl.
const (
	maxShards = 256
	maxLimit  = 1_000_000
)

// ddl is the command ddl.
func (p *program) ddl(args []string) error {
	server := p.flags.String("server", "", "the `NAME` of the server: "+strings.Join(clusterNames(), ", "))
	design := p.flags.String("design", "", "how the inserts spread: `NAME` is hash, bucket or shard (the server's usual one)")
	table := p.flags.String("table", "events", "the `TABLE`, or SCHEMA.TABLE")
	s, err := p.spreadOf(args)
	if err != nil {
		return err
	}
	c, d, err := designOf(*server, *design)
	if err != nil {
		return err
	}
	if s.name, err = parseTable(c.quotes, *table); err != nil {
		return err
	}
	t, err := d.write(s)
	if err != nil {
		return err
	}
	t.Server, t.Design = c.name, d.name
	if p.asJSON {
		return p.writeJSON(t)
	}
	fmt.Fprintf(p.out, "-- %s, %s: add your columns.\n%s;\n", t.Server, t.Design, strings.Join(t.Create, ";\n"))
	fmt.Fprintf(p.out, "\n-- The rows from %s to %s, in order.\n%s;\n", formatTime(s.begin), formatTime(s.end), strings.Join(t.Range, ";\n"))
	fmt.Fprintf(p.out, "\n-- One row.\n%s;\n", t.One)
	return nil
}

// spreadOf returns the request of the flags.
func (p *program) spreadOf(args []string) (s spread, err error) {
	name := p.flags.String("format", "wiji", "the `NAME` of the format")
	p.flags.IntVar(&s.shards, "shards", 16, "the number of shards or buckets, 2 to 256")
	from := p.flags.String("from", "", "the `TIME` at which the range begins (a day before -to)")
	to := p.flags.String("to", "now", "the `TIME` at which the range ends")
	p.flags.IntVar(&s.limit, "limit", 100, "how many rows to read, 1 to 1000000")
	rest, err := p.parse(args)
	switch {
	case err != nil:
		return s, err
	case len(rest) > 0:
		return s, usageError("ddl takes no arguments, and %q is one", rest[0])
	case s.shards < 2 || s.shards > maxShards:
		return s, usageError("-shards %d: use 2 to %d", s.shards, maxShards)
	case s.limit < 1 || s.limit > maxLimit:
		return s, usageError("-limit %d: use 1 to %d", s.limit, maxLimit)
	}
	if s.format, err = lookup(*name); err != nil {
		return s, err
	}
	return s, p.readRange(&s, *from, *to)
}

// readRange sets the range of time and its least IDs.
func (p *program) readRange(s *spread, from, to string) (err error) {
	if s.end, err = p.time(to); err != nil {
		return err
	}
	s.begin = s.end.Add(-24 * time.Hour)
	if from != "" {
		if s.begin, err = p.time(from); err != nil {
			return err
		}
	}
	if !s.begin.Before(s.end) {
		return usageError("-from %s -to %s: -from must be before -to", from, to)
	}
	if s.first, err = s.format.minAt(s.begin); err != nil {
		return err
	}
	s.last, err = s.format.minAt(s.end)
	return err
}

// spread is a request for a table whose inserts spread over a cluster.
type spread struct {
	name          tableName
	format        *format
	shards, limit int
	begin, end    time.Time
	first, last   value // the least IDs of begin and end
}

// cluster is a server that splits tables by key range.
type cluster struct {
	name    string
	quotes  string // the server whose quotes it takes, postgres or mysql
	designs []design
}

// design is a way to spread the inserts.
type design struct {
	name  string
	write func(spread) (spreadTable, error)
}

// clusters returns the servers with their designs, the usual one first.
func clusters() []cluster {
	return []cluster{
		{"cockroachdb", postgres, []design{{"hash", cockroachHash}, {"shard", cockroachShard}}},
		{"tidb", mysql, []design{{"hash", tidbHash}, {"shard", tidbShard}}},
		{"yugabytedb", postgres, []design{{"bucket", yugabyteBucket}, {"hash", yugabyteHash}, {"shard", yugabyteShard}}},
		{"spanner", mysql, []design{{"shard", spannerShard}}},
	}
}

func clusterNames() []string {
	var names []string
	for _, c := range clusters() {
		names = append(names, c.name)
	}
	return names
}

// designOf returns a server and its design of a name; "" is the usual one.
func designOf(server, name string) (cluster, design, error) {
	all := clusters()
	i := slices.IndexFunc(all, func(c cluster) bool { return c.name == server })
	if i < 0 {
		return cluster{}, design{}, usageError("-server %q: use %s", server, strings.Join(clusterNames(), ", "))
	}
	var names []string
	for _, d := range all[i].designs {
		if name == "" || name == d.name {
			return all[i], d, nil
		}
		names = append(names, d.name)
	}
	return cluster{}, design{}, usageError("-design %q: %s has %s", name, server, strings.Join(names, ", "))
}

// table returns the name of the table in SQL.
func (s spread) table() string { return s.name.SQL() }

// logOfShards returns the number of bits that count the shards.
func (s spread) logOfShards() (int, error) {
	if s.shards&(s.shards-1) != 0 {
		return 0, usageError("-shards %d: TiDB counts them in bits: use 2, 4, 8, 16, 32, 64, 128 or 256", s.shards)
	}
	return bits.TrailingZeros(uint(s.shards)), nil
}

// splits returns the shards but the first, each in the pattern.
func (s spread) splits(pattern string) string {
	list := make([]string, 0, s.shards-1)
	for i := 1; i < s.shards; i++ {
		list = append(list, fmt.Sprintf(pattern, i))
	}
	return strings.Join(list, ", ")
}
