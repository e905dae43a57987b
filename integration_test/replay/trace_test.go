package replay

import (
	"encoding/binary"
	"fmt"
	"iter"
	"math/rand/v2"
	"time"

	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
)

// Trace is an order of keys that can be made again: those of this module's generators,
// driven by a clock and a source of randomness that start from fixed values, in the order
// in which writers would insert them. The model and a server given the same trace must end
// with the same tree.
type Trace struct {
	// Name identifies the trace in recorded results. Its meaning never
	// changes: another order is another name.
	Name string
	// Width is the width of the keys in bytes; the order of the bytes is the order
	// of the keys.
	Width int
	// Integer is whether they are signed 64-bit integers, in eight bytes whose first
	// bit is inverted: see Int64.
	Integer bool

	keys func(rows int, yield func([]byte) bool)
}

// Keys returns the first rows keys of a trace for so many rows; some traces depend on
// the number. The bytes are overwritten by the next key.
func (t Trace) Keys(rows int) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) { t.keys(rows, yield) }
}

// Int64 returns the integer that the bytes of an integer key stand for.
func Int64(key []byte) int64 { return int64(binary.BigEndian.Uint64(key) ^ 1<<63) }

// putInt64 is the reverse of Int64.
func putInt64(key []byte, n int64) { binary.BigEndian.PutUint64(key, uint64(n)^1<<63) }

// All returns every trace.
func All() []Trace {
	list := []Trace{
		{Name: "sequential", Width: 16, keys: each(16, sequential)},
		{Name: "wiji", Width: 16, keys: each(16, newWiji)},
		{Name: "ulid-monotonic", Width: 16, keys: each(16, newULID(false))},
		{Name: "ulid-plain", Width: 16, keys: each(16, newULID(true))},
		{Name: "uuidv4", Width: 16, keys: each(16, newUUIDv4)},
		{Name: "uuidv7", Width: 16, keys: each(16, newUUIDv7)},
		{Name: "scru160", Width: 20, keys: each(20, newSCRU160)},
		{Name: "bigint", Width: 8, Integer: true, keys: each(8, newBigint)},
		{Name: "ulidflake", Width: 8, Integer: true, keys: each(8, newUlidFlake)},
		{Name: "falling", Width: 16, keys: each(16, falling)},
		{Name: "migration", Width: 16, keys: migration},
		{Name: "jump-28", Width: 16, keys: jump(28)},
		{Name: "jump-40", Width: 16, keys: jump(40)},
	}
	for _, batch := range []int{10, 100, 1000} {
		list = append(list, Trace{Name: fmt.Sprintf("wiji-8-writers-%d", batch), Width: 16, keys: interleaved(8, batch)})
	}
	return list
}

// Named returns the trace of that name.
func Named(name string) (Trace, bool) {
	for _, t := range All() {
		if t.Name == name {
			return t, true
		}
	}
	return Trace{}, false
}

// world is what a trace has in place of a clock and of randomness.
type world struct {
	now    int64 // nanoseconds since 1970
	random *rand.ChaCha8
}

// A trace begins on the first day of 2026 at midnight, UTC.
const begin = 1_767_225_600_000_000_000

func newWorld(stream byte) *world {
	return &world{now: begin, random: rand.NewChaCha8([32]byte{'s', 'o', 'r', 't', 'i', 'd', stream})}
}

// clock returns the time, which the next row is some microseconds after.
func (w *world) clock() time.Time { return time.Unix(0, w.now) }

// pass lets time go on by what a row takes, 2 to 10 microseconds.
func (w *world) pass() { w.now += 2000 + int64(w.random.Uint64()%8000) }

// source writes the next key.
type source func(key []byte)

// each is a trace of one writer with one source.
func each(width int, open func(*world) source) func(int, func([]byte) bool) {
	return func(rows int, yield func([]byte) bool) {
		w := newWorld(0)
		next, key := open(w), make([]byte, width)
		for range rows {
			w.pass()
			if next(key); !yield(key) {
				return
			}
		}
	}
}

func sequential(*world) source {
	n := uint64(0)
	return func(key []byte) {
		n++
		binary.BigEndian.PutUint64(key[8:], n)
	}
}

func falling(*world) source {
	n := uint64(1 << 62)
	return func(key []byte) {
		n--
		binary.BigEndian.PutUint64(key[8:], n)
	}
}

