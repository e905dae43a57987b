package key

import (
	"bytes"
	"context"
	"database/sql/driver"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/format"
	"github.com/sortid/sortid/sqltype"
)

// The keys of every kind have the form that the kind says, and are unique also,
// but for kinds that collide, among the sources of several writers at the same time.
func TestKinds(t *testing.T) {
	const writers, each = 4, 3000
	for _, k := range own() {
		t.Run(k.Name, func(t *testing.T) {
			sources := k.Open(writers, Options{})
			keys := make([][]driver.Value, writers)
			var wg sync.WaitGroup
			for w := range writers {
				wg.Go(func() {
					src := sources.Writer(w)
					for range each {
						v, err := src.Next(t.Context())
						if err != nil {
							t.Error(err)
							return
						}
						value, err := v.Value()
						if err != nil {
							t.Error(err)
							return
						}
						keys[w] = append(keys[w], value)
					}
				})
			}
			wg.Wait()
			seen := make(map[any]bool)
			for _, list := range keys {
				for _, v := range list {
					seen[checked(t, k.Form, v)] = true
				}
			}
			if len(seen) != writers*each && !k.Collides {
				t.Errorf("%d different keys of %d", len(seen), writers*each)
			}
		})
	}
}

// A kind of key with the name of a format of this module has its form.
func TestFormats(t *testing.T) {
	found := 0
	for _, f := range format.All() {
		name := f.Name
		if f.Profile != "" {
			name = f.Profile
		}
		k, ok := byName(name)
		if !ok {
			continue // nobody has to measure it
		}
		if found++; k.Form.Width != f.Size || k.Form.Integer != (f.Size == 8) {
			t.Errorf("%s has %d bytes, and its kind of key is %+v", f.Name, f.Size, k)
		}
	}
	if found < 6 {
		t.Errorf("%d kinds have the names of formats", found)
	}
}

// own are all kinds and the random ones.
func own() []Kind {
	list := All()
	for _, f := range []Form{binary16, binary20, integer} {
		list = append(list, Random(f))
	}
	return list
}

// checked checks the form of a key and returns a value that a map can hold.
func checked(t *testing.T, f Form, v driver.Value) any {
	t.Helper()
	if f.Integer {
		n, ok := v.(int64)
		// Below 2^47 SQLite stores an integer in six bytes or fewer, and widths
		// would be compared in place of orders.
		if !ok || n < 1<<47 {
			t.Fatalf("the key is %v (%T), want an int64 that takes 8 bytes", v, v)
		}
		return n
	}
	b, ok := v.([]byte)
	if !ok || len(b) != f.Width {
		t.Fatalf("the key is %v (%T), want %d bytes", v, v, f.Width)
	}
	return string(b)
}

// Controls are in order, and one that all writers share has no gaps.
func TestControlsCount(t *testing.T) {
	for _, k := range All() {
		if !k.IsControl() {
			continue
		}
		s := k.Open(2, Options{})
		var last []byte
		for i := range 1000 {
			v, err := s.Writer(i % 2).Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			value, _ := v.Value()
			if k.Form.Integer {
				if value != int64(firstInteger+i+1) {
					t.Fatalf("%s: key %d is %v", k.Name, i+1, value)
				}
				continue
			}
			b := slices.Clone(value.([]byte))
			if bytes.Compare(last, b) >= 0 {
				t.Fatalf("%s: %x does not come after %x", k.Name, b, last)
			}
			last = b
		}
	}
}

func TestRegistry(t *testing.T) {
	names := make(map[string]bool)
	for _, k := range All() {
		if names[k.Name] {
			t.Errorf("%s is there twice", k.Name)
		}
		names[k.Name] = true
		control, ok := byName(k.Control)
		if !ok || !control.IsControl() || control.Form != k.Form {
			t.Errorf("%s: its control %q is no sequential key of the same form", k.Name, k.Control)
		}
		if k.Title == "" {
			t.Errorf("%s has no title", k.Name)
		}
	}
}

