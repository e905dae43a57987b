// Package key makes the keys that trials insert. A Kind is one sort of key: its name, its
// form in a column, its control, and a source of keys for each writer.
package key

import (
	"context"
	"database/sql/driver"
	"fmt"
	"strings"
)

// Form is how a key is stored. An engine has a column type for each form.
type Form struct {
	// Width is the key's width in bytes: 8 for an integer, 16 or 20.
	Width int
	// Integer reports whether the key is a signed 64-bit integer. Other keys are Width
	// bytes, sorted as bytes.
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
	// Control names the sequential keys of the same form with which this kind is
	// compared. A control names itself.
	Control string
	// Shared reports whether all writers share one generator, because the format has too
	// few bits for independent ones or because its order is global.
	Shared bool
	// Collides reports whether keys can be equal by chance at the rates of a trial. The
	// format then requires the application to make another key and repeat the INSERT. For
	// other kinds a duplicate is an error.
	Collides bool
	// Clocked reports whether the keys follow a clock or a counter.
	Clocked bool
	// Scattered reports whether keys of one tick of the clock have no order: the tree then
	// depends on how many rows a server takes in a tick.
	Scattered bool

	open func(Options) Source
}

// Column is the column type of 16-byte keys. Other keys have one column type.
type Column int

const (
	// Bytes is a column of raw bytes.
	Bytes Column = iota
	// UUIDs is a column of the type uuid.
	UUIDs
)

// Options holds the options of a source.
type Options struct {
	// Column is the column type of the keys.
	Column Column
	// Clock is the clock of the trial; nil is the system's.
	Clock Clock
	// Number is the index of the source in its trial, from 0, for formats with a machine
	// number.
	Number int
}

// Source makes keys. It is safe for concurrent use.
type Source interface {
	// Next returns a new key as an argument for a statement. If the format has to wait for
	// its clock, Next waits until then or until ctx ends.
	Next(ctx context.Context) (driver.Valuer, error)
	// Waits returns how often Next has waited because the generator was exhausted.
	Waits() int
}

// BlockSource is a Source that can reserve blocks of consecutive keys.
type BlockSource interface {
	Source
	// Blocks returns a source for one goroutine that reserves size keys of this one at a
	// time and returns them in the given order.
	Blocks(size int, order BlockOrder) (Source, error)
}

// BlockOrder is the order in which a source returns the keys of a block.
type BlockOrder int

const (
	// Rising is ascending order.
	Rising BlockOrder = iota
	// TwoPass returns about every other key first, and then the keys in between.
	TwoPass
)

// Sources holds the key sources of one trial.
type Sources struct {
	each []Source
}

// Open returns new sources, at least 1, and one if the kind is Shared. Each has the Number
// of its index.
func (k Kind) Open(generators int, o Options) Sources {
	each := make([]Source, k.Generators(generators))
	for i := range each {
		one := o
		one.Number = i
		each[i] = k.open(one)
	}
	return Sources{each}
}

// Generators returns how many sources Open returns if so many are asked for.
func (k Kind) Generators(asked int) int {
	if k.Shared {
		return 1
	}
	return asked
}

// InBlocks reports whether the kind's sources are BlockSources.
func (k Kind) InBlocks() bool {
	_, ok := k.open(Options{}).(BlockSource)
	return ok
}

// Writer returns the source of writer i (from 0).
func (s Sources) Writer(i int) Source { return s.each[i%len(s.each)] }

// Waits returns how often all sources together waited for their clock.
func (s Sources) Waits() int {
	n := 0
	for _, src := range s.each {
		n += src.Waits()
	}
	return n
}

// Ordered reports whether each key is greater than those before it, so that all trees of one
// writer are equal.
func (k Kind) Ordered() bool { return k.Clocked && !k.Scattered }

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

// Select returns the kinds of the given names with their controls, in the order of All, and
// the names of the controls that it added. It returns an error for an unknown name and for
// an empty list.
func Select(names []string) (kinds []Kind, added []string, err error) {
	want := make(map[string]bool, len(names))
	for _, n := range names {
		k, ok := byName(n)
		if !ok {
			return nil, nil, fmt.Errorf("unknown key %q: choose from %s", n, strings.Join(Names(All()), ", "))
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
