// Package idtest is the conformance suite of the formats.
//
// The suite tests what all formats have in common: decoders return what was encoded;
// values, bytes and texts have the same order; decoders are strict, return the zero
// value beside an error and read only the beginning of long inputs; errors have the
// types of package id; plain IDs and their bytes are errors as arguments of SQL; the
// bounds of a time enclose the IDs made at that time; generators and blocks are safe for
// concurrent use and survive clocks that jump; and no function allocates without need.
// A format's own tests cover the rest.
package idtest

import (
	"encoding"
	"slices"
	"testing"
	"time"

	"github.com/sortid/sortid/id/blocks"
)

// ID is the set of methods of an ID that the suite uses.
type ID[T any] interface {
	comparable
	String() string
	Hex() string
	Time() time.Time
	UnixMillis() int64
	Compare(T) int
	IsZero() bool
	IsValid() bool
	encoding.TextMarshaler
	encoding.TextAppender
	encoding.BinaryMarshaler
	encoding.BinaryAppender
}

// Pointer is the set of methods of a pointer to an ID that the suite uses.
type Pointer[T any] interface {
	*T
	encoding.TextUnmarshaler
	encoding.BinaryUnmarshaler
	Generate() error
}

// Format describes a format to the suite. All functions but At, NewBlock and
// Readers are required.
type Format[T any] struct {
	Name       string        // the beginning of every error
	Size       int           // of the binary form, in bytes
	TextSize   int           // of the text form, in bytes
	Resolution time.Duration // the duration of a tick
	First      time.Time     // the first tick for which a generator makes IDs
	Last       time.Time     // the last one

	ZeroIsValid   bool // the zero value is a valid ID
	Monotonic     bool // each ID of a generator is greater than the one before
	CaseSensitive bool // texts have the right case only

	New       func() T
	Parse     func(string) (T, error)
	MustParse func(string) T
	FromBytes func([]byte) (T, error)
	Valid     func(string) bool
	Min       func() T
	Max       func() T
	MinAt     func(time.Time) (T, error)
	MaxAt     func(time.Time) (T, error)
	// At dates an ID; nil if the format has no such function.
	At func(time.Time) (T, error)
	// Generator returns the New method of a new generator that reads clock.
	Generator func(clock func() time.Time) func() (T, error)
	// NewBlock draws blocks from the generator of New; nil if the format has no blocks.
	NewBlock func(n int) (blocks.Block[T], error)
	MaxBlock int // the greatest size of a block
	// Readers lists the format's further functions that read IDs from text, such as one
	// for prefixes or decimal numbers.
	Readers map[string]func(string) error
}

// Run runs the suite as subtests of t.
func Run[T ID[T], P Pointer[T]](t *testing.T, f Format[T]) {
	s := suite[T, P]{f}
	t.Run("RoundTrip", s.roundTrip)
	t.Run("Accessors", s.accessors)
	t.Run("Plain", s.plain)
	t.Run("Extremes", s.extremes)
	t.Run("JSON", s.json)
	t.Run("JSONForms", s.jsonForms)
	t.Run("JSONOption", s.jsonOption)
	t.Run("Scan", s.scan)
	t.Run("Order", s.order)
	t.Run("Zero", s.zero)
	t.Run("StrictText", s.strictText)
	t.Run("StrictBinary", s.strictBinary)
	t.Run("Long", s.long)
	t.Run("Case", s.letterCase)
	t.Run("Must", s.must)
	t.Run("Bounds", s.bounds)
	t.Run("Lifetime", s.lifetime)
	t.Run("Generate", s.generate)
	t.Run("Concurrent", s.concurrent)
	t.Run("Reseed", s.reseed)
	t.Run("ReseedConcurrent", s.reseedConcurrent)
	t.Run("ClockForward", s.clockForward)
	t.Run("ClockBack", s.clockBack)
	t.Run("ClockOutside", s.clockOutside)
	t.Run("Allocs", s.allocs)
	if s.At != nil {
		t.Run("At", s.backfill)
	}
	if s.NewBlock != nil {
		t.Run("Block", s.block)
		t.Run("BlockRange", s.blockRange)
		t.Run("BlockTakes", s.blockTakes)
		t.Run("BlockTwoPass", s.blockTwoPass)
		t.Run("BlockConcurrent", s.blockConcurrent)
		t.Run("BlockWhole", s.blockWhole)
	}
}

type suite[T ID[T], P Pointer[T]] struct{ Format[T] }

// samples returns IDs from all parts of the format's lifetime, and new ones.
func (s suite[T, P]) samples(t *testing.T) []T {
	t.Helper()
	var out []T
	span := s.Last.Sub(s.First) // at most 292 years
	for i := range 64 {
		at := s.First.Add(span / 64 * time.Duration(i)).Add(time.Duration(i) * s.Resolution)
		lo, err := s.MinAt(at)
		if err != nil {
			t.Fatalf("MinAt(%v): %v", at, err)
		}
		hi, err := s.MaxAt(at)
		if err != nil {
			t.Fatalf("MaxAt(%v): %v", at, err)
		}
		out = append(out, lo, hi)
	}
	last, err := s.MaxAt(s.Last)
	if err != nil {
		t.Fatalf("MaxAt(%v): %v", s.Last, err)
	}
	out = append(out, last)
	for range 256 {
		out = append(out, s.New())
	}
	// The zero ID has no text: see zero.
	return slices.DeleteFunc(out, T.IsZero)
}
