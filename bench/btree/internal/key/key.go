// Package key makes the primary keys that the benchmark inserts. A Kind is one
// sort of key: its name, its form in a column, the sequential keys that it is
// compared with, and a source of keys for each writer.
package key

import (
	"context"
	"database/sql/driver"
	"fmt"
	"strings"
	"time"
)

// Form is how a key is stored: the column type that an engine gives it.
type Form struct {
	// Width is the key's width in bytes: 8, 16 or 20.
	Width int
	// Integer is whether the key is a signed 64-bit integer; otherwise it is a
	// string of Width bytes whose order is the order of its bytes.
	Integer bool
}

// String names the form for a person.
func (f Form) String() string {
	if f.Integer {
		return fmt.Sprintf("%d-bit integer", f.Width*8)
	}
	return fmt.Sprintf("%d-byte", f.Width)
}

// Kind is one sort of key.
type Kind struct {
	// Name is the key's name on the command line, in tables and in results.
	Name string
	// Title says in a few words what it is and whose code makes it.
	Title string
	// Form is how it is stored.
	Form Form
	// Control names the sequential keys of the same form, to which every result
	// of this kind is related; a control names itself.
	Control string
	// Shared is whether all writers draw from one generator, because the format
	// has no room for independent ones or because the order is to be global.
	Shared bool
	// Collides is whether keys can be equal by chance, at the rate of this
	// benchmark, so that the format has the application make another key and
	// repeat the INSERT. For any other kind a duplicate is a failure.
	Collides bool
	// Clocked is whether the keys follow a clock or a counter, which may be ahead of
	// another's: Options.Ahead means something.
	Clocked bool
	// Server is the name of what the database makes the keys with, one of the
	// Made names; empty for keys that this program makes. Such a kind has no
	// sources.
	Server string

	open func(Options) Source
}

// Column says how keys of 16 bytes go to the database; other keys have one way.
type Column int

const (
	// Bytes is a column of raw bytes.
	Bytes Column = iota
	// UUIDs is a column of the type uuid.
	UUIDs
)

// Options say how a source makes its keys.
type Options struct {
	// Column is the sort of column that they are for.
	Column Column
	// Ahead is how far the source's clock is ahead of the system's; a counter is
	// ahead by as many microseconds. It means nothing to a kind that is not Clocked.
	Ahead time.Duration
	// Skew is how far the clocks of the sources of a run lie apart: at even distances,
	// the last is ahead of the first by so much.
	Skew time.Duration
	// Number is the source's among those of its run, from 0, for formats with a
	// field for the machine.
	Number int
}

// Source makes keys. It is safe for concurrent use.
type Source interface {
	// Next returns a new key, ready to be an argument of a statement. It waits
	// where the format has to wait for its clock, until ctx ends.
	Next(ctx context.Context) (driver.Valuer, error)
	// Waits returns how often Next had to wait so far because the generator
	// returned an error that asks for it.
	Waits() int
}

// BlockSource is a Source that can hand out blocks of consecutive keys.
type BlockSource interface {
	Source
	// Blocks returns a source that reserves so many keys of this one at a time and
	// hands them out in that order. It is for one goroutine.
	Blocks(size int, order BlockOrder) (Source, error)
}

// BlockOrder is the order in which the keys of a block are taken.
type BlockOrder int

const (
	// Rising takes each key after the one before it.
	Rising BlockOrder = iota
	// TwoPass takes about every other key first, and then those in between.
	TwoPass
)

// Sources are the key sources of one run.
type Sources struct {
	each []Source
}

// Open returns so many fresh sources, at least 1, or one if the kind is Shared. Each
// has the Number of its place, and its part of the Skew.
func (k Kind) Open(generators int, o Options) Sources {
	each := make([]Source, k.Generators(generators))
	for i := range each {
		one := o
		one.Number = i
		if last := len(each) - 1; last > 0 {
			one.Ahead += o.Skew * time.Duration(i) / time.Duration(last)
		}
		each[i] = k.open(one)
	}
	return Sources{each}
}

// Generators returns how many sources there are if so many are asked for.
func (k Kind) Generators(asked int) int {
	switch {
	case k.Server != "":
		return 0
	case k.Shared:
		return 1
	}
	return asked
}

// InBlocks returns whether the kind's sources are BlockSources.
func (k Kind) InBlocks() bool {
	if k.Server != "" {
		return false
	}
	_, ok := k.open(Options{}).(BlockSource)
	return ok
}

// Writer returns the source of writer i (from 0).
func (s Sources) Writer(i int) Source { return s.each[i%len(s.each)] }

// Waits returns how often the sources waited for their clock, together.
func (s Sources) Waits() int {
	n := 0
	for _, src := range s.each {
		n += src.Waits()
	}
	return n
}

// IsControl reports whether the kind is a sequential control.
func (k Kind) IsControl() bool { return k.Control == k.Name }

// Names returns the names of the kinds, in their order.
func Names(kinds []Kind) []string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.Name
	}
	return names
}

// Select returns the kinds of the given names in the registry's order, with the
// control of each, and the names of the controls that were not asked for. An
// unknown name and an empty list are errors.
func Select(names []string) (kinds []Kind, added []string, err error) {
	want := make(map[string]bool, len(names))
	for _, n := range names {
		k, ok := byName(n)
		if !ok {
			return nil, nil, fmt.Errorf("there is no key %q: choose from %s", n, strings.Join(Names(All()), ", "))
		}
		want[k.Name] = true
	}
	if len(want) == 0 {
		return nil, nil, fmt.Errorf("no key is named: choose from %s", strings.Join(Names(All()), ", "))
	}
	controls := make(map[string]bool)
	for n := range want {
		k, _ := byName(n)
		controls[k.Control] = true
	}
	for _, k := range All() {
		switch {
		case want[k.Name]:
			kinds = append(kinds, k)
		case controls[k.Name]:
			kinds = append(kinds, k)
			added = append(added, k.Name)
		}
	}
	return kinds, added, nil
}

func byName(name string) (Kind, bool) {
	for _, k := range All() {
		if k.Name == name {
			return k, true
		}
	}
	return Kind{}, false
}
