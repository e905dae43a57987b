package idtesting_test

import (
	"encoding"
	"fmt"
	"math/rand"
	"reflect"
	"slices"
	"testing"
	"testing/quick"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/idtesting"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
)

type user struct{}

func (user) IDPrefix() string { return "user" }

var begin = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// Golden files need the same IDs in each run.
func ExampleNewSource() {
	src := idtesting.NewSource(1, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	seq := ulid.Generator{Clock: src.Now, Rand: src}
	for range 2 {
		fmt.Println(seq.New())
	}
	// Output:
	// 01KDVDNA00DBK7GFTFQQMHPVNR <nil>
	// 01KDVDNA01HDST93PJ8ZDYB21E <nil>
}

// A property is checked with valid IDs.
func ExampleValues() {
	property := func(x wiji.ID, owner wiji.For[user]) bool {
		back, err := wiji.Parse(x.String())
		return err == nil && back == x && owner.IsValid()
	}
	fmt.Println(quick.Check(property, &quick.Config{Values: idtesting.Values(property)}))
	// Output: <nil>
}

// A faker, a fuzz corpus or a table gets valid IDs.
func ExampleRandom() {
	r := rand.New(rand.NewSource(1))
	x := idtesting.Random[uuidv7.ID](r)
	fmt.Println(x.IsValid(), idtesting.Random[uuidv7.ID](rand.New(rand.NewSource(1))) == x)
	// Output: true true
}

type generator[T any] interface{ New() (T, error) }

// repeats checks that a generator makes the same IDs of a source in each run, of the times of
// the source's clock.
func repeats[T interface{ Time() time.Time }](t *testing.T, of func(*idtesting.Source) generator[T]) {
	t.Helper()
	run := func(seed uint64) (made []string) {
		g := of(idtesting.NewSource(seed, begin))
		for i := range 1000 {
			x, err := g.New()
			if err != nil {
				t.Fatal(err)
			}
			if d := x.Time().Sub(begin) - time.Duration(i)*time.Millisecond; d < 0 || d >= 2*time.Millisecond {
				t.Fatalf("ID %d is of %v", i, x.Time())
			}
			made = append(made, fmt.Sprint(x))
		}
		return made
	}
	first := run(1)
	if !slices.Equal(first, run(1)) {
		t.Error("the second run makes other IDs")
	}
	if slices.Equal(first, run(2)) {
		t.Error("another seed makes the same IDs")
	}
	if unique := slices.Compact(slices.Sorted(slices.Values(first))); len(unique) != len(first) {
		t.Errorf("%d of %d IDs differ", len(unique), len(first))
	}
}

// TestSource: a source gives each format's generator its clock, a millisecond an ID, and the same IDs in each run.
func TestSource(t *testing.T) {
	repeats(t, func(s *idtesting.Source) generator[wiji.ID] { return &wiji.Generator{Clock: s.Now, Rand: s} })
	repeats(t, func(s *idtesting.Source) generator[ulid.ID] { return &ulid.Generator{Clock: s.Now, Rand: s} })
	repeats(t, func(s *idtesting.Source) generator[uuidv7.ID] { return &uuidv7.Generator{Clock: s.Now, Rand: s} })
	repeats(t, func(s *idtesting.Source) generator[scru160.ID] { return &scru160.Generator{Clock: s.Now, Rand: s} })
	repeats(t, func(s *idtesting.Source) generator[ulidflake.ID] {
		return &ulidflake.Generator{Clock: s.Now, Rand: s}
	})
	repeats(t, func(s *idtesting.Source) generator[uid11.ID] { return &uid11.Generator{Clock: s.Now, Rand: s} })
}

func TestSourceSet(t *testing.T) {
	src := idtesting.NewSource(1, begin)
	later := begin.AddDate(1, 0, 0)
	src.Set(later)
	x, err := (&wiji.Generator{Clock: src.Now, Rand: src}).New()
	if err != nil || !x.Time().Equal(later) {
		t.Errorf("the ID is of %v, %v, want %v", x.Time(), err, later)
	}
}

// valid fails unless random IDs of a type come back from their texts, and differ.
func valid[T id.Fixed](t *testing.T) {
	t.Helper()
	r := rand.New(rand.NewSource(7))
	seen := map[T]bool{}
	for range 1000 {
		x := idtesting.Random[T](r)
		text, err := x.MarshalText()
		if err != nil {
			t.Fatalf("%T: %v", x, err)
		}
		var back T
		if err := any(&back).(encoding.TextUnmarshaler).UnmarshalText(text); err != nil || back != x {
			t.Fatalf("%v comes back as %v, %v", x, back, err)
		}
		seen[x] = true
	}
	if len(seen) != 1000 {
		t.Errorf("%d of 1000 differ", len(seen))
	}
}

// TestRandom: random IDs of each format are valid, and no two are the same.
func TestRandom(t *testing.T) {
	valid[wiji.ID](t)
	valid[ulid.ID](t)
	valid[uuidv7.ID](t)
	valid[scru160.ID](t)
	valid[ulidflake.ID](t)
	valid[uid11.ID](t)
	valid[wiji.For[user]](t)
	valid[ulid.For[user]](t)
	valid[uuidv7.For[user]](t)
	valid[scru160.For[user]](t)
	valid[ulidflake.For[user]](t)
	valid[uid11.For[user]](t)
}

type foreign [16]byte

func (foreign) MarshalText() ([]byte, error) { return nil, nil }

func TestRandomRefuses(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for want, call := range map[string]func(){
		"idtesting: Random of a idtesting_test.foreign: use a type of this module, such as wiji.ID or wiji.For[User]": func() { idtesting.Random[foreign](r) },
		"idtesting: package quick makes no value of a error":                                                          func() { idtesting.Values(func(error) {})(make([]reflect.Value, 1), r) },
	} {
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("the panic has %v, want %s", got, want)
				}
			}()
			call()
		}()
	}
}