func newBigint(*world) source {
	n := int64(1 << 62)
	return func(key []byte) {
		n++
		putInt64(key, n)
	}
}

func newWiji(w *world) source {
	g := &wiji.Generator{Clock: w.clock, Rand: w.random}
	return func(key []byte) { put(key, g.New) }
}

func newULID(plain bool) func(*world) source {
	return func(w *world) source {
		g := &ulid.Generator{Clock: w.clock, Rand: w.random, Plain: plain}
		return func(key []byte) { put(key, g.New) }
	}
}

func newSCRU160(w *world) source {
	g := &scru160.Generator{Clock: w.clock, Rand: w.random}
	return func(key []byte) {
		x, err := g.New()
		must(err)
		copy(key, x[:])
	}
}

// put writes an ID of 16 bytes.
func put[T ~[16]byte](key []byte, generate func() (T, error)) {
	x, err := generate()
	must(err)
	b := [16]byte(x)
	copy(key, b[:])
}

// must ends the process: clock and randomness of a trace cannot fail, so its keys
// cannot either.
func must(err error) {
	if err != nil {
		panic(fmt.Sprintf("trace: a generator failed with a clock that goes on and endless randomness: %v", err))
	}
}

func newUlidFlake(w *world) source {
	g := &ulidflake.Generator{Clock: w.clock, Rand: w.random}
	return func(key []byte) {
		x, err := g.New()
		for err != nil { // used up until the next millisecond
			w.pass()
			x, err = g.New()
		}
		putInt64(key, int64(x))
	}
}

func newUUIDv4(w *world) source {
	return func(key []byte) {
		_, _ = w.random.Read(key) // never fails
		key[6], key[8] = key[6]&0x0F|0x40, key[8]&0x3F|0x80
	}
}

// newUUIDv7 makes UUIDs as github.com/google/uuid does: milliseconds, 12 bits of the
// fraction, the last one of which counts on where the clock does not.
func newUUIDv7(w *world) source {
	last := int64(0)
	return func(key []byte) {
		ms := w.now / 1e6
		ticks := ms<<12 + (w.now-ms*1e6)>>8
		last = max(last+1, ticks)
		_, _ = w.random.Read(key) // never fails
		binary.BigEndian.PutUint64(key, uint64(last>>12)<<16|0x7000|uint64(last)&0x0FFF)
		key[8] = key[8]&0x3F | 0x80
	}
}

// migration is a table that holds UUIDv4 when Wiji begin to come: half of each.
func migration(rows int, yield func([]byte) bool) {
	w, key := newWorld(0), make([]byte, 16)
	before, after := newUUIDv4(w), newWiji(w)
	for i := range rows {
		next := before
		if i >= rows/2 {
			next = after
		}
		w.pass()
		if next(key); !yield(key) {
			return
		}
	}
}

// jump is Wiji of which the first few are from a clock that is a day ahead.
func jump(ahead int) func(int, func([]byte) bool) {
	return func(rows int, yield func([]byte) bool) {
		w, key := newWorld(0), make([]byte, 16)
		g := &wiji.Generator{Clock: func() time.Time { return w.clock().AddDate(0, 0, 1) }, Rand: w.random}
		next := newWiji(w)
		for i := range rows {
			w.pass()
			if i < ahead {
				put(key, g.New)
			} else {
				next(key)
			}
			if !yield(key) {
				return
			}
		}
	}
}

// interleaved is several writers, each with its own generator, that make a batch of keys
// and send it while the others do the same: the rows of the batches under way arrive in
// any order.
func interleaved(writers, batch int) func(int, func([]byte) bool) {
	return func(rows int, yield func([]byte) bool) {
		w := newWorld(0)
		order := rand.New(newWorld(1).random)
		sources := make([]source, writers)
		pending := make([][]byte, writers)
		for i := range sources {
			sources[i] = newWiji(w)
		}
		for range rows {
			w.pass()
			i := order.IntN(writers)
			if len(pending[i]) == 0 {
				pending[i] = make([]byte, 16*batch)
				for k := range batch {
					sources[i](pending[i][16*k : 16*k+16])
				}
			}
			key := pending[i][:16]
			pending[i] = pending[i][16:]
			if !yield(key) {
				return
			}
		}
	}
}