func TestSelect(t *testing.T) {
	for _, c := range []struct{ names, kinds, added string }{
		{"uuidv4", "counter uuidv4", "counter"},
		{"uuidv7 counter", "counter uuidv7", ""},
		{"counter-bigint", "counter-bigint", ""},
		{"counter20 uuidv4", "counter uuidv4 counter20", "counter"},
	} {
		kinds, added, err := Select(strings.Fields(c.names))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(Names(kinds), " "); got != c.kinds {
			t.Errorf("Select(%s) = %s, want %s", c.names, got, c.kinds)
		}
		if got := strings.Join(added, " "); got != c.added {
			t.Errorf("Select(%s) added %q, want %q", c.names, got, c.added)
		}
	}
	for _, names := range [][]string{nil, {"uuidv9"}, {"counter", ""}} {
		if kinds, added, err := Select(names); err == nil || kinds != nil || added != nil {
			t.Errorf("Select(%q) = %v, %v, %v, want an error alone", names, kinds, added, err)
		} else if !strings.Contains(err.Error(), "counter") {
			t.Errorf("Select(%q): the error %q does not say what there is", names, err)
		}
	}
}

var errExhausted = &id.GenerateError{Format: "flaky", Reason: id.ErrOverflow}

func flaky(failures int, err error) *generated[int64] {
	return &generated[int64]{
		name: "flaky", clock: System, tick: time.Millisecond,
		make: func() (int64, error) {
			if failures > 0 {
				failures--
				return 0, err
			}
			return 42, nil
		},
		wrap: func(n int64) driver.Valuer { return sqltype.Int64[counter64]{V: counter64(n)} },
	}
}

func TestWaitsForTheNextTick(t *testing.T) {
	g := flaky(3, errExhausted)
	v, err := g.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if value, err := v.Value(); value != int64(42) || err != nil {
		t.Fatalf("got %v, %v", value, err)
	}
	if g.Waits() != 3 {
		t.Errorf("%d waits were counted, want 3", g.Waits())
	}
}

func TestOtherFailuresAreReturned(t *testing.T) {
	for _, failure := range []error{
		errors.New("no randomness"),
		&id.RangeError{Format: "flaky", Reason: id.ErrOverflow}, // past the format's last day
	} {
		g := flaky(1, failure)
		if v, err := g.Next(t.Context()); !errors.Is(err, failure) || v != nil || !strings.Contains(err.Error(), "flaky") {
			t.Errorf("got %v, %v, want an error that names the key", v, err)
		}
		if g.Waits() != 0 {
			t.Errorf("%d waits were counted, want none", g.Waits())
		}
	}
}

func TestAClockThatStandsStill(t *testing.T) {
	g := flaky(2*maxTicks, errExhausted)
	g.tick = time.Nanosecond
	if v, err := g.Next(t.Context()); err == nil || v != nil {
		t.Errorf("got %v, %v, want an error", v, err)
	}
}

func TestWaitingEndsWithTheContext(t *testing.T) {
	g := flaky(maxTicks, errExhausted)
	g.tick = time.Hour
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if v, err := g.Next(ctx); !errors.Is(err, context.Canceled) || v != nil {
		t.Errorf("got %v, %v", v, err)
	}
}

// The keys of 16 bytes go to a column of type uuid as UUIDs, in the order that they
// have as bytes; the other widths have one way.
func TestUUIDColumn(t *testing.T) {
	for _, k := range own() {
		src := k.Open(1, Options{Column: UUIDs}).Writer(0)
		last := ""
		for range 100 {
			v, err := src.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			value, err := v.Value()
			if err != nil {
				t.Fatal(err)
			}
			s, text := value.(string)
			if wide := k.Form.Width == 16; text != wide || text && len(s) != 36 {
				t.Fatalf("%s is %T %v", k.Name, value, value)
			}
			if k.Name == "counter" && s <= last {
				t.Fatalf("%s comes after %s", s, last)
			}
			last = s
		}
	}
}
