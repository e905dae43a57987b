package key

import (
	"context"
	"testing"
	"time"

	"github.com/bwmarrin/snowflake"
)

// next returns a key as bytes whose order is the key's.
func next(t *testing.T, f Form, s Source) string {
	t.Helper()
	v, err := s.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	value, err := v.Value()
	if err != nil {
		t.Fatal(err)
	}
	return key(t, f, value)
}

// key is a key's value as bytes whose order is the key's.
func key(t *testing.T, f Form, value any) string {
	t.Helper()
	if n, ok := checked(t, f, value).(int64); ok {
		var b [8]byte
		for i := range b {
			b[i] = byte(n >> (56 - 8*i))
		}
		return string(b[:])
	}
	return string(value.([]byte))
}

// A source takes the time from the clock of its options, and a later
// clock gives later keys.
func TestClockOfTheOptions(t *testing.T) {
	for _, k := range own() {
		if !k.Clocked || k.IsControl() {
			continue
		}
		c := &moving{now: time.Date(2031, 2, 3, 4, 5, 6, 0, time.UTC)}
		src := k.Open(1, Options{Clock: c}).Writer(0)
		before := next(t, k.Form, k.Open(1, Options{}).Writer(0))
		early := next(t, k.Form, src)
		c.now = c.now.Add(time.Hour)
		late := next(t, k.Form, k.Open(1, Options{Clock: c}).Writer(0))
		if before >= early || early >= late {
			t.Errorf("%s: the keys of now, 2031 and an hour later are %x, %x, %x", k.Name, before, early, late)
		}
	}
}

// moving is a clock that moves by what it waits for.
type moving struct{ now time.Time }

func (m *moving) Now() time.Time { return m.now }

func (m *moving) WaitUntil(_ context.Context, t time.Time) error {
	m.now = t
	return nil
}

// The node that has a clock makes the keys of the library's node.
func TestSnowflakeNode(t *testing.T) {
	k, _ := byName("snowflake")
	c := &moving{now: time.Now()}
	sources := k.Open(3, Options{Clock: c})
	for _, i := range []int{2, 0, 2} {
		v, err := sources.Writer(i).Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		value, _ := v.Value()
		made := snowflake.ID(value.(int64))
		if made.Node() != int64(i) || made.Time() != c.now.UnixMilli() {
			t.Errorf("node %d made a key of node %d at %d, not %d", i, made.Node(), made.Time(), c.now.UnixMilli())
		}
	}
	var steps []int64
	for range 4097 {
		v, err := sources.Writer(1).Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		value, _ := v.Value()
		steps = append(steps, snowflake.ID(value.(int64)).Step())
	}
	if steps[1] != 1 || steps[4095] != 4095 || steps[4096] != 0 || sources.Waits() != 1 {
		t.Errorf("the steps are %d, %d and %d, after %d waits", steps[1], steps[4095], steps[4096], sources.Waits())
	}
}

// Blocks of one generator are consecutive keys, which no other block of it has.
func TestBlocks(t *testing.T) {
	const size, keys = 10, 35
	found := 0
	for _, k := range own() {
		if !k.InBlocks() {
			continue
		}
		found++
		from := k.Open(1, Options{}).Writer(0).(BlockSource)
		if s, err := from.Blocks(0, Rising); err == nil || s != nil {
			t.Errorf("%s: there are blocks of no keys", k.Name)
		}
		var sources [2]Source
		for i := range sources {
			var err error
			if sources[i], err = from.Blocks(size, Rising); err != nil {
				t.Fatal(err)
			}
		}
		seen := make(map[string]bool)
		var last [2]string
		for i := range keys {
			for w, s := range sources {
				v := next(t, k.Form, s)
				if seen[v] || v <= last[w] {
					t.Fatalf("%s: %x comes after %x", k.Name, v, last[w])
				}
				// Between two keys of a block there is none of the other writer's.
				if i%size != 0 && last[1-w] > last[w] && last[1-w] < v {
					t.Fatalf("%s: %x lies in the other writer's block", k.Name, last[1-w])
				}
				seen[v], last[w] = true, v
			}
		}
	}
	if found < 2 {
		t.Error("fewer than two kinds have blocks")
	}
}

// A kind has as many generators as are asked for, or one.
func TestGenerators(t *testing.T) {
	for _, k := range All() {
		want := 4
		if k.Shared {
			want = 1
		}
		if got := k.Generators(4); got != want {
			t.Errorf("%s has %d generators of 4, want %d", k.Name, got, want)
		}
	}
	for _, name := range Usual() {
		if _, ok := byName(name); !ok {
			t.Errorf("%s is inserted if none is named, and there is no such key", name)
		}
	}
}

// In two passes, a block's keys come in two rising runs and are the same keys.
func TestTwoPasses(t *testing.T) {
	const size = 100
	for _, k := range own() {
		if !k.InBlocks() {
			continue
		}
		s, err := k.Open(1, Options{}).Writer(0).(BlockSource).Blocks(size, TwoPass)
		if err != nil {
			t.Fatal(err)
		}
		seen := make(map[string]bool)
		last, falls := "", 0
		for range size {
			v := next(t, k.Form, s)
			if v < last {
				falls++
			}
			seen[v], last = true, v
		}
		if falls != 1 || len(seen) != size {
			t.Errorf("%s: %d different keys of %d, and %d times one before its predecessor, want once", k.Name, len(seen), size, falls)
		}
	}
}

// A block that has to wait for the clock is counted where the generator is.
func TestBlocksThatWait(t *testing.T) {
	one := flaky(2, errExhausted)
	from := &inBlocks[int64]{one, func(size int, _ BlockOrder) (block[int64], error) { return &numbers{size}, nil }}
	s, err := from.Blocks(1, Rising)
	if err != nil {
		t.Fatal(err)
	}
	from.reserve = func(size int, _ BlockOrder) (block[int64], error) {
		if _, err := one.make(); err != nil {
			return nil, err
		}
		return &numbers{size}, nil
	}
	for range 2 {
		if _, err := s.Next(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if from.Waits() != 2 {
		t.Errorf("%d waits were counted, want 2", from.Waits())
	}
}

// numbers is a block of so many ones.
type numbers struct{ left int }

func (n *numbers) Next() (int64, bool) {
	n.left--
	return 1, n.left >= 0
}
