// Package idtest is the conformance suite of the formats.
//
// The suite tests what all formats have in common: decoders return what was encoded;
// values, bytes and texts have the same order; decoders are strict, return the zero
// value beside an error and read only the beginning of long inputs; errors have the
// types of package id; the golden vectors hold; plain IDs and their bytes are errors as
// arguments of SQL; the bounds of a time enclose the IDs made at that time; generators and
// blocks are safe for concurrent use and survive clocks that jump and readers that fail; and
// no function allocates without need. Typed runs it for typed IDs, and Default for what
// default generators add. A format's own tests cover the rest: its layout, its fields and its
// counter. The suite fails if the vectors or the Format ask too little.
package idtest

import (
	"context"
	"encoding"
	"encoding/json"
	"io"
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
	MarshalGQLContext(ctx context.Context, w io.Writer) error
}

// Pointer is the set of methods of a pointer to an ID that the suite uses.
type Pointer[T any] interface {
	*T
	encoding.TextUnmarshaler
	encoding.BinaryUnmarshaler
	UnmarshalParam(param string) error
	UnmarshalGQLContext(ctx context.Context, v any) error
	Generate() error
}

// Generator is a generator of a format.
type Generator[T any] interface {
	New() (T, error)
	Block(n int) (blocks.Block[T], error)
}

// Format describes a format to the suite.
type Format[T any] struct {
	Name       string        // the beginning of every error, and the name of the vector file
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
	At        func(time.Time) (T, error)
	Compare   func(x, y T) int
	// Fixed has the bits of the binary form that At does not draw, although the bounds of a tick differ in them.
	Fixed []byte
	// Spell returns a text with the digits for which its letters stand; nil if each letter
	// is its own digit.
	Spell func(text string) string
	// Forms lists the methods that write the further texts that Parse reads.
	Forms []func(T) string
	// Back lists functions that take an ID apart and put it together again.
	Back map[string]func(T) (T, error)
	// Readers lists the format's further functions that read IDs from text, such as one
	// for prefixes, by the kind of their vectors.
	Readers map[string]func(string) (T, error)
	// NoAllocs lists further calls that allocate nothing.
	NoAllocs map[string]func()

	// Generator returns a new generator. If clock or rand is nil, it has none of its own.
	Generator func(clock func() time.Time, rand io.Reader) Generator[T]
	// Draws is how many bytes a generator reads for its first ID.
	Draws int
	// Room is how many IDs a generator has for a tick if it reads ones as randomness; 0 if
	// there is no end to them, or too far an end for a test.
	Room int
	// Full is the end of the error of a generator that has no ID left: what to do.
	Full string
	// NewBlock draws blocks from the default generator; nil if it has no blocks.
	NewBlock func(n int) (blocks.Block[T], error)
	MaxBlock int // the greatest size of a block; 0 if the generator has no blocks

	// Messages has errors of the format by the text that they must have: format, request, fault
	// and remedy. It has one of a text, a binary form, a time and a block at least.
	Messages map[string]error
	// Replay runs a scripted generation of the vectors.
	Replay func(t *testing.T, script json.RawMessage)

	isTyped bool // has neither generators nor vectors of its own
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
	t.Run("GraphQL", s.graphql)
	t.Run("Param", s.param)
	t.Run("Order", s.order)
	t.Run("Equal", s.equal)
	t.Run("Zero", s.zero)
	t.Run("Invalid", s.invalid)
	t.Run("Verbs", s.verbs)
	t.Run("Logs", s.logs)
	t.Run("StrictText", s.strictText)
	t.Run("StrictBinary", s.strictBinary)
	t.Run("Long", s.long)
	t.Run("Case", s.letterCase)
	t.Run("Must", s.must)
	t.Run("Bounds", s.bounds)
	t.Run("Lifetime", s.lifetime)
	t.Run("Generate", s.generate)
	t.Run("At", s.backfill)
	t.Run("Allocs", s.allocs)
	if s.isTyped {
		return
	}
	t.Run("Messages", s.messages)
	t.Run("VectorsComplete", s.vectorsComplete)
	t.Run("VectorsValid", s.vectorsValid)
	t.Run("VectorsNasty", s.vectorsNasty)
	t.Run("VectorsGeneration", s.vectorsGeneration)
	t.Run("Default", s.source)
	t.Run("Generator", func(t *testing.T) { RunGenerator[T, P](t, f) })
}

// RunGenerator runs the part of the suite that concerns generators.
func RunGenerator[T ID[T], P Pointer[T]](t *testing.T, f Format[T]) {
	s := suite[T, P]{f}
	s.New, s.NewBlock = s.waiting()
	s.source(t)
	t.Run("Reseed", s.reseed)
	t.Run("ReseedParts", s.reseedParts)
	t.Run("ClockForward", s.clockForward)
	t.Run("ClockBack", s.clockBack)
	t.Run("ClockOutside", s.clockOutside)
	t.Run("ClockJumps", s.clockJumps)
	t.Run("RandFails", s.randFails)
	t.Run("RandRecovers", s.randRecovers)
	t.Run("Allocs", s.generatorAllocs)
	if s.Room > 0 {
		t.Run("Exhausted", s.exhausted)
	}
}

// source tests the functions New and NewBlock of a generator.
func (s suite[T, P]) source(t *testing.T) {
	t.Run("Concurrent", s.concurrent)
	t.Run("ReseedConcurrent", s.reseedConcurrent)
	if s.NewBlock != nil {
		t.Run("Block", s.block)
		t.Run("BlockRange", s.blockRange)
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
		out = append(out, Must(s.MinAt(at)), Must(s.MaxAt(at)))
	}
	out = append(out, Must(s.MaxAt(s.Last)))
	for range 256 {
		out = append(out, s.New())
	}
	// The zero ID has no text: see zero.
	return slices.DeleteFunc(out, T.IsZero)
}
