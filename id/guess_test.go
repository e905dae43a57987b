package id_test

import (
	"encoding"
	"errors"
	"fmt"
	"math"
	"math/big"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
)

// maker makes the IDs of a generator, as numbers.
type maker struct {
	next  func() (*big.Int, error)
	block func(n int) ([]*big.Int, error) // nil if the format has no blocks
}

// makers returns a new generator of each format, in the order of the page's columns.
func makers(clock func() time.Time) []maker {
	w, u, v := &wiji.Generator{Clock: clock}, &ulid.Generator{Clock: clock}, &uuidv7.Generator{Clock: clock}
	s, f, x := &scru160.Generator{Clock: clock}, &ulidflake.Generator{Clock: clock}, &uid11.Generator{Clock: clock}
	return []maker{
		{asNumber(w.New), asNumbers(w.Block)}, {asNumber(u.New), asNumbers(u.Block)}, {asNumber(v.New), asNumbers(v.Block)},
		{asNumber(s.New), asNumbers(s.Block)}, {asNumber(f.New), asNumbers(f.Block)}, {next: asNumber(x.New)},
	}
}

func asNumber[T encoding.BinaryMarshaler](next func() (T, error)) func() (*big.Int, error) {
	return func() (*big.Int, error) {
		x, err := next()
		if err != nil {
			return nil, err
		}
		b, err := x.MarshalBinary()
		return new(big.Int).SetBytes(b), err
	}
}

func asNumbers[T encoding.BinaryMarshaler, B block[T]](draw func(n int) (B, error)) func(n int) ([]*big.Int, error) {
	return func(n int) (numbers []*big.Int, err error) {
		b, err := draw(n)
		if err != nil {
			return nil, err
		}
		for _, x := range b.AppendTo(nil) {
			number, err := asNumber(func() (T, error) { return x, nil })()
			if err != nil {
				return nil, err
			}
			numbers = append(numbers, number)
		}
		return numbers, nil
	}
}

// steps collects the differences between an ID that an attacker knows and the one to guess.
type steps struct {
	seen     map[string]bool
	min, max *big.Int
}

func (s *steps) add(known, next *big.Int) {
	d := new(big.Int).Sub(next, known)
	if s.seen == nil {
		s.seen, s.min, s.max = map[string]bool{}, d, d
	}
	s.seen[d.String()] = true
	if d.Cmp(s.min) < 0 {
		s.min = d
	}
	if d.Cmp(s.max) > 0 {
		s.max = d
	}
}

// bits returns the logarithm of the number of guesses, or the number if it is small. The
// difference of two random numbers of n bits has a range of n + 1 bits.
func (s *steps) bits() (bits, few int) {
	if len(s.seen) <= 255 {
		return 0, len(s.seen)
	}
	return new(big.Int).Sub(s.max, s.min).BitLen() - 1, 0
}

func (s *steps) String() string {
	if s.seen == nil {
		return "–"
	}
	bits, few := s.bits()
	switch {
	case bits == 0 && few > 200: // steps of one byte, of which the extremes are rare in a block
		return "255"
	case bits == 0:
		return fmt.Sprint(few)
	}
	return fmt.Sprintf("2^%d", bits)
}

// TestGuesses measures the guesses of docs/formats.md, and what follows from them: how likely
// 1,000 generators make the same ID.
func TestGuesses(t *testing.T) {
	now := time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	must := func(x *big.Int, err error) *big.Int {
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	used := makers(clock)
	formats := len(used)
	unknown, tick, later, block := make([]steps, formats), make([]steps, formats), make([]steps, formats), make([]steps, formats)
	for range 5000 {
		now = now.Add(20 * time.Millisecond)
		for i, fresh := range makers(clock) {
			x := must(fresh.next())
			unknown[i].add(must(makers(clock)[i].next()), x)
			if y, err := fresh.next(); err == nil {
				tick[i].add(x, y)
			} else if !errors.Is(err, id.ErrOverflow) { // a millisecond of Ulid-Flake can be full
				t.Fatal(err)
			}
			if fresh.block != nil {
				ids, err := fresh.block(3)
				if err != nil && !errors.Is(err, id.ErrOverflow) {
					t.Fatal(err)
				}
				for j := 1; j < len(ids); j++ {
					block[i].add(ids[j-1], ids[j])
				}
			}
		}
	}
	for i := range used {
		for range 2000 {
			now = now.Add(20 * time.Millisecond)
			x := must(used[i].next())
			now = now.Add(20 * time.Millisecond)
			later[i].add(x, must(used[i].next()))
		}
	}
	page, err := os.ReadFile("../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	row := func(title string, cell func(i int) string) {
		want := "| " + title
		for i := range formats {
			want += " | " + cell(i)
		}
		if !strings.Contains(string(page), want+" |\n") {
			t.Errorf("docs/formats.md has not the row\n%s |", want)
		}
	}
	row("no ID", func(i int) string { return unknown[i].String() })
	row("the ID before, of the same tick", func(i int) string { return tick[i].String() })
	row("an ID of the generator, of another tick", func(i int) string { return later[i].String() })
	row("the ID before, of the same block", func(i int) string { return block[i].String() })
	row("1,000 generators make the same ID in a tick", func(i int) string {
		bits, _ := unknown[i].bits()
		return fmt.Sprintf("%.1g", -math.Expm1(-1000*999/2*math.Exp2(-float64(bits))))
	})
}
