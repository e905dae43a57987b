package matrix_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/dbserver"
)

// format is what the checks know of an identifier type.
type format[T id.Fixed] struct {
	name     string
	size     int  // of the raw form, in bytes
	textSize int  // in characters
	unsigned bool // an integer that can be 2^63 and more
	// everySetting: the format is tried in every setting of a server, and not in the usual one
	// alone. How a driver sends a value and a server takes it depends on the setting and on what
	// the value is: bytes, or a number. One format of each does, and of the numbers the one that
	// can be 2^63 and more.
	everySetting bool
	// shares is which half of the cells the format has, 1 or 2, because another one of its size has all of them; 0 for all.
	shares int

	compare func(x, y T) int
	bits    func(T) []byte      // the raw form
	of      func(b []byte) T    // the ID of a raw form, unchecked
	adjust  func(b []byte)      // makes any bytes the raw form of a valid ID; nil if they are
	inText  func(b []byte) bool // the text form can hold it; nil if it always can
	form    func(content) form[T]
	next    func() (T, error)

	zeroValid bool // the zero ID is an identifier
	fills     bool // the type has a default generator
	badBits   []T  // raw forms that are no ID
	badText   []string

	// The bounds by time, nil for a type that has none. The resolution is that of
	// its timestamps.
	minAt, maxAt func(time.Time) (T, error)
	timeOf       func(T) time.Time
	resolution   time.Duration
	first, last  time.Time
}

// has reports whether the format is tried in a cell if formats share them: each half has each server and layer.
func (f format[T]) has(layer string, s server) bool {
	if f.shares == 0 || layer == "pgx" {
		return true
	}
	first := s.kind == dbserver.Postgres || s.kind == dbserver.MariaDB
	return (layer == "sql") == (first == (f.shares == 1))
}

// tries reports whether the format is tried in a setting of a server if formats share them: what a driver writes into
// statements, and what a server that is not in strict mode stores, is tried by itself on one of MySQL and MariaDB, and both
// at once on the other one.
func (f format[T]) tries(number int, s server) bool {
	if number == 0 || !f.everySetting || !s.isMySQL() {
		return number == 0 || f.everySetting
	}
	both := s.settings[number].name == laxInterpolated
	return both == (f.unsigned == (s.kind == dbserver.MySQL))
}

// fits reports whether a column holds the ID.
func (f format[T]) fits(c shape, v T) bool {
	b := f.bits(v)
	switch c.of {
	case aText:
		return f.inText == nil || f.inText(b)
	case signed:
		return b[0] < 0x80
	}
	return true
}

// valid makes any bytes an ID.
func (f format[T]) valid(b []byte) T {
	b = slices.Clone(b)
	if f.adjust != nil {
		f.adjust(b)
	}
	return f.of(b)
}

// random returns n different IDs that fit the column, in no order.
func (f format[T]) random(r *rand.Rand, c shape, n int) []T {
	ids := make([]T, 0, n)
	seen := map[T]bool{*new(T): true}
	for len(ids) < n {
		b := make([]byte, f.size)
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		if v := f.valid(b); f.fits(c, v) && !seen[v] {
			seen[v] = true
			ids = append(ids, v)
		}
	}
	return ids
}

// randomBetween returns a random ID between two that differ in their last bits alone.
func (f format[T]) randomBetween(r *rand.Rand, least, greatest T) T {
	lo, hi := f.bits(least), f.bits(greatest)
	for i := range lo {
		lo[i] |= byte(r.Uint32()) & (lo[i] ^ hi[i])
	}
	return f.of(lo)
}

// patterns lists bytes that a driver, a protocol or a server may take for something
// else. They are repeated, and occur at the beginning, in the middle and at the end.
var patterns = []byte{0x00, '\t', '\n', 0x1A, ' ', '\'', '0', '?', '\\', 0x60, 0x7F, 0x80, 0xFF}

// edges returns different IDs that are likely to go wrong, except the zero ID,
// which has its own checks. Not all of them fit every column.
func (f format[T]) edges() []T {
	var ids []T
	add := func(v T) {
		if v != *new(T) && !slices.Contains(ids, v) {
			ids = append(ids, v)
		}
	}
	sample := make([]byte, f.size)
	for i := range sample {
		sample[i] = byte(0x11 + 3*i)
	}
	for _, p := range patterns {
		add(f.valid(bytes.Repeat([]byte{p}, f.size)))
		for _, place := range []int{0, f.size / 2, f.size - 1} {
			b := slices.Clone(sample)
			b[place] = p
			add(f.valid(b))
		}
	}
	for i := range f.size { // one byte that is not zero, all zero after one, all 0xFF after one
		one, zeros, ones := make([]byte, f.size), slices.Clone(sample), slices.Clone(sample)
		one[i] = 1
		for j := i; j < f.size; j++ {
			zeros[j], ones[j] = 0, 0xFF
		}
		add(f.valid(one))
		add(f.valid(zeros))
		add(f.valid(ones))
	}
	for _, v := range f.bounds() {
		add(v)
	}
	for range 5 {
		v, err := f.next()
		if err != nil {
			panic(fmt.Sprintf("%s: %v", f.name, err))
		}
		add(v)
	}
	return ids
}

// bounds returns the bounds of some times, the first and the last among them.
func (f format[T]) bounds() []T {
	if f.minAt == nil {
		return nil
	}
	var ids []T
	for _, at := range []time.Time{f.first, f.first.Add(f.resolution), middle, f.last.Add(-f.resolution), f.last} {
		for _, bound := range []func(time.Time) (T, error){f.minAt, f.maxAt} {
			v, err := bound(at)
			if err != nil {
				panic(fmt.Sprintf("%s: %v", f.name, err))
			}
			ids = append(ids, v)
		}
	}
	return ids
}

// middle is a time that all formats have.
var middle = time.Date(2031, 5, 7, 11, 13, 17, 123_456_000, time.UTC)
