// Package idtest is a conformance suite for identifier formats of the shape that
// package id describes. All formats of this module run it; a format of your own
// can, too:
//
//	func TestConformance(t *testing.T) {
//		idtest.Run(t, idtest.Format[myid.ID]{
//			Name: "myid", New: myid.New, Parse: myid.Parse, …
//		})
//	}
//
// It tests what every format promises: what is encoded comes back, the orders of
// values, bytes and texts are one, decoders are strict and return the zero value
// beside an error, errors carry the types of package id, the bounds of a time
// enclose what is made at that time, and generators survive concurrency and
// clocks that jump. What is particular to a format is for the format's own tests.
package idtest

import (
	"encoding"
	"testing"
	"time"
)

// ID is what the suite needs of an identifier type T.
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

// Pointer is what the suite needs of a pointer to an identifier.
type Pointer[T any] interface {
	*T
	encoding.TextUnmarshaler
	encoding.BinaryUnmarshaler
	Generate() error
}

// Format describes a format to the suite. All functions but NewBlock are needed.
type Format[T any] struct {
	Name       string        // as it stands at the beginning of every error
	Size       int           // bytes of the raw form
	TextSize   int           // bytes of the canonical text
	Resolution time.Duration // the duration of a tick
	First      time.Time     // the first tick that a generator makes IDs for
	Last       time.Time     // the last one

	ZeroIsValid   bool // the zero value is an identifier of the format
	Monotonic     bool // each ID of a generator is greater than the one before
	CaseSensitive bool // letters of the text must have the one right case

	New       func() T
	Parse     func(string) (T, error)
	MustParse func(string) T
	FromBytes func([]byte) (T, error)
	Valid     func(string) bool
	Min       func() T
	Max       func() T
	MinAt     func(time.Time) (T, error)
	MaxAt     func(time.Time) (T, error)
	// Generator returns the New method of a fresh generator that reads clock.
	Generator func(clock func() time.Time) func() (T, error)
	// NewBlock makes so many IDs at once, 1 to 65,536, as New makes one; nil where the
	// format has no such function.
	NewBlock func(n int) ([]T, error)
}

// Run runs the suite as subtests of t.
func Run[T ID[T], P Pointer[T]](t *testing.T, f Format[T]) {
	s := suite[T, P]{f}
	t.Run("RoundTrip", s.roundTrip)
	t.Run("Accessors", s.accessors)
	t.Run("Extremes", s.extremes)
	t.Run("JSON", s.json)
	t.Run("Order", s.order)
	t.Run("Zero", s.zero)
	t.Run("StrictText", s.strictText)
	t.Run("StrictBinary", s.strictBinary)
	t.Run("Case", s.letterCase)
	t.Run("Must", s.must)
	t.Run("Bounds", s.bounds)
	t.Run("Lifetime", s.lifetime)
	t.Run("Generate", s.generate)
	t.Run("Concurrent", s.concurrent)
	t.Run("ClockForward", s.clockForward)
	t.Run("ClockBack", s.clockBack)
	t.Run("ClockOutside", s.clockOutside)
	if s.NewBlock != nil {
		t.Run("Block", s.block)
		t.Run("BlockConcurrent", s.blockConcurrent)
	}
}

type suite[T ID[T], P Pointer[T]] struct{ Format[T] }

// samples are IDs from all over the format's lifetime, and new ones.
func (s suite[T, P]) samples(t *testing.T) []T {
	t.Helper()
	var out []T
	span := s.Last.Sub(s.First) // saturates at 292 years, which is far enough apart
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
	if !s.ZeroIsValid {
		return out
	}
	var zero T
	return append(out, zero)
}