// drawn is a source of one number.
type drawn int64

func (d drawn) Int63() int64   { return int64(d) }
func (d drawn) Uint64() uint64 { return uint64(d) }
func (drawn) Seed(int64)       {}

// TestRandomEnds: the first of the times of random IDs is the beginning of 2025, and the last one is before 2125.
func TestRandomEnds(t *testing.T) {
	begin := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	end := time.Date(2125, 1, 1, 0, 0, 0, 0, time.UTC)
	years := end.Sub(begin)
	for _, c := range []struct {
		drawn time.Duration
		want  time.Time
	}{{0, begin}, {years - 1, end.Add(-time.Microsecond)}, {years, begin}} { // a Wiji has microseconds
		if got := idtesting.Random[wiji.ID](rand.New(drawn(c.drawn))).Time(); !got.Equal(c.want) {
			t.Errorf("the number %d gives %v, want %v", c.drawn, got, c.want)
		}
	}
}

func TestValues(t *testing.T) {
	lengths := map[int]bool{}
	property := func(x ulid.ID, list []wiji.For[user], n int, s string) bool {
		for _, x := range list {
			if !x.IsValid() {
				return false
			}
		}
		lengths[len(list)] = true
		return x.IsValid()
	}
	if err := quick.Check(property, &quick.Config{Values: idtesting.Values(property), Rand: rand.New(rand.NewSource(3))}); err != nil {
		t.Error(err)
	}
	if len(lengths) < 10 {
		t.Errorf("lists have %d lengths", len(lengths))
	}
	args := make([]reflect.Value, 4)
	idtesting.Values(property)(args, rand.New(rand.NewSource(4)))
	if !reflect.TypeOf(property).In(3).AssignableTo(args[3].Type()) {
		t.Errorf("the last argument is a %v", args[3].Type())
	}
}

// TestRandomTimes: random IDs have all times of the years 2025 to 2124, up to the millisecond.
func TestRandomTimes(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	years, millis := map[int]int{}, map[int]bool{}
	for range 20_000 {
		at := idtesting.Random[wiji.ID](r).Time()
		years[at.Year()]++
		millis[at.Nanosecond()/1_000_000] = true
	}
	for year := 2025; year < 2125; year++ {
		if n := years[year]; n < 100 || n > 300 {
			t.Errorf("%d IDs of 20,000 are of %d", n, year)
		}
	}
	if len(years) != 100 || len(millis) != 1000 {
		t.Errorf("the IDs are of %d years and %d milliseconds", len(years), len(millis))
	}
}

// TestValueLists: lists of IDs have 0 to 49, and what is no ID is left to package quick.
func TestValueLists(t *testing.T) {
	values := idtesting.Values(func([]ulid.ID, int, []string) {})
	r, args, sizes := rand.New(rand.NewSource(5)), make([]reflect.Value, 3), map[int]bool{}
	for range 2000 {
		values(args, r)
		list := args[0].Interface().([]ulid.ID)
		sizes[len(list)] = true
		for _, x := range list {
			if x.IsZero() || x.Time().Year() < 2025 {
				t.Fatalf("the list has %v", x)
			}
		}
		if args[1].Kind() != reflect.Int || args[2].Type() != reflect.TypeFor[[]string]() {
			t.Fatalf("the arguments are a %v and a %v", args[1].Type(), args[2].Type())
		}
	}
	if len(sizes) != 50 || !sizes[0] || !sizes[49] {
		t.Errorf("lists have %d lengths", len(sizes))
	}
}
