package ranges

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/key"
)

// Options are those of a simulation.
type Options struct {
	// Engines and Keys are names. The keys that a server makes are not among them.
	Engines, Keys []string
	// Nodes, Rows and Rate are the nodes, the rows, and the rows per second.
	Nodes, Rows, Rate int
	// Payload is the bytes of a row beside its key.
	Payload int
	// Buckets is how many buckets an index InBuckets has.
	Buckets int
}

// Defaults returns the options of a table that grows to 1 GB.
func Defaults() Options {
	o := Options{Keys: key.Usual(), Nodes: 3, Rows: 1_000_000, Rate: 20_000, Payload: 1000, Buckets: 16}
	for _, e := range Engines() {
		o.Engines = append(o.Engines, e.Name)
	}
	return o
}

// Keys returns the names that Options.Keys takes: those of the keys that a client makes.
func Keys() []string {
	clients := slices.DeleteFunc(key.All(), func(k key.Kind) bool { return k.Server != "" })
	return key.Names(clients)
}

// leastSeconds is the shortest run: load-based splits take several times ten seconds.
const leastSeconds = 10

// Report is the result of Run.
type Report struct {
	Nodes   int      `json:"nodes"`
	Rows    int      `json:"rows"`
	Rate    int      `json:"rows_per_second"`
	Payload int      `json:"payload_bytes"`
	Buckets int      `json:"buckets"`
	Tables  []Result `json:"tables"`
}

// Result is what one table became.
type Result struct {
	Engine string `json:"engine"`
	Index  string `json:"index"`
	Key    string `json:"key"`
	// Ranges is how many ranges the table has.
	Ranges int `json:"ranges"`
	// HottestRange and HottestNode are percent of a second's inserts.
	HottestRange float64 `json:"hottest_range_percent"`
	HottestNode  float64 `json:"hottest_node_percent"`
	// Recent is the number of ranges that hold the last RecentRows rows.
	Recent int `json:"ranges_of_last_rows"`
}

// RecentRows is how many rows Result.Recent is about.
const RecentRows = 1000

// Run simulates a table for each engine, index and key, in this order. The end of ctx
// stops it.
func Run(ctx context.Context, o Options) (Report, error) {
	engines, err := named(o.Engines)
	if err != nil {
		return Report{}, err
	}
	if o.Rows < o.Rate*leastSeconds {
		return Report{}, fmt.Errorf("ranges: %d rows at %d rows per second: they take less than %d seconds: insert %d rows or more",
			o.Rows, o.Rate, leastSeconds, o.Rate*leastSeconds)
	}
	kinds, err := kindsOf(o.Keys)
	if err != nil {
		return Report{}, err
	}
	r := Report{Nodes: o.Nodes, Rows: o.Rows, Rate: o.Rate, Payload: o.Payload, Buckets: o.Buckets}
	for _, k := range kinds {
		keys, err := keysOf(ctx, k, o)
		if err != nil {
			return Report{}, err
		}
		for _, e := range engines {
			for _, x := range e.Indexes {
				if err := ctx.Err(); err != nil {
					return Report{}, err
				}
				r.Tables = append(r.Tables, simulate(e, x, k, keys, o))
			}
		}
	}
	return r, nil
}

// kindsOf returns the kinds of the names, in the order of key.All.
func kindsOf(names []string) ([]key.Kind, error) {
	kinds, added, err := key.Select(names)
	if err != nil {
		return nil, fmt.Errorf("ranges: %w", err)
	}
	kinds = slices.DeleteFunc(kinds, func(k key.Kind) bool { return slices.Contains(added, k.Name) })
	for _, k := range kinds {
		if k.Server != "" {
			return nil, fmt.Errorf("ranges: key %q: a server makes it, and there is none: leave this key out", k.Name)
		}
	}
	return kinds, nil
}

// keysOf makes the keys of all rows, one after the other. Each node has an application
// with a generator, if the format allows several, and they insert in turns.
func keysOf(ctx context.Context, k key.Kind, o Options) ([]byte, error) {
	c := &clock{now: time.Now()}
	sources := k.Open(o.Nodes, key.Options{Clock: c})
	between := time.Second / time.Duration(o.Rate)
	keys := make([]byte, 0, o.Rows*k.Form.Width)
	for i := range o.Rows {
		c.now = c.now.Add(between)
		v, err := sources.Writer(i % o.Nodes).Next(ctx)
		if err != nil {
			return nil, err
		}
		if keys, err = key.Append(keys, v); err != nil {
			return nil, err
		}
	}
	if len(keys) != o.Rows*k.Form.Width {
		return nil, errors.New("ranges: key " + k.Name + ": its keys have several lengths")
	}
	return keys, nil
}

// clock is the time of the rows.
type clock struct{ now time.Time }

// Now returns the time of the next row.
func (c *clock) Now() time.Time { return c.now }

// WaitUntil moves the clock to t: the rows after it are later.
func (c *clock) WaitUntil(ctx context.Context, t time.Time) error {
	if t.After(c.now) {
		c.now = t
	}
	return ctx.Err()
}

// prefixBytes is the width of a bucket or hash in front of a key.
const prefixBytes = 2

// simulate inserts the keys into a table.
func simulate(e Engine, x Index, k key.Kind, keys []byte, o Options) Result {
	width := k.Form.Width
	entries := make([]byte, 0, o.Rows*(prefixBytes+width))
	t := newTable(e, o.Nodes, width+o.Payload, starts(x.Order, o))
	r := Result{Engine: e.Name, Index: x.Name, Key: k.Name}
	seconds, measured := o.Rows/o.Rate, 0
	for i := range o.Rows {
		entries = appendEntry(entries, x.Order, keys[i*width:(i+1)*width], o.Buckets)
		t.insert(entries[i*(prefixBytes+width) : (i+1)*(prefixBytes+width)])
		if (i+1)%o.Rate > 0 {
			continue
		}
		if second := (i + 1) / o.Rate; second > seconds-max(1, seconds/5) {
			inRange, onNode := t.hottest()
			r.HottestRange += float64(inRange)
			r.HottestNode += float64(onNode)
			measured++
		}
		t.second()
	}
	r.HottestRange *= 100 / float64(measured*o.Rate)
	r.HottestNode *= 100 / float64(measured*o.Rate)
	r.Ranges = len(t.ranges)
	recent := make(map[*span]bool)
	for i := max(0, o.Rows-RecentRows); i < o.Rows; i++ {
		recent[t.find(entries[i*(prefixBytes+width):(i+1)*(prefixBytes+width)])] = true
	}
	r.Recent = len(recent)
	return r
}

// starts returns where the first ranges of an index begin.
func starts(order Order, o Options) [][]byte {
	list := [][]byte{nil}
	n, step := 1, 0
	switch order {
	case InBuckets:
		n, step = o.Buckets, 1
	case ByHash:
		n, step = o.Nodes, (1<<16)/o.Nodes
	}
	for i := 1; i < n; i++ {
		list = append(list, binary.BigEndian.AppendUint16(nil, uint16(i*step)))
	}
	return list
}

// appendEntry appends the entry of a key in an index: a bucket, a hash or 0, and the key.
func appendEntry(b []byte, order Order, k []byte, buckets int) []byte {
	prefix := uint16(0)
	if order != InKeyOrder {
		h := fnv.New32a()
		h.Write(k)
		sum := h.Sum32()
		if prefix = uint16(sum ^ sum>>16); order == InBuckets {
			prefix = uint16(sum % uint32(buckets))
		}
	}
	return append(binary.BigEndian.AppendUint16(b, prefix), k...)
}
