// Package matrix holds the tables of docs/recipes.md: what libraries do with IDs. Each cell of
// the first is measured with plain and typed IDs and with a column, and each line of the second
// has a test of its own.
package matrix

import (
	"bytes"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/ops/public"
	"github.com/sortid/sortid/sqltype"
)

type user struct{}

func (user) IDPrefix() string { return "user" }

// What a library does.
const (
	works  = "works"
	lost   = "lost"  // no error, and another value
	refuse = "error" // an error, or a panic of the library
	zero   = "zero"
	keeps  = "old ID"
	taken  = "unchecked"
)

// rows returns the libraries of a table of the page, with the cells of each.
func rows(t *testing.T, head string) map[string][]string {
	t.Helper()
	data, err := os.ReadFile("../../../docs/recipes.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, found := strings.Cut(string(data), head)
	table, _, ends := strings.Cut(text, "\n\n")
	if !found || !ends {
		t.Fatalf("the page has no table that begins with %q", head)
	}
	list := map[string][]string{}
	for i, line := range slices.Collect(strings.Lines(table)) {
		if i < 2 {
			continue // the rest of the head
		}
		cells := strings.Split(strings.Trim(line, "|\n "), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		for name := range strings.SplitSeq(cells[0], ", ") {
			list[name] = cells[1:]
		}
	}
	return list
}

type one[T any] struct {
	ID T `json:"id" yaml:"id" toml:"id" codec:"id" msgpack:"id" cbor:"id" bson:"id" mapstructure:"id"`
}

// tried returns what f returns, or refuse if the library panics.
func tried(f func() string) (did string) {
	defer func() {
		if recover() != nil {
			did = refuse
		}
	}()
	return f()
}

// roundTrip encodes and decodes a struct.
func roundTrip[T any](l library, in T) string {
	return tried(func() string {
		data, err := l.encode(one[T]{in})
		if err != nil {
			return refuse
		}
		var out one[T]
		if err := l.decode(data, &out); err != nil {
			return refuse
		}
		if !reflect.DeepEqual(in, out.ID) {
			return lost
		}
		return works
	})
}

// reading decodes another value in place of an ID.
func reading[T comparable](l library, old T, value any) string {
	return tried(func() string {
		data, err := l.encode(one[any]{value})
		if err != nil {
			return refuse
		}
		out := one[T]{old}
		switch err := l.decode(data, &out); {
		case err != nil:
			return refuse
		case out.ID == *new(T):
			return zero
		case out.ID == old:
			return keeps
		}
		return taken
	})
}

func expect(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %s, want %s", what, got, want)
	}
}

// common checks what all libraries do.
func common[T id.Fixed](t *testing.T, l library, x T) {
	t.Helper()
	name := reflect.TypeFor[T]().String()
	expect(t, name+", value", roundTrip(l, x), works)
	expect(t, name+", zero", roundTrip(l, *new(T)), works)
	expect(t, name+", NULL", roundTrip[*T](l, nil), works)
	expect(t, name+", list", roundTrip(l, []T{x, *new(T)}), works)
	expect(t, name+", wrong text", reading(l, x, "wrong"), refuse)
}

type publicKeys struct{}

var ring = sync.OnceValue(func() *public.Ring {
	r, err := public.NewRing(public.Key{Number: 1, AES: public.NewSecret([]byte("sixteen secret b"))})
	if err != nil {
		panic(err)
	}
	return r
})

func (publicKeys) PublicRing() *public.Ring { return ring() }

// TestPublic: no library writes the plain ID of a public one, and BSON, which reads no text,
// refuses it.
func TestPublic(t *testing.T) {
	for _, l := range libraries {
		t.Run(l.name, func(t *testing.T) {
			x := public.Of[publicKeys](wiji.NewFor[user]())
			if l.name == "bson" {
				expect(t, "value", roundTrip(l, x), refuse)
				return
			}
			expect(t, "value", roundTrip(l, x), works)
			expect(t, "wrong text", reading(l, x, x.Plain().String()), refuse)
			if data, err := l.encode(one[any]{x}); err != nil || !bytes.Contains(data, []byte(x.String())) {
				t.Errorf("%q, %v, want %s in it", data, err, x)
			}
		})
	}
}

// TestDiff: go-cmp shows the texts of IDs that differ, in columns and public ones, too.
func TestDiff(t *testing.T) {
	type row struct {
		ID     wiji.ID
		User   wiji.For[user]
		Number ulidflake.ID
		Column sqltype.Binary[wiji.ID]
		Public public.ID[wiji.ID, publicKeys]
	}
	newRow := func() row {
		return row{wiji.New(), wiji.NewFor[user](), ulidflake.New(), sqltype.BinaryOf(wiji.New()), public.Of[publicKeys](wiji.New())}
	}
	x, y := newRow(), newRow()
	got := cmp.Diff(x, y)
	for _, r := range []row{x, y} {
		for _, text := range []string{r.ID.String(), r.User.String(), r.Number.String(), r.Column.V.String(), r.Public.String()} {
			if !strings.Contains(got, text) {
				t.Errorf("%s is not in %s", text, got)
			}
		}
	}
	if same := cmp.Diff(x, x); same != "" {
		t.Errorf("equal rows differ: %s", same)
	}
}

// TestEncoders: the cells are null, a number for an ID of 64 bits, 16 numbers for one of 128, and
// a key of a map.
func TestEncoders(t *testing.T) {
	table := rows(t, "| library | null |")
	for _, l := range libraries {
		t.Run(l.name, func(t *testing.T) {
			common(t, l, wiji.New())
			common(t, l, wiji.NewFor[user]())
			common(t, l, ulidflake.New())
			column := sqltype.BinaryOf(wiji.New())
			expect(t, "column, value", roundTrip(l, column), works)
			expect(t, "column, zero", roundTrip(l, sqltype.Binary[wiji.ID]{}), works)
			expect(t, "column, NULL", roundTrip[*sqltype.Binary[wiji.ID]](l, nil), works)
			expect(t, "column, wrong text", reading(l, column, "wrong"), refuse)
			expect(t, "column, numbers", reading(l, column, slices.Repeat([]int{5}, 16)), refuse)

			want := table[l.name]
			if len(want) != 4 {
				t.Fatalf("the table has the cells %q", want)
			}
			x, typed := wiji.New(), wiji.NewFor[user]()
			if want[0] != "none" { // TOML has no null
				expect(t, "null", reading(l, x, nil), want[0])
				expect(t, "typed, null", reading(l, typed, nil), want[0])
				expect(t, "column, null", reading(l, column, nil), want[0])
			}
			expect(t, "a number", reading(l, ulidflake.New(), 1), want[1])
			expect(t, "16 numbers", reading(l, x, slices.Repeat([]int{5}, 16)), want[2])
			expect(t, "typed, 16 numbers", reading(l, typed, slices.Repeat([]int{5}, 16)), want[2])
			key, short, differs := strings.Cut(want[3], ", 64 bits: ")
			if !differs {
				short = key
			}
			expect(t, "a key", roundTrip(l, map[wiji.ID]string{x: "a"}), key)
			expect(t, "a key of 64 bits", roundTrip(l, map[ulidflake.ID]string{ulidflake.New(): "a"}), short)
		})
		delete(table, l.name)
	}
	if len(table) > 0 {
		t.Errorf("these libraries are not tested: %v", table)
	}
}
